import { describe, expect, test } from 'vitest';
import { addReasons, explanationsForReport, reasonsOf, withReasons } from '#app/conciliaciones/explained.ts';
import { AppError } from '#contract/errors.ts';
import type { ExplainedCupon } from '#contract/explanations.ts';
import type { ReportSource } from '#app/reports/source.ts';
import { aCupon } from '../../domain/matching/builders.ts';
import { aCandidatoOf, aExplainedCupon, aLink, answer } from '../../renderer/explained.ts';
import { createSentUploads } from '#app/conciliar/methods.ts';
import { createSheetOf, findSheets } from '#app/uploaded/uploads.ts';
import type { Ledger } from '#storage/ledger/index.ts';

const explained = (row: number | null, motivo: ExplainedCupon['motivo']): ExplainedCupon =>
  aExplainedCupon(1, {
    ...{ archivo: 'caja.csv', fila: row, cupon: aCupon(), motivo, candidatos: [] },
    nombre: motivo === 'DUPLICADO_EN_CARGA' ? 'Repetido' : 'Importe',
  });
const row = (row: number | null) => ({
  archivo: 'caja.csv', fila: row, cupon: aCupon(), disposicion: 'sin_conciliar' as const, modo: null, nroLiquidacion: null, fechaLiq: null,
}); // prettier-ignore

test('of equal rows that stand nowhere each has its own reason', () => {
  const reasonOf = reasonsOf(answer([explained(null, 'IMPORTE_DISTINTO'), explained(null, 'DUPLICADO_EN_CARGA')]));
  expect([reasonOf(row(null)), reasonOf(row(null))]).toEqual(['Importe', 'Repetido']);
});

const sourceOf = (...rows: readonly number[]) => ({ cupones: () => rows.map(row) });

test('a report has the reason of each coupon, and none of a coupon that it shows as matched', () => {
  const doc = answer([explained(2, 'IMPORTE_DISTINTO'), explained(3, 'DUPLICADO_EN_CARGA')]);
  const report: Partial<ReportSource> & Pick<ReportSource, 'cupones'> = withReasons(sourceOf(3, 4), doc);
  expect([...report.cupones(['sin_conciliar'])].map(({ fila, motivo }) => [fila, motivo])).toEqual([
    [3, 'Repetido'],
    [4, undefined],
  ]);
  expect(report.explanations?.cupones.map(({ fila }) => fila)).toEqual([3]);
});

test('a report whose reasons cannot be found out is written all the same, and says so', async () => {
  const failing = () => Promise.reject(new AppError('CONCILIACION_INEXISTENTE'));
  const report: Partial<ReportSource> & Pick<ReportSource, 'cupones'> = await addReasons(() => sourceOf(3), failing);
  expect([...report.cupones(['sin_conciliar'])]).toHaveLength(1);
  expect(report.explanations).toMatchObject({
    cupones: [],
    fallo: expect.stringMatching(/^No se pudo buscar por qué: /),
  });
  await expect(
    addReasons(
      () => sourceOf(3),
      () => Promise.reject(new AppError('CANCELADO')),
    ),
  ).rejects.toMatchObject({ code: 'CANCELADO' });
});

describe('the difference of a row of *Por qué*', () => {
  const of = (importe: string, theirs: string, changes: Partial<ExplainedCupon> = {}): ExplainedCupon => ({
    ...explained(2, 'IMPORTE_DISTINTO'),
    cupon: { importe },
    candidatos: [aCandidatoOf(theirs)],
    ...changes,
  });
  const differencesOf = (...cupones: readonly ExplainedCupon[]) =>
    explanationsForReport(answer(cupones)).cupones.map(({ diferencia }) => diferencia);

  test('is coupon less operation, and nothing where one of them has no amount', () => {
    expect(differencesOf(of('17580.13', '17580.00'), of('1.00', '3.50'), of('', '3.50'))).toEqual([
      '0.13',
      '-2.50',
      null,
    ]);
    expect(differencesOf(of('1.00', '1.00', { candidatos: [] }))).toEqual([null]);
  });

  test('is that of its link, once for all coupons of it', () => {
    const balanced = { decision: aLink(1, '0.00') };
    expect(
      differencesOf(
        of('500.00', '3265.30', balanced),
        of('2765.30', '3265.30', balanced),
        of('6996.10', '3404.80', { decision: aLink(2, '0.00', ['2', '3']) }),
        of('500.00', '3265.17', { decision: aLink(3, '0.13') }),
        of('2765.30', '3265.17', { decision: aLink(3, '0.13') }),
      ),
    ).toEqual(['0.00', null, '0.00', '0.13', null]);
  });

  test('is nothing where the sale may be divided and nobody linked it', () => {
    expect(differencesOf(of('6996.10', '3404.80', { motivo: 'DIVIDIDA' }))).toEqual([null]);
  });
});

test('a kept result whose upload is not in the ledger of this PC lists no corrected values', async () => {
  const sent = createSentUploads({
    choose: () => Promise.resolve({ id: 'c' } as never), // the code under test reads only the id
    ledgers: { openExisting: () => Promise.resolve(undefined) },
    caches: { existingResults: () => Promise.resolve(undefined) },
  });
  expect(await sent.corregidos({ cuenta: undefined, carga: '01A' })).toEqual({ total: 0, valores: [] });
});

const cuponOf = (comprobante: string) => ({ comprobante, importe: '10.00' });
const PLACE = { archivo: 'caja.xlsx', fila: 9 } as const;
const LEDGER: Pick<Ledger, 'readCupones'> = {
  *readCupones(carga, _dispositions, rows) {
    const rest = { disposicion: 'sin_conciliar', modo: null, nroLiquidacion: null, fechaLiq: null } as const;
    if (carga !== 'A' || rows?.includes(PLACE.fila) === false) return;
    yield { ...PLACE, ...rest, seq: 1, hoja: 'Octubre', cupon: cuponOf('1') };
    yield { ...PLACE, ...rest, seq: 2, hoja: 'Noviembre', cupon: cuponOf('2') };
    yield { ...PLACE, ...rest, seq: 3, archivo: 'caja.csv', hoja: null, cupon: cuponOf('3') };
  },
};

test('coupons of one row number in two sheets have each its own', () => {
  const all = ['1', '2', '3'].map((n) => ({ ...PLACE, cupon: cuponOf(n) }));
  const placed = all.map((one, i) => ({ ...one, archivo: i === 2 ? 'caja.csv' : 'caja.xlsx', carga: 'A' }));
  expect(findSheets(LEDGER, placed)).toEqual(['Octubre', 'Noviembre', null]);
  expect(placed.map(createSheetOf(LEDGER, 'A'))).toEqual(['Octubre', 'Noviembre', null]);
  expect(
    findSheets(
      LEDGER,
      placed.map((one) => ({ ...one, carga: null })),
    ),
  ).toEqual([null, null, null]);
  expect(findSheets(undefined, placed)).toEqual([null, null, null]);
});
