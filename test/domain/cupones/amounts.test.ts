import { fc, forAll } from '../../for-all.ts';
import { describe, expect, test } from 'vitest';
import { centavosOfNumber, toPlainAmount, readAmountText, resolveAmount } from '#domain/cupones/amount-text.ts';
import { date, formattedCell, type TestCell } from './one-sheet.ts';
import { codesOf, noticeCodes, validate, validateFields, type Validated } from './validate-sheet.ts';

const readImportes = (...values: readonly Parameters<typeof validateFields>[0][number][string][]) =>
  validateFields(values.map((importe, i) => ({ importe, comprobante: String(i) })));
const amountsRead = (found: ReturnType<typeof readImportes>) => found.cupones.map(({ cupon }) => cupon['importe']);

describe('one text', () => {
  test.each([
    ['$ 1.234', '1234.00'],
    ['ARS 10', '10.00'],
    ['10 ARS', '10.00'],
    ['AR$ 10,5', '10.50'],
    ['\u2212150,00', '-150.00'],
    ['150,00-', '-150.00'],
    ['1250,-', '1250.00'],
    ['$ 1.250,--', '1250.00'],
    ['$.800,00', '800.00'],
    ['$.50', '0.50'],
    ['(150,00)', '-150.00'],
    ['-$ 150,00', '-150.00'],
    ['$ -150,00', '-150.00'],
    ['$ (150,00)', '-150.00'],
    ['+150,00', '150.00'],
    ['1.234.567', '1234567.00'],
    ['1 234,56', '1234.56'],
    ["1'234.56", '1234.56'],
    ['12’345’678,90', '12345678.90'],
    ['1\u00a0234\u00a0567,00', '1234567.00'],
    [',50', '0.50'],
    ['0,5', '0.50'],
    ['1234.5000', '1234.50'],
    ['000123', '123.00'],
    ['-0', '0.00'],
  ])('reads %s', (text, expected) => {
    const centavos = resolveAmount(readAmountText(text), ',');
    expect(typeof centavos === 'number' ? toPlainAmount(centavos) : centavos).toBe(expected);
  });

  test.each([
    '',
    '-',
    '$',
    'mil',
    'USD 10',
    '12.450.00',
    '1,23,456',
    '--5',
    '(-5)',
    '1 23',
    '1000000000000',
    '1.234,56.78',
  ])('refuses %s', (text) => {
    expect(resolveAmount(readAmountText(text), ',')).toBe('IMPORTE_INVALIDO');
  });

  test('what is printed in each of the usual forms reads back', () => {
    forAll(fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }), (centavos) => {
      const plain = toPlainAmount(centavos);
      const [whole = '', decimals = ''] = plain.replace('-', '').split('.');
      const grouped = (mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark);
      const sign = centavos < 0 ? '-' : '';
      for (const text of [plain, `${sign}${grouped('.')},${decimals}`, `${sign}$ ${grouped(',')}.${decimals}`]) {
        expect(resolveAmount(readAmountText(text), ',')).toBe(centavos);
      }
    });
  });

  test('no text at all makes it throw', () => {
    forAll(fc.oneof(fc.string(), fc.stringMatching(/^[-(]?\$? ?[\d.,]*[-)]?$/)), (text) => {
      const value = resolveAmount(readAmountText(text), '.');
      expect(typeof value === 'string' || Number.isSafeInteger(value)).toBe(true);
    });
  });
});

describe('the decimal mark of a column', () => {
  test.each([
    ['the comma when nothing proves it', ['1.234', '10', '5'], ['1234.00', '10.00', '5.00']],
    ['the dot when a value proves it', ['1,234', '10.50'], ['1234.00', '10.50']],
    ['the comma when a value proves it', ['1.234', '10,50'], ['1234.00', '10.50']],
  ])('is %s', (_what, values, read) => {
    expect(amountsRead(readImportes(...values))).toEqual(read);
  });

  test.each([
    ['three decimals under the proven mark', ['1.234', '10.50']],
    ['a lone comma before three digits', ['12,345']],
  ])('%s: refused rather than guessed', (_what, values) => {
    expect(codesOf(readImportes(...values))).toEqual(['DECIMALES_DE_MAS']);
  });

  test('where both marks are proven, only the doubtful values are refused', () => {
    const found = readImportes('1.234,56', '1,234.56', '1.234', '9,876', '77');
    expect(amountsRead(found)).toEqual(['1234.56', '1234.56', '77.00']);
    expect(found.errores.map(({ fila, codigo }) => [fila, codigo])).toEqual([
      [4, 'IMPORTE_INVALIDO'],
      [5, 'IMPORTE_INVALIDO'],
    ]);
  });
});

describe('numeric cells', () => {
  test('are taken to the centavo', () => {
    expect(amountsRead(readImportes(1234.5, 0.1 + 0.2, 1234.5599999999999, -150, 999_999_999_999.99))).toEqual([
      '1234.50',
      '0.30',
      '1234.56',
      '-150.00',
      '999999999999.99',
    ]);
  });

  test('with more than two decimals are refused, not rounded', () => {
    expect(codesOf(readImportes(10.005, 10.00001))).toEqual(['DECIMALES_DE_MAS', 'DECIMALES_DE_MAS']);
  });

  test('are said with a comma: a dot would make a hundred thousand of them', () => {
    const found = readImportes(100.123, -0.0001, '100.123,555');
    expect(found.errores.map(({ valor }) => valor)).toEqual(['100.123', '-0.0001', '100.123,555']);
    expect(found.errores.map(({ mensaje }) => /^«(.*?)»/.exec(mensaje)?.[1])).toEqual([
      '100,123',
      '-0,0001',
      '100.123,555',
    ]);
    expect(found.rechazadas[0]?.valores.importe).toBe('100,123');
    expect(found.errores[0]?.venta?.importeEscrito).toBe('100,123');
  });

  test('of more than 12 integer digits are refused', () => {
    expect(codesOf(readImportes(-1_000_000_000_000))).toEqual(['IMPORTE_INVALIDO']);
  });

  test('count by their value and not by what their format shows', () => {
    expect(amountsRead(readImportes(formattedCell(1234.5, '1.234,50 €')))).toEqual(['1234.50']);
  });

  test('a date is no amount', () => {
    expect(codesOf(readImportes(date('2026-11-01')))).toEqual(['IMPORTE_INVALIDO']);
  });

  test('any whole number of centavos is itself', () => {
    forAll(fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }), (centavos) => {
      expect(centavosOfNumber(centavos / 100)).toBe(centavos);
    });
  });
});

