import { beforeAll, expect, test } from 'vitest';
import type { ExplanationsDocument } from '#contract/explanations.ts';
import { useWorld, sheet, NO_WAITS } from './world.ts';

const world = useWorld();
beforeAll(async () => {
  await world.cli(['conciliar', world.file('octubre.csv', sheet(6)), '--json', ...NO_WAITS]);
});

const reconcile = async (files: string | readonly string[], ...more: string[]) => {
  const { codigo, stdout } = await world.cli(['conciliar', ...[files].flat(), '--json', ...NO_WAITS, ...more]);
  return { codigo, document: JSON.parse(stdout) as Record<string, unknown> };
};
/** The same coupons as another program exports them: in reverse order, numbers without leading zeros, ISO dates; and `more` new coupons. */
function sendAgain(more: number): string {
  const [header = '', ...rows] = sheet(6 + more)
    .trimEnd()
    .split('\n');
  const others = rows.toReversed().map((row) => {
    const [date = '', importe, comprobante = '', tarjeta] = row.split(';');
    return [date.split('/').toReversed().join('-'), importe, String(Number(comprobante)), tarjeta].join(';');
  });
  return `${[header, ...others].join('\n')}\n`;
}
const conciliaciones = () => world.sandbox.truth.conciliaciones().length;

test('a file that is mostly of coupons that were sent, written otherwise, asks and sends nothing', async () => {
  const before = conciliaciones();
  const { codigo, document: doc } = await reconcile(world.file('noviembre.csv', sendAgain(2)));
  expect(codigo).toBe(4);
  expect(doc).toMatchObject({
    carga: null,
    codigo: 'YA_ENVIADO',
    enviados: 0,
    pendientes: 8,
    mensaje: expect.stringMatching(
      /^De este archivo ya se enviaron 6 cupones: 6 el \d\d\/\d\d en «octubre»\. No se envió nada\./,
    ),
    decision: {
      opciones: [{ clave: 'omitir-enviados' }, { clave: 'enviar-todos' }],
      yaEnviados: { cupones: 6, de: 8, cargas: [{ archivo: 'octubre.csv', cupones: 6 }] },
    },
  });
  expect(conciliaciones()).toBe(before);
});

test('an answer that is not offered is refused with those that are', async () => {
  const wrong = await reconcile('octubre.csv', '--decidir', 'si');
  expect(wrong.codigo).toBe(2);
  expect(wrong.document).toMatchObject({
    codigo: 'DECISION_INVALIDA',
    mensaje: '«si» no es una de las respuestas que se ofrecen. Todo quedó como estaba. Elegí una con --decidir: nueva.',
  });
  const early = await reconcile(world.file('sin-pregunta.csv', sheet(2, 800)), '--decidir', 'si');
  expect(early.codigo).toBe(2);
  expect(early.document['mensaje']).toMatch(/--decidir: nueva, enviar-todos, omitir-enviados, enviar-iguales\.$/);
});

test('a row with errors is known too: it is left out with the others, and keeps nothing from being sent', async () => {
  const [header = '', ...rows] = sheet(6).trimEnd().split('\n');
  const wrong = rows.map((row, i) => `${row};${i < 2 ? 'este lote es largo por demás' : '1'}`);
  const [, fresh = ''] = sheet(1, 900).split('\n');
  const file = world.file('con-errores.csv', `${[`${header};Lote`, ...wrong, `${fresh};1`].join('\n')}\n`);
  expect((await reconcile(file)).document).toMatchObject({ codigo: 'VALIDACION_RECHAZADA' });
  const { codigo, document: doc } = await reconcile(file, '--decidir', 'omitir-enviados');
  expect(codigo).toBe(0);
  expect(doc).toMatchObject({ enviados: 1, nuevos: 1 });
});

/** A file of five new coupons, voucher numbers from `from` on, and the first `sent` coupons, which were sent. */
const mostlyNew = (name: string, from: number, sent: number): string =>
  world.file(name, `${sheet(5, from)}${sheet(sent).split('\n').slice(1).join('\n')}`);

