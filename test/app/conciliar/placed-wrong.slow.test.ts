import { expect } from 'vitest';
import { test } from './support.ts';

const HEADER = 'Fecha,Comprobante,Últimos 4,Importe,Lote';
/** In row 4 a comma of the amount moved the next cells, in row 5 one in a text. In rows 3 and 5 the card lacks a zero. */
const MOVED = [
  HEADER,
  '05/11/2026,1001,4242,1500,7',
  '06/11/2026,1002,242,1500,7',
  '07/11/2026,1003,4242,"1.500",50,7',
  '08/11/2026,1004,242,Visa,1500,7',
  '09/11/2026,1005,4242,"12,50",7',
  '',
].join('\n');

test('a row with one cell too many is sent once a person has put it right', async ({ review }) => {
  const { correct, fila } = await review(MOVED);
  expect(await fila(4)).toMatchObject({
    estado: 'error',
    problemas: [{ codigo: 'CELDAS_DE_MAS' }],
    valores: { importe: '1500.00', lote: '50' },
  });
  await correct(4, 'importe', '1500,50');
  expect(await fila(4)).toMatchObject({ estado: 'lista', problemas: [], valores: { importe: '1500.50', lote: '50' } });
});

test('what is wrong in its other cells stays wrong', async ({ review }) => {
  const { correct, fila } = await review(MOVED);
  await correct(5, 'lote', '7');
  expect((await fila(5)).problemas.map(({ codigo }) => codigo)).toEqual(['IMPORTE_INVALIDO', 'CEROS_PERDIDOS']);
  await correct(5, 'importe', '1500');
  expect(await fila(5)).toMatchObject({ estado: 'lista', valores: { importe: '1500.00' } });
});

test('it is not put right among others', async ({ world, review }) => {
  const { nombre, correct, fila } = await review(MOVED);
  const { id } = await fila(3);
  expect(await world.revision.iguales({ revision: nombre, fila: id, campo: 'tarjeta_nro' })).toEqual({
    conArreglo: 0,
    conValor: 0,
  });
  await correct(3, 'tarjeta_nro', '0242', true);
  expect((await fila(5)).problemas).toContainEqual(expect.objectContaining({ codigo: 'CELDAS_DE_MAS' }));
});

test('a row below another header keeps its error, whatever is put in it, and can be left out', async ({ review }) => {
  const csv =
    'Fecha;Comprobante;Últimos 4;Importe;Lote\n05/11/2026;1001;4242;1.500,00;7\nFecha;Últimos 4;Comprobante;Importe;Lote\n06/11/2026;4243;1002;1.500,00;7\n';
  const { correct, fila, leaveOut } = await review(csv);
  await correct(4, 'tarjeta_nro', '4243');
  const row = await fila(4);
  expect(row).toMatchObject({
    estado: 'error',
    problemas: [{ codigo: 'OTRO_ENCABEZADO' }],
    valores: { importe: '1500.00' },
  });
  await leaveOut([row.id]);
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

test('a refund is mended with those that are called the same, and never by a rule', async ({ world, review }) => {
  const { nombre, fila } = await review(REFUNDS);
  const { id } = await fila(2);
  const where = { revision: nombre, fila: id, campo: 'importe' } as const;
  expect(await world.revision.iguales(where)).toEqual({ conArreglo: 1, conValor: 0 });
  const done = await world.revision.corregir({ ...where, valor: '-10.00', todas: true, siempre: true });
  expect(done).toMatchObject({ cambiadas: 2 });
  expect(done).not.toHaveProperty('plantilla');
  const amounts = await Promise.all([2, 3, 4, 5].map(async (row) => (await fila(row)).valores.importe));
  expect(amounts).toEqual(['-10.00', '-20.00', '30.00', '40.00']);
});

test('an amount that a person writes is of one refund', async ({ review }) => {
  const { correct, fila } = await review(REFUNDS);
  await correct(2, 'importe', '-11,00', true);
  expect((await fila(3)).valores.importe).toBe('20.00');
});

test('a row goes on saying that it is a refund until its amount is negative', async ({ review }) => {
  const { correct, fila } = await review(REFUNDS);
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

const CSV = `Fecha;Nro. Cupón;Comprobante;Ult. 4;Importe $;Vendedor
01/11/2026;00047761;B-00094471;8986;10.450,00;Marta
02/11/2026;00019161;B-00094472;7994;7.070,00;Iván
`;

test('the columns come with why, samples and what is in doubt', async ({ world, writeFile }) => {
  const { estado, archivos } = await world.revision.empezar({ archivos: [await writeFile(CSV)] });
  expect(estado).toBe('columnas');
  expect(archivos).toMatchObject([
    {
      nombre: 'cupones.csv',
      problema: null,
      tabla: { hoja: null, encabezado: 1, filas: 2, vista: [{ fila: 1 }, { fila: 2 }, { fila: 3 }] },
    },
  ]);
  const importe = archivos[0]?.tabla?.columnas.find(({ campo }) => campo === 'importe');
  expect(importe).toMatchObject({ clave: 'Importe $', motivo: 'nombre', muestras: ['10.450,00', '7.070,00'] });
});

test('the columns that were chosen survive closing the program', async ({ world, writeFile }) => {
  const { revision } = await world.revision.empezar({ archivos: [await writeFile(CSV)] });
  await world.revision.columnas({ revision, archivo: 0, mapear: { auxiliar_1: 'Vendedor' } });
  const found = await world.reopen().ver({});
  expect(found).toMatchObject({ revision, estado: 'columnas', resumen: null });
  expect(found?.archivos[0]?.tabla?.columnas.at(-1)).toMatchObject({ campo: 'auxiliar_1', motivo: 'mapear' });
});
