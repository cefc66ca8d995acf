import { fc, forAllOf } from '../../for-all.ts';
import { describe, expect, test } from 'vitest';
import { isCardNumber } from '#domain/cupones/card-text.ts';
import { describeColumns, nameMapping } from '#domain/cupones/prepare-sheet.ts';
import { cardOf } from './card-numbers.ts';
import { aSheet } from './one-sheet.ts';
import { codesOf, noticeCodes, prepareOneSheet, validate, validateFields } from './validate-sheet.ts';

const VISA = '4507990000000010';
const MASKED = '450799······0010';

const written = fc
  .tuple(fc.integer({ min: 13, max: 19 }).chain(cardOf), fc.constantFrom('', ' ', '-'))
  .map(([digits, mark]) => digits.replace(/(\d{4})(?=\d)/g, `$1${mark}`));

describe('what is a card number', () => {
  test.each([VISA, '4507 9900 0000 0010', '378282246310005', '5555555555554444', '4222222222222'])('%s', (text) => {
    expect(isCardNumber(text)).toBe(true);
  });

  test.each([
    ['a wrong Luhn digit', '4507990000000011'],
    ['no card begins so', '1507990000000018'],
    ['12 digits', '450799000008'],
    ['20 digits', '45079900000000000002'],
    ['letters', 'A4507990000000010'],
  ])('not with %s', (_why, text) => {
    expect(isCardNumber(text)).toBe(false);
  });
});

describe('a full card number', () => {
  test.each([
    [VISA, MASKED],
    ['4507 9900 0000 0010', MASKED],
    [Number(VISA), MASKED],
    [`VISA ${VISA} 12/28`, `VISA ${MASKED} 12/28`],
  ])('in tarjeta_nro is LARGO_MAXIMO, masked, with the last four as the fix: %s', (cell, valor) => {
    const mensaje: unknown = expect.stringContaining('número de tarjeta completo');
    expect(validateFields([{ tarjeta_nro: cell }]).errores).toMatchObject([
      { codigo: 'LARGO_MAXIMO', campo: 'tarjeta_nro', valor, arreglo: '0010', mensaje },
    ]);
  });

  test('in bin is LARGO_MAXIMO, masked, with the first six as the fix', () => {
    expect(validateFields([{ bin: VISA }]).errores).toMatchObject([
      { codigo: 'LARGO_MAXIMO', campo: 'bin', valor: MASKED, arreglo: '450799' },
    ]);
  });

  test('in a text column whose header names a card is sent masked, with a notice', () => {
    const found = validate(
      [
        ['Fecha', 'Importe', 'Comprobante', 'Últimos 4', 'Obs. de la tarjeta'],
        ['2026-11-01', '10,00', '123', '4905', VISA],
      ],
      { mapear: { auxiliar_1: 'Obs. de la tarjeta' } },
    );
    expect(found.cupones[0]?.cupon).toMatchObject({ auxiliar_1: MASKED });
    expect(found.avisos).toMatchObject([{ codigo: 'NUMERO_DE_TARJETA', fila: 2, campo: 'auxiliar_1', valor: MASKED }]);
  });

  test('elsewhere is one reference in ten that passes by chance, and stays as it is', () => {
    const found = validateFields([
      { referencia: VISA },
      { referencia: VISA },
      { referencia: '123' },
      { referencia: '456' },
    ]);
    expect(found.cupones[0]?.cupon).toMatchObject({ referencia: VISA });
    expect(found.avisos).toMatchObject([
      { codigo: 'PARECE_NUMERO_DE_TARJETA', fila: 2, campo: 'referencia', valor: MASKED, arreglo: MASKED },
      { codigo: 'PARECE_NUMERO_DE_TARJETA', fila: 3, campo: 'referencia', valor: MASKED, arreglo: MASKED },
      { codigo: 'POSIBLE_DUPLICADO' },
    ]);
  });

  test.each([0, 1, 2, 3, 4])(
    'elsewhere is one when the column has three of them that are four fifths, in whatever row the other value is (%i)',
    (other) => {
      const values = Array.from({ length: 5 }, (_, i) => (i === other ? 'abc' : VISA));
      const found = validateFields(values.map((referencia, i) => ({ referencia, comprobante: String(i) })));
      expect(found.cupones.map(({ cupon }) => cupon['referencia'])).toEqual(
        values.map((value) => (value === VISA ? MASKED : value)),
      );
      expect(noticeCodes(found)).toEqual(Array(4).fill('NUMERO_DE_TARJETA'));
    },
  );

  test('elsewhere is one beside other words, when nearly every value of the column has one', () => {
    const rows = [1, 2, 3].map((n) => ({ auxiliar_1: `pago ${String(n)} con 4507 9900 0000 0010` }));
    const found = validateFields(rows);
    expect(found.cupones.map(({ cupon }) => cupon['auxiliar_1'])).toEqual(
      [1, 2, 3].map((n) => `pago ${String(n)} con ${MASKED}`),
    );
    expect(noticeCodes(found)).toEqual(Array(3).fill('NUMERO_DE_TARJETA'));
  });

  test.each([
    ['three of them that are less than four fifths', [VISA, VISA, VISA, 'abc']],
    ['only two of them', [VISA, VISA]],
  ])('elsewhere may be one with %s', (_what, values) => {
    const found = validateFields(values.map((referencia, i) => ({ referencia, comprobante: String(i) })));
    expect(found.cupones.map(({ cupon }) => cupon['referencia'])).toEqual(values);
    const numbers = values.filter((value) => value === VISA);
    expect(noticeCodes(found)).toEqual(numbers.map(() => 'PARECE_NUMERO_DE_TARJETA'));
  });

  test.each(['4507 9900 0000 0010', '4507.9900.0000.0010', '4507/9900/0000/0010', '4507_9900_0000_0010'])(
    'elsewhere is one in a single cell when it is in groups: %s',
    (text) => {
      const found = validateFields([{ auxiliar_1: `cliente ${text} mesa 4` }, { auxiliar_1: 'otra cosa' }]);
      expect(found.cupones[0]?.cupon).toMatchObject({ auxiliar_1: `cliente ${MASKED} mesa 4` });
      expect(found.avisos).toMatchObject([{ codigo: 'NUMERO_DE_TARJETA', fila: 2, campo: 'auxiliar_1' }]);
    },
  );

  test.each(['pago con', 'TARJETA', 'Visa', 'abonó', 'Crédito'])(
    'elsewhere is one in a single cell beside «%s»',
    (word) => {
      const found = validateFields([{ referencia: `${word} ${VISA} cliente` }, { referencia: '123' }]);
      expect(found.cupones[0]?.cupon).toMatchObject({ referencia: `${word} ${MASKED} cliente` });
      expect(noticeCodes(found)).toEqual(['NUMERO_DE_TARJETA']);
    },
  );

  test('in a number field may be one, and there the covered form is no fix', () => {
    const found = validateFields([{ comprobante: VISA }]);
    expect(found.cupones[0]?.cupon).toMatchObject({ comprobante: VISA });
    expect(found.avisos).toMatchObject([{ codigo: 'PARECE_NUMERO_DE_TARJETA', campo: 'comprobante', valor: MASKED }]);
    expect(found.avisos[0]).not.toHaveProperty('arreglo');
  });

  // Excel keeps 15 digits: of 4507990000000128 it shows 4507990000000120.
  test.each([
    [450_953_000_000_123, 'LARGO_MAXIMO', '450953·····0123', 'Dejá los últimos cuatro de la tarjeta.'],
    [4_507_990_000_000_120, 'PRECISION_PERDIDA', '450799······0120', 'Buscá los últimos cuatro de la tarjeta'],
  ])('%i, of too many digits or rounded by the spreadsheet, is to be cut: %s', (cell, codigo, valor, said) => {
    expect(validateFields([{ tarjeta_nro: cell }]).errores).toMatchObject([
      { codigo, valor, mensaje: expect.stringContaining(said) },
    ]);
    const oneSheet = prepareOneSheet(
      aSheet([
        ['Fecha', 'Importe', 'Últimos 4'],
        ['01/11/2026', 10, cell],
      ]),
    );
    expect(describeColumns(oneSheet)[2]).toMatchObject({ campo: 'tarjeta_nro', muestras: [valor] });
  });

  test('in an amount, a date or a number is masked in what is told', () => {
    for (const field of ['importe', 'fecha_venta', 'lote', 'comprobante']) {
      const found = validateFields([{ [field]: '4507 9900 0000 0010' }]);
      expect(codesOf(found)).toHaveLength(1);
      expect(JSON.stringify(found)).not.toMatch(/4507 ?9900 ?0000 ?0010/);
    }
  });
});

