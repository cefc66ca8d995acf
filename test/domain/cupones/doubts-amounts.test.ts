import { describe, expect, test } from 'vitest';
import type { TestCell } from './one-sheet.ts';
import { read, sales, three } from './doubts-reading.ts';

describe('which mark is the decimal one', () => {
  const commas = sales(['Importe'], ['1,500'], ['12,300'], ['9,000']);
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
  test('an answer that is no reading counts as none', () => {
    expect(read(commas, { decimal: 'otra' }).dudas).toMatchObject([{ tomada: 'miles', elegida: false }]);
  });
  test('amounts of one width with zeros before them are cents until somebody says pesos', () => {
    const padded = sales(['Importe'], ['000000150000'], ['000000002050'], ['000001200000']);
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
    expect(read(sales(['Importe'], ['12000000'], ['15000000'], ['18000000'])).dudas).toEqual([]);
  });
  test('whole numbers under a title that says centavos are cents, without a question', () => {
    const { dudas, texts } = read(sales(['Importe (centavos)'], ['80000'], [125050]));
    expect({ dudas, texts }).toEqual({ dudas: [], texts: ['800', '1250.5'] });
    expect(read(sales(['Importe (centavos)'], ['800,00'], [1250])).texts).toEqual(['800,00', '1250']);
  });
  test('nothing is taken where the column proves both marks', () => {
    const mixed = sales(['Importe'], ['1,500'], ['2.300'], ['9,000'], ['1.234,50'], ['1,234.50']);
    expect(read(mixed).dudas).toMatchObject([{ clave: 'decimal', tomada: null }]);
    expect(read(mixed).texts[0]).toBe('1,500');
    expect(read(mixed, { decimal: 'miles' }).texts[0]).toBe('1500');
  });
  test.for([
    ['dots group thousands here', ['1.500', '12.300', '9.000']],
    ['centavos prove the mark', ['1.500,50', '12.300,00', '9.000,10']],
    ['two are errors of their rows', ['1,500', '12,300', '9,00']],
  ] as const)('no question: %s', ([, amounts]) => {
    expect(read(sales(['Importe'], ...amounts.map((one) => [one]))).dudas).toEqual([]);
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
    [
      'what a wallet charged before what it credits, and before zeros',
      ['TRANSACTION_AMOUNT', 'REAL_AMOUNT', 'COUPON_AMOUNT'],
      (n) => [n * 10, n * 9, 0],
      'TRANSACTION_AMOUNT',
    ],
    ['the gross of a settlement', ['Importe', 'Comisión', 'Total neto'], (n) => [n * 10, n, n * 9], 'Importe'],
  ])('%s', ([, titles, cells, expected]) => {
    const { importe, dudas } = read(
      three(titles, (n) => cells(n * 100.5).map((one) => Math.round(Number(one) * 100) / 100)),
    );
    expect([importe, dudas]).toEqual([expected, []]);
  });
  test('else both sums are shown, and the answer takes the other', () => {
    const two = three(['Importe', 'Total'], (n) => [n * 10.5, n * 20.5]);
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
  test('columns with the same title are told apart by their letters', () => {
    const same = three(['Importe', 'Importe'], (n) => [n * 10.5, n * 20.5]);
    const { dudas } = read(same);
    expect(dudas).toMatchObject([{ tomada: 'Importe (E)', columnas: ['Importe (E)', 'Importe (F)'] }]);
    expect(read(same, { importe: 'Importe (F)' }).prepared.mapeo.columnas).toContainEqual(
      expect.objectContaining({ campo: 'importe', columna: 5 }),
    );
  });
  test('a column of money that only names the card is what it was charged', () => {
    const columns = ['Efectivo', 'Tarjeta', 'Total'];
    const cash = three(columns, (n) => ['10,00', `${String(n)}5,50`, `${String(n + 1)}5,50`]);
    expect(read(cash).importe).toBe('Tarjeta');
    const bill = three(['Total factura', 'Seña', 'Pago con tarjeta'], (n) => [n * 30, n * 10, n * 20]);
    expect(read(bill).importe).toBe('Pago con tarjeta');
  });
  test('change that was given back is no part of the sale', () => {
    const { dudas, importe } = read(three(['Monto', 'Abonado', 'Vuelto'], (n) => [n * 90, n * 100, n * 10]));
    expect([importe, dudas[0]?.clave]).toEqual(['Monto', 'importe']);
  });
  test('a discount may be of the shop or of the processor, so it is asked about', () => {
    const { dudas } = read(three(['Importe', 'Descuento', 'Total'], (n) => [n * 100, n * 10, n * 90]));
    expect(dudas).toMatchObject([{ clave: 'importe', lecturas: [{ suma: ['Descuento', 'Total'] }, {}] }]);
  });
});

describe('money in two columns', () => {
  test('sales and refunds are one amount with its sign', () => {
    const { texts, dudas, unused } = read(sales(['Ventas', 'Devoluciones'], [10.5, ''], ['', 4.5], [20.5, 0]), {});
    expect(texts).toEqual(['10.5', '-4.5', '20.5']);
    expect(dudas).toMatchObject([
      { clave: 'signo', filas: 1, tomada: 'restar', lecturas: [{ importe: '26.50' }, { importe: '31.00' }] },
    ]);
    expect(unused).toEqual([]);
  });
  test('of a book the larger column is the sales', () => {
    const { texts, dudas } = read(sales(['Debe', 'Haber'], ['', '100,50'], ['30,00', ''], ['', '200,50']));
    expect(texts).toEqual(['100,50', '-30,00', '200,50']);
    expect(dudas).toMatchObject([
      { clave: 'importe', tomada: 'Haber', lecturas: [{ importe: '-271.00' }, { importe: '271.00' }] },
    ]);
  });
  test('débito and crédito may be kinds of cards: nothing is taken until somebody says', () => {
    const kinds = sales(['Débito', 'Crédito'], ['', '100,50'], ['30,00', ''], ['', '200,50']);
    expect(read(kinds).dudas).toMatchObject([{ clave: 'importe', tomada: null }]);
    expect(read(kinds, { importe: 'ambas' }).texts).toEqual(['100,50', '30,00', '200,50']);
  });
});

describe('the sign', () => {
  test('amounts of which most are negative are asked about, and stay as written until somebody answers', () => {
    const turned = sales(['Importe'], ['-1,50'], [-2.5], ['-4,50'], ['1,00']);
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
    expect(read(sales(['Importe'], ['-1,50'], ['2,50'], ['-4,50'], ['1,00'])).dudas).toEqual([]);
  });
});
