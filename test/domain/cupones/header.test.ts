import { describe, expect, test } from 'vitest';
import { findTable } from '#domain/cupones/find-table.ts';
import { createDictionary } from '#domain/cupones/header-key.ts';
import { date, aSheet, textSheet, type TestCell } from './one-sheet.ts';
import { mappingOf, prepareOneSheet, validate } from './validate-sheet.ts';

const names = createDictionary();
const ROW: readonly TestCell[] = ['01/11/2026', '00001234', '4905', '1.500,00'];
const HEADER = ['Fecha de Venta', 'Nro. Comprobante', 'Últimos 4', 'Importe $'];
const headerOf = (rows: Parameters<typeof aSheet>[0]) => {
  const sheet = aSheet(rows);
  const table = findTable(sheet, names);
  return table === undefined ? undefined : sheet.rowNumber(table.headerRow);
};

describe('the header row', () => {
  test('is found below titles, logos and blank lines', () => {
    expect(
      headerOf([
        ['La Espiga S.R.L.'],
        ['Cupones del', date('2026-11-01'), 'al', date('2026-11-15')],
        undefined,
        HEADER,
        ROW,
      ]),
    ).toBe(4);
  });

  test('is found to the right of empty columns', () => {
    const sheet = aSheet([
      ['', '', ...HEADER],
      ['', '', ...ROW],
    ]);
    expect(mappingOf(sheet).mapeo).toMatchObject({ fecha_venta: 'Fecha de Venta', importe: 'Importe $' });
  });

  test('of two lines is read as one, and its last line is the header', () => {
    const sheet = textSheet(
      'La Espiga',
      'Fecha;;Tarjeta;;Importe',
      'de venta;Comprobante;Últimos 4;Marca;$',
      '01/11/2026;1;4905;Visa;10,00',
    );
    expect(headerOf([['x']])).toBeUndefined();
    const oneSheet = prepareOneSheet(sheet);
    expect(sheet.rowNumber(oneSheet.table.headerRow)).toBe(3);
    expect(mappingOf(sheet).mapeo).toEqual({
      fecha_venta: 'Fecha de venta',
      comprobante: 'Comprobante',
      tarjeta_nro: 'Últimos 4',
      tarjeta_desc: 'Marca',
      importe: 'Importe $',
    });
  });

  test('of two lines keeps what is only in the first', () => {
    const sheet = textSheet('Fecha;Comprobante;Tarjeta;;Importe', ';;Últimos 4;Marca;', '01/11/2026;1;4905;Visa;10,00');
    expect(mappingOf(sheet).mapeo).toEqual({
      fecha_venta: 'Fecha',
      comprobante: 'Comprobante',
      tarjeta_nro: 'Últimos 4',
      tarjeta_desc: 'Marca',
      importe: 'Importe',
    });
    expect(validate(sheet)).toMatchObject({ filas: 1, validas: 1 });
  });

  test('of two lines is read whole where a group is split below', () => {
    const sheet = textSheet('Fecha;Cupón;Tarjeta;Importe;', ';;;Neto;Bruto', '01/11/2026;1;4905;95,00;100,00');
    expect(mappingOf(sheet)).toEqual({
      mapeo: { fecha_venta: 'Fecha', comprobante: 'Cupón', tarjeta_nro: 'Tarjeta', importe: 'Importe Bruto' },
      sinMapear: ['Importe Neto'],
    });
    expect(validate(sheet)).toMatchObject({ filas: 1, avisos: [] });
  });

  test('is one line when what follows is a section of the table', () => {
    const sheet = aSheet([HEADER, ['Sucursal', 'Centro'], ROW]);
    expect(mappingOf(sheet).mapeo).toMatchObject({ importe: 'Importe $' });
    expect(validate(sheet)).toMatchObject({ filas: 1, avisos: [{ fila: 2, codigo: 'FILA_IGNORADA' }] });
  });

  test('under a line of groups is one line if that names as much', () => {
    expect(mappingOf(aSheet([['Datos', '', 'Pago', ''], HEADER, ROW])).mapeo).toMatchObject({
      comprobante: 'Nro. Comprobante',
    });
  });

  test('is not a row of data', () => {
    expect(
      headerOf([
        ['01/11/2026', '1'],
        ['02/11/2026', '2'],
      ]),
    ).toBeUndefined();
  });

  test.for([
    ['a text', '01/11/2026'],
    ['a month name', '1-nov-2026'],
    ['a cell', date('2026-11-01')],
  ] as const)('is not the first sale of a sheet without headers, whose date is %s', ([, day]) => {
    const sale = (n: number): TestCell[] => ['APROBADA', 'VISA', 'CREDITO', 'CENTRO', day, n, '1204', 100.5];
    expect(headerOf([sale(1), sale(2), sale(3)])).toBeUndefined();
  });

  test('may hold a date beside the fields that it names', () => {
    expect(headerOf([[...HEADER, 'Emitido:', '30/11/2026'], ROW])).toBe(1);
  });

  test('may name no field', () => {
    expect(headerOf([['Uno', 'Dos', 'Tres', '20261101'], ROW])).toBe(1);
  });

  test('may be given by a person', () => {
    const sheet = aSheet([['Fecha', 'Importe'], HEADER, ROW]);
    expect(prepareOneSheet(sheet, { encabezado: 1 }).table.headers[1]).toBe('Importe');
  });

  test('of an empty sheet is none', () => {
    expect(headerOf([])).toBeUndefined();
    expect(headerOf([HEADER])).toBeUndefined();
  });
});

