/** Our unmatched coupons by age, from the newest state of each reconciliation: its kept result, or else the ledger. */
import { withoutResult, type ResultOperacion } from '#domain/result-rows.ts';
import type { PendingCupon, HomeDocument, HomeAge, UnreconciledDocument } from '#contract/home.ts';
import { addDays, countDaysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { importeOf, type Cupon } from '#domain/cupon.ts';
import { saleKeyOf } from '#domain/decisions/sale-key.ts';
import { formatPlain } from '#domain/money.ts';
import { getComparableKey } from '#domain/upload/index.ts';
import type { Outcome, UploadSources } from '../uploaded/uploads.ts';

/** At most so many coupons of an age are listed: nobody looks through more. */
const CAP = 5000;
/** Days since the sale, both ends included. */
const STRETCHES: readonly (readonly [desde: number, hasta: number | null])[] = [
  [0, 7],
  [8, 15],
  [16, 30],
  [31, 60],
  [61, null],
];

interface FoundCupon {
  readonly operacion: ResultOperacion;
  readonly archivo: string | null;
  /** Its number in the kept reading; null where it is from the ledger. */
  readonly nLectura: number | null;
}

function* unmatchedIn({ ledger, results }: UploadSources, { carga, lectura }: Outcome): Generator<FoundCupon> {
  if (lectura !== null && results !== undefined) {
    for (const { n, operacion, archivo } of results.cupones(lectura, ['sin_conciliar'])) {
      yield { operacion, archivo, nLectura: n };
    }
    return;
  }
  if (carga === null || ledger === undefined) return;
  for (const { archivo, fila, cupon } of ledger.readCupones(carga, ['sin_conciliar'])) {
    yield { operacion: withoutResult(cupon, fila), archivo, nLectura: null };
  }
}

/** The age group of a coupon. A sale dated tomorrow counts as today's. */
function stretchOf({ fecha_venta }: Cupon, today: CivilDate): number {
  const sale = parseIsoDate(fecha_venta ?? '');
  const days = sale === undefined ? 0 : Math.max(0, countDaysBetween(sale, today));
  return STRETCHES.findIndex(([, to]) => to === null || days <= to);
}

/** The unmatched coupons of every result, in order. `repeated`: an earlier result has the same coupon. */
function* oneByOne(
  sources: UploadSources,
  outcomes: readonly Outcome[],
): Generator<FoundCupon & { readonly conciliacion: string | null; readonly repeated: boolean }> {
  const seen = new Set<string>();
  for (const outcome of outcomes) {
    const { carga } = outcome;
    const markerField = carga === null ? null : (sources.ledger?.upload(carga)?.marcador?.campo ?? null);
    const times = new Map<string, number>();
    for (const found of unmatchedIn(sources, outcome)) {
      // Two equal sales do happen: the second one in an upload is another coupon.
      const equal = getComparableKey(found.operacion, markerField);
      const turn = (times.get(equal) ?? 0) + 1;
      times.set(equal, turn);
      const key = `${String(turn)} ${equal}`;
      const repeated = seen.has(key);
      seen.add(key);
      yield { ...found, conciliacion: outcome.conciliacion, repeated };
    }
  }
}

/** The coupons that an age counts, each once, the oldest sale first. When no age begins on that day, those of every age. */
export function unmatchedOfAge(
  sources: UploadSources,
  outcomes: readonly Outcome[],
  { hoy, edad }: { readonly hoy: CivilDate; readonly edad: number | undefined },
): UnreconciledDocument {
  const stretch = STRETCHES.findIndex(([from]) => from === edad);
  const rows: Omit<PendingCupon, 'n'>[] = [];
  const shownBy = new Set<string | null>();
  let importe = 0n;
  for (const { operacion, archivo, conciliacion, nLectura, repeated } of oneByOne(sources, outcomes)) {
    if (repeated || (stretch !== -1 && stretchOf(operacion, hoy) !== stretch)) continue;
    const sale = parseIsoDate(operacion.fecha_venta ?? '');
    const days = sale === undefined || sale > hoy ? null : countDaysBetween(sale, hoy);
    importe += BigInt(importeOf(operacion));
    shownBy.add(conciliacion);
    const row = { tipo: 'cupon', operacion, disposicion: 'sin_conciliar', dias: days, nuevo: false, archivo } as const;
    rows.push({ ...row, mensaje: null, conciliacion, nLectura });
  }
  const [from, to] = STRETCHES[stretch] ?? [];
  return {
    edad: from === undefined ? null : { desde: from, hasta: to ?? null },
    cupones: rows.length,
    importe: formatPlain(importe),
    conciliaciones: shownBy.size,
    filas: rows
      .sort((a, b) => (b.dias ?? -1) - (a.dias ?? -1))
      .slice(0, CAP)
      .map((row, n) => ({ ...row, n })),
  };
}

/**
 * How many unmatched coupons there are, and with how many of them something is left to do; null when no result is known here.
 * `waiting`: see `countResting`. Equal sales are counted and not told apart: that would need the matching, as in the queue.
 */
export function countUnmatched(
  sources: UploadSources,
  outcomes: readonly Outcome[],
  waiting: ReadonlyMap<string, number>,
): { readonly cupones: number; readonly porHacer: number } | null {
  if (outcomes.length === 0) return null;
  const left = new Map(waiting);
  let cupones = 0;
  let toDo = 0;
  for (const { operacion, repeated } of oneByOne(sources, outcomes)) {
    if (repeated) continue;
    cupones += 1;
    const key = left.size === 0 ? '' : saleKeyOf(operacion);
    const decided = left.get(key) ?? 0;
    if (decided > 0) left.set(key, decided - 1);
    else toDo += 1;
  }
  return { cupones, porHacer: toDo };
}

/** Null when no result is known here. A coupon that several results have counts once, in the figures and in `total`. */
export function unmatchedOf(
  sources: UploadSources,
  outcomes: readonly Outcome[],
  today: CivilDate,
): HomeDocument['sinConciliar'] {
  if (outcomes.length === 0) return null;
  const sums = STRETCHES.map(() => ({ cupones: 0, importe: 0n, en: new Map<string, number>() }));
  let distinct = 0;
  for (const { operacion, conciliacion, repeated } of oneByOne(sources, outcomes)) {
    const sum = sums[stretchOf(operacion, today)];
    if (sum === undefined) continue;
    if (conciliacion !== null) sum.en.set(conciliacion, (sum.en.get(conciliacion) ?? 0) + 1);
    if (repeated) continue;
    distinct += 1;
    sum.cupones += 1;
    sum.importe += BigInt(importeOf(operacion));
  }
  const ages = STRETCHES.map(([from, to], i): HomeAge => {
    const { cupones = 0, importe = 0n, en = new Map<string, number>() } = sums[i] ?? {};
    return {
      desde: from,
      hasta: to,
      cupones,
      importe: formatPlain(importe),
      ventaDesde: to === null ? null : addDays(today, -to),
      ventaHasta: from === 0 ? null : addDays(today, -from),
      en: Array.from(en, ([conciliacion, theirs]) => ({ conciliacion, cupones: theirs })).sort(
        (a, b) => b.cupones - a.cupones,
      ),
    };
  });
  const own = outcomes.flatMap(({ carga }) => carga ?? []);
  const ofOthers = outcomes.reduce((sum, { carga, total }) => sum + (carga === null ? total : 0), 0);
  const largest = outcomes.toSorted((a, b) => b.sinConciliar - a.sinConciliar)[0];
  return {
    importe: formatPlain(sums.reduce((sum, { importe }) => sum + importe, 0n)),
    cupones: distinct,
    total: outcomes.length === 1 ? (outcomes[0]?.total ?? 0) : (sources.ledger?.countDistinct(own) ?? 0) + ofOthers,
    edades: ages,
    conciliacion: largest === undefined || largest.sinConciliar === 0 ? null : largest.conciliacion,
  };
}