test('nothing that leaves a sheet carries a card number of a card column', () => {
  forAllOf(
    60,
    fc.array(
      fc.record({ numero: written, bin: written, marca: written, importe: fc.oneof(written, fc.constant('10,00')) }),
      { minLength: 1, maxLength: 6 },
    ),
    (rows) => {
      const sheet = aSheet([
        ['Fecha', 'Importe', 'Comprobante', 'Nro. Tarjeta', 'BIN', 'Tarjeta', 'Plástico 2'],
        ...rows.map(({ numero, bin, marca, importe }, i) => [
          '2026-11-01',
          importe,
          String(i),
          numero,
          bin,
          marca,
          numero,
        ]),
      ]);
      const oneSheet = prepareOneSheet(sheet);
      const everything = JSON.stringify([validate(sheet), nameMapping(oneSheet), describeColumns(oneSheet)]);
      const digits = everything.replace(/(?<=\d)[ -](?=\d)/g, '');
      for (const { numero, bin, marca } of rows) {
        for (const secret of [numero, bin, marca]) expect(digits).not.toContain(secret.replace(/\D/g, ''));
      }
    },
  );
});

test('a header that holds a card number is masked', () => {
  const sheet = prepareOneSheet(
    aSheet([
      ['Fecha', 'Importe', VISA],
      ['2026-11-01', '10,00', 'x'],
    ]),
  );
  expect(JSON.stringify(nameMapping(sheet))).not.toContain(VISA);
  expect(nameMapping(sheet).sinMapear).toEqual([MASKED]);
});
