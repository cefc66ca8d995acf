import { describe, expect, test } from 'vitest';
import { toDayNumber } from '#domain/civil-date.ts';
import { COMPARISON_NAMES, COMPARISONS, createLevelVector, createPairComparer } from '#domain/matching/comparisons.ts';
import { createCandidateFinder, createOperacionIndex } from '#domain/matching/candidates.ts';
import {
  COMERCIO_LEVELS,
  compareComercio,
  compareDate,
  toCuponDay,
  DATE_LEVELS,
  compareImporte,
  IMPORTE_LEVELS,
  NOT_COMPARED,
} from '#domain/matching/levels.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import { aCupon, anOperacion, codesOf, pesos, tableOf } from './builders.ts';
import { civilDay } from '../civil-day.ts';

function levelsOf(cupon: Cupon, operacion: Operacion): Record<string, string> {
  const table = tableOf([operacion]);
  const finder = createCandidateFinder(table, createOperacionIndex(table));
  const levels = createLevelVector();
  createPairComparer(table, () => undefined)(finder.seek(codesOf(cupon)), 0, levels);
  return Object.fromEntries(
    COMPARISON_NAMES.flatMap((name, i) => {
      const level = COMPARISONS[name][levels[i] ?? -1];
      return level === undefined ? [] : [[name, level]];
    }),
  );
}

describe('a coupon and its operation', () => {
  test('agree in every field that both have', () => {
    expect(levelsOf(aCupon(), anOperacion())).toEqual({
      importe: 'igual',
      fecha: 'igual',
      comprobante: 'igual',
      tarjeta: 'igual',
    });
    const full = aCupon({
      establecimiento: '30012345',
      terminal: '20019115',
      lote: '0732',
      autorizacion: '81234',
      cuotas: '01',
      bin: '450799',
    });
    expect(levelsOf(full, anOperacion())).toMatchObject({
      terminal: 'ambos',
      comercio: 'igual',
      autorizacion: 'igual',
      cuotas: 'igual',
      bin: 'igual',
    });
  });

  test.each<[Cupon, Partial<Operacion>, Record<string, string>]>([
    [{ comprobante: '6657' }, {}, { comprobante: 'recortado' }],
    [{ comprobante: '166651' }, {}, { comprobante: 'un_digito' }],
    [{ comprobante: '166567' }, {}, { comprobante: 'traspuesto' }],
    [{ comprobante: '16657' }, {}, { comprobante: 'largo' }],
    [{ comprobante: '81234' }, {}, { comprobante: 'en_autorizacion' }],
    [{ comprobante: '732' }, {}, { comprobante: 'en_lote' }],
    [{ comprobante: '999999' }, {}, { comprobante: 'otro' }],
    [{ tarjeta_nro: '4778' }, {}, { tarjeta: 'un_digito' }],
    [{ tarjeta_nro: '477' }, {}, { tarjeta: 'un_digito' }],
    [{ tarjeta_nro: '7477' }, {}, { tarjeta: 'traspuesto' }],
    [{ tarjeta_nro: '4507' }, {}, { tarjeta: 'del_bin' }],
    [{ tarjeta_nro: '0799' }, {}, { tarjeta: 'del_bin' }],
    [{ tarjeta_nro: '0000' }, {}, { tarjeta: 'otra' }],
    [{ terminal: '20019115' }, {}, { terminal: 'terminal_igual' }],
    [{ terminal: '2' }, {}, { terminal: 'terminal_otra' }],
    [{ lote: '732' }, {}, { terminal: 'lote_igual' }],
    [{ lote: '733' }, {}, { terminal: 'lote_otro' }],
    [{ lote: '733', terminal: '20019115' }, {}, { terminal: 'otro_lote' }],
    [{ lote: '732', terminal: '1' }, {}, { terminal: 'otra_terminal' }],
    [{ lote: '733', terminal: '1' }, {}, { terminal: 'ninguno' }],
    [{ lote: '20019115', terminal: '732' }, {}, { terminal: 'cambiados' }],
    [{ establecimiento: '1' }, {}, { comercio: 'otro' }],
    [{ autorizacion: '081235' }, {}, { autorizacion: 'una_letra' }],
    [{ autorizacion: '999999' }, {}, { autorizacion: 'otra' }],
    [{ cuotas: '3' }, {}, { cuotas: 'otra' }],
    [{ bin: '999999' }, {}, { bin: 'otra' }],
    [{ wallet_referencia: '60000000001' }, { referencia: '60000000001' }, { referencia: 'igual' }],
  ])('with %o: %o', (fields, operacion, expected) => {
    expect(levelsOf(aCupon(fields), anOperacion(operacion))).toMatchObject(expected);
  });

  test('that has voucher and authorisation in each other’s place differ in that alone', () => {
    const levels = levelsOf(aCupon({ comprobante: '081234', autorizacion: '166657' }), anOperacion());
    expect(levels).toMatchObject({ comprobante: 'en_autorizacion' });
    expect(levels['autorizacion']).toBeUndefined();
  });

  test('that has voucher and lote in each other’s place differ in that alone', () => {
    const levels = levelsOf(aCupon({ comprobante: '732', lote: '166657', terminal: '20019115' }), anOperacion());
    expect(levels).toMatchObject({ comprobante: 'en_lote', terminal: 'terminal_igual' });
  });

  test('that has the voucher in its place and in another one’s too differ in the other one', () => {
    expect(levelsOf(aCupon({ autorizacion: '166657' }), anOperacion())).toMatchObject({
      comprobante: 'igual',
      autorizacion: 'otra',
    });
    expect(levelsOf(aCupon({ lote: '166657', terminal: '20019115' }), anOperacion())).toMatchObject({
      comprobante: 'igual',
      terminal: 'otro_lote',
    });
  });

  test('are not compared in what one of them lacks', () => {
    const wallet: Cupon = { fecha_venta: '2026-10-06', importe: '17580.00', wallet_referencia: '61' };
    const levels = levelsOf(wallet, anOperacion({ tarjeta_nro: null, comprobante: '', referencia: '61' }));
    expect(levels).toEqual({ importe: 'igual', fecha: 'igual', referencia: 'igual' });
  });
});

