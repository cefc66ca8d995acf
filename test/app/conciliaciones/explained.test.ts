import { describe, expect, test } from 'vitest';
import { addReasons, explanationsForReport, reasonsOf, withReasons } from '#app/conciliaciones/explained.ts';
import { AppError } from '#contract/errors.ts';
import type { ExplainedCupon, ExplanationsDocument } from '#contract/explanations.ts';
import type { ReportSource } from '#domain/report.ts';
import { aCupon } from '../../domain/matching/builders.ts';
import { aCandidatoOf, aLink } from '../../renderer/explained.ts';

const NAMES: Partial<Record<ExplainedCupon['motivo'], string>> = {
  IMPORTE_DISTINTO: 'Importe',
  DUPLICADO_EN_CARGA: 'Repetido',
};
const explained = (row: number | null, motivo: ExplainedCupon['motivo']): ExplainedCupon => ({
  conciliacion: '7', n: null, seq: null, archivo: 'caja.csv', fila: row, cupon: aCupon(), motivo, estado: 'por_hacer', nombre: NAMES[motivo] ?? 'Motivo', certeza: 'probable', texto: 'Pasó.', hacer: 'Mirá.',
  candidatos: [], campos: [], causa: null, otro: null, decision: null,
}); // prettier-ignore
const documentOf = (cupones: readonly ExplainedCupon[]): ExplanationsDocument => ({
  id: '7',
  causas: [],
  cupones,
  total: cupones.length,
  resumen: [],
  sinBajar: null,
  podados: 0,
  cobertura: { estado: 'al_dia', contratado: true, desde: null, hasta: null, sincronizado: null, enDuda: 0 },
});
const row = (row: number | null) => ({
  archivo: 'caja.csv', fila: row, cupon: aCupon(), disposicion: 'sin_conciliar' as const, modo: null, nroLiquidacion: null, fechaLiq: null,
}); // prettier-ignore

test('the reason of a row is found by where it stands, in whatever order rows come', () => {
  const reasonOf = reasonsOf(documentOf([explained(2, 'IMPORTE_DISTINTO'), explained(3, 'DUPLICADO_EN_CARGA')]));
  expect([reasonOf(row(3)), reasonOf(row(2)), reasonOf(row(4))]).toEqual(['Repetido', 'Importe', undefined]);
});

test('of equal rows that stand nowhere each has its own reason', () => {
  const reasonOf = reasonsOf(documentOf([explained(null, 'IMPORTE_DISTINTO'), explained(null, 'DUPLICADO_EN_CARGA')]));
  expect([reasonOf(row(null)), reasonOf(row(null))]).toEqual(['Importe', 'Repetido']);
});

/** A report of some rows. */
const sourceOf = (...rows: readonly number[]) => ({ cupones: () => rows.map(row) });

test('a report has the reason of each coupon, and none of a coupon that it shows as matched', () => {
  const doc = documentOf([explained(2, 'IMPORTE_DISTINTO'), explained(3, 'DUPLICADO_EN_CARGA')]);
  const report: Partial<ReportSource> & Pick<ReportSource, 'cupones'> = withReasons(sourceOf(3, 4), doc);
  expect([...report.cupones(['sin_conciliar'])].map(({ fila, motivo }) => [fila, motivo])).toEqual([
    [3, 'Repetido'],
    [4, undefined],
  ]);
  expect(report.explicaciones?.cupones.map(({ fila }) => fila)).toEqual([3]);
});

test('a report whose reasons cannot be found out is written all the same, and says so', async () => {
  const failing = () => Promise.reject(new AppError('CONCILIACION_INEXISTENTE'));
  const report: Partial<ReportSource> & Pick<ReportSource, 'cupones'> = await addReasons(() => sourceOf(3), failing);
  expect([...report.cupones(['sin_conciliar'])]).toHaveLength(1);
  expect(report.explicaciones).toMatchObject({
    cupones: [],
    fallo: expect.stringMatching(/^No se pudo buscar por qué: /),
  });
  await expect(
    addReasons(
      () => sourceOf(3),
      () => Promise.reject(new AppError('CANCELADO')),
    ),
  ).rejects.toMatchObject({
    code: 'CANCELADO',
  });
});

describe('the difference of a row of *Por qué*', () => {
  const of = (importe: string, theirs: string, changes: Partial<ExplainedCupon> = {}): ExplainedCupon => ({
    ...explained(2, 'IMPORTE_DISTINTO'),
    cupon: { importe },
    candidatos: [aCandidatoOf(theirs)],
    ...changes,
  });
  const differencesOf = (...cupones: readonly ExplainedCupon[]) =>
    explanationsForReport(documentOf(cupones)).cupones.map(({ diferencia }) => diferencia);

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
