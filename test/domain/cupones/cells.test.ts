import { describe, expect, test } from 'vitest';
import { cleanText, countCodePoints } from '#domain/cupones/cell-text.ts';
import {
  booleanCell,
  errorCell,
  date,
  formattedCell,
  makeImprecise,
  withoutValue,
  type TestCell,
} from './one-sheet.ts';
import { codesOf, noticeCodes, validateFields } from './validate-sheet.ts';

const valueOf = (field: string, cell: Parameters<typeof validateFields>[0][number][string]) =>
  validateFields([{ [field]: cell }]).cupones[0]?.cupon[field];

describe('what a cell says', () => {
  test.each<[string, string, TestCell, string | undefined]>([
    ['what the spreadsheet shows for a formatted number', 'comprobante', formattedCell(123, '00000123'), '00000123'],
    ['the same in a field of text', 'referencia', formattedCell(123, '00000123'), '00000123'],
    ['the whole number under marks', 'establecimiento', formattedCell(30_123_456, '30.123.456'), '30123456'],
    ['the whole number of an exponent', 'referencia', formattedCell(123_456_789_012, '1,23457E+11'), '123456789012'],
    [
      'the text without blanks around it',
      'referencia',
      ' \u00a0\u200b\r\n Ped 12\u00a0/ B \ufeff\n',
      'Ped 12\u00a0/ B',
    ],
    ['NFC', 'referencia', 'Bele\u0301n', 'Bel\u00e9n'],
    ['without the apostrophe that marks a text', 'comprobante', "'00123", '00123'],
    ['so behind a blank', 'referencia', " '0E12", '0E12'],
    ['so before a date', 'fecha_venta', "'01/11/2026", '2026-11-01'],
    ['so before an amount', 'importe', "'1.500,00", '1500.00'],
    ['with an apostrophe of its own', 'referencia', "O'Higgins", "O'Higgins"],
    ['with quotes around it', 'referencia', "'Caja 1'", "'Caja 1'"],
    ['nothing of spaces alone', 'referencia', ' \u00a0\u200b ', undefined],
    ['the word of a boolean', 'auxiliar_1', booleanCell(true), 'VERDADERO'],
  ])('is %s, in %s', (_what, field, cell, said) => {
    expect(valueOf(field, cell)).toBe(said);
  });

  test.each([
    ['importe', "'"],
    ['importe', ' \u00a0'],
    ['fecha_venta', ' \u00a0'],
  ])('that is no more than a mark or spaces is missing: %s', (campo, cell) => {
    expect(validateFields([{ [campo]: cell }]).errores).toMatchObject([{ codigo: 'OBLIGATORIO', campo }]);
  });

  test('is without several apostrophes before it too: what was sent reads as itself', () => {
    expect(cleanText("''!")).toBe('!');
    expect(cleanText("' '0012")).toBe('0012');
  });

  test.each([
    ['CELDA_CON_ERROR', '#N/A', errorCell('#N/A')],
    ['FORMULA_SIN_VALOR', '', withoutValue],
  ])('of an error, or a formula without a value, is %s in any field', (codigo, valor, cell) => {
    for (const campo of ['fecha_venta', 'importe', 'comprobante', 'referencia'])
      expect(validateFields([{ [campo]: cell }]).errores).toMatchObject([{ codigo, campo, valor }]);
  });

  test('with more than 15 significant digits is PRECISION_PERDIDA', () => {
    for (const field of ['comprobante', 'establecimiento', 'referencia']) {
      const found = validateFields([{ [field]: makeImprecise(12_345_678_901_234_567_000, '12345678901234567000') }]);
      expect(found.errores).toMatchObject([{ codigo: 'PRECISION_PERDIDA', campo: field }]);
    }
  });

  test.for(['1,32456E+11', '1.32456E+11', '1E+15', '9,99999999999999E+100'])(
    'with a number that Excel shortened as %s is PRECISION_PERDIDA',
    (value) => {
      for (const field of ['comprobante', 'referencia', 'autorizacion', 'auxiliar_1', 'wallet_referencia']) {
        const found = validateFields([{ [field]: value, wallet_tipo_operacion: 'SETTLEMENT' }]);
        expect(found.errores.filter(({ campo }) => campo === field)).toMatchObject([
          { codigo: 'PRECISION_PERDIDA', valor: value, mensaje: expect.stringMatching(/abrevió.*Buscalo entero/) },
        ]);
      }
    },
  );

  test.for(['0E1234', '1E11', '12E+11', '1E+5', 'E+11', '1,5E+11 x'])('with the text %s is that text', (value) => {
    expect(valueOf('referencia', value)).toBe(value);
  });

  test('in a column that no field takes does not matter', () => {
    expect(validateFields([{ Vendedor: errorCell('#REF!') }]).conError).toBe(0);
  });
});

