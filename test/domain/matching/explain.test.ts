import { describe, expect, test } from 'vitest';
import type { Cupon } from '#domain/cupon.ts';
import { isTold, valuesOf } from '#domain/matching/explain/differences.ts';
import { getCertainty, type Explanation, type MotivoCode } from '#domain/matching/explain/reasons.ts';
import { toCentavos } from '#domain/money.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import type { Rechazo } from '#domain/views/rechazos.ts';
import { cuponOf, explainAccount, fullCuponOf, someOperaciones, type Account } from './account.ts';
import { anOperacion, pesos } from './builders.ts';
import { civilDay } from '../civil-day.ts';

/** A sale of another store of the account. */
const OTHER_STORE = anOperacion({
  id: '9',
  establecimiento: '30099999',
  terminal: '31',
  lote: '1',
  comprobante: '5',
  bin: '1',
});
const OPERACIONES = [...someOperaciones(30), OTHER_STORE];
/** A sale of the middle of the month, in three instalments; 205 / 5 is whole. */
const SALE = OPERACIONES[205] ?? anOperacion();

/** Explains one coupon. */
function explainOne(cupon: Cupon, account: Partial<Account> = {}): Explanation {
  const said = explainAccount({ operaciones: OPERACIONES, cupones: { 'caja/1': cupon }, ...account }).get('caja/1');
  if (said === undefined) throw new Error('Nothing was said');
  return said;
}

const without = (gone: Operacion): readonly Operacion[] => OPERACIONES.filter(({ id }) => id !== gone.id);
const amountOf = (operacion: Operacion, change: (amount: number) => number): string =>
  (Math.round(change(operacion.importe)) / 100).toFixed(2);

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

  test.each<[MotivoCode, Cupon]>([
    ['COINCIDE_SIN_CONCILIAR', {}],
    ['IMPORTE_DISTINTO', { importe: amountOf(SALE, (a) => a + 13) }],
    ['FECHA_DISTINTA', { fecha_venta: '2026-09-07' }],
    ['COMPROBANTE_DISTINTO', { comprobante: '300061' }],
    ['TARJETA_DISTINTA', { tarjeta_nro: '0000' }],
    ['CAMPOS_CAMBIADOS', { comprobante: SALE.autorizacion ?? '' }],
  ])('is %s with the required fields alone: %o', (code, fault) => {
    const said = explainOne(cuponOf(SALE, fault));
    expect(said.motivo.codigo).toBe(code);
    expect(said.candidatos[0]?.operacion).toBe(SALE.id);
  });

  test('carries the figures of its sentence', () => {
    const amount = explainOne(cuponOf(SALE, { importe: amountOf(SALE, (a) => a + 13) })).motivo;
    expect(amount).toEqual({
      codigo: 'IMPORTE_DISTINTO',
      cupon: SALE.importe + 13,
      operacion: SALE.importe,
      diferencia: 13,
    });
    const date = explainOne(cuponOf(SALE, { fecha_venta: '2026-09-07' })).motivo;
    expect(date).toEqual({
      codigo: 'FECHA_DISTINTA',
      nivel: 'presentacion',
      cupon: '2026-09-07',
      operacion: '2026-09-06',
      dias: 1,
    });
    expect(explainOne(fullCuponOf(SALE, { importe: amountOf(SALE, (a) => a / 3) })).motivo).toMatchObject({
      cuotas: 3,
    });
  });

  test('stands side by side as text', () => {
    const cupon = cuponOf(SALE, { comprobante: '300061' });
    const [candidato] = explainOne(cupon).candidatos;
    expect(valuesOf(candidato?.diferencias ?? [], cupon, SALE)).toEqual([
      { campo: 'comprobante', cupon: '300061', operacion: SALE.comprobante },
    ]);
  });
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
  // Another sale of the card and day is a weak candidate, and no more than that.
  const like = {
    ...SALE,
    id: '1',
    comprobante: '777777',
    autorizacion: '555555',
    importe: toCentavos(SALE.importe + 70_000),
  };
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

