import { describe, expect, test } from 'vitest';
import { listTablesBeside } from '#domain/cupones/prepare-sheet.ts';
import { aSheet, date, type TestCell } from './one-sheet.ts';
import { mappingOf, prepareOneSheet, validate, codesOf, noticeCodes } from './validate-sheet.ts';

const DETAIL = ['Fecha', 'Cupón', 'Ult 4', 'Importe bruto'];
const SUMMARY = ['Marca', 'Cantidad', 'Importe'];

const sale = (n: number): readonly TestCell[] => [date(`2026-11-0${String(n)}`), n, '4905', n * 10];
const brand = (n: number): readonly TestCell[] => [`MARCA ${String(n)}`, 1, n * 900];
const blank = (width: number): readonly TestCell[] => Array.from({ length: width }, () => null);
/** Two tables side by side, with a blank column between: `left` rows of the first, `right` rows of the second. */
const beside = (
  [titles, rowOf, left]: readonly [string[], (n: number) => readonly TestCell[], number],
  [otherTitles, otherOf, right]: readonly [string[], (n: number) => readonly TestCell[], number],
) => [
  [...titles, '', ...otherTitles],
  ...Array.from({ length: Math.max(left, right) }, (_, i) => [
    ...(i < left ? rowOf(i + 1) : blank(titles.length)),
    null,
    ...(i < right ? otherOf(i + 1) : blank(otherTitles.length)),
  ]),
];
const amountsOf = (rows: readonly (readonly TestCell[])[]) =>
  validate(rows).cupones.map(({ cupon: { importe, tarjeta_desc: marca } }) => [importe, marca]);

describe('a summary that stands beside the coupons', () => {
  const expected = [1, 2, 3].map((n) => [`${String(n * 10)}.00`, undefined]);

  test.each([1, 2, 3])('gives them nothing where it is on the right, with %i rows', (rows) => {
    expect(amountsOf(beside([DETAIL, sale, 3], [SUMMARY, brand, rows]))).toEqual(expected);
  });

  test.each([1, 2, 3])('gives them nothing where it is on the left, with %i rows', (rows) => {
    expect(amountsOf(beside([SUMMARY, brand, rows], [DETAIL, sale, 3]))).toEqual(expected);
  });

  test('makes no coupon of its rows where it is longer', () => {
    const found = validate(beside([SUMMARY, brand, 5], [DETAIL, sale, 3]));
    expect(found).toMatchObject({ filas: 3, validas: 3, conError: 0, vacias: 2, avisos: [] });
  });

  test('gives its column where a person names it', () => {
    const rows = beside([SUMMARY, brand, 3], [DETAIL, sale, 3]);
    const { cupones } = validate(rows, { mapear: { tarjeta_desc: 'A' } });
    expect(cupones[0]?.cupon).toMatchObject({ tarjeta_desc: 'MARCA 1', importe: '10.00', comprobante: '1' });
  });

  test('is named with the columns that are not used', () => {
    expect(mappingOf(aSheet(beside([SUMMARY, brand, 3], [DETAIL, sale, 3]))).sinMapear).toEqual(SUMMARY);
  });
});

test('columns that only space out one table change nothing', () => {
  const sheet = aSheet([
    ['Fecha', 'Cupón', '', 'Ult 4', 'Importe', '', 'Marca', 'Lote', '', 'Comercio'],
    [date('2026-11-01'), 1, null, '4905', 10, null, 'VISA', 7, null, 123],
  ]);
  expect(mappingOf(sheet)).toMatchObject({
    mapeo: { tarjeta_desc: 'Marca', lote: 'Lote', establecimiento: 'Comercio' },
  });
});

test('a table spaced out between two names of one field is still one table', () => {
  const sheet = aSheet([
    ['Fecha', 'Cupón', 'Total', '', 'Ult 4', 'Importe'],
    [date('2026-11-01'), 1, 12, null, '4905', 10],
  ]);
  expect(mappingOf(sheet).mapeo).toMatchObject({ comprobante: 'Cupón', tarjeta_nro: 'Ult 4', importe: 'Importe' });
});

