import { expect } from 'vitest';
import { readReview, test } from './support.ts';
import { workbookOf } from './two-sheets.ts';

const OCTOBER = [
  ['01/10/2026', 'Visa', '4905', '00001', 'mil'],
  ['14/10/2026', 'Cabal', '1234', '00002', '20,00'],
] as const;
const NOVEMBER = [
  ['02/11/2026', 'Visa', '4905', '00003', 'mil'],
  ['03/11/2026', 'Maestro', '4507', '00004', '30,00'],
] as const;

test('each value that differs from the file is listed with its sheet and its correction', async ({ world, folder }) => {
  const file = await workbookOf(folder, { Octubre: OCTOBER, Noviembre: NOVEMBER });
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
  // A value that is refused leaves the row with its error: it is not sent, so nothing is listed.
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