describe('a coupon whose operation is not there', () => {
  test('is SIN_OPERACION, without candidates', () => {
    const said = explainOne(fullCuponOf(SALE), { operaciones: without(SALE) });
    expect(said).toMatchObject({ motivo: { codigo: 'SIN_OPERACION' }, certeza: 'ninguna', candidatos: [] });
  });

  test('is MUY_RECIENTE while its brand presents later', () => {
    // Every sale of the shop is presented the day after.
    const today = { context: { today: civilDay('2026-09-30') } };
    const newest = OPERACIONES.at(-2) ?? SALE;
    const recent = explainOne(fullCuponOf(newest), { operaciones: without(newest), ...today });
    expect(recent.motivo).toMatchObject({ codigo: 'MUY_RECIENTE', dias: 1 });
    const older = OPERACIONES.at(-85) ?? SALE;
    expect(explainOne(fullCuponOf(older), { operaciones: without(older), ...today }).motivo.codigo).toBe(
      'SIN_OPERACION',
    );
  });

  test('is MUY_RECIENTE until the days have passed in which its brand presents', () => {
    // A sale of yesterday is presented today, and what was read this morning may not have it.
    const later = OPERACIONES.at(-45) ?? SALE;
    const onDay = (today: string) =>
      explainOne(fullCuponOf(later), { operaciones: without(later), context: { today: civilDay(today) } }).motivo;
    expect(onDay('2026-09-30')).toMatchObject({ codigo: 'MUY_RECIENTE', dias: 1, measured: true });
    expect(onDay('2026-10-01').codigo).toBe('SIN_OPERACION');
  });

  test('is MUY_RECIENTE for some days where nothing says how soon sales are presented', () => {
    // Only the newest days were downloaded: those that were not presented yet are not in the count.
    const operaciones = OPERACIONES.filter(({ fecha_venta: { fecha } }) => fecha >= '2026-09-26');
    const sold = operaciones.at(-45) ?? SALE;
    const onDay = (today: string) =>
      explainOne(fullCuponOf(sold), {
        operaciones: operaciones.filter(({ id }) => id !== sold.id),
        context: { today: civilDay(today) },
      }).motivo;
    expect(onDay('2026-10-02')).toMatchObject({ codigo: 'MUY_RECIENTE', dias: 3, measured: false });
    expect(onDay('2026-10-03').codigo).toBe('SIN_OPERACION');
  });

  test('of a day that was not downloaded is FUERA_DE_COBERTURA', () => {
    const covered = [{ desde: civilDay('2026-09-10'), hasta: civilDay('2026-09-30'), leido: civilDay('2026-12-31') }];
    const said = explainOne(fullCuponOf(SALE), { operaciones: without(SALE), context: { covered } });
    expect(said.motivo).toEqual({ codigo: 'FUERA_DE_COBERTURA', fecha: '2026-09-06' });
  });

  test('is FUERA_DE_COBERTURA where its day was read before its sales are presented, and not since', () => {
    // A sale of 6 September, of a shop whose sales are presented the day after.
    const readOn = (last: string, today = '2026-12-31') => {
      const covered = [{ desde: civilDay('2026-09-01'), hasta: civilDay('2026-09-30'), leido: civilDay(last) }];
      return explainOne(fullCuponOf(SALE), { operaciones: without(SALE), context: { covered, today: civilDay(today) } })
        .motivo;
    };
    const tooEarly = { codigo: 'FUERA_DE_COBERTURA', fecha: '2026-09-06' };
    // The reading asked for days that had not come: of them it knows nothing.
    expect(readOn('2026-09-05')).toEqual(tooEarly);
    expect(readOn('2026-09-06')).toEqual({ ...tooEarly, leido: '2026-09-06' });
    expect(readOn('2026-09-07', '2026-09-20')).toEqual({ ...tooEarly, leido: '2026-09-07' });
    expect(readOn('2026-09-08', '2026-09-20').codigo).toBe('SIN_OPERACION');
    // A sale that may still be presented is told to wait, whenever its day was read.
    expect(readOn('2026-09-06', '2026-09-07').codigo).toBe('MUY_RECIENTE');
  });

  test('of a day that was not downloaded, by a date that is wrong, is explained by its operation', () => {
    const covered = [{ desde: civilDay('2026-09-01'), hasta: civilDay('2026-09-30'), leido: civilDay('2026-12-31') }];
    expect(explainOne(fullCuponOf(SALE, { fecha_venta: '2026-06-09' }), { context: { covered } }).motivo.codigo).toBe(
      'DIA_Y_MES_CAMBIADOS',
    );
  });

  test('of a day that has not come is not a matter of downloading', () => {
    const said = explainOne(fullCuponOf(SALE, { fecha_venta: '2027-03-03' }), { operaciones: without(SALE) });
    expect(said.motivo).toEqual({ codigo: 'SIN_OPERACION', dia: 'futuro', similar: 'ninguna' });
    const known = { operaciones: [], context: { covered: [] } };
    expect(explainOne(fullCuponOf(SALE, { fecha_venta: '2027-03-03' }), known).motivo).toMatchObject({ dia: 'futuro' });
  });

  test('that somebody refused says so', () => {
    const refused = [{ cupon: 'caja/1', operacion: SALE.id }];
    const said = explainOne(fullCuponOf(SALE), { decisions: { refused } });
    expect(said.motivo).toEqual({ codigo: 'SIN_OPERACION', dia: 'bajado', similar: 'descartada' });
  });

  test('of an establishment that the account does not have is COMERCIO_AJENO', () => {
    const cupon = fullCuponOf(SALE, { establecimiento: '39900001' });
    expect(explainOne(cupon, { operaciones: without(SALE) }).motivo.codigo).toBe('COMERCIO_AJENO');
    const ours = { context: { establishments: ['39900001'] } };
    expect(explainOne(cupon, { operaciones: without(SALE), ...ours }).motivo.codigo).toBe('SIN_OPERACION');
    // The service matched it with a coupon of that establishment, so it is the account's, however the till writes it.
    const [own = SALE] = OPERACIONES.slice(300);
    const matched = { 'antes/1': [fullCuponOf(own, { establecimiento: '39900001' }), own] } as const;
    expect(explainOne(cupon, { operaciones: without(SALE), conciliados: matched }).motivo.codigo).toBe('SIN_OPERACION');
    // Of an account of which nothing is known, no establishment is a stranger.
    expect(explainOne(cupon, { operaciones: [] }).motivo.codigo).not.toBe('COMERCIO_AJENO');
  });
});

