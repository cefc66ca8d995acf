import type { CuponPlace, StatedDecision } from '#contract/decisions.ts';
import type { ExplainedCupon, ExplanationsDocument } from '#contract/explanations.ts';
import { fromDayNumber, parseIsoDate, toDayNumber, type DateWindow } from '#domain/civil-date.ts';
import { isToBeLookedAt, shareNoDigit } from '#domain/far-amounts.ts';
import { findCauses, makeSubject, type CauseSubject } from '#domain/matching/explain/causes.ts';
import {
  CERTAINTIES,
  MOTIVOS,
  NO_WORK,
  type Explanation,
  type Motivo,
  type MotivoCode,
} from '#domain/matching/explain/reasons.ts';
import { formatPlain } from '#domain/money.ts';
import { chooseIn, type Choose } from '#domain/texts/language.ts';
import { REASON_NAMES } from '#domain/texts/reason-sentences.ts';
import type { MatchingRows } from '#storage/cache/index.ts';
import type { LedgerToRead } from '#storage/ledger/index.ts';
import { describeCause, describeCupon, describePlace, isFixable, type ExplainedRow } from './document.ts';
import type { ExplainedPage, ItemFilter, Scope } from './questions.ts';
import { identityOf, type OpenCupon } from './cupones.ts';
import { createSeqs } from './seqs.ts';
import type { Explained } from './work.ts';

/** Reasons of unsent coupons that would match, or whose days were not downloaded. */
const PASSED: ReadonlySet<MotivoCode> = new Set<MotivoCode>(['COINCIDE_SIN_CONCILIAR', 'FUERA_DE_COBERTURA']);

const wasNotSent = ({ conciliacion, n, seq }: CuponPlace): boolean =>
  conciliacion === null && n === null && seq === null;

export const createEmptyPage = (id: string | undefined): ExplainedPage => ({
  id: id ?? null,
  causas: [],
  cupones: [],
  total: 0,
  resumen: [],
  sinBajar: null,
  podados: 0,
  days: null,
  previa: {
    conciliarian: { cupones: 0, importe: formatPlain(0n), yaEnviados: 0 },
    enviados: { conciliados: 0, conOtrosValores: 0, sinConciliar: 0, sinResultado: 0 },
    version: null,
    arreglables: { muyProbables: 0, porCausa: [] },
  },
});

const isMendedInBulk = (
  { open, explicacion: explanation }: Pick<ExplainedRow, 'open' | 'explicacion'>,
  cause: MotivoCode | undefined,
): boolean => {
  const [first] = explanation.candidatos;
  if (first === undefined || !isFixable(explanation) || isToBeLookedAt(open.importe, first.importe, cause))
    return false;
  const isOther = first.diferencias.some(({ campo, nivel }) => campo === 'tarjeta_nro' && nivel === 'otra');
  return !(isOther && shareNoDigit(open.cupon.tarjeta_nro ?? '', first.ultimos));
};

interface Saying {
  readonly rows: MatchingRows | undefined;
  readonly ledger: LedgerToRead | undefined;
  readonly decisionOf: (sale: string | undefined) => StatedDecision | null;
}

/** The keys of the coupons that a reason names; of a divided sale, all its coupons. */
function getOthers(motivo: Motivo): readonly string[] {
  if (motivo.codigo === 'DIVIDIDA') return motivo.cupones;
  if (motivo.codigo === 'DUPLICADO_EN_CARGA') return [motivo.de];
  if (motivo.codigo === 'YA_USADA') return motivo.por === null ? [] : [motivo.por];
  if (motivo.codigo === 'SIN_OPERACION') return [motivo.con ?? motivo.por ?? []].flat();
  return motivo.codigo === 'ANULADA' ? [motivo.con] : [];
}