describe('number fields', () => {
  test('keep their leading zeros', () => {
    const padded = { lote: '007', terminal: '00012', cuotas: '03', bin: '000123', tarjeta_nro: '0042' };
    expect(validateFields([padded]).cupones[0]?.cupon).toMatchObject(padded);
  });

  test.each([
    'establecimiento',
    'terminal',
    'lote',
    'tarjeta_id',
    'bco_emisor',
    'cuotas',
    'bin',
    'tarjeta_nro',
    'comprobante',
  ])('%s takes nothing but digits', (field) => {
    for (const text of ['1A', '1/3', '-1', '1 2', '٣']) {
      expect(codesOf(validateFields([{ [field]: text }]))).toEqual(['NO_ES_NUMERO']);
    }
  });

  test('take no date, no boolean and no fraction', () => {
    for (const cell of [date('2026-04-03'), booleanCell(true), 1.5, -3]) {
      expect(codesOf(validateFields([{ lote: cell }]))).toEqual(['NO_ES_NUMERO']);
    }
  });

  test('are told with the raw text, the column and the row', () => {
    expect(validateFields([{}, { lote: 'doce' }]).errores).toMatchObject([
      { fila: 3, columna: 'lote', campo: 'lote', codigo: 'NO_ES_NUMERO', valor: 'doce' },
    ]);
  });

  test.each([
    ['comprobante', '1.001', '1001'],
    ['comprobante', '1.234.567', '1234567'],
    ['comprobante', 1.001, '1001'],
    ['establecimiento', '20.481.234', '20481234'],
    ['terminal', '12,345', '12345'],
    ['bin', '450.995', '450995'],
    ['tarjeta_nro', '4.905', '4905'],
  ])('a %s %s may have a mark of thousands, so its digits are offered', (campo, cell, digits) => {
    const { cupones, errores } = validateFields([{ [campo]: cell }]);
    expect(cupones).toEqual([]);
    expect(errores).toMatchObject([{ campo, codigo: 'NO_ES_NUMERO', valor: String(cell), arreglo: digits }]);
  });

  test('digits that would be too many for their field are not offered', () => {
    expect(validateFields([{ cuotas: '1.000' }]).errores[0]).not.toHaveProperty('arreglo');
  });

  test('comprobante may have a decimal part, sent with a dot', () => {
    expect(valueOf('comprobante', '00123.45')).toBe('00123.45');
    expect(valueOf('comprobante', '123,4')).toBe('123.4');
    expect(valueOf('comprobante', '0.123')).toBe('0.123');
    expect(codesOf(validateFields([{ comprobante: '1.2.3' }]))).toEqual(['NO_ES_NUMERO']);
    expect(codesOf(validateFields([{ comprobante: 'B-00094471' }]))).toEqual(['NO_ES_NUMERO']);
  });

  test.each([
    ['tarjeta_nro', 42, '42', '0042'],
    ['bin', '4507', '4507', '004507'],
  ])('a %s of %j is CEROS_PERDIDOS, with the padded value as the fix', (campo, cell, valor, arreglo) => {
    const found = validateFields([{ [campo]: cell }]);
    expect(found.avisos).toMatchObject([{ codigo: 'CEROS_PERDIDOS', fila: 2, campo, valor, arreglo }]);
    expect(found.cupones[0]?.cupon).toMatchObject({ [campo]: valor });
  });

  test('a covered card number in bin offers its first six', () => {
    expect(validateFields([{ bin: '450799******4905' }]).errores).toMatchObject([
      { codigo: 'NO_ES_NUMERO', arreglo: '450799', mensaje: expect.stringContaining('Dejá 450799.') },
    ]);
  });
});

describe('lengths', () => {
  test.each([
    ['tarjeta_nro', '12345'],
    ['cuotas', '123'],
    ['bin', '45079900'],
    ['wallet_referencia', 'x'.repeat(21)],
    ['wallet_tipo_operacion', 'x'.repeat(31)],
    ['auxiliar_1', 'x'.repeat(81)],
    ['auxiliar_5', 'x'.repeat(81)],
  ])('%s has a maximum', (field, text) => {
    const wallet = { wallet_referencia: 'MP-1', wallet_tipo_operacion: 'REFUND', comprobante: null, tarjeta_nro: null };
    const found = validateFields([{ ...(field.startsWith('wallet') ? wallet : {}), [field]: text }]);
    expect(found.errores).toMatchObject([{ codigo: 'LARGO_MAXIMO', campo: field, valor: text }]);
  });

  test('count code points after NFC', () => {
    expect(codesOf(validateFields([{ auxiliar_1: '😀'.repeat(80) }]))).toEqual([]);
    expect(codesOf(validateFields([{ auxiliar_1: 'e\u0301'.repeat(80) }]))).toEqual([]);
    expect(codesOf(validateFields([{ auxiliar_1: '😀'.repeat(81) }]))).toEqual(['LARGO_MAXIMO']);
    expect(countCodePoints('a😀\ud800')).toBe(3);
  });

  test('referencia and autorizacion have none', () => {
    expect(noticeCodes(validateFields([{ referencia: 'x'.repeat(500), autorizacion: 'y'.repeat(100) }]))).toEqual([]);
  });
});

