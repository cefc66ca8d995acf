import { describe, expect, test } from 'vitest';
import { aSheet, cupon, date, HEADER, type TestCell } from './one-sheet.ts';
import { codesOf, noticeCodes, validate } from './validate-sheet.ts';

describe('rows that are no coupons', () => {
  test('a totals line is skipped with a notice that says its amount', () => {
    const found = validate([
      HEADER,
      cupon(1),
      ['', 'TOTAL', '', '$ 100,00', ''],
      ['Total general', '', '', 100, ''],
      ['Subtotal:', 2, '', 'cinco', ''],
    ]);
    expect(found).toMatchObject({ filas: 1, validas: 1, conError: 0, vacias: 0 });
    const codigo = 'FILA_DE_TOTALES';
    expect(found.avisos).toMatchObject(
      ['100.00', '100.00', 'cinco'].map((valor, i) => ({ fila: i + 3, codigo, valor })),
    );
  });

  test('a coupon that lost its date is an error, even of a customer called Total', () => {
    const found = validate([
      [...HEADER, 'Referencia'],
      ['', '00001', '4905', '100,00', 'Visa', 'Total Gas SA'],
    ]);
    expect(codesOf(found)).toEqual(['OBLIGATORIO']);
  });

  test('nor is one that has a voucher and a card, with such a name where its date would be', () => {
    const found = validate([HEADER, cupon(1), ['Total Salud', '00005', '5555', '40,00', 'Visa']]);
    expect(found).toMatchObject({ filas: 2, conError: 1, avisos: [] });
  });

  test.for<[string | undefined, readonly TestCell[]]>([
    ['100.00', ['TOTAL', '1', '4905', '100,00', '']],
    ['100.00', ['', '25 cupones', '3 tarjetas', '100,00', 'Total general']],
    // A line of counts or a total without the word "total", where the line begins with the count or sum.
    [undefined, ['Cantidad de cupones:', 6, '', '', '']],
    [undefined, ['', 'Cant.', '', 6, '']],
    ['100.00', ['Suma', '', '', '100,00', '']],
    ['100.00', ['Total 13 de julio de 2026', '', '', '100,00', '']],
    ['100.00', ['Total July 14, 2026', '', '', '100,00', '']],
  ])('a line of totals that says %s is one: %j', ([valor, line]) => {
    const found = validate([HEADER, cupon(1), line]);
    expect(found).toMatchObject({ filas: 1, conError: 0 });
    expect(found.avisos.map((notice) => [notice.codigo, notice.valor])).toEqual([['FILA_DE_TOTALES', valor]]);
  });

  test.for(['Totalmente', 'Cantidad 2'])('«%s» in a row makes it no line of totals', (word) => {
    expect(codesOf(validate([HEADER, ['', '00001', '4905', '100,00', word]]))).toEqual(['OBLIGATORIO']);
    expect(codesOf(validate([HEADER, ['', '00001', '', '100,00', word]]))).toContain('OBLIGATORIO');
  });

  describe('a wallet', () => {
    const WALLET = ['Fecha', 'ID Mercado Pago', 'Tipo de operación', 'Importe', 'Detalle'];
    const sale = [date('2026-11-01'), '132456789012', 'SETTLEMENT', 100, 'Pago total'];

    test.for([
      ['132456789013', 'SETTLEMENT'],
      ['MP-7', 'Pago'],
      ['132456789013', ''],
    ])('names its operation in a coupon, not in a line of totals: %s, %s', ([reference = '', type = '']) => {
      const found = validate([WALLET, sale, ['', reference, type, 100, 'Pago total']]);
      expect(codesOf(found)[0]).toBe('OBLIGATORIO');
      expect(noticeCodes(found)).toEqual([]);
    });

    test.for([
      ['', 'Total', '', 100, ''],
      ['', 1, '', 100, 'Total'],
      ['', '12 operaciones', '', 100, 'Total'],
      ['', 1, 'Total', 100, ''],
      ['Total', '132456789012', 'SETTLEMENT', 100, ''],
    ])('has lines of totals too: %s', (line) => {
      expect(noticeCodes(validate([WALLET, sale, line]))).toEqual(['FILA_DE_TOTALES']);
    });
  });

  test('a repeated header says nothing about what its column holds', () => {
    const header = ['Fecha', 'Comprobante', 'Tarjeta', 'Importe'];
    const found = validate([
      header,
      ['01/11/2026', '101', '1001', '11,00'],
      ['01/11/2026', '102', '1002', '12,00'],
      header,
      ['01/11/2026', '103', '1003', '13,00'],
    ]);
    expect(found).toMatchObject({ filas: 3, conError: 0 });
  });

  test('a footnote is skipped with a notice', () => {
    const found = validate([
      HEADER,
      cupon(1),
      undefined,
      ['Generado por Caja 2.1', '', '', '', ''],
      ['*', 'Importes en pesos'],
      ['Usuario: caja1', '30/11/2026 10:15', '', '', ''],
    ]);
    expect(found.avisos).toMatchObject([4, 5, 6].map((fila) => ({ fila, codigo: 'FILA_IGNORADA' })));
    expect(found).toMatchObject({ filas: 1, vacias: 1 });
  });

  test('text with a number and a card, or an amount, is a coupon with errors, not a footnote', () => {
    const found = validate([HEADER, ['ayer', 'N° 12', 'n 4905', 'cien', 'Visa']]);
    expect(codesOf(found)).toEqual(['NO_ES_FECHA', 'NO_ES_NUMERO', 'NO_ES_NUMERO', 'IMPORTE_INVALIDO']);
    expect(validate([HEADER, ['ayer', 'x', 'y', '100,00', 'Visa']]).conError).toBe(1);
  });

  test('blank rows are counted, those with only spaces too', () => {
    expect(
      validate([HEADER, undefined, cupon(1), undefined, undefined, [' ', '\u00a0', '', '', ''], cupon(2)]),
    ).toMatchObject({ vacias: 4, filas: 2 });
  });

  test('hidden rows are read without a notice of each: the file has one question', () => {
    const found = validate(aSheet([HEADER, cupon(1), cupon(2)], { hiddenRows: [3] }));
    expect(found.validas).toBe(2);
    expect(found.avisos).toEqual([]);
  });
});

