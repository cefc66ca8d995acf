import { describe, expect, test } from 'vitest';
import { CARD_RULES, CUPON_FIELDS, FIELDS_IN_ORDER, requiredOf, type CardRule } from '#domain/cupones/fields.ts';
import { validateFields } from './validate-sheet.ts';

const cardRules: readonly CardRule[] = [
  { card: 'naranja', fields: { autorizacion: { required: true }, cuotas: { largo: 1 }, bin: { largo: 8 } } },
];
const naranja = { tarjeta_desc: 'NARANJA', autorizacion: 'A1', cuotas: '3' };

describe('a rule for the coupons of one card', () => {
  test('is none so far: the description states the same for all', () => {
    expect(CARD_RULES).toEqual([]);
  });

  test('may need a field that others do not', () => {
    const [missing, there, other] = [
      { ...naranja, autorizacion: null },
      naranja,
      { tarjeta_desc: 'Visa', autorizacion: null, cuotas: '12' },
    ];
    const { errores, validas } = validateFields([missing, there, other], { cardRules });
    expect(validas).toBe(2);
    expect(errores).toMatchObject([{ fila: 2, codigo: 'OBLIGATORIO', campo: 'autorizacion' }]);
  });

  test('may let a field be shorter than others do, and says how long it may be', () => {
    const { errores, rechazadas } = validateFields([{ ...naranja, cuotas: '12' }], { cardRules });
    expect(errores).toMatchObject([{ codigo: 'LARGO_MAXIMO', campo: 'cuotas', valor: '12' }]);
    expect(errores[0]?.mensaje).toContain('pasa de 1 cifras');
    expect(rechazadas[0]?.leidos).not.toHaveProperty('cuotas');
  });

  test('may let a field be longer, for that card alone', () => {
    const rows = [
      { ...naranja, bin: '45099512' },
      { tarjeta_desc: 'Visa', autorizacion: null, cuotas: '3', bin: '45099512' },
    ];
    const { errores, cupones } = validateFields(rows, { cardRules });
    expect(cupones).toMatchObject([{ cupon: { bin: '45099512' } }]);
    expect(errores).toMatchObject([{ fila: 3, codigo: 'LARGO_MAXIMO', campo: 'bin' }]);
  });

  test('finds its card whatever capitals and accents the file writes it with', () => {
    const { errores } = validateFields([{ ...naranja, tarjeta_desc: ' Naránja ', autorizacion: null }], { cardRules });
    expect(errores).toMatchObject([{ codigo: 'OBLIGATORIO', campo: 'autorizacion' }]);
  });
});

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