describe('an amount in another currency', () => {
  const of = (title: string, ...rows: readonly (readonly [TestCell, string | null])[]): Validated =>
    validate([
      ['Fecha', 'Comprobante', 'Últimos 4', 'Importe', title],
      ...rows.map(([importe, currency], i) => ['01/11/2026', i + 1, '4905', importe, currency]),
    ]);

  test.for(['USD', 'U$S', 'Dólares', '€', 'R$', 'Peso uruguayo', '840', 'NOK'])(
    'that its row calls %s is not sent as pesos',
    (currency) => {
      const found = of('Moneda', [10, 'ARS'], [20.5, currency], ['30,00', currency]);
      expect(amountsRead(found)).toEqual(['10.00']);
      expect(found.errores).toMatchObject([
        { fila: 3, codigo: 'IMPORTE_INVALIDO', campo: 'importe', valor: `${currency} 20,5` },
        { fila: 4, codigo: 'IMPORTE_INVALIDO', valor: `${currency} 30,00` },
      ]);
    },
  );

  test.for(['ARS', '$', 'AR$', 'PES', 'Pesos', 'Peso argentino', 'Local', '', null, '-', '1'])(
    'is none where its row says %s',
    (currency) => {
      expect(of('Moneda', [20, currency])).toMatchObject({ validas: 1, errores: [], avisos: [] });
    },
  );

  test('is told by the currency of the sale and not by that of another amount', () => {
    for (const title of ['Moneda', 'TRANSACTION_CURRENCY', 'Tipo de moneda', 'currency_id'])
      expect(codesOf(of(title, [20, 'USD']))).toEqual(['IMPORTE_INVALIDO']);
    for (const title of ['SETTLEMENT_CURRENCY', 'Moneda de liquidación'])
      expect(codesOf(of(title, [20, 'USD']))).toEqual([]);
    const inPesos = [
      ['Fecha', 'Comprobante', 'Últimos 4', 'Moneda', 'Importe en pesos'],
      ['01/11/2026', 1, '4905', 'USD', 20],
    ];
    expect(codesOf(validate(inPesos))).toEqual([]);
  });

  test.for<[string, readonly (string | null)[], readonly string[]]>([
    ['Mon.', ['$', null, 'U$S'], ['10.00', '11.00']],
    ['Mda', ['ARS', 'USD', 'PES'], ['10.00', '12.00']],
    // Other words beside the codes, or the currency of another amount.
    ['Obs.', ['$', 'USD', 'pagó en USD'], ['10.00', '11.00', '12.00']],
    ['Mon. liq.', ['ARS', 'USD', 'ARS'], ['10.00', '11.00', '12.00']],
  ])('is told by a column "%s" of nothing but currencies', ([title, said, amounts]) => {
    const found = of(title, ...said.map((currency, i) => [10 + i, currency] as const));
    expect(amountsRead(found)).toEqual(amounts);
    expect(found.validas + codesOf(found).length).toBe(said.length);
  });

  test('is refused in words that say so, and again where the row is corrected elsewhere', () => {
    const found = of('Moneda', [20, 'USD']);
    expect(found.errores[0]?.mensaje).toContain('«USD 20» no es un importe en pesos.');
    expect(found.rechazadas).toMatchObject([{ valores: { importe: 'USD 20' } }]);
  });

  test.for(['20 dólares', 'Euros 20', 'US$20'])('is told as such in %s itself', (amount) => {
    expect(readImportes(amount).errores[0]?.mensaje).toContain('no es un importe en pesos.');
  });

  test('is not seen in what is no amount at all', () => {
    expect(readImportes('$ 1.2.3', 'abc').errores.map(({ mensaje }) => mensaje)).toEqual([
      expect.stringContaining('«$ 1.2.3» no es un importe.'),
      expect.stringContaining('«abc» no es un importe.'),
    ]);
  });
});

test('zero is sent with a notice, and the negative amounts of a file with one', () => {
  const found = readImportes(0, '0,00', '-150,00');
  expect(amountsRead(found)).toEqual(['0.00', '0.00', '-150.00']);
  expect(noticeCodes(found)).toEqual(['IMPORTES_NEGATIVOS', 'IMPORTE_CERO', 'IMPORTE_CERO']);
});

test.each(['1.000,00 CR', '1.000,00 DB', '1000 D', '1.000,00 C', '1.000,00 H'])(
  'an amount %s that says debit or credit asks for its sign',
  (text) => {
    const { errores } = validateFields([{ importe: text }]);
    expect(errores).toMatchObject([{ codigo: 'IMPORTE_INVALIDO', valor: text }]);
    expect(errores[0]?.mensaje).toContain('en negativo si es una devolución');
  },
);