describe('an amount alone in its row', () => {
  const single = (importe: TestCell): TestCell[] => [null, null, null, importe, null];

  test('is a line of totals where it is what the coupons above it add up to', () => {
    const sheet = aSheet([HEADER, cupon(1), cupon(2), cupon(3), single(300)]);
    const found = validate(sheet);
    expect(found).toMatchObject({ filas: 3, validas: 3, conError: 0 });
    expect(found.avisos).toMatchObject([{ codigo: 'FILA_DE_TOTALES', valor: '300.00' }]);
  });

  test('also behind the star that stands for a total', () => {
    expect(validate(aSheet([HEADER, cupon(1), cupon(2), ['*', null, null, '200,00', null]]))).toMatchObject({
      filas: 2,
      conError: 0,
    });
  });

  test('or those since the last such line, and all of them at the end', () => {
    const sheet = aSheet([
      HEADER,
      cupon(1),
      cupon(2),
      single('200,00'),
      cupon(3),
      cupon(4),
      single('200,00'),
      single('400,00'),
    ]);
    expect(validate(sheet)).toMatchObject({ filas: 4, validas: 4, conError: 0 });
  });

  test.for<[string, TestCell[][]]>([
    ['of any other amount', [cupon(1), cupon(2), single('200,01')]],
    ['of a single coupon', [cupon(1), single('100,00')]],
    ['with something else beside it', [cupon(1), cupon(2), [null, null, null, '200,00', 'Visa']]],
    ['without coupons above', [single('0,00'), cupon(1)]],
  ])('is a coupon that lost the rest %s', ([, rows]) => {
    expect(validate(aSheet([HEADER, ...rows])).conError).toBe(1);
  });
});

describe('a row with a date that says "total"', () => {
  const of = (day: number, ...cells: readonly TestCell[]): readonly TestCell[] => [`0${String(day)}/11/2026`, ...cells];
  const sale = (day: number, n: number, importe: string): readonly TestCell[] => of(day, n, '4905', importe, 'Visa');

  test.for<[string, (readonly TestCell[])[]]>([
    ['of its day', [sale(1, 1, '1.500,00'), sale(1, 2, '500,00'), of(1, '', '', '2.000,00', 'Total del día')]],
    ['of the only coupon of its day', [sale(1, 1, '1,00'), sale(2, 2, '100,00'), of(2, '', '', 100, 'Total del día')]],
    ['of all days', [sale(1, 1, '1,00'), sale(2, 2, '100,00'), of(2, '', '', 101, 'TOTAL GENERAL')]],
    ['with its label for a voucher', [sale(1, 1, '1,00'), of(1, 'Total', '', 1, '')]],
  ])('is a line of totals where its amount is the sum of the coupons %s', ([, rows]) => {
    const found = validate([HEADER, ...rows]);
    expect(found).toMatchObject({ filas: rows.length - 1, validas: rows.length - 1, conError: 0, errores: [] });
    expect(found.avisos).toMatchObject([{ fila: rows.length + 1, codigo: 'FILA_DE_TOTALES' }]);
  });

  test('adds up what came since the last one, whose day is another', () => {
    const found = validate([
      HEADER,
      sale(1, 1, '1,00'),
      of(1, '', '', '1,00', 'Total'),
      sale(2, 2, '10,00'),
      sale(3, 3, '20,00'),
      of(4, '', '', '30,00', 'Total'),
    ]);
    expect(found).toMatchObject({ filas: 3, conError: 0 });
    expect(noticeCodes(found)).toEqual(['FILA_DE_TOTALES', 'FILA_DE_TOTALES']);
  });

  test('stays an error of any other amount, which says that it may be a total', () => {
    const found = validate([HEADER, sale(1, 1, '1,00'), of(1, '', '', '1,01', 'Total del día')]);
    expect(found.errores).toMatchObject([{ codigo: 'TIPO_DE_CUPON_INDEFINIDO', valor: 'Total del día' }]);
    expect(found.errores[0]?.mensaje).toContain('Dice «Total del día» y puede ser un total');
  });

  test.for<[string, (readonly TestCell[])[]]>([
    ['with a voucher', [sale(1, 1, '1,00'), of(1, 77, '', '1,00', 'Total')]],
    ['with a card', [sale(1, 1, '1,00'), of(1, '', '4905', '1,00', 'Total')]],
    ['of a customer called Total', [of(1, 1, '4905', '1,00', 'Total Gas'), of(1, '', '', '1,00', 'Total Gas')]],
    ['above all coupons', [of(1, '', '', '0,00', 'Total'), sale(1, 1, '1,00')]],
    ['without the word', [sale(1, 1, '1,00'), of(1, '', '', '1,00', 'Visa')]],
  ])('is a coupon that lost the rest %s', ([, rows]) => {
    const found = validate([HEADER, ...rows]);
    expect(found).toMatchObject({ filas: 2, conError: 1 });
    expect(noticeCodes(found)).not.toContain('FILA_DE_TOTALES');
  });
});

