import { describe, expect, test } from 'vitest';
import { aSheet, date, type TestCell } from './one-sheet.ts';
import { codesOf, noticeCodes, validate, validateFields } from './validate-sheet.ts';

const HEADER = ['Fecha', 'Comprobante', 'Últimos 4', 'Importe', 'Marca'];
const cupon = (n: number): TestCell[] => ['01/11/2026', `0000${String(n)}`, '4905', '100,00', 'Visa'];

describe('traditional or wallet', () => {
  const none = { comprobante: null, tarjeta_nro: null };
  test('a traditional row needs comprobante', () => {
    expect(validateFields([{ comprobante: null }]).errores).toMatchObject([
      { codigo: 'OBLIGATORIO', campo: 'comprobante', columna: 'comprobante' },
    ]);
  });

  test('a traditional row needs tarjeta_nro', () => {
    expect(validateFields([{ tarjeta_nro: null }]).errores).toMatchObject([
      { codigo: 'OBLIGATORIO', campo: 'tarjeta_nro' },
    ]);
  });

  test('a wallet row needs neither', () => {
    expect(validateFields([{ ...none, wallet_referencia: 'MP-1', wallet_tipo_operacion: 'SETTLEMENT' }]).conError).toBe(
      0,
    );
  });

  test('a wallet row needs both wallet fields', () => {
    expect(validateFields([{ ...none, wallet_referencia: 'MP-1' }]).errores).toMatchObject([
      { codigo: 'OBLIGATORIO', campo: 'wallet_tipo_operacion', columna: null },
    ]);
    expect(validateFields([{ ...none, wallet_tipo_operacion: 'REFUND' }]).errores).toMatchObject([
      { codigo: 'OBLIGATORIO', campo: 'wallet_referencia' },
    ]);
  });

  test.for(['-', '--', '–', '—', 'N/A', 'n/a', 'NA', 'NULL', 'null', 'S/D', ' - '])(
    'a row whose wallet fields say %s is a sale with a card',
    (nothing) => {
      const found = validateFields([{ wallet_referencia: nothing, wallet_tipo_operacion: nothing }]);
      expect(found).toMatchObject({ validas: 1, avisos: [] });
      expect(found.cupones[0]?.cupon).not.toHaveProperty('wallet_referencia');
      expect(found.cupones[0]?.cupon).not.toHaveProperty('wallet_tipo_operacion');
    },
  );

  test('a dash for the reference of a wallet sale is a reference that is missing', () => {
    expect(
      validateFields([{ ...none, wallet_referencia: '-', wallet_tipo_operacion: 'REFUND' }]).errores,
    ).toMatchObject([{ codigo: 'OBLIGATORIO', campo: 'wallet_referencia' }]);
  });

  test.for(['-', '--', '—', 'N/A', 'n/a', 's/d', ' - '])('%s in a field that is no text is no value', (nothing) => {
    const found = validateFields([
      { lote: nothing, terminal: nothing, cuotas: nothing, bin: nothing, bco_emisor: nothing, fecha_pago: nothing },
      { wallet_referencia: 'MP-1', wallet_tipo_operacion: 'REFUND', comprobante: nothing, tarjeta_nro: nothing },
    ]);
    expect(found).toMatchObject({ validas: 2, errores: [], avisos: [] });
    expect(Object.keys(found.cupones[0]?.cupon ?? {})).toEqual([
      'fecha_venta',
      'comprobante',
      'tarjeta_nro',
      'importe',
    ]);
    expect(found.cupones[1]?.cupon).not.toHaveProperty('comprobante');
  });

  test.for(['fecha_venta', 'comprobante', 'tarjeta_nro', 'importe'])('a dash for %s is told as missing', (field) => {
    expect(validateFields([{ [field]: '-' }]).errores).toMatchObject([{ codigo: 'OBLIGATORIO', campo: field }]);
  });

  test('a dash in another text is that text', () => {
    expect(validateFields([{ referencia: '-' }]).cupones[0]?.cupon).toMatchObject({ referencia: '-' });
  });

  test('a row with none of the four is one error without a field', () => {
    expect(validateFields([none]).errores).toMatchObject([
      {
        codigo: 'TIPO_DE_CUPON_INDEFINIDO',
        campo: null,
        columna: null,
        mensaje: expect.stringContaining('Le falta el comprobante y los últimos 4, o el ID de la billetera.'),
      },
    ]);
  });

  test('a wallet row with a complete traditional set is valid, with a notice', () => {
    const found = validateFields([{ wallet_referencia: 'MP-1', wallet_tipo_operacion: 'REFUND' }]);
    expect(found.validas).toBe(1);
    expect(noticeCodes(found)).toEqual(['TIPO_DE_CUPON_MEZCLADO']);
  });

  test('a wallet row with half of it gets no notice', () => {
    expect(
      noticeCodes(validateFields([{ wallet_referencia: 'MP-1', wallet_tipo_operacion: 'REFUND', tarjeta_nro: null }])),
    ).toEqual([]);
  });

  test('a wrong value is told once, not also as missing', () => {
    expect(codesOf(validateFields([{ comprobante: 'A1', tarjeta_nro: '12345' }]))).toEqual([
      'NO_ES_NUMERO',
      'LARGO_MAXIMO',
    ]);
  });
});

