import { describe, expect, test } from 'vitest';
import type { Cupon } from '#domain/cupon.ts';
import { differencesOf, isTold, valuesOf } from '#domain/matching/explain/differences.ts';
import { COMPARISON_NAMES, COMPARISONS } from '#domain/matching/comparisons.ts';
import { getCertainty, type MotivoCode } from '#domain/matching/explain/reasons.ts';
import { toCentavos } from '#domain/money.ts';
import { cuponOf, explainAccount, fullCuponOf } from './account.ts';
import { anOperacion } from './builders.ts';
import { amountOf, explainOne, OPERACIONES, OTHER_STORE, SALE, without } from './one-cupon.ts';

describe('one field that differs', () => {
  test.each<[MotivoCode, Cupon]>([
    ['COINCIDE_SIN_CONCILIAR', {}],
    ['IMPORTE_POR_100', { importe: amountOf(SALE, (a) => a * 100) }],
    ['IMPORTE_DE_UNA_CUOTA', { importe: amountOf(SALE, (a) => a / 3) }],
    ['IMPORTE_NETO', { importe: amountOf(SALE, (a) => a - (SALE.arancel ?? 0)) }],
    ['SIGNO_INVERTIDO', { importe: amountOf(SALE, (a) => -a) }],
    ['IMPORTE_DISTINTO', { importe: amountOf(SALE, (a) => a + 13) }],
    ['DIA_Y_MES_CAMBIADOS', { fecha_venta: '2026-06-09' }],
    ['FECHA_DISTINTA', { fecha_venta: '2026-09-07' }],
    ['COMPROBANTE_DISTINTO', { comprobante: '300061' }],
    ['TARJETA_DISTINTA', { tarjeta_nro: '0000' }],
    ['ESTABLECIMIENTO_DISTINTO', { establecimiento: OTHER_STORE.establecimiento ?? '' }],
    ['LOTE_O_TERMINAL_DISTINTO', { lote: '999' }],
    ['CUOTAS_DISTINTAS', { cuotas: '6' }],
    ['AUTORIZACION_DISTINTA', { autorizacion: '000001' }],
    ['CAMPOS_CAMBIADOS', { comprobante: SALE.autorizacion ?? '', autorizacion: SALE.comprobante ?? '' }],
  ])('is %s: %o', (code, fault) => {
    const said = explainOne(fullCuponOf(SALE, fault));
    expect(said.motivo.codigo).toBe(code);
    expect(said.certeza).toBe('muy_probable');
    expect(said.candidatos[0]?.operacion).toBe(SALE.id);
  });

  test('carries the figures of its sentence', () => {
    const why = (fault: Cupon) => explainOne(fullCuponOf(SALE, fault)).motivo;
    const amounts = { cupon: SALE.importe + 13, operacion: SALE.importe, diferencia: 13 };
    expect(why({ importe: amountOf(SALE, (a) => a + 13) })).toEqual({ codigo: 'IMPORTE_DISTINTO', ...amounts });
    const days = { nivel: 'presentacion', cupon: '2026-09-07', operacion: '2026-09-06', dias: 1 };
    expect(why({ fecha_venta: '2026-09-07' })).toEqual({ codigo: 'FECHA_DISTINTA', ...days });
    expect(why({ importe: amountOf(SALE, (a) => a / 3) })).toMatchObject({ cuotas: 3 });
  });

  test('stands side by side as text', () => {
    const cupon = cuponOf(SALE, { comprobante: '300061' });
    const [candidato] = explainOne(cupon).candidatos;
    expect(valuesOf(candidato?.diferencias ?? [], cupon, SALE)).toEqual([
      { campo: 'comprobante', cupon: '300061', operacion: SALE.comprobante },
    ]);
  });
});

test('of another establishment and another brand, both differ', () => {
  const levels = COMPARISON_NAMES.map((name) =>
    name === 'comercio' ? COMPARISONS.comercio.indexOf('otro_otra_marca') : 0,
  );
  expect(differencesOf(Int8Array.from(levels)).map(({ campo }) => campo)).toEqual(['establecimiento', 'tarjeta_desc']);
});

test('a refund is no very likely sale of another amount', () => {
  const said = explainOne(fullCuponOf(SALE, { importe: '-100.00' }));
  expect([said.candidatos[0]?.operacion, said.certeza]).toEqual([SALE.id, 'probable']);
});

