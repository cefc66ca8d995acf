import { expect } from 'vitest';
import { readReview, test } from './support.ts';

const HEADER = 'Fecha;Tarjeta;Últimos 4;Comprobante;Importe';
const OCTOBER = `${HEADER}
01/10/2026;Visa;4905;00001;1.500,00
01/10/2026;Visa;4905;00001;1.500,00
02/10/2026;Cabal;1234;00002;20,00
`;
/** The earlier sales and others, in the format of another program. */
const NOVEMBER = `Importe;Comprobante;Últimos 4;Fecha;Tarjeta
20.00;2;1234;2026-10-02;CABAL
1500.00;1;4905;2026-10-01;visa
1500.00;1;4905;2026-10-01;visa
1500.00;1;4905;2026-10-01;visa
30.00;3;0010;2026-10-03;Cabal
`;

test('what was sent is known whatever its zeros, capitals and order, each equal sale once', async ({ review }) => {
  const sent = await review(OCTOBER, 'A-listado-pos.csv');
  await sent.send();
  const { document: doc, ver: show } = await review(NOVEMBER, 'B.csv');
  const notices = (await show()).filas.map(({ fila, problemas }) => [
    fila,
    problemas.filter(({ codigo }) => codigo === 'YA_ENVIADO').map(({ mensaje }) => mensaje),
  ]);
  const sentMessage = (row: number) => `Ya lo mandaste el 21/11 en «A-listado-pos» (fila ${String(row)}).`;
  expect(notices).toEqual([
    [2, [sentMessage(4)]],
    [3, [sentMessage(2)]],
    [4, [sentMessage(3)]],
    [5, []], // the third of three equal rows: two were sent
    [6, []],
  ]);
  expect(doc.resumen?.enviados).toMatchObject([
    {
      archivo: 'A-listado-pos.csv',
      dia: '2026-11-21',
      cupones: 3,
      omitidos: 0,
      importe: '3020.00',
      conciliacion: null,
    },
  ]);
  expect(doc.resumen?.yaEnviado).toEqual({ cupones: 3, de: 5, mayoria: true });
});

test('it is left out in bulk, taken back, undone; and then only the others go', async ({ world, review }) => {
  const sent = await review(OCTOBER, 'A-listado-pos.csv');
  await sent.send();
  const { nombre, ver: show, send } = await review(NOVEMBER, 'B.csv');
  const leaveOut = (si: boolean) => world.revision.omitir({ revision: nombre, filas: 'enviados', omitir: si });
  expect(await leaveOut(true)).toMatchObject({
    cambiadas: 3,
    resumen: {
      ...{ listas: 2, omitidas: 3, importe: '1530.00', enviados: [{ cupones: 3, omitidos: 3 }] },
      yaEnviado: { cupones: 3, de: 5, mayoria: true },
    },
  });
  // The two rows left out keep their places among equal rows, so the third row is a sale that was not sent and repeats them. Only this row has a notice to settle.
  const states = async (filter: 'aviso' | 'todas') =>
    (await show(filter)).filas.slice(0, 4).map(({ fila, estado }) => [fila, estado]);
  expect(await states('aviso')).toEqual([[5, 'lista']]);
  expect(await states('todas')).toEqual([
    [2, 'omitida'],
    [3, 'omitida'],
    [4, 'omitida'],
    [5, 'lista'],
  ]);
  expect(await leaveOut(false)).toMatchObject({ cambiadas: 3, resumen: { listas: 5 } });
  expect(await world.revision.deshacer({ revision: nombre })).toMatchObject({ resumen: { listas: 2 } });
  world.enviados.length = 0;
  await send();
  expect(world.enviados.map((text) => (JSON.parse(text) as { comprobante: string }).comprobante)).toEqual(['1', '3']);
  // The third equal row was sent now, so every row of the file was sent.
  const other = await review(NOVEMBER, 'C.csv');
  expect(other.document.resumen?.enviados.map(({ archivo: de, cupones }) => [de, cupones])).toEqual([
    ['A-listado-pos.csv', 3],
    ['B.csv', 2],
  ]);
});

test('what a person left out stays out, whatever becomes of what was sent', async ({ world, review, writeFile }) => {
  const sent = await review(NOVEMBER, 'A.csv');
  await sent.send();
  // One more sale, and two rows with errors: a row that was sent, and the new row.
  const cells = ['Cuotas', 'x', '1', '1', '1', '1', 'x'];
  const rows = `${NOVEMBER}40.00;4;0010;2026-10-03;Cabal`.split('\n').map((row, i) => `${row};${cells[i] ?? ''}`);
  const { nombre, document: doc, fila } = await readReview(world.revision, [await writeFile(rows.join('\n'), 'B.csv')]);
  expect(doc.resumen).toMatchObject({
    ...{ conError: 2, enviados: [{ cupones: 5, omitidos: 0, conError: 1 }] },
    yaEnviado: { cupones: 5, de: 6 },
  });
  const leaveOut = (filas: 'errores' | 'enviados' | number[], omitir: boolean) =>
    world.revision.omitir({ revision: nombre, filas, omitir });
  // Rows left out for their errors are not counted among rows sent before.
  expect(await leaveOut('errores', true)).toMatchObject({
    resumen: { listas: 4, enviados: [{ cupones: 4, omitidos: 0, conError: 0 }], yaEnviado: { cupones: 4, de: 4 } },
  });
  await leaveOut([(await fila(6)).id], true);
  expect(await leaveOut('enviados', true)).toMatchObject({
    cambiadas: 3,
    resumen: { omitidas: 6, enviados: [{ cupones: 3, omitidos: 3 }], yaEnviado: { cupones: 3, de: 3 } },
  });
  expect(await leaveOut('enviados', false)).toMatchObject({ cambiadas: 3, resumen: { listas: 3, conError: 0 } });
  expect(await Promise.all([2, 6, 7].map(async (row) => (await fila(row)).estado))).toEqual(Array(3).fill('omitida'));
  expect(await leaveOut('errores', false)).toMatchObject({ cambiadas: 2, resumen: { omitidas: 1, conError: 2 } });
});

test('a correction makes a coupon one that was sent, or one that was not', async ({ review }) => {
  const sent = await review(OCTOBER, 'A.csv');
  await sent.send();
  const { correct, fila } = await review(NOVEMBER, 'B.csv');
  const codesOf = async (number: number) => (await fila(number)).problemas.map(({ codigo }) => codigo);
  await correct(2, 'importe', '21');
  expect(await codesOf(2)).toEqual([]);
  await correct(2, 'importe', '20');
  expect(await codesOf(2)).toEqual(['YA_ENVIADO']);
  // Without the first of three equal rows, the third row is the second sale.
  await correct(3, 'comprobante', '9');
  expect([await codesOf(3), await codesOf(4), await codesOf(5)]).toEqual([
    [],
    ['YA_ENVIADO'],
    ['POSIBLE_DUPLICADO', 'YA_ENVIADO'],
  ]);
});

test('what was sent while the rows were looked at is left out too when asked', async ({ world, review }) => {
  const { nombre, ver: show } = await review(NOVEMBER, 'B.csv');
  const { version } = await show();
  await world.sendAside(
    '{"fecha_venta":"2026-10-02","tarjeta_desc":"Cabal","comprobante":"00002","tarjeta_nro":"1234","importe":"20.00"}',
  );
  await world.revision.enviar({ revision: nombre, version, decidir: 'omitir-enviados' });
  expect(world.enviados.map((text) => (JSON.parse(text) as { importe: string }).importe)).toEqual([
    '1500.00',
    '1500.00',
    '1500.00',
    '30.00',
  ]);
});
