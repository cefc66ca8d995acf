import { describe, expect, test } from 'vitest';
import { findTable } from '#domain/cupones/find-table.ts';
import { createDictionary } from '#domain/cupones/synonyms.ts';
import { date, aSheet, type TestCell } from './one-sheet.ts';
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
    const sheet = aSheet([
      ['La Espiga'],
      ['Fecha', '', 'Tarjeta', '', 'Importe'],
      ['de venta', 'Comprobante', 'Últimos 4', 'Marca', '$'],
      ['01/11/2026', '1', '4905', 'Visa', '10,00'],
    ]);
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
    const sheet = aSheet([
      ['Fecha', 'Comprobante', 'Tarjeta', '', 'Importe'],
      ['', '', 'Últimos 4', 'Marca', ''],
      ['01/11/2026', '1', '4905', 'Visa', '10,00'],
    ]);
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
    const sheet = aSheet([
      ['Fecha', 'Cupón', 'Tarjeta', 'Importe', ''],
      ['', '', '', 'Neto', 'Bruto'],
      ['01/11/2026', '1', '4905', '95,00', '100,00'],
    ]);
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
    const sale = (n: number): TestCell[] => [
      'APROBADA',
      'VISA',
      'CREDITO',
      'CENTRO',
      'MOSTRADOR',
      day,
      n,
      '1204',
      100.5,
    ];
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