describe('a second table of sales beside the first', () => {
  const TITLES = ['Fecha', 'Cupón', 'Ult 4', 'Importe'];
  const noticesOf = (rows: readonly (readonly TestCell[])[], asked = {}) =>
    listTablesBeside(prepareOneSheet(aSheet(rows), { mapear: asked })).map(({ valor, filas }) => [valor, filas]);
  const others = (n: number) => sale(n + 4);

  test('is named with its columns and its rows', () => {
    const rows = beside([TITLES, sale, 3], [TITLES, others, 2]);
    expect(noticesOf(rows)).toEqual([['fecha_venta=F comprobante=G tarjeta_nro=H importe=I', 2]]);
    expect(validate(rows)).toMatchObject({ filas: 3, validas: 3 });
  });

  test('is the one that is read where it is longer', () => {
    const rows = beside([TITLES, sale, 2], [TITLES, others, 3]);
    expect(noticesOf(rows)).toEqual([['fecha_venta=A comprobante=B tarjeta_nro=C importe=D', 2]]);
    expect(validate(rows)).toMatchObject({ filas: 3, validas: 3 });
  });

  test('is told apart without a column between', () => {
    const rows = [
      [...TITLES, ...TITLES],
      [...sale(1), ...others(1)],
    ];
    expect(noticesOf(rows)).toEqual([['fecha_venta=E comprobante=F tarjeta_nro=G importe=H', 1]]);
  });

  test('is read on its own, and the first one named, where a person gives a column of it', () => {
    const rows = beside([TITLES, sale, 3], [TITLES, others, 2]);
    const { cupones, filas } = validate(rows, { mapear: { fecha_venta: 'F' } });
    expect(cupones.map(({ cupon }) => cupon.comprobante)).toEqual(['5', '6']);
    expect(filas).toBe(2);
    expect(noticesOf(rows, { fecha_venta: 'F' })).toEqual([['fecha_venta=A comprobante=B tarjeta_nro=C importe=D', 3]]);
  });

  test('says nothing where it has no rows', () => {
    expect(noticesOf(beside([TITLES, sale, 3], [TITLES, others, 0]))).toEqual([]);
  });
});

// If each title were compared with every earlier one, so many would take hours.
test('a header of thousands of equal titles is read', () => {
  const titles = ['Fecha', 'Importe', 'Cupón', ...Array.from({ length: 4000 }, () => 'Fecha')];
  const row = titles.map((title) => (title === 'Fecha' ? date('2026-11-01') : 10));
  expect(mappingOf(aSheet([titles, row])).mapeo).toMatchObject({ importe: 'Importe', comprobante: 'Cupón' });
});

const FIELDS = ['Fecha', 'Lote', 'Comprobante', 'Últimos 4', 'Importe'];
type Merge = readonly [column: number, firstRow: number, lastRow: number];
const validateMerged = (merges: readonly Merge[], ...rows: readonly (readonly TestCell[])[]) =>
  validate(
    aSheet([FIELDS, ...rows], {
      combinadas: merges.map(([column, firstRow, lastRow]) => ({ column, firstRow, lastRow })),
    }),
  );

test('a cell merged over several rows is what each of them shows, and it is said of each', () => {
  const found = validateMerged(
    [
      [0, 2, 4],
      [1, 2, 3],
    ],
    [date('2026-11-03'), '12', '101', '4905', 10],
    [null, null, '102', '4905', 20],
    [null, '13', '103', '4905', 30],
    [date('2026-11-04'), '14', '104', '4905', 40],
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
  const found = validateMerged(
    [[4, 2, 3]],
    [date('2026-11-03'), '12', '101', '4905', 10],
    [date('2026-11-03'), '12', '102', '4905', null],
  );
  expect(found.validas).toBe(1);
  expect(found.errores).toMatchObject([{ fila: 3, campo: 'importe', codigo: 'OBLIGATORIO' }]);
});

test('the line of a subtotal is one also where the merge of its rows reaches over it', () => {
  const found = validateMerged(
    [[0, 2, 3]],
    [date('2026-11-03'), '12', '101', '4905', 10],
    [null, 'Subtotal', null, null, 10],
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
  const found = validateMerged([[0, 1, 2]], [null, '12', '101', '4905', 10], [null, '12', '102', '4905', 20]);
  expect(codesOf(found)).toEqual(['OBLIGATORIO', 'OBLIGATORIO']);
});

test('what a rejected row takes from a merge is kept for whoever corrects it', () => {
  const { rechazadas } = validateMerged(
    [[0, 2, 3]],
    [date('2026-11-03'), '12', '101', '4905', 10],
    [null, '12', '102', '4905', 'x'],
  );
  expect(rechazadas).toMatchObject([{ fila: 3, leidos: { fecha_venta: '2026-11-03' }, valores: { importe: 'x' } }]);
});
