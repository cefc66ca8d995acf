import { describe, expect, test } from 'vitest';
import { resolveDoubts } from '#domain/cupones/doubts/index.ts';
import { nameMapping } from '#domain/cupones/prepare-sheet.ts';
import type { DoubtAnswers } from '#domain/doubt.ts';
import { CELL } from '#domain/sheet.ts';
import { aSheet, date, type TestCell } from './one-sheet.ts';
import { prepareOneSheet, validate } from './validate-sheet.ts';

const HEAD = ['Fecha', 'Terminal', 'Cupón', 'Últimos 4'];

/** Sales of following days, each with its number, and these cells after them. */
const sales = (titles: readonly string[], rows: readonly (readonly TestCell[])[]) =>
  aSheet([
    [...HEAD, ...titles],
    ...rows.map((cells, i) => [`${String(20 + i)}/10/2026`, '12345678', String(1001 + i), String(4001 + i), ...cells]),
  ]);

const read = (sheet: ReturnType<typeof aSheet>, answers: DoubtAnswers = {}) => {
  const { prepared, dudas } = resolveDoubts(prepareOneSheet(sheet), answers);
  const { cupones, table, mapeo } = prepared;
  const column = mapeo.columnas.find(({ campo }) => campo === 'importe')?.columna ?? -1;
  const rows = Array.from({ length: cupones.rowCount - table.headerRow - 1 }, (_, i) => table.headerRow + 1 + i);
  return {
    dudas,
    importe: nameMapping(prepared).mapeo.importe,
    unused: nameMapping(prepared).sinMapear,
    texts: rows.map((row) => cupones.text(row, column)),
    columna: (at: number) => rows.map((row) => cupones.text(row, at)),
    prepared,
  };
};
const three = (of: (n: number) => readonly TestCell[]) => [1, 2, 3].map(of);

const dated = (...dates: readonly string[]) =>
  aSheet([
    [...HEAD, 'Importe'],
    ...dates.map((one, i) => [one, '12345678', String(1001 + i), String(4001 + i), '10,00']),
  ]);

describe('the order of day and month', () => {
  test('is asked with both readings when nothing decides it, day first until somebody answers', () => {
    const open = dated('05/05/2026', '03/04/2026', '05/06/2026 21:10');
    const { dudas, columna } = read(open);
    expect(dudas).toEqual([
      {
        tipo: 'fechas',
        clave: 'fechas.fecha_venta',
        campo: 'fecha_venta',
        columnas: ['Fecha'],
        filas: 2,
        lecturas: [
          {
            valor: 'dia',
            muestra: { escrito: '03/04/2026', leido: '2026-04-03' },
            desde: '2026-04-03',
            hasta: '2026-06-05',
          },
          {
            valor: 'mes',
            muestra: { escrito: '03/04/2026', leido: '2026-03-04' },
            desde: '2026-03-04',
            hasta: '2026-05-06',
          },
        ],
        tomada: 'dia',
        elegida: false,
      },
    ]);
    expect(columna(0)).toEqual(['05/05/2026', '03/04/2026', '05/06/2026 21:10']);
    const asked = read(open, { fechas: 'mes' });
    expect(asked.dudas).toMatchObject([{ tomada: 'mes', elegida: true }]);
    expect(asked.columna(0)).toEqual(['05/05/2026', '2026-03-04', '2026-05-06 21:10']);
    expect(read(open, { 'fechas.fecha_venta': 'dia' }).dudas).toMatchObject([{ tomada: 'dia', elegida: true }]);
  });

  test('is no question where a date decides it, or where it makes no difference', () => {
    expect(read(dated('03/04/2026', '13/04/2026'), { fechas: 'mes' }).dudas).toEqual([]);
    expect(read(dated('05/05/2026', '06/06/2026')).dudas).toEqual([]);
  });

  test('has no reading until somebody answers where the column uses both orders', () => {
    const mixed = dated('03/04/2026', '04/13/2026', '14/04/2026');
    expect(read(mixed).dudas).toMatchObject([{ clave: 'fechas.fecha_venta', filas: 1, tomada: null }]);
    expect(read(mixed, { fechas: 'dia' }).columna(0)).toEqual(['2026-04-03', '04/13/2026', '14/04/2026']);
    expect(read(mixed, { fechas: 'mes' }).columna(0)).toEqual(['2026-03-04', '04/13/2026', '14/04/2026']);
  });
});

