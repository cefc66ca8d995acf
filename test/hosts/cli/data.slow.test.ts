import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import type { Output } from './run-cli.ts';
import { mountWorld, useWorld } from './world.ts';
import { addDays, civilDateAt, addMonths, daysOfMonth, monthOf } from '#domain/civil-date.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { QueryDocument } from '#contract/documents.ts';
import type { CierreDocument } from '#contract/cierre.ts';

const world = useWorld();

const cli = (args: readonly string[], home = world.home) => world.cli(args, { env: { CONCILIADOR_HOME: home } });
const parseDocument = ({ stdout }: Output): Record<string, unknown> => JSON.parse(stdout) as Record<string, unknown>;

describe('the local data from the command line', () => {
  test('is brought, asked for and written with the service gone', async () => {
    const fetched = await cli(['sincronizar', '--json']);
    expect(fetched.codigo).toBe(0);
    expect(parseDocument(fetched)).toMatchObject({ fallas: [], metodos: expect.any(Array) });
    await world.sandbox.close();
    const queried = await cli(['consultar', 'operaciones', '--limite', '2', '--orden', 'importe:desc', '--json']);
    expect(queried.codigo).toBe(0);
    const { total, filas, cobertura } = JSON.parse(queried.stdout) as QueryDocument;
    expect(filas).toHaveLength(2);
    expect(total).toBeGreaterThan(100);
    const shown = await cli(['consultar', 'operaciones', '--columna', 'importe', '--columna', 'fecha_pago']);
    expect(shown.stdout).toMatch(/^ +\$\s[\d.]+,\d\d {2}\d\d\/\d\d\/20\d\d$/m);
    const columns = ['id', 'detalle', 'retirada', 'en_duda'].flatMap((name) => ['--columna', name]);
    const detailed = ['--detalle', '--orden', 'importe:DESC', ...columns, '--json'];
    const chosen = await cli(['consultar', 'operaciones', ...detailed]);
    expect(parseDocument(chosen)).toMatchObject({
      filas: expect.arrayContaining([{ id: expect.any(String), retirada: null, en_duda: null }]),
    });
    expect(cobertura).toMatchObject({ estado: 'al_dia', contratado: true });
    const output = path.join(world.home, 'o.csv');
    const exported = await cli(['exportar', 'operaciones', '--salida', output, '--json']);
    expect(parseDocument(exported)).toMatchObject({ archivo: output, filas: total });
    expect(readFileSync(output, 'utf8').split('\r\n')[0]).toMatch(/^\uFEFFID;Fecha de venta;/);
    const today = civilDateAt(systemClock.now());
    const paper = ['papel', 'impuestos', '--desde', addDays(today, -60), '--hasta', today, '--salida'];
    const written = await cli([...paper, path.join(world.home, 'impuestos.xlsx'), '--json']);
    expect(parseDocument(written)).toMatchObject({ papel: 'impuestos', controles: { difieren: 0 } });
  });

  test('of days that were not downloaded nobody says that their operations have a coupon', async () => {
    const other = createTemporaryFolder();
    const { codigo, stdout } = await cli(['faltantes', '--desde', '2026-10-01', '--hasta', '2026-10-05'], other);
    expect(codigo).toBe(0);
    expect(stdout).toContain(
      'No se puede saber: faltan bajar operaciones del período. Bajalas con «sincronizar --desde 2026-10-01 --hasta 2026-10-05».',
    );
    expect(stdout).not.toContain('tienen un cupón');
  });

  test.each([
    ['consultar', 'inventada'],
    ['consultar', 'operaciones', '--filtro', 'sin-igual'],
    ['consultar', 'operaciones', '--filtro', 'inventado=1'],
    ['consultar', 'operaciones', '--columna', 'inventada'],
    ['consultar', 'cupones', '--columna', 'inventada'],
    ['consultar', 'operaciones', '--desde', 'ayer'],
    ['sincronizar', '--metodo', 'cupones'],
    ['exportar', 'operaciones'],
    ['exportar', 'operaciones', '--salida', 'x.pdf'],
  ])('a wrong call is told, exit 2: %s %s %s %s', async (...args) => {
    const output = await cli([...args.filter((arg) => arg !== undefined), '--json']);
    expect(output.codigo).toBe(2);
    expect(parseDocument(output)).toMatchObject({ codigo: expect.any(String), mensaje: expect.any(String) });
  });

  test('coupons come from what this PC sent', async () => {
    const output = await cli(['consultar', 'cupones', '--json']);
    expect(parseDocument(output)).toMatchObject({ vista: 'cupones', total: 0, cobertura: { estado: 'nunca' } });
    const { stdout } = await cli(['consultar', 'cupones']);
    expect(stdout).toBe('Todavía no se envió ningún cupón. Enviá una planilla con «conciliar».\n');
  });
});

const HEADER =
  'CUIT Agente Ret./Perc.;Denominación o Razón Social;Impuesto;Descripción Impuesto;Régimen;Descripción Régimen;Fecha Ret./Perc.;Número Certificado;Descripción Operación;Importe Ret./Perc.;Número Comprobante;Fecha Comprobante;Descripción Comprobante;Fecha Registración DJ Ag.Ret.';

test('files of withholdings are compared with what was deducted, agents are told, and a wrong line is named', async () => {
  await using world = await mountWorld();
  const month = addMonths(monthOf(civilDateAt(systemClock.now())), -1);
  const date = daysOfMonth(month).hasta.split('-').reverse().join('/');
  expect((await world.cli(['sincronizar'])).codigo).toBe(0);
  const files = ['--retenciones', 'mis-retenciones.csv', '--convenio', 'convenio.txt'];
  const close = () => world.cli(['cierre', month, ...files, '--json']);
  const rowsNow = async () => {
    const { stdout } = await close();
    const tie = (JSON.parse(stdout) as CierreDocument).empates.find(({ clave }) => clave === 'retenciones');
    expect(tie).toMatchObject({ sinComparar: 0 });
    return tie?.filas ?? [];
  };

  world.file('mis-retenciones.csv', `${HEADER}\n30-11222333-9;AGENTE;767;;;;${date};;RETENCION;1,00;;;;\n`);
  const line = `90130-11222333-9${date}${'0'.repeat(42)}${'1,00'.padStart(11, '0')}`;
  world.file('convenio.txt', `${line}\r\n`);
  const rows = await rowsNow();
  expect(rows.filter(({ clase }) => clase === 'agente')).toMatchObject([{ numero: '30112223339', encontrado: '2.00' }]);
  const [missing] = rows.filter(({ clase }) => clase === 'no_informada');
  const agent = `30112223339=${String(missing?.procesador)}`;
  expect((await world.cli(['cuenta', 'agente', agent])).codigo).toBe(0);
  expect((await rowsNow()).map(({ clase }) => clase)).not.toContain('agente');

  world.file('convenio.txt', `${line}0\r\n`);
  const wrong = await close();
  expect([wrong.codigo, JSON.parse(wrong.stdout)]).toMatchObject([2, { codigo: 'ENTRADA_INVALIDA' }]);
  expect(wrong.stdout).toContain(line.slice(0, 16));
});