test('the certainty is that of the candidate, whatever the reason', () => {
  const foreign = { establecimiento: '39900001' };
  const there = explainOne(fullCuponOf(SALE, foreign));
  expect(there).toMatchObject({
    motivo: { codigo: 'COMERCIO_AJENO', operacion: true, campos: [] },
    certeza: 'muy_probable',
  });
  expect(there.candidatos[0]).toMatchObject({ operacion: SALE.id, diferencias: [{ campo: 'establecimiento' }] });
  const two = explainOne(fullCuponOf(SALE, { ...foreign, importe: amountOf(SALE, (a) => a + 13) }));
  expect(two.motivo).toMatchObject({ codigo: 'COMERCIO_AJENO', operacion: true, campos: ['importe'] });
  const gone = explainOne(fullCuponOf(SALE, foreign), { operaciones: without(SALE) });
  expect(gone).toMatchObject({ motivo: { codigo: 'COMERCIO_AJENO', operacion: false }, certeza: 'ninguna' });
  // Another sale of the card and day is only a weak candidate.
  const importe = toCentavos(SALE.importe + 70_000);
  const like = { ...SALE, id: '1', comprobante: '777777', autorizacion: '555555', importe };
  const weak = explainOne(fullCuponOf(SALE, foreign), { operaciones: [...without(SALE), like] });
  expect(weak.motivo.codigo).toBe('COMERCIO_AJENO');
  expect(weak.certeza).toBe(getCertainty(weak.candidatos[0]?.puntaje ?? 0));
});

describe('a comparison of two fields', () => {
  const shownOf = (fault: Cupon, full = true): readonly string[] => {
    const said = explainOne((full ? fullCuponOf : cuponOf)(SALE, fault));
    expect(said.candidatos[0]?.operacion).toBe(SALE.id);
    return said.candidatos[0]?.diferencias.map(({ campo }) => campo) ?? [];
  };

  test('names both where both differ', () => {
    const said = explainOne(fullCuponOf(SALE, { lote: '999', terminal: '88' }));
    expect(said.motivo).toEqual({ codigo: 'LOTE_O_TERMINAL_DISTINTO', nivel: 'ninguno', campos: ['lote', 'terminal'] });
    expect(shownOf({ lote: '999', terminal: '88' })).toEqual(['lote', 'terminal']);
    expect(shownOf({ lote: SALE.terminal ?? '', terminal: SALE.lote ?? '' })).toEqual(['lote', 'terminal']);
  });

  test('names both fields that are in each other’s place, and only those that the coupon has', () => {
    const swapped = { comprobante: SALE.autorizacion ?? '', autorizacion: SALE.comprobante ?? '' };
    expect(shownOf(swapped)).toEqual(['comprobante', 'autorizacion']);
    expect(shownOf({ comprobante: SALE.autorizacion ?? '' }, false)).toEqual(['comprobante']);
    expect(shownOf({ comprobante: SALE.autorizacion ?? '' })).toEqual(['comprobante']);
    expect(shownOf({ comprobante: SALE.lote ?? '', lote: SALE.comprobante ?? '' })).toEqual(['comprobante', 'lote']);
  });

  test('names the other one where only the voucher was corrected', () => {
    const said = explainOne(fullCuponOf(SALE, { autorizacion: SALE.comprobante ?? '' }));
    expect(said.motivo).toEqual({ codigo: 'AUTORIZACION_DISTINTA', nivel: 'otra', campos: ['autorizacion'] });
  });
});

test('two fields that differ are VARIOS_CAMPOS, with their names', () => {
  const said = explainOne(fullCuponOf(SALE, { tarjeta_nro: '0000', importe: amountOf(SALE, (a) => a + 13) }));
  expect(said.motivo).toEqual({ codigo: 'VARIOS_CAMPOS', campos: ['importe', 'tarjeta_nro'] });
});

test('a card that two processors have is not said to differ from itself', () => {
  const told = (operacion: string | null) => isTold({ campo: 'tarjeta_desc', cupon: 'Visa Crédito ', operacion });
  expect([told('VISA CREDITO'), told('VISA DEBITO'), told(null)]).toEqual([false, true, true]);
  expect(isTold({ campo: 'lote', cupon: '1', operacion: '1' })).toBe(true);
});