describe('which mark is the decimal one', () => {
  const commas = sales(['Importe'], [['1,500'], ['12,300'], ['9,000']]);
  test('three digits behind a comma in every row are one question, thousands until somebody answers', () => {
    const { dudas, texts } = read(commas);
    expect(dudas).toMatchObject([
      {
        clave: 'decimal',
        filas: 3,
        tomada: 'miles',
        elegida: false,
        lecturas: [
          { valor: 'miles', muestra: { escrito: '1,500', leido: '1500.00' }, importe: '22800.00' },
          { valor: 'decimales', muestra: { leido: '1.50' }, importe: '22.80' },
        ],
      },
    ]);
    expect(texts).toEqual(['1500', '12300', '9000']);
  });
  test('an answer is taken', () => {
    const { dudas, texts } = read(commas, { decimal: 'decimales' });
    expect([dudas[0]?.tomada, dudas[0]?.elegida, texts]).toEqual(['decimales', true, ['1.5', '12.3', '9']]);
  });
  test('an answer that is no reading counts as none', () => {
    expect(read(commas, { decimal: 'otra' }).dudas).toMatchObject([{ tomada: 'miles', elegida: false }]);
  });
  test('amounts of one width with zeros before them are cents until somebody says pesos', () => {
    const padded = sales(['Importe'], [['000000150000'], ['000000002050'], ['000001200000']]);
    const { dudas, texts } = read(padded);
    expect(dudas).toMatchObject([
      {
        clave: 'decimal',
        tomada: 'centavos',
        lecturas: [
          { valor: 'centavos', muestra: { escrito: '000000150000', leido: '1500.00' }, importe: '13520.50' },
          { valor: 'pesos', muestra: { leido: '150000.00' } },
        ],
      },
    ]);
    expect(texts).toEqual(['1500', '20.5', '12000']);
    expect(read(padded, { decimal: 'pesos' }).texts[0]).toBe('000000150000');
    expect(read(sales(['Importe'], [['12000000'], ['15000000'], ['18000000']])).dudas).toEqual([]);
  });
  test('nothing is taken where the column proves both marks', () => {
    const mixed = sales(['Importe'], [['1,500'], ['2.300'], ['9,000'], ['1.234,50'], ['1,234.50']]);
    expect(read(mixed).dudas).toMatchObject([{ clave: 'decimal', tomada: null }]);
    expect(read(mixed).texts[0]).toBe('1,500');
    expect(read(mixed, { decimal: 'miles' }).texts[0]).toBe('1500');
  });
  test.for([
    ['dots group thousands here', ['1.500', '12.300', '9.000']],
    ['centavos prove the mark', ['1.500,50', '12.300,00', '9.000,10']],
    ['two are errors of their rows', ['1,500', '12,300', '9,00']],
  ] as const)('no question: %s', ([, amounts]) => {
    expect(
      read(
        sales(
          ['Importe'],
          amounts.map((one) => [one]),
        ),
      ).dudas,
    ).toEqual([]);
  });
});

describe('the same odd time in every date', () => {
  const timed = (time: string, days: readonly number[] = [9, 10, 11]) =>
    aSheet([
      ['Fecha', 'Cupón', 'Últimos 4', 'Importe'],
      ...days.map((day, i) => [
        date(`2026-10-${String(day).padStart(2, '0')} ${time}`),
        String(1001 + i),
        '4001',
        10.5,
      ]),
    ]);
  test('the time that a library leaves means the next day', () => {
    const { dudas, columna } = read(timed('23:59:12'));
    expect(dudas).toMatchObject([
      {
        clave: 'hora.fecha_venta',
        tomada: 'siguiente',
        lecturas: [
          { valor: 'siguiente', desde: '2026-10-10', hasta: '2026-10-12' },
          { valor: 'escrito', desde: '2026-10-09', hasta: '2026-10-11' },
        ],
      },
    ]);
    expect(columna(0)).toEqual(['2026-10-10', '2026-10-11', '2026-10-12']);
    expect(read(timed('23:59:12'), { hora: 'escrito' }).columna(0)[0]).toBe('2026-10-09 23:59:12');
  });
  test.for(['21:00:00', '23:59:59', '23:59:00'])('at %s the day is asked about and stays', (time) => {
    expect(read(timed(time)).dudas).toMatchObject([{ clave: 'hora.fecha_venta', tomada: 'escrito' }]);
  });
  test('noon, one day, and times that differ are no question', () => {
    expect(read(timed('12:00:00')).dudas).toEqual([]);
    expect(read(timed('23:59:12', [9, 9, 9])).dudas).toEqual([]);
    const differing = aSheet([
      ['Fecha', 'Cupón', 'Últimos 4', 'Importe'],
      [date('2026-10-09 21:10:00'), '1', '4001', 1.5],
      [date('2026-10-10 21:20:00'), '2', '4001', 1.5],
      [date('2026-10-11 21:30:00'), '3', '4001', 1.5],
    ]);
    expect(read(differing).dudas).toEqual([]);
  });
});

