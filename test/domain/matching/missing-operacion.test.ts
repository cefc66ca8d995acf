import { describe, expect, test } from 'vitest';
import { toCentavos } from '#domain/money.ts';
import type { Rechazo } from '#domain/views/rechazos.ts';
import { cuponOf, fullCuponOf } from './account.ts';
import { civilDay } from '../civil-day.ts';
import { explainOne, OPERACIONES, SALE, whyGone, without } from './one-cupon.ts';

describe('a coupon whose operation is not there', () => {
  test('is SIN_OPERACION, without candidates', () => {
    const said = explainOne(fullCuponOf(SALE), { operaciones: without(SALE) });
    expect(said).toMatchObject({ motivo: { codigo: 'SIN_OPERACION' }, certeza: 'ninguna', candidatos: [] });
  });

  test('is MUY_RECIENTE while its brand presents later', () => {
    // Every sale of the shop is presented the day after the sale.
    const today = { today: civilDay('2026-09-30') };
    const newest = OPERACIONES.at(-2) ?? SALE;
    expect(whyGone(newest, today)).toMatchObject({ codigo: 'MUY_RECIENTE', dias: 1 });
    expect(whyGone(OPERACIONES.at(-85) ?? SALE, today).codigo).toBe('SIN_OPERACION');
  });

  test('is MUY_RECIENTE until the days have passed in which its brand presents', () => {
    // Yesterday's sale is presented today; what was read this morning may lack it.
    const later = OPERACIONES.at(-45) ?? SALE;
    const onDay = (today: string) => whyGone(later, { today: civilDay(today) });
    expect(onDay('2026-09-30')).toMatchObject({ codigo: 'MUY_RECIENTE', dias: 1 });
    expect(onDay('2026-10-01').codigo).toBe('SIN_OPERACION');
  });

  test('is MUY_RECIENTE for some days where nothing says how soon sales are presented', () => {
    // Only the newest days were downloaded: sales not presented yet do not count in the delay.
    const operaciones = OPERACIONES.filter(({ fecha_venta: { fecha } }) => fecha >= '2026-09-26');
    const sold = operaciones.at(-45) ?? SALE;
    const onDay = (today: string) =>
      explainOne(fullCuponOf(sold), {
        operaciones: operaciones.filter(({ id }) => id !== sold.id),
        context: { today: civilDay(today) },
      }).motivo;
    expect(onDay('2026-10-02')).toMatchObject({ codigo: 'MUY_RECIENTE', dias: 3 });
    expect(onDay('2026-10-03').codigo).toBe('SIN_OPERACION');
  });

  test('of a day that was not downloaded is FUERA_DE_COBERTURA', () => {
    const covered = [{ desde: civilDay('2026-09-10'), hasta: civilDay('2026-09-30'), leido: civilDay('2026-12-31') }];
    expect(whyGone(SALE, { covered })).toEqual({ codigo: 'FUERA_DE_COBERTURA', fecha: '2026-09-06' });
  });

  test('is FUERA_DE_COBERTURA where its day was read before its sales are presented, and not since', () => {
    // A sale of 6 September, of a shop whose sales are presented the day after.
    const readOn = (last: string, today = '2026-12-31') => {
      const covered = [{ desde: civilDay('2026-09-01'), hasta: civilDay('2026-09-30'), leido: civilDay(last) }];
      return whyGone(SALE, { covered, today: civilDay(today) });
    };
    const tooEarly = { codigo: 'FUERA_DE_COBERTURA', fecha: '2026-09-06' };
    // The reading asked for days that had not come, so it shows nothing about them.
    expect(readOn('2026-09-05')).toEqual(tooEarly);
    expect(readOn('2026-09-06')).toEqual({ ...tooEarly, leido: '2026-09-06' });
    expect(readOn('2026-09-07', '2026-09-20')).toEqual({ ...tooEarly, leido: '2026-09-07' });
    expect(readOn('2026-09-08', '2026-09-20').codigo).toBe('SIN_OPERACION');
    // For a sale that may still be presented, the reason is to wait, whenever its day was read.
    expect(readOn('2026-09-06', '2026-09-07').codigo).toBe('MUY_RECIENTE');
  });

  test('of a day that was not downloaded, by a date that is wrong, is explained by its operation', () => {
    const covered = [{ desde: civilDay('2026-09-01'), hasta: civilDay('2026-09-30'), leido: civilDay('2026-12-31') }];
    expect(explainOne(fullCuponOf(SALE, { fecha_venta: '2026-06-09' }), { context: { covered } }).motivo.codigo).toBe(
      'DIA_Y_MES_CAMBIADOS',
    );
  });

  test('of a day that has not come is not a matter of downloading', () => {
    const future = { fecha_venta: '2027-03-03' };
    expect(whyGone(SALE, {}, future)).toEqual({ codigo: 'SIN_OPERACION', dia: 'futuro', similar: 'ninguna' });
    expect(whyGone(SALE, { covered: [] }, future)).toMatchObject({ dia: 'futuro' });
  });

  test('that somebody refused says so', () => {
    const refused = [{ cupon: 'caja/1', operacion: SALE.id }];
    const said = explainOne(fullCuponOf(SALE), { decisions: { refused } });
    expect(said.motivo).toEqual({ codigo: 'SIN_OPERACION', dia: 'bajado', similar: 'descartada' });
  });

  test('of an establishment that the account does not have is COMERCIO_AJENO', () => {
    const foreign = { establecimiento: '39900001' };
    const cupon = fullCuponOf(SALE, foreign);
    expect(whyGone(SALE, {}, foreign).codigo).toBe('COMERCIO_AJENO');
    expect(whyGone(SALE, { establishments: ['39900001'] }, foreign).codigo).toBe('SIN_OPERACION');
    // The service matched a coupon of that establishment with an operation, so the account has that establishment.
    const [own = SALE] = OPERACIONES.slice(300);
    const matched = { 'antes/1': [fullCuponOf(own, { establecimiento: '39900001' }), own] } as const;
    expect(explainOne(cupon, { operaciones: without(SALE), conciliados: matched }).motivo.codigo).toBe('SIN_OPERACION');
    // In an account without operations no establishment is foreign.
    expect(explainOne(cupon, { operaciones: [] }).motivo.codigo).not.toBe('COMERCIO_AJENO');
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
    const own = { comprobante: '777777', autorizacion: '555555' };
    const refund = { ...SALE, ...own, id: '8', importe: toCentavos(-SALE.importe) };
    const its = { ...rechazo, ...own };
    const said = explainOne(cuponOf(refund, { fecha_venta: '2026-09-07' }), {
      operaciones: [...OPERACIONES, refund],
      rechazos: [its],
    });
    expect(said.motivo.codigo).toBe('FECHA_DISTINTA');
  });

  test('of another sale explains nothing', () => {
    const other = { ...rechazo, comprobante: '1', autorizacion: '2' };
    const long = { ...rechazo, fecha: { fecha: civilDay('2026-08-01'), hora: null } };
    for (const rechazos of [[other], [long]])
      expect(explainOne(cuponOf(SALE), { operaciones: without(SALE), rechazos }).motivo.codigo).toBe('SIN_OPERACION');
  });
});
