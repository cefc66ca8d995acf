import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { MotivoCode } from '#domain/matching/explain/reasons.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import { cuponOf, explainAccount, fullCuponOf } from './account.ts';
import { civilDay } from '../civil-day.ts';
import { amountOf, explainOne, OPERACIONES, SALE, without } from './one-cupon.ts';

describe('a coupon that came before', () => {
  const matched = { 'antes/1': [cuponOf(SALE), SALE] } as const;

  test('in the same upload is DUPLICADO_EN_CARGA, and says of which', () => {
    const said = explainOne(cuponOf(SALE), { conciliados: matched });
    expect(said).toMatchObject({
      motivo: { codigo: 'DUPLICADO_EN_CARGA', de: 'antes/1', conciliado: true },
      certeza: 'ninguna',
    });
  });

  test('in another upload is YA_USADA, and says by whom', () => {
    const said = explainOne(cuponOf(SALE), { conciliados: matched, cargas: { 'antes/1': 'caja-0' } });
    expect(said.motivo).toEqual({ codigo: 'YA_USADA', por: 'antes/1' });
    expect(said.candidatos[0]).toMatchObject({ operacion: SALE.id, iguales: 1, tomadas: 1, tomada: true });
  });

  test.each<[string, Cupon, { readonly con?: string }]>([
    ['took the only sale like this one, though the voucher is another', { comprobante: '271828' }, {}],
    ['was a sale that this one voids, and is named', { importe: amountOf(SALE, (a) => -a) }, { con: 'antes/1' }],
  ])('and %s', (_, fault, others) => {
    const said = explainOne(fullCuponOf(SALE, fault), {
      conciliados: { 'antes/1': [fullCuponOf(SALE), SALE] },
      cargas: { 'antes/1': 'caja-0' },
    });
    expect(said.motivo).toEqual({
      codigo: 'SIN_OPERACION',
      dia: 'bajado',
      similar: 'tomada',
      por: 'antes/1',
      ...others,
    });
  });

  test('is found though day and month are swapped, and the day that it says was not downloaded', () => {
    const covered = [{ desde: civilDay('2026-09-01'), hasta: civilDay('2026-09-30'), leido: civilDay('2026-12-31') }];
    const swapped = fullCuponOf(SALE, { fecha_venta: '2026-06-09' });
    const conciliados = { 'antes/1': [fullCuponOf(SALE), SALE] } as const;
    const said = explainOne(swapped, { conciliados, cargas: { 'antes/1': 'caja-0' }, context: { covered } });
    expect(said.motivo).toEqual({ codigo: 'YA_USADA', por: 'antes/1' });
    const both = explainAccount({
      operaciones: OPERACIONES,
      cupones: { 'caja/1': swapped, 'caja/2': fullCuponOf(SALE) },
      context: { covered },
    });
    expect(both.get('caja/1')?.motivo).toEqual({ codigo: 'YA_USADA', por: 'caja/2', pendiente: true });
  });

  describe('and has the voucher of a sale with twice its amount', () => {
    const half = amountOf(SALE, (a) => a / 2);
    const explainHalf = (operaciones: readonly Operacion[]) =>
      explainOne(fullCuponOf(SALE, { importe: half }), {
        operaciones,
        conciliados: { 'antes/1': [fullCuponOf(SALE), SALE] },
        cargas: { 'antes/1': 'caja-0' },
      });

    test('is never very likely that sale', () => {
      expect(explainHalf(OPERACIONES)).toMatchObject({ motivo: { codigo: 'YA_USADA' }, certeza: 'probable' });
    });

    test('is rather a free one of its own amount and day', () => {
      const free = { ...SALE, id: '1', importe: SALE.importe / 2, comprobante: '314159' } as Operacion;
      const { motivo, candidatos } = explainHalf([...OPERACIONES, free]);
      expect([motivo.codigo === 'YA_USADA', candidatos[0]?.operacion]).toEqual([false, '1']);
    });
  });

  describe('for the same card and amount', () => {
    // A monthly charge: June's operations were not downloaded, and this month's is in no settlement yet.
    const charge = { ...SALE, id: '1', liquidaciones_id: null, comprobante: '812345', autorizacion: '818181' };
    const ofJune = {
      ...charge,
      fecha_venta: { fecha: civilDay('2026-06-06'), hora: null },
      comprobante: '55',
      autorizacion: '999',
      lote: '3',
      liquidaciones_id: '77',
    };
    const explainCharge = (old: Operacion, now: Operacion) =>
      explainOne(fullCuponOf(now), {
        operaciones: [...without(SALE), now],
        conciliados: { 'antes/1': [fullCuponOf(old), old] },
        cargas: { 'antes/1': 'caja-0' },
      });

    test('with another voucher on another day does not hold this operation', () => {
      const said = explainCharge(ofJune, charge);
      expect(said.motivo.codigo).toBe('COINCIDE_SIN_CONCILIAR');
      expect(said.candidatos[0]).toMatchObject({ operacion: '1', iguales: 1, tomadas: 0 });
    });

    test.each<[string, Operacion, Operacion]>([
      ['of the same day', { ...ofJune, fecha_venta: charge.fecha_venta }, charge],
      ['of the settlement that the service named', ofJune, { ...charge, liquidaciones_id: '77' }],
    ])('with another voucher holds it where it is %s', (_, old, now) => {
      expect(explainCharge(old, now).motivo).toEqual({ codigo: 'YA_USADA', por: 'antes/1' });
    });
  });

  test('and has an operation of its own is not a duplicate: two equal sales do happen', () => {
    const twin = { ...SALE, id: '1' };
    const said = explainOne(cuponOf(SALE), { operaciones: [...OPERACIONES, twin], conciliados: matched });
    expect(said.motivo.codigo).toBe('COINCIDE_SIN_CONCILIAR');
    expect(said.candidatos[0]).toMatchObject({ iguales: 2, tomadas: 1 });
  });

  const TWO_EQUAL = [...OPERACIONES, { ...SALE, id: '1' }];
  test.each<[string, Cupon, readonly Operacion[], readonly MotivoCode[]]>([
    ['twice, with two equal operations', {}, TWO_EQUAL, ['COINCIDE_SIN_CONCILIAR', 'COINCIDE_SIN_CONCILIAR']],
    ['twice, with one for both', {}, OPERACIONES, ['COINCIDE_SIN_CONCILIAR', 'DUPLICADO_EN_CARGA']],
    [
      'twice, with one of another card',
      { tarjeta_nro: '0000' },
      OPERACIONES,
      ['TARJETA_DISTINTA', 'DUPLICADO_EN_CARGA'],
    ],
    ['twice, with none', {}, without(SALE), ['SIN_OPERACION', 'DUPLICADO_EN_CARGA']],
    [
      'three times, with two equal operations',
      {},
      TWO_EQUAL,
      ['COINCIDE_SIN_CONCILIAR', 'COINCIDE_SIN_CONCILIAR', 'DUPLICADO_EN_CARGA'],
    ],
    [
      'three times, with one of another amount',
      { importe: amountOf(SALE, (a) => a + 10_010) },
      OPERACIONES,
      ['IMPORTE_DISTINTO', 'DUPLICADO_EN_CARGA', 'DUPLICADO_EN_CARGA'],
    ],
  ])('%s: each operation is of one, and the others repeat the first', (_, fault, operaciones, expected) => {
    const cupones = expected.map((_code, i) => [`caja/${String(i + 1)}`, fullCuponOf(SALE, fault)] as const);
    const said = [...explainAccount({ operaciones, cupones: Object.fromEntries(cupones) }).values()];
    expect(said.map(({ motivo }) => motivo.codigo)).toEqual(expected);
    for (const { motivo, certeza, candidatos } of said) {
      const repeats = { codigo: 'DUPLICADO_EN_CARGA', de: 'caja/1', conciliado: false };
      if (motivo.codigo === 'DUPLICADO_EN_CARGA') expect(motivo).toEqual(repeats);
      else if (motivo.codigo !== 'SIN_OPERACION') {
        expect(certeza).toBe('muy_probable');
        expect([SALE.id, '1']).toContain(candidatos[0]?.operacion);
      }
    }
  });
});