test('a few of them are only told, with the file and the row, and go with the others', async () => {
  const file = mostlyNew('pocas.csv', 300, 1);
  const account = (await world.cli(['validar', file, '--json', '--cuenta', 'entorno'])).stdout;
  expect(JSON.parse(account)).toMatchObject({
    avisos: [
      {
        fila: 7,
        codigo: 'YA_ENVIADO',
        mensaje: expect.stringMatching(/^Ya lo mandaste el .* en «\w+» \(fila \d+\)\.$/),
      },
    ],
  });
  const readable = await world.cli(['validar', file, '--cuenta', 'entorno']);
  expect(readable.stdout).toContain('«conciliar ARCHIVO --decidir omitir-enviados»');
  const { codigo, document: doc } = await reconcile(file);
  expect(codigo).toBe(0);
  expect(doc).toMatchObject({ enviados: 6 });
  expect(doc['avisos']).toMatchObject([
    { fila: 7, codigo: 'YA_ENVIADO' },
    {
      fila: null,
      codigo: 'YA_ENVIADO',
      filas: 1,
      mensaje: expect.stringMatching(
        /^Cupones de este envío que ya se habían enviado y van otra vez: 1, por \$.[\d.]+,\d\d\. .*repetí el comando con --decidir omitir-enviados/u,
      ),
    },
  ]);
  const told = await world.cli(['conciliar', mostlyNew('pocas-2.csv', 400, 2), ...NO_WAITS]);
  expect(told.stdout).toMatch(
    /^Cupones de este envío que ya se habían enviado y van otra vez: 2, por \$.[\d.]+,\d\d\./mu,
  );
  // With the answer given beforehand, they are left out.
  const without = await reconcile(mostlyNew('pocas-3.csv', 500, 2), '--decidir', 'omitir-enviados');
  expect(without).toMatchObject({ codigo: 0, document: { enviados: 5 } });
});

test('what was sent is left out without asking, and what corrects it goes', async () => {
  const row = (voucher: number, importe: string) => `07/10/2026;${importe};${String(voucher)};4321;0077`;
  const fileOf = (name: string, ...rows: string[]) =>
    world.file(name, `${['Fecha;Importe;Comprobante;Tarjeta;Lote', ...rows].join('\n')}\n`);
  const same = [900, 901, 902].map((voucher) => row(voucher, '10,50'));
  const [wrong, right] = [row(903, '1000,00'), row(903, '100,00')];
  const first = await reconcile(fileOf('mal.csv', ...same, wrong, wrong), '--repetir');
  expect(first.document).toMatchObject({ enviados: 5 });
  // Two equal sales were wrong, and each gets a corrected one.
  const corrected = fileOf('bien.csv', right, ...same, row(904, '7,00'), right);
  const { codigo, document: doc } = await reconcile(corrected, '--decidir', 'omitir-enviados');
  expect(codigo).toBe(0);
  expect(doc).toMatchObject({ enviados: 3 });
  const notices = doc['avisos'] as readonly { readonly codigo: string }[];
  expect(notices.filter(({ codigo: code }) => code === 'CORRIGE_ENVIADO')).toMatchObject([
    { fila: 2, campo: 'importe', anterior: { fila: 5 } },
    { fila: 7, campo: 'importe', anterior: { fila: 6 } },
  ]);
  const { cupones } = await world.json<ExplanationsDocument>(['explicar', String(first.document['id'])]);
  expect(cupones.filter(({ decision }) => decision !== null)).toMatchObject([
    { fila: 5, decision: { texto: 'Reemplazado por bien (fila 2)' } },
    { fila: 6, decision: { texto: 'Reemplazado por bien (fila 7)' } },
  ]);
});

test('for people, each answer comes with the command that gives it', async () => {
  const file = world.file('noviembre-2.csv', sendAgain(3).replace('Fecha', 'Fecha '));
  const { codigo, stdout } = await world.cli(['conciliar', file, ...NO_WAITS]);
  expect(codigo).toBe(4);
  expect(stdout).toContain('el mismo comando con --decidir omitir-enviados');
  expect(stdout).toContain('el mismo comando con --repetir');
});

test('an answer about a file is refused where an upload goes on, with the command that takes it', async () => {
  const { document: asked } = await reconcile('octubre.csv');
  expect(
    await world.json(['conciliaciones', 'retomar', String(asked['carga']), '--decidir', 'nueva'], 2),
  ).toMatchObject({
    codigo: 'DECISION_INVALIDA',
    mensaje: expect.stringContaining('«conciliar ARCHIVO --decidir nueva»'),
  });
  expect(await reconcile('octubre.csv', '--decidir', 'nueva')).toMatchObject({ codigo: 0, document: { enviados: 6 } });
});