test('a card that two processors have is not said to differ from itself', () => {
  const told = (operacion: string | null) => isTold({ campo: 'tarjeta_desc', cupon: 'Visa Crédito ', operacion });
  expect([told('VISA CREDITO'), told('VISA DEBITO'), told(null)]).toEqual([false, true, true]);
  expect(isTold({ campo: 'lote', cupon: '1', operacion: '1' })).toBe(true);
});

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

  test('and took the only sale like this one is said, though the voucher is another', () => {
    const other = fullCuponOf(SALE, { comprobante: '271828' });
    const said = explainOne(other, {
      conciliados: { 'antes/1': [fullCuponOf(SALE), SALE] },
      cargas: { 'antes/1': 'caja-0' },
    });
    expect(said.motivo).toEqual({ codigo: 'SIN_OPERACION', dia: 'bajado', similar: 'tomada' });
  });

  test('and was a sale that this one refunds is not the same sale', () => {
    const refund = fullCuponOf(SALE, { importe: amountOf(SALE, (a) => -a) });
    const said = explainOne(refund, {
      conciliados: { 'antes/1': [fullCuponOf(SALE), SALE] },
      cargas: { 'antes/1': 'caja-0' },
    });
    expect(said.motivo).toEqual({ codigo: 'SIN_OPERACION', dia: 'bajado', similar: 'tomada' });
  });

  describe('for the same card and amount', () => {
    // A charge of each month: the operations of June were not downloaded, and this month's is in no settlement yet.
    const charge = { ...SALE, id: '1', liquidaciones_id: null, comprobante: '812345', autorizacion: '818181' };
    const ofJune = {
      ...charge,
      fecha_venta: { fecha: civilDay('2026-06-06'), hora: null },
      comprobante: '55',
      autorizacion: '999',
      lote: '3',
      liquidaciones_id: '77',
    };
    const explainCharge = (old: Operacion, now: Operacion = charge) =>
      explainOne(fullCuponOf(now), {
        operaciones: [...without(SALE), now],
        conciliados: { 'antes/1': [fullCuponOf(old), old] },
        cargas: { 'antes/1': 'caja-0' },
      });

    test('with another voucher on another day does not hold this operation', () => {
      const said = explainCharge(ofJune);
      expect(said.motivo.codigo).toBe('COINCIDE_SIN_CONCILIAR');
      expect(said.candidatos[0]).toMatchObject({ operacion: '1', iguales: 1, tomadas: 0 });
    });

    test('with another voucher on the same day holds it', () => {
      const said = explainCharge({ ...ofJune, fecha_venta: charge.fecha_venta });
      expect(said.motivo).toEqual({ codigo: 'YA_USADA', por: 'antes/1' });
    });

    test('holds it all the same where it is of the settlement that the service named', () => {
      const said = explainCharge(ofJune, { ...charge, liquidaciones_id: '77' });
      expect(said.motivo).toEqual({ codigo: 'YA_USADA', por: 'antes/1' });
    });
  });

  test('and has an operation of its own is not a duplicate: two equal sales do happen', () => {
    const twin = { ...SALE, id: '1' };
    const said = explainOne(cuponOf(SALE), { operaciones: [...OPERACIONES, twin], conciliados: matched });
    expect(said.motivo.codigo).toBe('COINCIDE_SIN_CONCILIAR');
    expect(said.candidatos[0]).toMatchObject({ iguales: 2, tomadas: 1 });
  });

  test('twice, with two equal operations, are two sales', () => {
    const said = explainAccount({
      operaciones: [...OPERACIONES, { ...SALE, id: '1' }],
      cupones: { 'caja/1': fullCuponOf(SALE), 'caja/2': fullCuponOf(SALE) },
    });
    for (const { motivo, certeza } of said.values()) {
      expect(motivo.codigo).toBe('COINCIDE_SIN_CONCILIAR');
      expect(certeza).toBe('muy_probable');
    }
  });

  test.each<[MotivoCode, Cupon]>([
    ['COINCIDE_SIN_CONCILIAR', {}],
    ['TARJETA_DISTINTA', { tarjeta_nro: '0000' }],
  ])('twice, with one operation for both: the first has it and is %s, the second is the duplicate', (code, fault) => {
    const cupon = cuponOf(SALE, fault);
    const said = explainAccount({ operaciones: OPERACIONES, cupones: { 'caja/1': cupon, 'caja/2': cupon } });
    expect(said.get('caja/1')).toMatchObject({ motivo: { codigo: code }, certeza: 'muy_probable' });
    expect(said.get('caja/1')?.candidatos[0]).toMatchObject({ operacion: SALE.id });
    expect(said.get('caja/2')?.motivo).toEqual({ codigo: 'DUPLICADO_EN_CARGA', de: 'caja/1', conciliado: false });
  });

  test('three times, with two equal operations: the first two have them', () => {
    const said = explainAccount({
      operaciones: [...OPERACIONES, { ...SALE, id: '1' }],
      cupones: { 'caja/1': fullCuponOf(SALE), 'caja/2': fullCuponOf(SALE), 'caja/3': fullCuponOf(SALE) },
    });
    expect([...said.values()].map(({ motivo }) => motivo.codigo)).toEqual([
      'COINCIDE_SIN_CONCILIAR',
      'COINCIDE_SIN_CONCILIAR',
      'DUPLICADO_EN_CARGA',
    ]);
  });

  test.each([
    ['that agrees', {}, 'COINCIDE_SIN_CONCILIAR'],
    ['that says another amount', { importe: amountOf(SALE, (a) => a + 10_010) }, 'IMPORTE_DISTINTO'],
  ])(
    'three times, with one operation %s, is one sale: the first has it, the others repeat the first',
    (_, fault, code) => {
      const cupon = fullCuponOf(SALE, fault);
      const said = explainAccount({
        operaciones: OPERACIONES,
        cupones: { 'caja/1': cupon, 'caja/2': cupon, 'caja/3': cupon },
      });
      expect(said.get('caja/1')).toMatchObject({
        motivo: { codigo: code },
        certeza: 'muy_probable',
        candidatos: [{ operacion: SALE.id }],
      });
      for (const key of ['caja/2', 'caja/3']) {
        expect(said.get(key)?.motivo).toEqual({ codigo: 'DUPLICADO_EN_CARGA', de: 'caja/1', conciliado: false });
      }
    },
  );

  test('twice, with no operation: the second is the duplicate', () => {
    const said = explainAccount({
      operaciones: without(SALE),
      cupones: { 'caja/1': cuponOf(SALE), 'caja/2': cuponOf(SALE) },
    });
    expect(said.get('caja/1')?.motivo.codigo).toBe('SIN_OPERACION');
    expect(said.get('caja/2')?.motivo).toEqual({ codigo: 'DUPLICADO_EN_CARGA', de: 'caja/1', conciliado: false });
  });
});

