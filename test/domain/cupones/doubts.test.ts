import { describe, expect, test } from 'vitest';
import { CELL } from '#domain/sheet.ts';
import { aSheet } from './one-sheet.ts';
import { read, sales, three } from './doubts-reading.ts';
import { validate } from './validate-sheet.ts';

describe('numbers in words', () => {
  const withColumn = (title: string, ...values: readonly string[]) =>
    sales(['Importe', title], ...values.map((value) => ['10,00', value]));
  test('the number that a program wrote as a fraction is asked about once', () => {
    const { dudas, columna } = read(withColumn('Lote', '12.0', '7.0', '', '9.0'));
    expect(dudas).toMatchObject([
      { clave: 'numero.lote', filas: 3, tomada: 'leer', lecturas: [{ muestra: { escrito: '12.0', leido: '12' } }, {}] },
    ]);
    expect(columna(5)).toEqual(['12', '7', '', '9']);
    expect(read(withColumn('Autorización', '701.0', '702.0', '703.0')).columna(5)).toEqual(['701', '702', '703']);
  });
  test('so are instalments in words, and numbers behind their name', () => {
    expect(read(withColumn('Cuotas', '1 pago', '3 cuotas', '003', '2')).columna(5)).toEqual(['1', '3', '3', '2']);
    expect(read(withColumn('Cuotas', 'Contado', 'Ahora 12', '6 cuotas s/int.')).columna(5)).toEqual(['1', '12', '6']);
    expect(read(withColumn('Lote', 'Lote 12', 'Lote 13', 'Lote 0014')).columna(5)).toEqual(['12', '13', '0014']);
    expect(read(withColumn('Cuotas', '1 pago', '3 cuotas', '003'), { numero: 'dejar' }).columna(5)).toEqual([
      '1 pago',
      '3 cuotas',
      '003',
    ]);
  });
  test('marks of thousands in numbers are one question, and nothing is taken', () => {
    const numbers = withColumn('Lote', '1.001', '950', '12.345', '1.002');
    expect(read(numbers).dudas).toMatchObject([{ clave: 'numero.lote', filas: 3, tomada: null }]);
    expect(read(numbers, { numero: 'leer' }).columna(5)).toEqual(['1001', '950', '12345', '1002']);
  });
  test('a name of a plan is read only when somebody says so', () => {
    const plans = withColumn('Cuotas', 'Plan 7', 'Plan 7', 'Plan 3');
    expect(read(plans).dudas).toMatchObject([{ clave: 'numero.cuotas', tomada: null }]);
    expect(read(plans).columna(5)).toEqual(['Plan 7', 'Plan 7', 'Plan 3']);
    expect(read(plans, { 'numero.cuotas': 'leer' }).columna(5)).toEqual(['7', '7', '3']);
  });
  test('a text without a number in the column is an error of its row, and so are all the others', () => {
    expect(read(withColumn('Lote', '12.0', '7.0', 'x', '9.0')).dudas).toEqual([]);
    expect(read(withColumn('Cuotas', '1/3', '2/3', '3/3')).dudas).toEqual([]);
  });
});

describe('rows', () => {
  test('titles in other columns than their values are moved to them', () => {
    const rows = [
      ['Fecha', null, 'Cupón', null, 'Últimos 4', null, null, 'Importe'],
      ...[21, 22, 23].map((day, i) => [null, `${String(day)}/10/2026`, null, String(i), null, '4001', '1,50', null]),
    ];
    const placesIn = (cells: readonly (readonly (string | null)[])[]) =>
      read(aSheet(cells)).prepared.mapeo.columnas.map(({ campo, columna }) => [campo, columna]);
    const places = [
      ['fecha_venta', 1],
      ['comprobante', 3],
      ['tarjeta_nro', 5],
    ];
    expect(placesIn(rows)).toEqual([...places, ['importe', 6]]);
    expect(placesIn(rows.map((row) => row.toSpliced(6, 0, null)))).toEqual([...places, ['importe', 7]]);
    // A page of a report repeats its header.
    expect(validate([...rows, ...rows])).toMatchObject({ filas: 6, validas: 6, errores: [] });
  });
  test('hidden rows are asked about where all are hidden, too', () => {
    const sheet = { ...three(['Importe'], (n) => [n]), rowHidden: () => true };
    expect(read(sheet).dudas).toMatchObject([{ clave: 'ocultas', lecturas: [{ cupones: 3 }, { cupones: 0 }] }]);
  });

  test('hidden rows are sent unless a person leaves them out', () => {
    const sheet = { ...sales(['Importe'], ['1,50'], ['2,50'], ['4,50']), rowHidden: (row: number) => row === 2 };
    const { dudas } = read(sheet);
    expect(dudas).toMatchObject([
      {
        clave: 'ocultas',
        filas: 1,
        tomada: 'incluir',
        lecturas: [
          { cupones: 3, importe: '8.50' },
          { cupones: 2, importe: '6.00' },
        ],
      },
    ]);
    expect(read(sheet, { ocultas: 'omitir' }).prepared.cupones.kind(2, 0)).toBe(CELL.vacia);
  });
  test('a value that only the first row of a group has is repeated, and a total takes none', () => {
    const grouped = aSheet([
      ['Fecha', 'Terminal', 'Cupón', 'Últimos 4', 'Importe'],
      ...['20/10/2026', '21/10/2026'].flatMap((day, d) => [
        ...[0, 1, 2].map((i) => [
          i === 0 ? day : '',
          i === 0 ? '12345678' : '',
          String(1001 + d * 10 + i),
          '4001',
          '10,50',
        ]),
        ['', '', '', '', '31,50'],
      ]),
    ]);
    const { dudas, columna } = read(grouped);
    expect(dudas).toMatchObject([{ clave: 'grupos', columnas: ['Fecha', 'Terminal'], filas: 4, tomada: 'repetir' }]);
    expect(columna(0)).toEqual([
      ...['20/10/2026', '20/10/2026', '20/10/2026', ''],
      ...['21/10/2026', '21/10/2026', '21/10/2026', ''],
    ]);
    expect(read(grouped, { grupos: 'dejar' }).columna(0)[1]).toBe('');
  });
  test('a value that stands alone above its group is of the rows below it, and its own row is none', () => {
    const sale = (i: number, day = '') => [day, String(1001 + i), '4001', '10,50'];
    const rows = [['20/10/2026'], sale(1), sale(2), ['', '', '', '21,00'], ['21/10/2026'], sale(3)];
    const grouped = aSheet([['Fecha', 'Cupón', 'Últimos 4', 'Importe'], ...rows]);
    const { dudas, columna } = read(grouped);
    expect(dudas).toMatchObject([{ clave: 'grupos', columnas: ['Fecha'], filas: 3, tomada: 'repetir' }]);
    expect(columna(0)).toEqual(['', '20/10/2026', '20/10/2026', '', '', '21/10/2026']);
    expect(read(grouped, { grupos: 'dejar' }).columna(0)[0]).toBe('20/10/2026');
    const lost = aSheet([
      ['Fecha', 'Cupón', 'Últimos 4', 'Importe'],
      ...[1, 2, 3].map((i) => sale(i, '20/10/2026')),
      ['21/10/2026'],
    ]);
    expect(read(lost).dudas).toEqual([]);
  });
  test('a few missing dates are errors of their rows', () => {
    const rows = [1, 2, 3, 4, 5, 6].map((n) => [n === 3 ? '' : `2${String(n)}/10/2026`, String(n), '4001', '1,50']);
    expect(read(aSheet([['Fecha', 'Cupón', 'Últimos 4', 'Importe'], ...rows])).dudas).toEqual([]);
  });
});
