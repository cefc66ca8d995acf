import { describe, expect, test } from 'vitest';
import { CUPON_FIELDS, FIELDS_IN_ORDER, requiredOf } from '#domain/cupones/fields.ts';

describe('the fields of a coupon', () => {
  test('are those of the description, with their lengths', () => {
    const limited = FIELDS_IN_ORDER.flatMap((field) =>
      CUPON_FIELDS[field].largo === null ? [] : [[field, CUPON_FIELDS[field].largo]],
    );
    expect(Object.fromEntries(limited)).toEqual({
      ...{ tarjeta_nro: 4, cuotas: 2, bin: 6, wallet_referencia: 20, wallet_tipo_operacion: 30 },
      ...{ auxiliar_1: 80, auxiliar_2: 80, auxiliar_3: 80, auxiliar_4: 80, auxiliar_5: 80 },
    });
  });

  test('say which coupons need them', () => {
    expect(requiredOf('siempre')).toEqual(['fecha_venta', 'importe']);
    expect(requiredOf('tarjeta')).toEqual(['comprobante', 'tarjeta_nro']);
    expect(requiredOf('billetera')).toEqual(['wallet_referencia', 'wallet_tipo_operacion']);
  });
});