describe('two unmatched coupons and one operation', () => {
  // The tills of the account date their coupons right.
  const matched = Object.fromEntries(
    OPERACIONES.slice(300, 420).map((operacion, i) => [
      `antes/${String(i)}`,
      [fullCuponOf(operacion), operacion] as const,
    ]),
  );
  /** Explains both coupons; `second` was given the operation, or matches it better. */
  const explainTwo = (first: Cupon, second: Cupon) => {
    const said = explainAccount({
      operaciones: OPERACIONES,
      cupones: { 'caja-2/1': first, 'caja-3/1': second },
      cargas: { 'caja-2/1': 'caja-2', 'caja-3/1': 'caja-3' },
      conciliados: matched,
    });
    return [said.get('caja-2/1'), said.get('caja-3/1')] as const;
  };

  test.each<[string, Cupon]>([
    ['day', { fecha_venta: addDays(SALE.fecha_venta.fecha, 1) }],
    ['day, long before', { fecha_venta: addDays(SALE.fecha_venta.fecha, -3) }],
    ['card', { tarjeta_nro: '0000' }],
  ])('of which one has another %s: the one that agrees in everything has the operation', (_, fault) => {
    const [equal, other] = explainTwo(fullCuponOf(SALE), fullCuponOf(SALE, fault));
    expect(equal).toMatchObject({ motivo: { codigo: 'COINCIDE_SIN_CONCILIAR' }, certeza: 'muy_probable' });
    expect(other).toMatchObject({ motivo: { codigo: 'YA_USADA', por: 'caja-2/1', pendiente: true } });
  });

  test('that differ in a reference of the merchant alone are not told of several operations', () => {
    const [other, given] = explainTwo(fullCuponOf(SALE, { referencia: 'A1' }), fullCuponOf(SALE, { referencia: 'A2' }));
    expect(given).toMatchObject({ motivo: { codigo: 'COINCIDE_SIN_CONCILIAR' }, certeza: 'posible' });
    expect(other?.motivo).toEqual({ codigo: 'YA_USADA', por: 'caja-3/1', pendiente: true });
    expect(other?.candidatos.map(({ operacion }) => operacion)).toEqual([SALE.id]);
  });

  test('of which one is the other one corrected: the old one is told of the new one', () => {
    const [old, corrected] = explainTwo(cuponOf(SALE, { fecha_venta: '2026-09-07' }), cuponOf(SALE));
    expect(old?.motivo).toEqual({ codigo: 'YA_USADA', por: 'caja-3/1', pendiente: true });
    expect(corrected?.motivo.codigo).toBe('COINCIDE_SIN_CONCILIAR');
  });

  test('that have numbers of their own are two sales: the operation of one is missing', () => {
    const [missing] = explainTwo(cuponOf(SALE, { comprobante: '300061' }), cuponOf(SALE));
    expect(missing?.motivo).toEqual({ codigo: 'SIN_OPERACION', dia: 'bajado', similar: 'de_otro', por: 'caja-3/1' });
  });

  test('that are equally wrong: only one of them is told to take its values', () => {
    const wrong = fullCuponOf(SALE, { comprobante: '300061' });
    const [other, given] = explainTwo(wrong, wrong);
    expect(given?.motivo.codigo).toBe('COMPROBANTE_DISTINTO');
    expect(other?.motivo).toMatchObject({ codigo: 'SIN_OPERACION', similar: 'de_otro' });
  });
});