/** Makes pages of explanations; caches the requested views. `settled`: sales that a person settled; they are part of no cause. */
export function createPages(
  { accountCupones, byKey, version }: Explained,
  settled: ReadonlySet<string>,
): (filter: ItemFilter, scope: Scope, saying: Saying) => ExplainedPage {
  const { known, open, saleOf, matchedBy, again } = accountCupones;
  const openByKey = new Map(open.map((one) => [one.key, one]));

  const sentBeforeOf = ({ key, sent }: OpenCupon): ExplainedRow['sentBefore'] => {
    if (again.rows.has(key)) return undefined;
    return again.unmatched.has(key) ? 'sin_conciliar' : sent !== undefined ? 'sin_resultado' : undefined;
  };

  /** The service matched the row in an earlier upload, so it needs no work unless it is sent again as it is. */
  const explainSent = (key: string, explanation: Explanation): Explanation =>
    again.rows.has(key) ? { ...explanation, motivo: { codigo: 'COINCIDE_SIN_CONCILIAR' } } : explanation;

  /** The coupons of one reconciliation or of all reconciliations, each with the index of its cause; and the causes and sums. */
  function makeView({ conciliacion, reenviar: sendAgain = false }: Pick<ItemFilter, 'conciliacion' | 'reenviar'>) {
    const isOwn = (place: CuponPlace | undefined): boolean =>
      conciliacion === undefined || place?.conciliacion === conciliacion;
    const isNotSent = ({ sent, isLeftOut }: OpenCupon): boolean =>
      isLeftOut === true || (sent !== undefined && !sendAgain);
    const everywhere = open.flatMap((one) => {
      const explanation = byKey.get(one.key) ?? byKey.get(one.same ?? '');
      if (explanation === undefined) return [];
      return [{ open: one, explicacion: sendAgain ? explanation : explainSent(one.key, explanation) }];
    });
    const own = everywhere.filter(({ open: one }) => isOwn(one.place));
    const work = everywhere.filter(
      ({ open: one, explicacion: { motivo } }) => !isNotSent(one) && !NO_WORK.has(motivo.codigo),
    );
    const subjects = work.map(({ open: one, explicacion: { motivo } }): CauseSubject => {
      const subject = { ...makeSubject({ key: one.key, motivo }, one.atributos, one.importe), of: one.of };
      // Before an upload, the coupons that would match show what is different in the others.
      const isContrast = wasNotSent(one.place) && motivo.codigo === 'COINCIDE_SIN_CONCILIAR';
      return isContrast || matchedBy.has(one.key)
        ? { ...subject, motivo: null }
        : { ...subject, isSettled: settled.has(saleOf.get(one.key) ?? '') };
    });
    for (const { key, of, atributos, importe } of known.values()) {
      subjects.push({ key, motivo: null, variant: '', importe, atributos, of });
    }
    // Finds causes in the coupons of all reconciliations, also for one reconciliation, so that its page and the queue show the same cause.
    const causes = findCauses(subjects, ({ key }) => isOwn((known.get(key) ?? openByKey.get(key))?.place));
    const causeOf = new Map(causes.flatMap(({ cupones }, place) => cupones.map((key) => [key, place])));
    const all = own.map((row): ExplainedRow => {
      const place = causeOf.get(row.open.key) ?? null;
      return {
        ...row,
        causa: place,
        isMendedInBulk: isMendedInBulk(row, place === null ? undefined : causes[place]?.motivo),
        sentAgain: again.rows.has(row.open.key),
        sentBefore: sentBeforeOf(row.open),
      };
    });
    const rows = all.filter(({ open: one }) => !isNotSent(one));
    const byMotivo = Map.groupBy(rows, ({ explicacion: { motivo } }) => motivo.codigo);
    const sumOf = (its: readonly ExplainedRow[] = []) => ({
      cupones: its.length,
      importe: formatPlain(its.reduce((sum, one) => sum + BigInt(one.open.importe), 0n)),
    });
    const would = byMotivo.get('COINCIDE_SIN_CONCILIAR') ?? [];
    const notCovered = byMotivo.get('FUERA_DE_COBERTURA') ?? [];
    const missing = daysOf(notCovered);
    const fixable = rows.filter((row) => row.isMendedInBulk);
    const before = all.filter(({ open: one }) => isNotSent(one) || one.place.id === undefined);
    const countSent = (state: ExplainedRow['sentBefore']): number =>
      before.filter(({ sentBefore }) => sentBefore === state).length;
    const matchedBefore = before.filter(({ sentAgain }) => sentAgain);
    return {
      all,
      rows,
      causes,
      sumsOf: (say: Choose): ExplanationsDocument['resumen'] =>
        MOTIVOS.flatMap((motivo) => {
          const its = byMotivo.get(motivo);
          return its === undefined ? [] : [{ motivo, nombre: say(...REASON_NAMES[motivo]), ...sumOf(its) }];
        }),
      sinBajar: missing === null ? null : { ...missing, cupones: notCovered.length },
      podados: rows.filter(({ explicacion: explanation }) => explanation.pruned).length,
      days: daysOf(rows),
      previa: {
        conciliarian: { ...sumOf(would), yaEnviados: would.filter(({ sentAgain }) => sentAgain).length },
        enviados: {
          conciliados: matchedBefore.length,
          conOtrosValores: matchedBefore.filter(
            ({ open: { cupon, sent = cupon } }) => identityOf(sent) !== identityOf(cupon),
          ).length,
          sinConciliar: countSent('sin_conciliar'),
          sinResultado: countSent('sin_resultado'),
        },
        version,
        arreglables: {
          muyProbables: fixable.filter(
            ({ causa, explicacion: { certeza } }) => causa === null && certeza === 'muy_probable',
          ).length,
          porCausa: causes.map((_, place) => fixable.filter(({ causa }) => causa === place).length),
        },
      },
    };
  }

  type View = ReturnType<typeof makeView>;
  const views = new Map<string, View>();
  const viewOf = (filter: ItemFilter): View => {
    const key = `${String(filter.reenviar)} ${filter.conciliacion ?? ''}`;
    const found = views.get(key) ?? makeView(filter);
    views.set(key, found);
    return found;
  };

  function pickRows(rows: readonly ExplainedRow[], filter: ItemFilter): readonly ExplainedRow[] {
    const ns = filter.ns === undefined ? undefined : new Set(filter.ns);
    const ids = new Set(filter.ids ?? []);
    const isShown = ({ open: { place }, causa, sentBefore, explicacion: { motivo } }: ExplainedRow): boolean =>
      (place.id !== undefined && ids.has(place.id)) ||
      (filter.solo === 'enviadas' && sentBefore !== undefined) ||
      (filter.solo !== undefined &&
        filter.solo !== 'enviadas' &&
        !PASSED.has(motivo.codigo) &&
        (filter.solo === 'no_conciliarian' || causa === null));
    return rows.filter((row) => {
      const { open: one, explicacion: explanation, causa } = row;
      return (
        ((filter.solo === undefined && filter.ids === undefined) || isShown(row)) &&
        (filter.fixable !== true || row.isMendedInBulk) &&
        (filter.motivo === undefined || explanation.motivo.codigo === filter.motivo) &&
        (filter.certeza === undefined || explanation.certeza === filter.certeza) &&
        (filter.causa === undefined || causa === filter.causa) &&
        (ns === undefined || (one.place.n !== null && ns.has(one.place.n)))
      );
    });
  }

  function describeAll(
    rows: readonly ExplainedRow[],
    { cuenta, source, idioma }: Scope,
    { rows: cache, ledger, decisionOf }: Saying,
  ): readonly ExplainedCupon[] {
    const before = source.kind !== 'account';
    const ids = rows.flatMap(({ explicacion: { candidatos } }) => candidatos.map(({ operacion }) => operacion));
    const operaciones = cache?.readById(new Set(ids)) ?? new Map();
    const others = rows.map(({ explicacion: { key: own, motivo } }) =>
      getOthers(motivo).flatMap((key) => {
        const found = key === own ? undefined : (known.get(key) ?? openByKey.get(key));
        return found === undefined ? [] : [{ ...found.place, importe: found.importe }];
      }),
    );
    // Unsent coupons have no number in an upload.
    const sought = before
      ? []
      : [...rows.map(({ open: one }) => ({ ...one.place, cupon: one.cupon })), ...others.flat()];
    const seqOf = createSeqs(ledger, cuenta, sought);
    const inWords = chooseIn(idioma);
    const sheetOf = ({ conciliacion, seq }: CuponPlace): string | null => {
      const upload = conciliacion === null ? null : (ledger?.uploadOf(cuenta, conciliacion) ?? null);
      return upload === null || seq === null ? null : (ledger?.cupon(upload, seq)?.hoja ?? null);
    };
    return rows.map((row, i) => {
      const { place, cupon, key } = row.open;
      const seq = seqOf({ ...place, cupon });
      const otros = (others[i] ?? []).map((other) => {
        const its = describePlace(other, seqOf(other));
        const hoja = before || its.archivo !== place.archivo ? null : sheetOf(its);
        return { place: its, hoja: hoja === sheetOf({ ...place, seq }) ? null : hoja };
      });
      return describeCupon(row, {
        inWords,
        operaciones,
        before,
        seq,
        otros,
        decision: decisionOf(saleOf.get(key)),
      });
    });
  }

  return (filter, scope, saying) => {
    const { all, rows, causes, sumsOf, ...rest } = viewOf(filter);
    const { desde, limite, conciliacion, orden } = filter;
    const inWords = chooseIn(scope.idioma);
    const wanted = pickRows(filter.solo === 'enviadas' ? all : rows, filter);
    return {
      id: conciliacion ?? null,
      causas: causes.map((cause) => describeCause(cause, inWords, scope.source.kind !== 'account')),
      cupones: describeAll(sortRows(wanted, orden).slice(desde, desde + limite), scope, saying),
      total: wanted.length,
      resumen: sumsOf(inWords),
      ...rest,
    };
  };
}