describe('several operations', () => {
  const twin = { ...SALE, id: '1', comprobante: '777777', autorizacion: '555555' };

  test('that it may be equally are AMBIGUO', () => {
    const said = explainOne(cuponOf(SALE, { comprobante: '31415926' }), { operaciones: [...OPERACIONES, twin] });
    expect(said).toMatchObject({ motivo: { codigo: 'AMBIGUO', similar: 2 }, certeza: 'posible' });
    expect(said.candidatos.map(({ operacion }) => operacion).sort()).toEqual(['1', SALE.id].sort());
  });

  test('are told apart by what the coupon says of one of them', () => {
    const said = explainOne(fullCuponOf(SALE, { comprobante: '31415926' }), { operaciones: [...OPERACIONES, twin] });
    expect(said.motivo.codigo).toBe('COMPROBANTE_DISTINTO');
    expect(said.candidatos[0]?.operacion).toBe(SALE.id);
  });

  test('that add up to it are DIVIDIDA', () => {
    const parts = [0.3, 0.7].map((part, i) => ({
      ...SALE,
      id: `9${String(i)}`,
      importe: toCentavos(Math.round(SALE.importe * part)),
      comprobante: i === 0 ? SALE.comprobante : '777777',
    }));
    const said = explainOne(cuponOf(SALE), { operaciones: [...without(SALE), ...parts] });
    const parted = { operaciones: ['90', '91'], cupones: ['caja/1'], total: SALE.importe };
    expect(said.motivo).toEqual({ codigo: 'DIVIDIDA', ...parted });
  });

  test('of which one is another coupon’s own are no parts of it', () => {
    const own = { ...SALE, id: '91', importe: toCentavos(222_222), comprobante: '777777', autorizacion: '444444' };
    const sum = amountOf(SALE, (a) => a + own.importe);
    const said = explainAccount({
      operaciones: [...OPERACIONES, own],
      cupones: { 'caja/1': cuponOf(SALE, { importe: sum }), 'caja/2': cuponOf(own) },
    });
    expect(said.get('caja/1')?.motivo.codigo).toBe('IMPORTE_DISTINTO');
    expect(said.get('caja/2')?.motivo.codigo).toBe('COINCIDE_SIN_CONCILIAR');
  });

  test('of several coupons that add up to one operation are DIVIDIDA too', () => {
    const [a, b] = [0.4, 0.6].map((part) => (Math.round(SALE.importe * part) / 100).toFixed(2));
    const said = explainAccount({
      operaciones: OPERACIONES,
      cupones: {
        'caja/1': cuponOf(SALE, { importe: a ?? '' }),
        'caja/2': cuponOf(SALE, { importe: b ?? '', comprobante: '999111' }),
      },
    });
    const parted = { operaciones: [SALE.id], cupones: ['caja/1', 'caja/2'], total: SALE.importe };
    for (const { motivo } of said.values()) expect(motivo).toEqual({ codigo: 'DIVIDIDA', ...parted });
  });
});

const OTHER_CARD = {
  tarjeta_nro: SALE.tarjeta_nro === '4821' ? '7730' : '4821',
  autorizacion: '771104',
  bin: '411111',
};

test.each([cuponOf, fullCuponOf])(
  'the next sale of the same amount on the same till is not a missing one (%o)',
  (write) => {
    const next = { ...SALE, ...OTHER_CARD, id: '9999999', comprobante: String(Number(SALE.comprobante) + 1) };
    const said = explainOne(write(SALE), { operaciones: [...without(SALE), next] });
    expect(said.motivo.codigo).toBe('SIN_OPERACION');
    expect(['posible', 'ninguna']).toContain(said.certeza);
  },
);

test('a coupon with two slips of its numbers shows its operation, and is linked with none', () => {
  const slipped = fullCuponOf(SALE, {
    ...OTHER_CARD,
    comprobante: String(Number(SALE.comprobante) + 40_507),
  });
  const said = explainOne(slipped);
  expect(said.candidatos[0]?.operacion).toBe(SALE.id);
  expect(said.certeza).toBe('posible');
});

test('a wallet sale and a card sale are never one', () => {
  const cupon: Cupon = {
    fecha_venta: SALE.fecha_venta.fecha,
    importe: amountOf(SALE, (a) => a),
    wallet_referencia: '60000000001',
    wallet_tipo_operacion: 'SETTLEMENT',
  };
  expect(explainOne(cupon).motivo).toMatchObject({ codigo: 'SIN_OPERACION', similar: 'con_tarjeta' });
  const elsewhere = OPERACIONES.find(({ establecimiento }) => establecimiento !== SALE.establecimiento);
  const ofAnotherShop = { ...cupon, establecimiento: elsewhere?.establecimiento ?? expect.unreachable() };
  expect(explainOne(ofAnotherShop).motivo).toMatchObject({ codigo: 'SIN_OPERACION', similar: 'ninguna' });
  const noCard = { comprobante: '', tarjeta_nro: '', lote: '', terminal: '', autorizacion: '', bin: '' };
  const { importe, fecha_venta } = SALE;
  const wallet = anOperacion({ id: '2', referencia: '60000000001', importe, fecha_venta, ...noCard });
  const found = explainOne(cupon, { operaciones: [...OPERACIONES, wallet] });
  expect(found.motivo.codigo).toBe('COINCIDE_SIN_CONCILIAR');
  const rungAsCard = { ...cuponOf(SALE), tarjeta_nro: '0000', comprobante: '0001' };
  const said = explainOne(rungAsCard, { operaciones: [...without(SALE), wallet] });
  expect(said).toMatchObject({ motivo: { codigo: 'SIN_OPERACION', similar: 'con_billetera' }, certeza: 'ninguna' });
});