describe('a date in a text', () => {
  test.each(['tarjeta_desc', 'autorizacion', 'wallet_referencia', 'wallet_tipo_operacion'])(
    'is refused in a cell of %s, which the spreadsheet changed, and told in a text',
    (field) => {
      const validateIt = (cell: TestCell) =>
        validateFields([{ wallet_referencia: 'A1', wallet_tipo_operacion: 'PAYMENT', [field]: cell }]);
      expect(validateIt(date('2026-03-12')).errores).toMatchObject([{ campo: field, codigo: 'ES_UNA_FECHA' }]);
      for (const text of ['12-mar', 'mar-12', '12/03/2026']) {
        const { errores, avisos } = validateIt(text);
        expect(errores).toEqual([]);
        expect(avisos).toContainEqual(
          expect.objectContaining({ columna: field, codigo: 'FECHA_EN_TEXTO', valor: text }),
        );
      }
    },
  );

  test('is not taken for one where it is a code', () => {
    const codes = ['123456', '20261103', '46327', '1-2', 'A-12', '12-A', 'VISA-12', 'MAR12', 'S/N', '12-masa'];
    const { errores, cupones } = validateFields(
      codes.map((autorizacion, i) => ({ autorizacion, comprobante: String(i) })),
    );
    expect(errores).toEqual([]);
    expect(cupones.map(({ cupon }) => cupon['autorizacion'])).toEqual(codes);
  });

  test('is sent where the shop writes what it wants, with one notice for the column', () => {
    const found = validateFields([
      { referencia: 'P-1', auxiliar_1: date('2026-03-12') },
      { referencia: date('2026-02-01'), auxiliar_1: date('2026-03-13'), comprobante: '2' },
    ]);
    expect(found.cupones[1]?.cupon).toMatchObject({ referencia: '2026-02-01', auxiliar_1: '2026-03-13' });
    expect(found.avisos).toMatchObject([
      { fila: null, columna: 'auxiliar_1', codigo: 'FECHA_EN_TEXTO', valor: '2026-03-12', filas: 2 },
      { fila: null, columna: 'referencia', codigo: 'FECHA_EN_TEXTO', valor: '2026-02-01', filas: 1 },
    ]);
    expect(found.avisos[1]?.mensaje).toContain('la celda de la fila 3 es una fecha');
  });
});

describe('instalments', () => {
  test.each([
    ['12 cuotas', '12'],
    ['1 pago', '1'],
    ['en 3 ctas.', '3'],
    ['3,00', '3'],
    ['01/01', '1'],
    ['Ahora 12', '12'],
    ['C12', '12'],
    ['3x', '3'],
    ['3 cuotas s/interés', '3'],
    ['Plan 3', '3'],
    ['Cuota Simple 06', '6'],
    ['Contado', '1'],
    ['Un pago', '1'],
    ['003', '3'],
  ])('%s offer it to a person', (text, digits) => {
    const { errores } = validateFields([{ cuotas: text }]);
    expect(errores).toMatchObject([{ valor: text, arreglo: digits }]);
    expect(errores[0]?.mensaje).toMatch(new RegExp(`dejá ${digits}\\.`, 'i'));
  });

  test.each(['Plan Z', 'doce', '1 2', '-1', '100 cuotas', 'Ahora 0', '3,5'])('%s offer none', (text) => {
    expect(validateFields([{ cuotas: text }]).errores).toMatchObject([{ codigo: 'NO_ES_NUMERO', valor: text }]);
    expect(validateFields([{ cuotas: text }]).errores[0]).not.toHaveProperty('arreglo');
  });

  test.each(['3/12', '03/12', '3 de 12'])('%s are one of several, whose amount may be a part of the sale', (text) => {
    const { errores } = validateFields([{ cuotas: text }]);
    expect(errores[0]).not.toHaveProperty('arreglo');
    expect(errores[0]?.mensaje).toMatch(/parece la cuota 0?3 de 12\..*revisá que el importe sea el de toda la venta/);
  });
});
