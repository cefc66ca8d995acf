import { expect, test } from 'vitest';
import { date, aSheet, type TestCell } from './one-sheet.ts';
import { codesOf, noticeCodes, validate } from './validate-sheet.ts';

const FIELDS = ['Fecha', 'Lote', 'Comprobante', 'Últimos 4', 'Importe'];
const sheetOf = (rows: readonly (readonly TestCell[])[], ...combined: readonly (readonly [number, number, number])[]) =>
  aSheet([FIELDS, ...rows], {
    combinadas: combined.map(([column, firstRow, lastRow]) => ({ column, firstRow, lastRow })),
  });

test('a cell merged over several rows is what each of them shows, and it is said of each', () => {
  const found = validate(
    sheetOf(
      [
        [date('2026-11-03'), '12', '101', '4905', 10],
        [null, null, '102', '4905', 20],
        [null, '13', '103', '4905', 30],
        [date('2026-11-04'), '14', '104', '4905', 40],
      ],
      [0, 2, 4],
      [1, 2, 3],
    ),
  );
  expect(found.cupones.map(({ fila, cupon }) => [fila, cupon['fecha_venta'], cupon['lote'], cupon['importe']])).toEqual(
    [
      [2, '2026-11-03', '12', '10.00'],
      [3, '2026-11-03', '12', '20.00'],
      [4, '2026-11-03', '13', '30.00'],
      [5, '2026-11-04', '14', '40.00'],
    ],
  );
  expect(found.avisos).toMatchObject([
    { fila: 3, codigo: 'CELDA_COMBINADA', valor: 'Fecha, Lote', mensaje: expect.stringContaining('de la fila 2') },
    { fila: 4, codigo: 'CELDA_COMBINADA', valor: 'Fecha' },
  ]);
});

test('an amount merged over several rows is of the first alone', () => {
  const found = validate(
    sheetOf(
      [
        [date('2026-11-03'), '12', '101', '4905', 10],
        [date('2026-11-03'), '12', '102', '4905', null],
      ],
      [4, 2, 3],
    ),
  );
  expect(found.validas).toBe(1);
  expect(found.errores).toMatchObject([{ fila: 3, campo: 'importe', codigo: 'OBLIGATORIO' }]);
});

test('the line of a subtotal is one also where the merge of its rows reaches over it', () => {
  const found = validate(
    sheetOf(
      [
        [date('2026-11-03'), '12', '101', '4905', 10],
        [null, 'Subtotal', null, null, 10],
      ],
      [0, 2, 3],
    ),
  );
  expect([found.filas, noticeCodes(found)]).toEqual([1, ['FILA_DE_TOTALES']]);
});

test('a sale of a wallet under a merged date is one also where its detail says "total"', () => {
  const found = validate(
    aSheet(
      [
        ['Fecha', 'ID Mercado Pago', 'Tipo de operación', 'Importe', 'Detalle'],
        [date('2026-11-03'), '132456789012', 'SETTLEMENT', 10, 'Pago total'],
        [null, '132456789013', 'SETTLEMENT', 20, 'Pago total'],
        [null, '132456789014', 'SETTLEMENT', 30, 'Pago total'],
      ],
      { combinadas: [{ column: 0, firstRow: 2, lastRow: 4 }] },
    ),
  );
  expect(found).toMatchObject({ filas: 3, validas: 3 });
});

test('a merge that begins above the rows, or holds nothing, gives nothing', () => {
  const found = validate(
    sheetOf(
      [
        [null, '12', '101', '4905', 10],
        [null, '12', '102', '4905', 20],
      ],
      [0, 1, 2],
    ),
  );
  expect(codesOf(found)).toEqual(['OBLIGATORIO', 'OBLIGATORIO']);
});

test('what a rejected row takes from a merge is kept for whoever corrects it', () => {
  const { rechazadas } = validate(
    sheetOf(
      [
        [date('2026-11-03'), '12', '101', '4905', 10],
        [null, '12', '102', '4905', 'x'],
      ],
      [0, 2, 3],
    ),
  );
  expect(rechazadas).toMatchObject([{ fila: 3, leidos: { fecha_venta: '2026-11-03' }, valores: { importe: 'x' } }]);
});