describe('two unmatched coupons and one operation', () => {
  // The till of the account dates its coupons right.
  const matched = Object.fromEntries(
    OPERACIONES.slice(300, 420).map((operacion, i) => [
      `antes/${String(i)}`,
      [fullCuponOf(operacion), operacion] as const,
    ]),
  );
  /** The coupon that was given the operation, or is the better one, last. */
  const explainTwo = (first: Cupon, second: Cupon) => {
    const said = explainAccount({
      operaciones: OPERACIONES,
      cupones: { 'caja-2/1': first, 'caja-3/1': second },
      cargas: { 'caja-2/1': 'caja-2', 'caja-3/1': 'caja-3' },
      conciliados: matched,
    });
    return [said.get('caja-2/1'), said.get('caja-3/1')] as const;
  };

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
    expect(missing?.motivo).toEqual({ codigo: 'SIN_OPERACION', dia: 'bajado', similar: 'de_otro' });
  });

  test('that are equally wrong: only one of them is told to take its values', () => {
    const wrong = fullCuponOf(SALE, { comprobante: '300061' });
    const [other, given] = explainTwo(wrong, wrong);
    expect(given?.motivo.codigo).toBe('COMPROBANTE_DISTINTO');
    expect(other?.motivo).toMatchObject({ codigo: 'SIN_OPERACION', similar: 'de_otro' });
  });
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
    expect(said.motivo).toEqual({
      codigo: 'DIVIDIDA',
      operaciones: ['90', '91'],
      cupones: ['caja/1'],
      total: SALE.importe,
    });
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
    for (const { motivo } of said.values()) {
      expect(motivo).toEqual({
        codigo: 'DIVIDIDA',
        operaciones: [SALE.id],
        cupones: ['caja/1', 'caja/2'],
        total: SALE.importe,
      });
    }
  });
});