function sortRows(rows: readonly ExplainedRow[], order: ItemFilter['orden'] = 'archivo'): readonly ExplainedRow[] {
  const saleOf = ({ open }: ExplainedRow): string => open.cupon.fecha_venta ?? '';
  const byAge = (a: ExplainedRow, b: ExplainedRow): number =>
    saleOf(a) < saleOf(b) ? -1 : saleOf(a) > saleOf(b) ? 1 : 0;
  const byAmount = (a: ExplainedRow, b: ExplainedRow): number => Math.abs(b.open.importe) - Math.abs(a.open.importe);
  const suretyOf = ({ explicacion: explanation }: ExplainedRow): number => CERTAINTIES.indexOf(explanation.certeza);
  switch (order) {
    case 'archivo':
      return rows;
    case 'certeza':
      return rows.toSorted((a, b) => suretyOf(a) - suretyOf(b) || byAge(a, b) || byAmount(a, b));
    case 'importe':
      return rows.toSorted(byAmount);
    case 'fecha':
      return rows.toSorted(byAge);
  }
}

function daysOf(rows: readonly ExplainedRow[]): DateWindow | null {
  const days = rows.flatMap(({ open }) => {
    const date = parseIsoDate(open.cupon.fecha_venta ?? '');
    return date === undefined ? [] : [toDayNumber(date)];
  });
  if (days.length === 0) return null;
  const [from, to] = days.reduce(
    ([first, end], day) => [Math.min(first, day), Math.max(end, day)],
    [Infinity, -Infinity],
  );
  return { desde: fromDayNumber(from), hasta: fromDayNumber(to) };
}
