/** Our unmatched coupons: all coupons of an age, and the coupons that are still to do. */
import type { CuponPlace } from '#contract/decisions.ts';
import type { PendingCupon, HomeAge, HomeWork, UnreconciledDocument } from '#contract/home.ts';
import { countDaysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { type Cupon, importeOf } from '#domain/cupon.ts';
import { formatPlain } from '#domain/money.ts';
import {
  findSheets,
  keyOfCupon,
  readOutcome,
  type Outcome,
  type UploadSources,
  outcomesOf,
} from '../uploaded/uploads.ts';
import { foldDecisions, listSettled } from '#domain/decisions/fold.ts';
import {
  isNumbered,
  createSales,
  listDecidedSales,
  type MatchedCupon,
  type UnmatchedCupon,
} from '#domain/decisions/sales.ts';
import type { ResultOperacion } from '#domain/report.ts';
import { getComparableKey } from '#domain/upload/body.ts';
import type { Account } from '../accounts/account.ts';
import type { OwnResults } from '../open/index.ts';

/** The most coupons of an age that are listed, more than a person would look through. */
const CAP = 5000;
/** The age of sales dated later than tomorrow, whose dates are wrong. Listed only if there are any. */
const AHEAD = -1;
/** The ages, in days since the sale, both ends included. */
const STRETCHES: readonly (readonly [desde: number, hasta: number | null])[] = [
  [AHEAD, AHEAD],
  [0, 7],
  [8, 15],
  [16, 30],
  [31, 60],
  [61, null],
];

/** The age of a coupon. A sale dated tomorrow counts as today's. */
function stretchOf({ fecha_venta }: Cupon, today: CivilDate): number {
  const sale = parseIsoDate(fecha_venta ?? '');
  const days = sale === undefined ? 0 : countDaysBetween(sale, today);
  return STRETCHES.findIndex(([, to]) => to === null || (days < AHEAD ? AHEAD : Math.max(0, days)) <= to);
}

/** The coupons of an age, decided or not, each once, the oldest sale first. Coupons of every age if no age begins with `edad`. */
export function unmatchedOfAge(
  sources: UploadSources,
  outcomes: readonly Outcome[],
  { hoy, edad }: { readonly hoy: CivilDate; readonly edad: number | undefined },
): UnreconciledDocument {
  const stretch = STRETCHES.findIndex(([from]) => from === edad);
  const rows: (Omit<PendingCupon, 'n' | 'hoja'> & { readonly carga: string | null })[] = [];
  for (const { cupon: operacion, place, carga } of listUnmatched(sources, outcomes)) {
    if (stretch !== -1 && stretchOf(operacion, hoy) !== stretch) continue;
    const sale = parseIsoDate(operacion.fecha_venta ?? '');
    const days = sale === undefined || sale > hoy ? null : countDaysBetween(sale, hoy);
    const row = { tipo: 'cupon', operacion, disposicion: 'sin_conciliar', dias: days, nuevo: false } as const;
    const { archivo, conciliacion, n: nLectura } = place;
    rows.push({ ...row, archivo, mensaje: null, conciliacion, carga, nLectura });
  }
  const [from, to] = STRETCHES[stretch] ?? [];
  const listed = rows.sort((a, b) => (b.dias ?? -1) - (a.dias ?? -1)).slice(0, CAP);
  const sheets = findSheets(
    sources.ledger,
    listed.map(({ carga, archivo, operacion }) => ({ carga, archivo, fila: operacion.fila, cupon: operacion })),
  );
  return {
    edad: from === undefined ? null : { desde: from, hasta: to ?? null },
    cupones: rows.length,
    miradas: outcomes.length,
    filas: listed.map(({ carga: _, ...row }, n) => ({ ...row, n, hoja: sheets[n] ?? null })),
  };
}

/** How many coupons are still to do, and their amounts. `total`: the number of uploaded coupons. */
export function sumWork(
  work: readonly ListedCupon[],
  { total, hoy }: { readonly total: number; readonly hoy: CivilDate },
): HomeWork {
  const sums = STRETCHES.map(() => ({ cupones: 0, importe: 0n }));
  for (const { cupon, importe } of work) {
    const sum = sums[stretchOf(cupon, hoy)];
    if (sum === undefined) continue;
    sum.cupones += 1;
    sum.importe += BigInt(importe);
  }
  return {
    importe: formatPlain(sums.reduce((sum, { importe }) => sum + importe, 0n)),
    cupones: work.length,
    total,
    edades: STRETCHES.flatMap(([from, to], i): readonly HomeAge[] => {
      const { cupones = 0, importe = 0n } = sums[i] ?? {};
      return from === AHEAD && cupones === 0
        ? []
        : [{ desde: from, hasta: to, cupones, importe: formatPlain(importe) }];
    }),
  };
}

// Below: the unmatched coupons of every result, from the newest state of each reconciliation: its stored result, or else the ledger.

interface FoundCupon extends UnmatchedCupon {
  readonly cupon: ResultOperacion;
  /** `n` is null for a coupon from the ledger, `seq` for a coupon from a stored result. */
  readonly place: CuponPlace;
  /** Our upload that sent the coupon; null if another program or PC sent it. */
  readonly carga: string | null;
}

/** `sale`: the id of the coupon's sale, if needed. `replaced`: its correction matched. `isSettled`: a person linked, explained or wrote off the coupon. */
export interface ListedCupon extends FoundCupon {
  readonly sale: string | undefined;
  readonly replaced: boolean;
  readonly isSettled: boolean;
}

const nameOf = ({ conciliacion, carga, lectura }: Outcome): string => conciliacion ?? carga ?? String(lectura);
const dayAndAmountOf = ({ fecha_venta: day = '' }: Cupon, importe: number): string => `${day} ${String(importe)}`;

function* unmatchedIn(sources: UploadSources, outcome: Outcome): Generator<FoundCupon> {
  const of = nameOf(outcome);
  for (const one of readOutcome(sources, outcome, 'sin_conciliar'))
    yield { ...one, of, importe: importeOf(one.cupon), carga: outcome.carga };
}

/** Matched coupons that may be the same sale as one of these unmatched coupons. */
function* matchedLike(
  open: readonly { readonly cupon: Cupon; readonly importe: number }[],
  sources: UploadSources,
  outcomes: readonly Outcome[],
): Generator<MatchedCupon> {
  if (open.length === 0) return;
  const kept = new Map(outcomes.map((outcome) => [outcome.lectura, nameOf(outcome)]));
  const found = new Set<string>();
  for (const { cupon, importe } of open) {
    for (const { lectura, n, operacion, archivo } of sources.results?.listMatchedLike(cupon, importe) ?? []) {
      const of = kept.get(lectura);
      if (of === undefined) continue;
      const key = keyOfCupon(lectura, n);
      if (found.has(key)) continue;
      found.add(key);
      const { fila, liquidaciones_id: liquidacion } = operacion;
      yield { key, of, place: { archivo, fila }, cupon: operacion, liquidacion };
    }
  }
  const near = new Set(open.map(({ cupon, importe }) => dayAndAmountOf(cupon, importe)));
  for (const outcome of outcomes) {
    if (outcome.lectura !== null) continue;
    for (const one of readOutcome(sources, outcome, 'conciliado'))
      if (near.has(dayAndAmountOf(one.cupon, importeOf(one.cupon)))) yield { ...one, of: nameOf(outcome) };
  }
}

/** Names the sales of the unmatched coupons that may have matched elsewhere or may have a decision. */
function nameSales(open: readonly FoundCupon[], sources: UploadSources, outcomes: readonly Outcome[]) {
  const state = foldDecisions(sources.ledger?.readDecisions() ?? []);
  const decided = listDecidedSales(state);
  const importes = new Set(decided.map(({ importe }) => importe));
  const isDecided = ({ importe }: FoundCupon): boolean => importes.has(importe);
  const wanted = open.filter((one) => isDecided(one) || (outcomes.length > 1 && isNumbered(one.cupon)));
  const corrections = Array.from(state.cupones.values(), ({ reemplazo }) => reemplazo?.decision.por.cupon)
    .filter((cupon) => cupon !== undefined)
    .map((cupon) => ({ cupon, importe: importeOf(cupon) }));
  const matched = [...matchedLike([...wanted, ...corrections], sources, outcomes)];
  const near = new Set(matched.map(({ cupon }) => dayAndAmountOf(cupon, importeOf(cupon))));
  const sales = createSales(
    wanted.filter((one) => isDecided(one) || near.has(dayAndAmountOf(one.cupon, one.importe))),
    decided,
  );
  for (const cupon of matched) sales.addMatched(cupon);
  const replaced = new Set(decided.flatMap(({ sale, by }) => (by === undefined ? [] : [sale])));
  return { ...sales.finish(), replaced, settled: new Set(listSettled(state)) };
}

/** The unmatched coupons of every result, each once, without sales that matched in another result. `replaced`: a matched correction replaced the coupon. */
export function listUnmatched(sources: UploadSources, outcomes: readonly Outcome[]): readonly ListedCupon[] {
  const { ledger } = sources;
  const open = outcomes.flatMap((outcome) => [...unmatchedIn(sources, outcome)]);
  const { saleOf, matchedBy, replaced, settled } = nameSales(open, sources, outcomes);
  const markers = new Map(
    outcomes.map((outcome) => [
      nameOf(outcome),
      outcome.carga === null ? null : (ledger?.upload(outcome.carga)?.marcador?.campo ?? null),
    ]),
  );
  const seen = new Set<string>();
  const times = new Map<string, number>();
  return open.flatMap((found): readonly ListedCupon[] => {
    const sale = saleOf.get(found.key);
    const isReplaced = matchedBy.has(found.key) && replaced.has(sale ?? '');
    if (matchedBy.has(found.key) && !isReplaced) return [];
    // Two equal coupons of one upload are two sales: the second is another coupon.
    const equal = getComparableKey(found.cupon, markers.get(found.of) ?? null);
    const inResult = `${found.of} ${equal}`;
    const turn = (times.get(inResult) ?? 0) + 1;
    times.set(inResult, turn);
    const key = `${String(turn)} ${equal}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ ...found, sale, replaced: isReplaced, isSettled: settled.has(sale ?? '') }];
  });
}

export type IsResting = (cupon: ListedCupon) => boolean;

interface Work {
  readonly cupones: readonly ListedCupon[];
  /** The number of uploaded coupons; a coupon in several results counts once. */
  readonly total: number;
}

/** Lists the coupons of an account that are to do; null if no result is known. */
export type ListWork = (account: Account, signal: AbortSignal) => Promise<Work | null>;

interface Deps extends OwnResults {
  /** Returns a function that tells with which coupons nothing is to do now. The first call takes seconds, because it matches all coupons of the account. */
  readonly restingOf: (account: Account, signal: AbortSignal) => Promise<IsResting>;
}

export const createListWork =
  ({ ledgers, caches, restingOf }: Deps): ListWork =>
  async (account, signal) => {
    const sources = { ledger: await ledgers.openExisting(account), results: await caches.existingResults(account) };
    const outcomes = outcomesOf(sources, account.id);
    if (outcomes.length === 0) return null;
    const open = listUnmatched(sources, outcomes).filter(({ replaced }) => !replaced);
    const isResting = open.length === 0 ? () => false : await restingOf(account, signal);
    return { cupones: open.filter((one) => !isResting(one)), total: countUploaded(sources, outcomes) };
  };

export function countUploaded({ ledger }: UploadSources, outcomes: readonly Outcome[]): number {
  if (outcomes.length === 1) return outcomes[0]?.total ?? 0;
  const own = outcomes.flatMap(({ carga }) => carga ?? []);
  const ofOthers = outcomes.reduce((sum, { carga, total }) => sum + (carga === null ? total : 0), 0);
  return (ledger?.countDistinct(own) ?? 0) + ofOthers;
}