describe('a chargeback', () => {
  const rechazo: Rechazo = {
    id: '900001', fecha: { fecha: civilDay('2026-09-20'), hora: null }, marca: 'Prisma', tarjeta: 'Visa', establecimiento: SALE.establecimiento,
    motivo: 'CONTRACARGO', descripcion: '', importe: SALE.importe, comercio: '', estado: '', lote: SALE.lote, comprobante: SALE.comprobante,
    tarjeta_nro: SALE.tarjeta_nro, rechazo: '', autorizacion: SALE.autorizacion, fecha_transferencia: null, fecha_presentacion: null, extra: null,
  }; // prettier-ignore

  test('of a sale that is gone is DEVUELTA', () => {
    const said = explainOne(cuponOf(SALE), { operaciones: without(SALE), rechazos: [rechazo] });
    expect(said.motivo).toEqual({ codigo: 'DEVUELTA', rechazo: '900001', fecha: '2026-09-20', operacion: false });
  });

  test('of a sale that the coupon says wrong is found by the sale', () => {
    const said = explainOne(cuponOf(SALE, { comprobante: '300061' }), { rechazos: [rechazo] });
    expect(said.motivo).toMatchObject({
      codigo: 'DEVUELTA',
      operacion: true,
      difiere: { codigo: 'COMPROBANTE_DISTINTO' },
    });
  });

  test('is no reason of a refund, which agrees with its own record', () => {
    const refund = {
      ...SALE,
      id: '8',
      importe: toCentavos(-SALE.importe),
      comprobante: '777777',
      autorizacion: '555555',
    };
    const its = { ...rechazo, comprobante: refund.comprobante, autorizacion: refund.autorizacion };
    const said = explainOne(cuponOf(refund, { fecha_venta: '2026-09-07' }), {
      operaciones: [...OPERACIONES, refund],
      rechazos: [its],
    });
    expect(said.motivo.codigo).toBe('FECHA_DISTINTA');
  });

  test('of another sale explains nothing', () => {
    const other = { ...rechazo, comprobante: '1', autorizacion: '2' };
    expect(explainOne(cuponOf(SALE), { operaciones: without(SALE), rechazos: [other] }).motivo.codigo).toBe(
      'SIN_OPERACION',
    );
    const long = { ...rechazo, fecha: { fecha: civilDay('2026-08-01'), hora: null } };
    expect(explainOne(cuponOf(SALE), { operaciones: without(SALE), rechazos: [long] }).motivo.codigo).toBe(
      'SIN_OPERACION',
    );
  });
});