describe('a row without a date whose only text says that it is no sale', () => {
  const line = (label: string, importe: TestCell): readonly TestCell[] => [label, '', '', importe, ''];

  test.for(['Transporte', 'Transportado', 'A transportar', 'TRANSPORTE:', 'Transporte de la hoja anterior'])(
    'carries the sum over to the next page: %s',
    (label) => {
      const found = validate([HEADER, cupon(1), cupon(2), line(label, 200), HEADER, line(label, '200,00'), cupon(3)]);
      expect(found).toMatchObject({ filas: 3, validas: 3, conError: 0 });
      expect(noticeCodes(found)).toEqual(['FILA_DE_TOTALES', 'ENCABEZADO_REPETIDO', 'FILA_DE_TOTALES']);
    },
  );

  test.for<[string, readonly TestCell[]]>([
    ['of any other amount', line('Transporte', '200,01')],
    ['of another name', line('Transporte López', '200,00')],
    ['with a voucher', ['Transporte', '00009', '', '200,00', '']],
  ])('is a coupon that lost the rest %s', ([, row]) => {
    expect(validate([HEADER, cupon(1), cupon(2), row])).toMatchObject({ conError: 1 });
  });

  test.for(['IVA 21%', 'IVA (21%)', 'Neto a cobrar', 'Comisiones 1,8 %', 'Retención de IIBB', 'Arancel:'])(
    'stands below the last coupon: %s',
    (label) => {
      const found = validate([HEADER, cupon(1), line(label, 12.6), undefined, line('Neto a cobrar', '87,40')]);
      expect(found).toMatchObject({ filas: 1, validas: 1, conError: 0 });
      expect(noticeCodes(found)).toEqual(['FILA_DE_TOTALES', 'FILA_DE_TOTALES']);
      expect(found.avisos[0]).toMatchObject({ valor: '12.60' });
    },
  );

  test.for<[string, readonly (readonly TestCell[])[]]>([
    ['above a coupon', [line('IVA 21%', 12.6), cupon(1)]],
    ['of another name', [cupon(1), line('Neto Hermanos SA', 12.6)]],
    ['with a voucher', [cupon(1), ['IVA 21%', '00009', '', 12.6, '']]],
    ['with a card', [cupon(1), ['IVA 21%', '', '4905', 12.6, '']]],
    ['with another text', [cupon(1), ['IVA 21%', '', '', 12.6, 'Visa']]],
  ])('is a coupon that lost the rest %s', ([, rows]) => {
    expect(validate([HEADER, ...rows])).toMatchObject({ filas: 2, conError: 1 });
  });
});

test('a row that says how many coupons it adds up is a total where its amount is their sum', () => {
  const found = validate([
    HEADER,
    cupon(1),
    cupon(2),
    ['01/11/2026', '2 cupones', '', '200,00', ''],
    ['02/11/2026', '3', '4905', '40,00', 'Visa'],
    ['02/11/2026', '1 cupón', '', 40, ''],
  ]);
  expect(found).toMatchObject({ filas: 3, validas: 3, conError: 0 });
  expect(noticeCodes(found)).toEqual(['FILA_DE_TOTALES', 'FILA_DE_TOTALES']);
  expect(codesOf(validate([HEADER, cupon(1), ['01/11/2026', '2 cupones', '', '200,00', '']]))).toEqual([
    'NO_ES_NUMERO',
    'OBLIGATORIO',
  ]);
});