describe('a later header that names more', () => {
  const FIRST = ['Fecha', 'Cupón', 'Ult 4', 'Importe'];
  const SALES: TestCell[][] = [
    ['13/07/2026', '1001', '1111', '100,00'],
    ['13/07/2026', '1002', '1111', '200,00'],
  ];
  const read = (rows: Parameters<typeof aSheet>[0]) =>
    validate(aSheet(rows)).cupones.map(({ fila, cupon }) => [fila, cupon['comprobante'], cupon['importe']]);
  const ignored = (rows: Parameters<typeof aSheet>[0]) =>
    validate(aSheet(rows)).avisos.filter(({ codigo }) => codigo === 'FILA_IGNORADA');

  test.for([
    ['with the same columns', [...FIRST, 'Autorización']],
    [
      'with other names of the same columns',
      ['Fecha de venta', 'Nro. Comprobante', 'Últimos 4', 'Importe', 'Autorización'],
    ],
  ] as const)('%s and one more leaves the sales above it, and its column is read', ([, later]) => {
    const sheet = aSheet([
      FIRST,
      ...SALES,
      undefined,
      ['Ventas 14/07'],
      [...later],
      ['14/07/2026', '1003', '2222', '300,00', '012345'],
    ]);
    const found = validate(sheet);
    expect(found.cupones.map(({ fila, cupon }) => [fila, cupon['importe'], cupon['autorizacion']])).toEqual([
      [2, '100.00', undefined],
      [3, '200.00', undefined],
      [7, '300.00', '012345'],
    ]);
    expect(found.avisos.map(({ fila, codigo }) => [fila, codigo])).toEqual([
      [5, 'FILA_IGNORADA'],
      [6, 'ENCABEZADO_REPETIDO'],
    ]);
  });

  test('may add columns more than once', () => {
    expect(
      read([
        FIRST,
        ...SALES,
        [...FIRST, 'Cuotas'],
        ['14/07/2026', '1003', '2222', '300,00', '1'],
        [...FIRST, 'Cuotas', 'Lote'],
        ['15/07/2026', '1004', '2222', '400,00', '1', '7'],
      ]),
    ).toHaveLength(4);
  });

  test('with the columns in other places is taken, and each sale above it gets a notice', () => {
    const rows = [
      FIRST,
      ...SALES,
      ['Fecha', 'Lote', 'Cupón', 'Ult 4', 'Importe'],
      ['14/07/2026', '7', '1003', '2222', '300,00'],
    ];
    expect(read(rows)).toEqual([[5, '1003', '300.00']]);
    expect(ignored(rows)).toMatchObject([
      { fila: 2, valor: '13/07/2026', mensaje: expect.stringContaining('Está arriba del encabezado') },
      { fila: 3, valor: '13/07/2026' },
    ]);
  });

  test('is taken in silence below a summary by day', () => {
    const rows = [['Fecha', 'Cantidad', 'Importe'], ['13/07/2026', 2, '300,00'], undefined, FIRST, ...SALES];
    expect(read(rows)).toHaveLength(2);
    expect(ignored(rows)).toEqual([]);
  });

  test('is taken where no sale stands above it', () => {
    expect(read([FIRST, [...FIRST, 'Autorización'], ...SALES.map((sale) => [...sale, '1'])])).toHaveLength(2);
    expect(ignored([FIRST, ['Desde', 'el 13'], [...FIRST, 'Autorización'], ...SALES])).toEqual([]);
  });
});
