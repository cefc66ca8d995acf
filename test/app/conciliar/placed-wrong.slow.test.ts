import { expect } from 'vitest';
import { context, readReview, test } from './support.ts';

const HEADER = 'Fecha,Comprobante,Últimos 4,Importe,Lote';
/** Row 4 has an amount whose comma moved the cells that follow; in row 5 a text did. Rows 3 and 5 lack a zero of the card. */
const MOVED = [
  HEADER,
  '05/11/2026,1001,4242,1500,7',
  '06/11/2026,1002,242,1500,7',
  '07/11/2026,1003,4242,"1.500",50,7',
  '08/11/2026,1004,242,Visa,1500,7',
  '09/11/2026,1005,4242,"12,50",7',
  '',
].join('\n');

test('a row with one cell too many is sent once a person has put it right', async ({ world, writeFile }) => {
  const { correct, fila } = await readReview(world.revision, [await writeFile(MOVED)]);
  expect(await fila(4)).toMatchObject({
    estado: 'error',
    problemas: [{ codigo: 'CELDAS_DE_MAS' }],
    valores: { importe: '1500.00', lote: '50' },
  });
  await correct(4, 'importe', '1500,50');
  expect(await fila(4)).toMatchObject({ estado: 'lista', problemas: [], valores: { importe: '1500.50', lote: '50' } });
});

test('what is wrong in its other cells stays wrong', async ({ world, writeFile }) => {
  const { correct, fila } = await readReview(world.revision, [await writeFile(MOVED)]);
  await correct(5, 'lote', '7');
  expect((await fila(5)).problemas.map(({ codigo }) => codigo)).toEqual(['IMPORTE_INVALIDO', 'CEROS_PERDIDOS']);
  await correct(5, 'importe', '1500');
  expect(await fila(5)).toMatchObject({ estado: 'lista', valores: { importe: '1500.00' } });
});

test('it is not put right among others', async ({ world, writeFile }) => {
  const { nombre, correct, fila } = await readReview(world.revision, [await writeFile(MOVED)]);
  const { id } = await fila(3);
  expect(await world.revision.iguales({ revision: nombre, fila: id, campo: 'tarjeta_nro' }, context)).toEqual({
    conArreglo: 0,
    conValor: 0,
  });
  await correct(3, 'tarjeta_nro', '0242', true);
  expect((await fila(5)).problemas).toContainEqual(expect.objectContaining({ codigo: 'CELDAS_DE_MAS' }));
});

test('a row below another header keeps its error, whatever is put in it, and can be left out', async ({
  world,
  writeFile,
}) => {
  const csv =
    'Fecha;Comprobante;Últimos 4;Importe;Lote\n05/11/2026;1001;4242;1.500,00;7\nFecha;Últimos 4;Comprobante;Importe;Lote\n06/11/2026;4243;1002;1.500,00;7\n';
  const { nombre, correct, fila } = await readReview(world.revision, [await writeFile(csv)]);
  await correct(4, 'tarjeta_nro', '4243');
  const row = await fila(4);
  expect(row).toMatchObject({
    estado: 'error',
    problemas: [{ codigo: 'OTRO_ENCABEZADO' }],
    valores: { importe: '1500.00' },
  });
  await world.revision.omitir({ revision: nombre, filas: [row.id], omitir: true }, context);
  expect((await fila(4)).estado).toBe('omitida');
});

const REFUNDS = [
  'Fecha;Comprobante;Últimos 4;Importe;Tipo',
  '05/11/2026;1001;4242;10,00;Devolución',
  '05/11/2026;1002;4242;20,00;Devolución',
  '05/11/2026;1003;4242;30,00;Contracargo',
  '05/11/2026;1004;4242;40,00;Anulada',
  '',
].join('\n');

test('a refund is mended with those that are called the same, and never by a rule', async ({ world, writeFile }) => {
  const { nombre, fila } = await readReview(world.revision, [await writeFile(REFUNDS)]);
  const { id } = await fila(2);
  const where = { revision: nombre, fila: id, campo: 'importe' } as const;
  expect(await world.revision.iguales(where, context)).toEqual({ conArreglo: 1, conValor: 0 });
  const done = await world.revision.corregir({ ...where, valor: '-10.00', todas: true, siempre: true }, context);
  expect(done).toMatchObject({ cambiadas: 2 });
  expect(done).not.toHaveProperty('plantilla');
  const amounts = await Promise.all([2, 3, 4, 5].map(async (row) => (await fila(row)).valores.importe));
  expect(amounts).toEqual(['-10.00', '-20.00', '30.00', '40.00']);
});

test('an amount that a person writes is of one refund', async ({ world, writeFile }) => {
  const { correct, fila } = await readReview(world.revision, [await writeFile(REFUNDS)]);
  await correct(2, 'importe', '-11,00', true);
  expect((await fila(3)).valores.importe).toBe('20.00');
});

test('a row goes on saying that it is a refund until its amount is negative', async ({ world, writeFile }) => {
  const { correct, fila } = await readReview(world.revision, [await writeFile(REFUNDS)]);
  const refund = { codigo: 'PARECE_DEVOLUCION', campo: 'importe', valor: 'Devolución' };
  await correct(2, 'importe', '15,00');
  expect((await fila(2)).problemas).toMatchObject([{ ...refund, arreglo: '-15.00' }]);
  await correct(2, 'importe', 'quince');
  expect((await fila(2)).problemas).toMatchObject([{ codigo: 'IMPORTE_INVALIDO' }, refund]);
  await correct(2, 'importe', '-15,00');
  expect(await fila(2)).toMatchObject({ estado: 'lista', problemas: [] });
  await correct(5, 'importe', '41,00');
  expect((await fila(5)).problemas).toMatchObject([{ codigo: 'PARECE_DEVOLUCION', arreglo: null }]);
});