describe('rows that are no coupons', () => {
  test('a totals line is skipped with a notice', () => {
    const found = validate([
      HEADER,
      cupon(1),
      ['', 'TOTAL', '', '100,00', ''],
      ['Total general', '', '', 100, ''],
      ['Subtotal:', 2, '', '5', ''],
    ]);
    expect(found).toMatchObject({ filas: 1, validas: 1, conError: 0, vacias: 0 });
    expect(found.avisos.map(({ fila, codigo }) => [fila, codigo])).toEqual([
      [3, 'FILA_DE_TOTALES'],
      [4, 'FILA_DE_TOTALES'],
      [5, 'FILA_DE_TOTALES'],
    ]);
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

  test('a totals line counts coupons and cards without being one', () => {
    const found = validate([
      HEADER,
      cupon(1),
      ['TOTAL', '1', '4905', '100,00', ''],
      ['', '25 cupones', '3 tarjetas', '100,00', 'Total general'],
    ]);
    expect(noticeCodes(found)).toEqual(['FILA_DE_TOTALES', 'FILA_DE_TOTALES']);
    expect(found).toMatchObject({ filas: 1, conError: 0 });
  });

  test('a line that counts or adds up without the word is one too, where it begins with it', () => {
    const found = validate([
      HEADER,
      cupon(1),
      ['Cantidad de cupones:', 6, '', '', ''],
      ['', 'Cant.', '', 6, ''],
      ['Suma', '', '', '100,00', ''],
    ]);
    expect(noticeCodes(found)).toEqual(['FILA_DE_TOTALES', 'FILA_DE_TOTALES', 'FILA_DE_TOTALES']);
    expect(found).toMatchObject({ filas: 1, conError: 0 });
    expect(codesOf(validate([HEADER, ['', '00001', '4905', '100,00', 'Cantidad 2']]))).toEqual(['OBLIGATORIO']);
    expect(codesOf(validate([HEADER, ['', '00001', '', '100,00', 'Cantidad 2']]))).toContain('OBLIGATORIO');
  });

  test('"total" inside another word is no totals line', () => {
    expect(codesOf(validate([HEADER, ['', '00001', '', '100,00', 'Totalmente']]))).toContain('OBLIGATORIO');
  });

  test.for(['Total 13 de julio de 2026', 'Subtotal 14-jul-2026', 'Total July 14, 2026'])(
    'a totals line that names its day is one: %s',
    (label) => {
      const found = validate([HEADER, cupon(1), [label, '', '', '100,00', '']]);
      expect(found).toMatchObject({ filas: 1, conError: 0 });
      expect(noticeCodes(found)).toEqual(['FILA_DE_TOTALES']);
    },
  );

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

  test('a repeated header is skipped with a notice', () => {
    const found = validate([HEADER, cupon(1), HEADER, cupon(2)]);
    expect(found.avisos).toMatchObject([{ fila: 3, codigo: 'ENCABEZADO_REPETIDO' }]);
    expect(found.filas).toBe(2);
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
    ]);
    expect(found.avisos.map(({ fila, codigo }) => [fila, codigo])).toEqual([
      [4, 'FILA_IGNORADA'],
      [5, 'FILA_IGNORADA'],
    ]);
    expect(found).toMatchObject({ filas: 1, vacias: 1 });
  });

  test('text with a number and a card is a coupon with errors, not a footnote', () => {
    const found = validate([HEADER, ['ayer', 'N° 12', 'n 4905', 'cien', 'Visa']]);
    expect(codesOf(found)).toEqual(['NO_ES_FECHA', 'NO_ES_NUMERO', 'NO_ES_NUMERO', 'IMPORTE_INVALIDO']);
  });

  test('what is missing is told in the plural where it is', () => {
    expect(validate([HEADER, ['01/11/2026', '12', '', '1,00', '']]).errores).toMatchObject([
      { mensaje: expect.stringMatching(/^Faltan los últimos cuatro/) },
    ]);
  });

  test('text with an amount is a coupon with errors, not a footnote', () => {
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

  test('filas are the valid ones and those with errors', () => {
    expect(validate([HEADER, cupon(1), ['01/11/2026', 'x', '4905', '1', ''], cupon(2)])).toMatchObject({
      filas: 3,
      validas: 2,
      conError: 1,
    });
  });
});

describe('duplicates', () => {
  test('are kept, and the second and later name the first', () => {
    const found = validate([HEADER, cupon(1), cupon(2), cupon(1), cupon(1)]);
    expect(found.validas).toBe(4);
    expect(found.avisos.map(({ fila, codigo, mensaje }) => [fila, codigo, mensaje.includes('fila 2')])).toEqual([
      [4, 'POSIBLE_DUPLICADO', true],
      [5, 'POSIBLE_DUPLICADO', true],
    ]);
  });

  test('are told by what is sent and not by how it is written', () => {
    expect(
      noticeCodes(
        validate([HEADER, ['01/11/2026', '1', '4905', '100,00', 'Visa'], ['1-11-26', '1', '4905', 100, ' Visa ']]),
      ),
    ).toEqual(['POSIBLE_DUPLICADO']);
  });

  test('a value in another field is another coupon', () => {
    expect(
      noticeCodes(
        validateFields([
          { auxiliar_1: 'a', auxiliar_2: null },
          { auxiliar_1: null, auxiliar_2: 'a' },
        ]),
      ),
    ).toEqual([]);
  });

  test('rows with errors are not compared', () => {
    expect(noticeCodes(validateFields([{ lote: 'x' }, { lote: 'x' }]))).toEqual([]);
  });

  test('thousands of different coupons are none', () => {
    const rows = Array.from({ length: 20_000 }, (_, i): TestCell[] => ['01/11/2026', String(i), '4905', i, 'Visa']);
    expect(noticeCodes(validate([HEADER, ...rows])).filter((code) => code === 'POSIBLE_DUPLICADO')).toEqual([]);
  });
});

test('rows with errors come with what their cells say', () => {
  const { rechazadas } = validate([HEADER, cupon(1), ['31/02/2026', '7', '4507990000000010', '1', '']]);
  expect(rechazadas).toEqual([
    {
      fila: 3,
      valores: { fecha_venta: '31/02/2026', comprobante: '7', tarjeta_nro: '450799······0010', importe: '1' },
      leidos: { comprobante: '7', importe: '1.00' },
    },
  ]);
});

describe('an amount alone in its row', () => {
  const single = (importe: TestCell): TestCell[] => [null, null, null, importe, null];

  test('is a line of totals where it is what the coupons above it add up to', () => {
    const sheet = aSheet([HEADER, cupon(1), cupon(2), cupon(3), single(300)]);
    const found = validate(sheet);
    expect(found).toMatchObject({ filas: 3, validas: 3, conError: 0 });
    expect(noticeCodes(found)).toEqual(['FILA_DE_TOTALES']);
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

  test.for([
    'IVA 21%',
    'IVA (21%)',
    'Neto a cobrar',
    'Comisión',
    'Comisiones 1,8 %',
    'Retenciones',
    'Retención de IIBB',
    'Arancel:',
  ])('stands below the last coupon: %s', (label) => {
    const found = validate([HEADER, cupon(1), line(label, 12.6), undefined, line('Neto a cobrar', '87,40')]);
    expect(found).toMatchObject({ filas: 1, validas: 1, conError: 0 });
    expect(noticeCodes(found)).toEqual(['FILA_DE_TOTALES', 'FILA_DE_TOTALES']);
    expect(found.avisos[0]).toMatchObject({ valor: '12.60' });
  });

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