describe('which column is the amount', () => {
  test.for<[string, readonly string[], (n: number) => readonly TestCell[], string]>([
    ['what was charged before the price', ['Precio de lista', 'Total cobrado'], (n) => [n, n * 1.1], 'Total cobrado'],
    ['the sum before its parts', ['Importe', 'Propina', 'Total'], (n) => [n, n / 10, n + n / 10], 'Total'],
    ['with its surcharge', ['Importe', 'Interés', 'Importe con interés'], (n) => [n, 1, n + 1], 'Importe con interés'],
    [
      'the card before the ticket',
      ['Importe ticket', 'Pagado con tarjeta', 'Pagado en efectivo'],
      (n) => [n * 3, n * 2, n],
      'Pagado con tarjeta',
    ],
    ['a bare title before a qualified one', ['Monto original', 'Monto'], (n) => [n, n + 5], 'Monto'],
    ['the gross of a settlement', ['Importe', 'Comisión', 'Total neto'], (n) => [n * 10, n, n * 9], 'Importe'],
  ])('%s', ([, titles, cells, expected]) => {
    const { importe, dudas } = read(
      sales(
        titles,
        three((n) => cells(n * 100.5).map((one) => Math.round(Number(one) * 100) / 100)),
      ),
    );
    expect([importe, dudas]).toEqual([expected, []]);
  });
  test('else both sums are shown, and the answer takes the other', () => {
    const two = sales(
      ['Importe', 'Total'],
      three((n) => [n * 10.5, n * 20.5]),
    );
    const { dudas, importe } = read(two);
    expect(importe).toBe('Importe');
    expect(dudas).toMatchObject([
      {
        clave: 'importe',
        tomada: 'Importe',
        elegida: false,
        lecturas: [
          { valor: 'Importe', importe: '63.00' },
          { valor: 'Total', importe: '123.00' },
        ],
      },
    ]);
    expect(read(two, { importe: 'Total' }).importe).toBe('Total');
  });
  test('a column of money that only names the card is what it was charged', () => {
    const columns = ['Efectivo', 'Tarjeta', 'Total'];
    const cash = sales(
      columns,
      three((n) => ['10,00', `${String(n)}5,50`, `${String(n + 1)}5,50`]),
    );
    expect(read(cash).importe).toBe('Tarjeta');
    const bill = sales(
      ['Total factura', 'Seña', 'Pago con tarjeta'],
      three((n) => [n * 30, n * 10, n * 20]),
    );
    expect(read(bill).importe).toBe('Pago con tarjeta');
  });
  test('change that was given back is no part of the sale', () => {
    const { dudas, importe } = read(
      sales(
        ['Monto', 'Abonado', 'Vuelto'],
        three((n) => [n * 90, n * 100, n * 10]),
      ),
    );
    expect([importe, dudas[0]?.clave]).toEqual(['Monto', 'importe']);
  });
  test('a discount may be of the shop or of the processor, so it is asked about', () => {
    const { dudas } = read(
      sales(
        ['Importe', 'Descuento', 'Total'],
        three((n) => [n * 100, n * 10, n * 90]),
      ),
    );
    expect(dudas).toMatchObject([{ clave: 'importe', lecturas: [{ suma: ['Descuento', 'Total'] }, {}] }]);
  });
});