test.each([cuponOf, fullCuponOf])(
  'the next sale of the same amount on the same till is not a missing one (%o)',
  (write) => {
    const next = {
      ...SALE,
      id: '9999999',
      comprobante: String(Number(SALE.comprobante) + 1),
      tarjeta_nro: SALE.tarjeta_nro === '4821' ? '7730' : '4821',
      autorizacion: '771104',
      bin: '411111',
    };
    const said = explainOne(write(SALE), { operaciones: [...without(SALE), next] });
    expect(said.motivo.codigo).toBe('SIN_OPERACION');
    expect(['posible', 'ninguna']).toContain(said.certeza);
  },
);

test('a coupon with two slips of its numbers shows its operation, and is linked with none', () => {
  const slipped = fullCuponOf(SALE, {
    comprobante: String(Number(SALE.comprobante) + 40_507),
    tarjeta_nro: SALE.tarjeta_nro === '4821' ? '7730' : '4821',
    autorizacion: '771104',
    bin: '411111',
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
  const wallet = anOperacion({
    id: '2',
    comprobante: '',
    tarjeta_nro: '',
    lote: '',
    terminal: '',
    autorizacion: '',
    bin: '',
    referencia: '60000000001',
    importe: pesos(1),
    fecha_venta: SALE.fecha_venta,
  });
  expect(explainOne(cupon, { operaciones: [...OPERACIONES, { ...wallet, importe: SALE.importe }] }).motivo.codigo).toBe(
    'COINCIDE_SIN_CONCILIAR',
  );
  const rungAsCard = { ...cuponOf(SALE), tarjeta_nro: '0000', comprobante: '0001' };
  const said = explainOne(rungAsCard, { operaciones: [...without(SALE), { ...wallet, importe: SALE.importe }] });
  expect(said).toMatchObject({ motivo: { codigo: 'SIN_OPERACION', similar: 'con_billetera' }, certeza: 'ninguna' });
});
