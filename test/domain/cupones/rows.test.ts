import { describe, expect, test } from 'vitest';
import { cupon, HEADER } from './one-sheet.ts';
import { codesOf, noticeCodes, validate, validateFields } from './validate-sheet.ts';

describe('traditional or wallet', () => {
  const none = { comprobante: null, tarjeta_nro: null };
  const ofWallet = { ...none, wallet_referencia: 'MP-1', wallet_tipo_operacion: 'REFUND' };

  test.for<[string, Parameters<typeof validateFields>[0][number], string, string | null]>([
    ['a traditional row', { comprobante: null }, 'comprobante', 'comprobante'],
    ['a traditional row', { tarjeta_nro: null }, 'tarjeta_nro', 'tarjeta_nro'],
    ['a wallet row', { ...none, wallet_referencia: 'MP-1' }, 'wallet_tipo_operacion', null],
    ['a wallet row', { ...none, wallet_tipo_operacion: 'REFUND' }, 'wallet_referencia', null],
    ['a wallet row', { ...ofWallet, wallet_referencia: '-' }, 'wallet_referencia', 'wallet_referencia'],
  ])('%s, %j, needs %s', ([, fields, campo, columna]) => {
    expect(validateFields([fields]).errores).toMatchObject([{ codigo: 'OBLIGATORIO', campo, columna }]);
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

  test.for(['-', '--', '—', 'N/A', 'n/a', 's/d', ' - ', '*', '**'])(
    '%s in a field that is no text is no value',
    (nothing) => {
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
    },
  );

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

  test('rows with errors are not compared', () => {
    expect(noticeCodes(validateFields([{ lote: 'x' }, { lote: 'x' }]))).toEqual([]);
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
