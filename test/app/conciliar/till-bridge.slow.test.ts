import { expect } from 'vitest';
import { test, readReview } from './support.ts';
import { workbookOf } from './two-sheets.ts';

const HEADER = 'Fecha;Tarjeta;Últimos 4;Comprobante;Importe';
/** Two good rows, one with an impossible date, one with an invalid amount, one that was sent before, and the total of the till. */
const TILL = `${HEADER}
01/10/2026;Visa;4905;00001;1.500,00
02/10/2026;Cabal;1234;00002;20,50
31/02/2026;Visa;4905;00003;100,00
02/10/2026;Visa;4905;00004;mil
03/10/2026;Visa;4905;00005;7,00
04/10/2026;Visa;4905;00006;3,00
TOTAL;;;;1.630,50
`;
const BEFORE_SENDING =
  '{"fecha_venta":"2026-10-03","tarjeta_desc":"Visa","comprobante":"00005","tarjeta_nro":"4905","importe":"7.00"}';

test('every row of the file is told as sent or why not, and so it is in the report', async ({ world, review }) => {
  await world.sendAside(BEFORE_SENDING);
  const { nombre, fila, leaveOut, send } = await review(TILL, 'caja.csv');
  await leaveOut('errores');
  await leaveOut('enviados');
  await leaveOut([(await fila(7)).id]);
  const before = await world.revision.puente({ revision: nombre });
  expect(before).toMatchObject({
    cupones: { filas: 6, importe: '1630.50', sinImporte: 1 },
    enviados: { filas: 2, importe: '1520.50' },
    omitidos: {
      error: { filas: 2, importe: '100.00', sinImporte: 1 },
      enviada: { filas: 1, importe: '7.00' },
      omitida: { filas: 1, importe: '3.00' },
    },
    lineas: { totales: 1 },
  });
  expect(before.hojas).toMatchObject([
    {
      archivo: 'caja.csv',
      hoja: null,
      dias: [
        { dia: '2026-10-01', enviados: { filas: 1 }, omitidos: { filas: 0 } },
        { dia: '2026-10-02', enviados: { filas: 1 }, omitidos: { filas: 1, importe: '0.00', sinImporte: 1 } },
        { dia: '2026-10-03', omitidos: { filas: 1, importe: '7.00' } },
        { dia: '2026-10-04', omitidos: { filas: 1, importe: '3.00' } },
        { dia: null, omitidos: { filas: 1, importe: '100.00' } },
      ],
      totales: [{ fila: 8, dice: '1630.50', suman: '1630.50', deTodo: true, diferencia: '0.00' }],
    },
  ]);
  await send();
  expect(await world.bridgeOfLast()).toEqual(before);
});

test('a cell that is corrected moves its row to what is sent', async ({ world, review }) => {
  const { nombre, correct } = await review(TILL, 'caja.csv');
  expect((await world.revision.puente({ revision: nombre })).omitidos.error.filas).toBe(2);
  await correct(5, 'importe', '1000');
  expect(await world.revision.puente({ revision: nombre })).toMatchObject({
    enviados: { filas: 5, importe: '2530.50' },
    omitidos: { error: { filas: 1 } },
    hojas: [{ totales: [{ suman: '2630.50', diferencia: '-1000.00' }] }],
  });
});

test('the total of the file is compared with what the file said, whatever was corrected', async ({ world, review }) => {
  const { nombre, correct, leaveOut, send, ver } = await review(TILL, 'caja.csv');
  await correct(3, 'importe', '999');
  await leaveOut('errores');
  const before = await world.revision.puente({ revision: nombre });
  expect(before.hojas).toMatchObject([{ totales: [{ suman: '1630.50', diferencia: '0.00' }] }]);
  // The line of totals has no notice of its own.
  expect((await ver('aviso')).filas).toEqual([]);
  await send();
  expect(await world.bridgeOfLast()).toEqual(before);
});

const ROWS_OF_OCTOBER = [
  ['01/10/2026', 'Visa', '4905', '00001', 'mil'],
  ['14/10/2026', 'Cabal', '1234', '00002', '20,00'],
] as const;
const ROWS_OF_NOVEMBER = [
  ['02/11/2026', 'Visa', '4905', '00003', 'mil'],
  ['03/11/2026', 'Maestro', '4507', '00004', '30,00'],
] as const;

test('each value that differs from the file is listed with its sheet and its correction', async ({ world, folder }) => {
  const file = await workbookOf(folder, { Octubre: ROWS_OF_OCTOBER, Noviembre: ROWS_OF_NOVEMBER });
  const { nombre, ver } = await readReview(world.revision, [file]);
  const one = { revision: nombre };
  await world.revision.columnas({ ...one, archivo: 0, hojas: ['Octubre', 'Noviembre'] });
  await world.revision.leer(one);
  const list = () => world.revision.corregidos(one);
  const [first, second, third, last] = (await ver()).filas.map(({ id }) => id);
  if (first === undefined || second === undefined || third === undefined || last === undefined) throw new Error('rows');
  const correct = (id: number, field: 'importe' | 'comprobante', value: string, all = false) =>
    world.revision.corregir({ ...one, fila: id, campo: field, valor: value, todas: all });
  expect(await list()).toEqual({ total: 0, valores: [] });
  // A row with a refused value stays an error, which is not sent, so the value is not listed.
  expect((await correct(first, 'importe', 'hola')).fila?.estado).toBe('error');
  expect((await list()).total).toBe(0);
  await correct(first, 'importe', '1000,00');
  await correct(third, 'importe', '900,00', true);
  await world.revision.usar({ ...one, cambios: [{ fila: last, valores: { comprobante: '00009' } }] });
  // A value that was put back as it was does not differ.
  await correct(second, 'comprobante', '5');
  await correct(second, 'comprobante', '00002');
  const amount = { archivo: 'caja.xlsx', columna: 'Importe', campo: 'importe', antes: 'mil' };
  const values = [
    { ...amount, hoja: 'Octubre', fila: 4, despues: '1000.00', modo: 'mano' },
    { ...amount, hoja: 'Noviembre', fila: 4, despues: '900.00', modo: 'mano' },
    {
      archivo: 'caja.xlsx',
      hoja: 'Noviembre',
      fila: 5,
      columna: 'Comprobante',
      campo: 'comprobante',
      antes: '00004',
      despues: '00009',
      modo: 'tarjeta',
    },
  ];
  const ids = [first, third, last];
  expect(await list()).toEqual({ total: 3, valores: values.map((one, i) => ({ id: ids[i], ...one })) });
  const ofSome = { ...one, filas: [second, last] };
  expect(await world.revision.corregidos(ofSome)).toEqual({
    total: 1,
    valores: [{ id: last, ...values[2] }],
  });
  const { version } = await ver();
  await world.revision.enviar({ ...one, version });
  expect(await world.correctedOfLast()).toEqual({ total: 3, valores: values });
});

test('a fix for all rows alike says so in each of them', async ({ world, review }) => {
  const csv = 'Fecha;Importe;Comprobante;Últimos 4\n01/10/2026;mil;1;4905\n02/10/2026;mil;2;4905\n';
  const { nombre, correct } = await review(csv);
  await correct(2, 'importe', '10,00', true);
  const { valores } = await world.revision.corregidos({ revision: nombre, limite: 1 });
  expect(valores).toMatchObject([{ fila: 2, hoja: null, antes: 'mil', despues: '10.00', modo: 'todas' }]);
});