describe('money in two columns', () => {
  test('sales and refunds are one amount with its sign', () => {
    const { texts, dudas, unused } = read(
      sales(
        ['Ventas', 'Devoluciones'],
        [
          [10.5, ''],
          ['', 4.5],
          [20.5, 0],
        ],
      ),
      {},
    );
    expect(texts).toEqual(['10.5', '-4.5', '20.5']);
    expect(dudas).toMatchObject([
      { clave: 'signo', filas: 1, tomada: 'restar', lecturas: [{ importe: '26.50' }, { importe: '31.00' }] },
    ]);
    expect(unused).toEqual([]);
  });
  test('of a book the larger column is the sales', () => {
    const { texts, dudas } = read(
      sales(
        ['Debe', 'Haber'],
        [
          ['', '100,50'],
          ['30,00', ''],
          ['', '200,50'],
        ],
      ),
    );
    expect(texts).toEqual(['100,50', '-30,00', '200,50']);
    expect(dudas).toMatchObject([
      { clave: 'importe', tomada: 'Haber', lecturas: [{ importe: '-271.00' }, { importe: '271.00' }] },
    ]);
  });
  test('débito and crédito may be kinds of cards: nothing is taken until somebody says', () => {
    const kinds = sales(
      ['Débito', 'Crédito'],
      [
        ['', '100,50'],
        ['30,00', ''],
        ['', '200,50'],
      ],
    );
    expect(read(kinds).dudas).toMatchObject([{ clave: 'importe', tomada: null }]);
    expect(read(kinds, { importe: 'ambas' }).texts).toEqual(['100,50', '30,00', '200,50']);
  });
});

describe('numbers in words', () => {
  const withColumn = (title: string, ...values: readonly string[]) =>
    sales(
      ['Importe', title],
      values.map((value) => ['10,00', value]),
    );
  test('the number that a program wrote as a fraction is asked about once', () => {
    const { dudas, columna } = read(withColumn('Lote', '12.0', '7.0', '', '9.0'));
    expect(dudas).toMatchObject([
      { clave: 'numero.lote', filas: 3, tomada: 'leer', lecturas: [{ muestra: { escrito: '12.0', leido: '12' } }, {}] },
    ]);
    expect(columna(5)).toEqual(['12', '7', '', '9']);
    expect(read(withColumn('Autorización', '700100.0', '700101.0', '700102.0')).columna(5)).toEqual([
      '700100',
      '700101',
      '700102',
    ]);
  });
  test('so are instalments in words, and numbers behind their name', () => {
    expect(read(withColumn('Cuotas', '1 pago', '3 cuotas', '003', '2')).columna(5)).toEqual(['1', '3', '3', '2']);
    expect(read(withColumn('Lote', 'Lote 12', 'Lote 13', 'Lote 0014')).columna(5)).toEqual(['12', '13', '0014']);
    expect(read(withColumn('Cuotas', '1 pago', '3 cuotas', '003'), { numero: 'dejar' }).columna(5)).toEqual([
      '1 pago',
      '3 cuotas',
      '003',
    ]);
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

describe('the sign', () => {
  test('amounts of which most are negative are asked about, and stay as written until somebody answers', () => {
    const turned = sales(['Importe'], [['-1,50'], [-2.5], ['-4,50'], ['1,00']]);
    const { dudas, texts } = read(turned);
    expect(dudas).toMatchObject([
      {
        clave: 'signo',
        filas: 3,
        tomada: 'dejar',
        lecturas: [
          { valor: 'dejar', importe: '-7.50' },
          { valor: 'invertir', importe: '7.50' },
        ],
      },
    ]);
    expect(texts).toEqual(['-1,50', '-2.5', '-4,50', '1,00']);
    expect(read(turned, { signo: 'invertir' }).texts).toEqual(['1.5', '2.5', '4.5', '-1']);
  });
  test('some refunds are no question', () => {
    expect(read(sales(['Importe'], [['-1,50'], ['2,50'], ['-4,50'], ['1,00']])).dudas).toEqual([]);
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
    const sheet = {
      ...sales(
        ['Importe'],
        three((n) => [n]),
      ),
      rowHidden: () => true,
    };
    expect(read(sheet).dudas).toMatchObject([{ clave: 'ocultas', lecturas: [{ cupones: 3 }, { cupones: 0 }] }]);
  });

  test('hidden rows are sent unless a person leaves them out', () => {
    const sheet = { ...sales(['Importe'], [['1,50'], ['2,50'], ['4,50']]), rowHidden: (row: number) => row === 2 };
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
  test('a few missing dates are errors of their rows', () => {
    const rows = [1, 2, 3, 4, 5, 6].map((n) => [n === 3 ? '' : `2${String(n)}/10/2026`, String(n), '4001', '1,50']);
    expect(read(aSheet([['Fecha', 'Cupón', 'Últimos 4', 'Importe'], ...rows])).dudas).toEqual([]);
  });
});
