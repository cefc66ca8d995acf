import type { CuponPlace } from '#contract/decisions.ts';
import { fromDayNumber, parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import { findCauses, makeSubject, type Cause, type CauseSubject } from '#domain/matching/explain/causes.ts';
import { CERTAINTIES, MOTIVOS, NO_WORK, type Explanation, type MotivoCode } from '#domain/matching/explain/reasons.ts';
import type { OpenCupon } from './cupones.ts';
import { isFixable } from './document.ts';
import type { ExplainedItem, ExplainedPage, FixableFields, ItemFilter, OtherPlace, ReasonCount } from './questions.ts';
import type { Explained } from './work.ts';

interface Row {
  readonly open: OpenCupon;
  readonly explicacion: Explanation;
}

/** The coupons of one reconciliation, or of all, with their causes and sums. */
interface View {
  readonly rows: readonly Row[];
  readonly causas: readonly Cause[];
  /** The place of a coupon's cause, by the coupon's key. */
  readonly causaOf: ReadonlyMap<string, number>;
  readonly resumen: readonly ReasonCount[];
  readonly days: ExplainedPage['days'];
  readonly outside: ExplainedPage['outside'];
  readonly fixable: FixableFields;
  readonly sentAgain: number;
  readonly pruned: number;
}

/** Coupons that were not sent and would match, or whose days are not downloaded. */
const PASSED: ReadonlySet<MotivoCode> = new Set<MotivoCode>(['COINCIDE_SIN_CONCILIAR', 'FUERA_DE_COBERTURA']);

const wasNotSent = ({ conciliacion, n, seq }: CuponPlace): boolean =>
  conciliacion === null && n === null && seq === null;

/** Any page of coupons all of which matched. */
export const NOTHING_TO_EXPLAIN: ExplainedPage = {
  items: [],
  facts: [],
  total: 0,
  resumen: [],
  causas: [],
  days: null,
  outside: null,
  version: null,
  fixable: { likely: 0, ofCauses: [] },
  sentAgain: 0,
  pruned: 0,
};

type Facts = (sales: readonly string[]) => ExplainedPage['facts'];

/**
 * Answers pages of explanations, and keeps the views that were asked for. `settled`: sales with which nothing is left to do; they take part in
 * no cause, as those that matched in another reading. `facts` of a page: what is known of its sales.
 */
export function createPages(
  { accountCupones, byKey, version }: Explained,
  settled: ReadonlySet<string>,
): (filter: ItemFilter, facts: Facts) => ExplainedPage {
  const { known, open, saleOf, matchedBy, again } = accountCupones;
  const isSettled = (key: string): boolean => settled.has(saleOf.get(key) ?? '') || matchedBy.has(key);
  const views = new Map<string, View>();
  const openByKey = new Map(open.map((one) => [one.key, one]));

  function makeView(conciliacion: string | undefined): View {
    const isOwn = (place: CuponPlace): boolean => conciliacion === undefined || place.conciliacion === conciliacion;
    const rows = open.flatMap((one): Row[] => {
      const explanation = byKey.get(one.key) ?? byKey.get(one.same ?? '');
      return explanation === undefined || !isOwn(one.place) ? [] : [{ open: one, explicacion: explanation }];
    });
    const work = rows.filter(({ explicacion: { motivo } }) => !NO_WORK.has(motivo.codigo));
    const subjects = work.map(({ open: one, explicacion: { motivo } }): CauseSubject => {
      const subject = makeSubject({ key: one.key, motivo }, one.atributos, one.importe);
      // Before an upload, the coupons that would match are the contrast for those that would not.
      const isContrast = wasNotSent(one.place) && motivo.codigo === 'COINCIDE_SIN_CONCILIAR';
      return isContrast || isSettled(one.key) ? { ...subject, motivo: null } : subject;
    });
    for (const { key, place, atributos, importe } of known.values()) {
      if (isOwn(place)) subjects.push({ key, motivo: null, variant: '', importe, atributos });
    }
    const causes = findCauses(subjects);
    const causeOfKey = new Map(causes.flatMap(({ cupones }, place) => cupones.map((key) => [key, place])));
    const notCovered = rows.filter(
      ({ explicacion: explanation }) => explanation.motivo.codigo === 'FUERA_DE_COBERTURA',
    );
    const missing = daysOf(notCovered);
    const outside = missing === null ? null : { ...missing, cupones: notCovered.length };
    const ofCauses = causes.map(() => 0);
    let likely = 0;
    for (const { open: one, explicacion: explanation } of rows) {
      if (!isFixable(explanation)) continue;
      const place = causeOfKey.get(one.key);
      if (place !== undefined) ofCauses[place] = (ofCauses[place] ?? 0) + 1;
      else if (explanation.certeza === 'muy_probable') likely += 1;
    }
    const fixable = { likely, ofCauses };
    const summary = countReasons(rows);
    const sentAgain = rows.filter(
      ({ open: one, explicacion: { motivo } }) => motivo.codigo === 'COINCIDE_SIN_CONCILIAR' && again.rows.has(one.key),
    ).length;
    const pruned = rows.filter(({ explicacion: explanation }) => explanation.pruned).length;
    return {
      rows,
      causas: causes,
      causaOf: causeOfKey,
      resumen: summary,
      days: daysOf(rows),
      outside,
      fixable,
      sentAgain,
      pruned,
    };
  }

  const viewOf = (conciliacion: string | undefined): View => {
    const found = views.get(conciliacion ?? '') ?? makeView(conciliacion);
    views.set(conciliacion ?? '', found);
    return found;
  };

  const placeOf = (key: string | null | undefined): OtherPlace | null => {
    const found = key === null || key === undefined ? undefined : (known.get(key) ?? openByKey.get(key));
    return found === undefined ? null : { ...found.place, importe: found.importe };
  };

  const itemOf = ({ open: one, explicacion: explanation }: Row, causeOfKey: View['causaOf']): ExplainedItem => {
    const { motivo } = explanation;
    const other =
      motivo.codigo === 'DUPLICADO_EN_CARGA'
        ? motivo.de
        : motivo.codigo === 'YA_USADA'
          ? motivo.por
          : motivo.codigo === 'ANULADA'
            ? motivo.con
            : undefined;
    return {
      ...one.place,
      cupon: one.cupon,
      explicacion: explanation,
      causa: causeOfKey.get(one.key) ?? null,
      otro: placeOf(other),
      sale: saleOf.get(one.key) ?? null,
      sentAgain: again.rows.has(one.key),
    };
  };

  /** Nothing is left to do with it now: it was decided, it nets to zero with another one, or it only waits. */
  const isDone = ({ open: one, explicacion: { motivo } }: Row): boolean =>
    isSettled(one.key) || NO_WORK.has(motivo.codigo);

  return ({ conciliacion, desde, limite, ...filter }, facts) => {
    const { rows, causas: causes, causaOf: causeOfKey, ...rest } = viewOf(conciliacion);
    const ns = filter.ns === undefined ? undefined : new Set(filter.ns);
    const ids = new Set(filter.ids ?? []);
    const isShown = ({ open: one, explicacion: { motivo } }: Row): boolean =>
      (one.place.id !== undefined && ids.has(one.place.id)) ||
      (filter.solo !== undefined &&
        !PASSED.has(motivo.codigo) &&
        (filter.solo === 'no_conciliarian' || !causeOfKey.has(one.key)));
    const wanted = rows.filter((row) => {
      const { open: one, explicacion: explanation } = row;
      return (
        ((filter.solo === undefined && filter.ids === undefined) || isShown(row)) &&
        (filter.fixable !== true || isFixable(explanation)) &&
        (filter.motivo === undefined || explanation.motivo.codigo === filter.motivo) &&
        (filter.certeza === undefined || explanation.certeza === filter.certeza) &&
        (filter.causa === undefined || causeOfKey.get(one.key) === filter.causa) &&
        (filter.decididos === undefined || isDone(row) === (filter.decididos === 'resueltos')) &&
        (ns === undefined || (one.place.n !== null && ns.has(one.place.n)))
      );
    });
    const ordered = sortRows(wanted, filter.orden);
    const items = ordered.slice(desde, desde + limite).map((row) => itemOf(row, causeOfKey));
    return {
      items,
      facts: facts(items.flatMap(({ sale }) => sale ?? [])),
      total: wanted.length,
      causas: causes,
      version,
      ...rest,
    };
  };
}

function sortRows(rows: readonly Row[], order: ItemFilter['orden'] = 'archivo'): readonly Row[] {
  const saleOf = ({ open }: Row): string => open.cupon.fecha_venta ?? '';
  const byAge = (a: Row, b: Row): number => (saleOf(a) < saleOf(b) ? -1 : saleOf(a) > saleOf(b) ? 1 : 0);
  const byAmount = (a: Row, b: Row): number => Math.abs(b.open.importe) - Math.abs(a.open.importe);
  const suretyOf = ({ explicacion: explanation }: Row): number => CERTAINTIES.indexOf(explanation.certeza);
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

function countReasons(rows: readonly Row[]): readonly ReasonCount[] {
  const groups = Map.groupBy(rows, ({ explicacion: explanation }) => explanation.motivo.codigo);
  return MOTIVOS.flatMap((motivo) => {
    const own = groups.get(motivo);
    if (own === undefined) return [];
    return [{ motivo, cupones: own.length, importe: own.reduce((sum, { open }) => sum + BigInt(open.importe), 0n) }];
  });
}

function daysOf(rows: readonly Row[]): ExplainedPage['days'] {
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