describe('amounts', () => {
  const sale = { amount: pesos(17_580), fee: pesos(316.44), deducted: pesos(1200), instalments: 3 };
  test.each([
    [17_580, 'igual'],
    [17_580.01, 'centavo'],
    [1_758_000, 'por_100'],
    [175.8, 'dividido_100'],
    [5860, 'una_cuota'],
    [17_263.56, 'neto'],
    [16_380, 'neto'],
    [15_780, 'traspuesto'],
    [-17_580, 'signo'],
    [17_580.13, 'cerca'],
    [18_459, 'cerca'],
    [18_459.01, 'otro'],
    [-17_500, 'otro'],
  ])('%d against 17.580,00 in 3 instalments: %s', (cupon, expected) => {
    expect(IMPORTE_LEVELS[compareImporte(pesos(cupon), sale)]).toBe(expected);
  });

  test('of a refund are net, one instalment and near on their own side of zero', () => {
    const refund = { amount: -sale.amount, fee: sale.fee, deducted: sale.deducted, instalments: 3 };
    expect(IMPORTE_LEVELS[compareImporte(pesos(-17_263.56), refund)]).toBe('neto');
    expect(IMPORTE_LEVELS[compareImporte(pesos(-5860), refund)]).toBe('una_cuota');
    expect(IMPORTE_LEVELS[compareImporte(pesos(-17_500), refund)]).toBe('cerca');
  });

  test('that cannot be read are not compared', () => {
    expect(compareImporte(Number.NaN, sale)).toBe(NOT_COMPARED);
    expect(compareImporte(Number.NaN, { ...sale, amount: -sale.amount })).toBe(NOT_COMPARED);
  });
});

describe('days', () => {
  const sale = toDayNumber(civilDay('2026-11-05'));
  test.each([
    ['2026-11-05', 'igual'],
    ['2026-11-07', 'presentacion'],
    ['2026-11-06', 'dia_despues'],
    ['2026-11-04', 'dia_antes'],
    ['2026-11-02', 'hasta_tres'],
    ['2026-11-08', 'hasta_tres'],
    ['2026-11-09', 'otra'],
    ['2026-05-11', 'dia_y_mes'],
    ['2025-11-05', 'otro_anio'],
    ['2020-11-05', 'otra'],
  ])('%s against 05/11/2026, presented on 07/11: %s', (cupon, expected) => {
    const level = compareDate(toCuponDay(toDayNumber(civilDay(cupon))), sale, toDayNumber(civilDay('2026-11-07')));
    expect(DATE_LEVELS[level]).toBe(expected);
  });
});

test('establishment and brand are one comparison', () => {
  expect(COMERCIO_LEVELS[compareComercio(1, 1, true)]).toBe('igual_y_marca');
  expect(COMERCIO_LEVELS[compareComercio(1, 1, false)]).toBe('igual_otra_marca');
  expect(COMERCIO_LEVELS[compareComercio(1, 2, true)]).toBe('otro_y_marca');
  expect(COMERCIO_LEVELS[compareComercio(1, 2, false)]).toBe('otro_otra_marca');
  expect(COMERCIO_LEVELS[compareComercio(-1, 2, true)]).toBe('marca_igual');
  expect(COMERCIO_LEVELS[compareComercio(1, -1, false)]).toBe('marca_otra');
  expect(compareComercio(-1, -1, undefined)).toBe(NOT_COMPARED);
});
