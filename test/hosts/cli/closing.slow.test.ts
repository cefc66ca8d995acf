import { expect, test } from 'vitest';
import type { CierreDocument, TieDocument } from '#contract/cierre.ts';
import { addMonths, civilDateAt, daysOfMonth, monthOf } from '#domain/civil-date.ts';
import { systemClock } from '#platform/system-clock.ts';
import { mountWorld } from './world.ts';

const HEADER =
  'CUIT Agente Ret./Perc.;Denominación o Razón Social;Impuesto;Descripción Impuesto;Régimen;Descripción Régimen;Fecha Ret./Perc.;Número Certificado;Descripción Operación;Importe Ret./Perc.;Número Comprobante;Fecha Comprobante;Descripción Comprobante;Fecha Registración DJ Ag.Ret.';
const TAXES: Readonly<Record<string, string>> = { IVA: '767', GANANCIAS: '217' };
const agentOf = (n: number): string => `301122233${String(n).padStart(2, '0')}`;
const withDashes = (cuit: string): string => `${cuit.slice(0, 2)}-${cuit.slice(2, 10)}-${cuit.slice(10)}`;

test('files of withholdings are compared with what was deducted, agents asked once, and a wrong line is named', async () => {
  const world = await mountWorld();
  try {
    const month = addMonths(monthOf(civilDateAt(systemClock.now())), -1);
    const date = daysOfMonth(month).hasta.split('-').reverse().join('/');
    expect((await world.cli(['sincronizar'])).codigo).toBe(0);
    const files = ['--retenciones', 'mis-retenciones.csv', '--convenio', 'convenio.txt'];
    const tieNow = async (): Promise<TieDocument> => {
      const { stdout, stderr, codigo } = await world.cli(['cierre', month, ...files, '--json']);
      expect([0, 4], stderr).toContain(codigo);
      const doc = JSON.parse(stdout) as CierreDocument;
      const tie = doc.empates.find(({ clave }) => clave === 'retenciones');
      if (tie === undefined) throw new Error('no such tie');
      return tie;
    };
    const lineOf = (code: string, agent: string, amount: string, width: number): string =>
      `${code}${withDashes(agent)}${date}${'0'.repeat(42)}${amount.padStart(width, '0')}`;
    const nationalOf = (tax: string, agent: string, amount: string): string =>
      [withDashes(agent), 'AGENTE', TAXES[tax] ?? tax, '', '', '', date, '', 'RETENCION', amount, '', '', '', ''].join(
        ';',
      );

    // Nobody said yet which processor the agent is, so nothing that was deducted was informed.
    world.file('mis-retenciones.csv', `${HEADER}\n${nationalOf('IVA', agentOf(99), '1,00')}\n`);
    world.file('convenio.txt', `${lineOf('901', agentOf(99), '1,00', 11)}\r\n`);
    const { filas, sinComparar } = await tieNow();
    expect(sinComparar).toBe(0);
    expect(filas.filter(({ clase }) => clase === 'agente')).toMatchObject([
      { numero: agentOf(99), encontrado: '2.00' },
    ]);
    const missing = filas.filter(({ clase }) => clase === 'no_informada');
    expect(missing.length).toBeGreaterThan(5);

    const processors = [...new Set(missing.map(({ procesador }) => procesador))];
    for (const [n, processor] of processors.entries())
      expect((await world.cli(['cuenta', 'agente', `${agentOf(n)}=${processor}`])).codigo).toBe(0);
    const informed = missing.map(({ numero, procesador, esperado }) => {
      const [tax = '', code = ''] = numero.split(' ');
      const amount = (esperado ?? '').replace('.', ',');
      return { tax, code, agent: agentOf(processors.indexOf(procesador)), amount };
    });
    const national = informed.filter(({ tax }) => tax !== 'IIBB');
    const local = informed.filter(({ code }) => /^9\d\d$/.test(code));
    expect(local.length).toBeGreaterThan(1);
    // Both lengths of a line are in one file.
    const lines = local.map(({ code, agent, amount }, i) => lineOf(code, agent, amount, i % 2 === 0 ? 11 : 14));
    expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([79, 82]));
    world.file(
      'mis-retenciones.csv',
      `${[HEADER, ...national.map(({ tax, agent, amount }) => nationalOf(tax, agent, amount))].join('\n')}\n`,
    );
    world.file('convenio.txt', `${lines.join('\r\n')}\r\n`);
    const right = await tieNow();
    expect(right.filas.filter(({ numero }) => /^(?:IVA|GANANCIAS|IIBB 9)/.test(numero))).toEqual([]);

    world.file('convenio.txt', `${lines.join('\r\n')}0\r\n`);
    const wrong = await world.cli(['cierre', month, ...files, '--json']);
    expect([wrong.codigo, JSON.parse(wrong.stdout)]).toMatchObject([2, { codigo: 'ENTRADA_INVALIDA' }]);
    expect(wrong.stdout).toContain(lines.at(-1)?.slice(0, 16));
  } finally {
    await world.close();
  }
});
