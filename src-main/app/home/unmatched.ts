/** The unmatched coupons of every result, from the newest state of each reconciliation: its kept result, or else the ledger. */
import { importeOf, type Cupon } from '#domain/cupon.ts';
import { foldDecisions } from '#domain/decisions/fold.ts';
import { isNumbered } from '#domain/decisions/sale-key.ts';
import { createSales, listDecidedSales, type MatchedCupon, type UnmatchedCupon } from '#domain/decisions/sales.ts';
import { withoutResult, type ResultOperacion } from '#domain/result-rows.ts';
import { getComparableKey } from '#domain/upload/key.ts';
import { outcomesOf, type Outcome, type UploadSources } from '../uploaded/uploads.ts';
import type { Account } from '../accounts/account.ts';
import type { Caches } from '../open/caches.ts';
import type { Ledgers } from '../open/ledgers.ts';

interface FoundCupon extends UnmatchedCupon {
  readonly cupon: ResultOperacion;
  readonly conciliacion: string | null;
  /** Our upload that sent it; null where another program or PC did. */
  readonly carga: string | null;
  /** Its number in the kept reading; null where it is from the ledger. */
  readonly nLectura: number | null;
  /** Its number in our upload; null where it is from a kept reading. */
  readonly seq: number | null;
}

/** `sale`: its name (`saleIdOf`); undefined without a decision about that amount. `replaced`: the coupon that corrects it matched. */
export interface ListedCupon extends FoundCupon {
  readonly sale: string | undefined;
  readonly replaced: boolean;
}

const keyOf = (source: number | string, n: number): string => `${String(source)}:${String(n).padStart(9, '0')}`;
const nameOf = ({ conciliacion, carga, lectura }: Outcome): string => conciliacion ?? carga ?? String(lectura);
const dayAndAmountOf = ({ fecha_venta: day = '' }: Cupon, importe: number): string => `${day} ${String(importe)}`;

function* unmatchedIn({ ledger, results }: UploadSources, outcome: Outcome): Generator<FoundCupon> {
  const { carga, lectura, conciliacion } = outcome;
  const of = nameOf(outcome);
  if (lectura !== null && results !== undefined) {
    for (const { n, operacion, archivo } of results.cupones(lectura, ['sin_conciliar'])) {
      const place = { archivo, fila: operacion.fila };
      const importe = importeOf(operacion);
      yield {
        key: keyOf(lectura, n),
        of,
        place,
        cupon: operacion,
        importe,
        conciliacion,
        carga,
        nLectura: n,
        seq: null,
      };
    }
    return;
  }
  if (carga === null || ledger === undefined) return;
  for (const { seq, archivo, fila, cupon } of ledger.readCupones(carga, ['sin_conciliar'])) {
    const operacion = withoutResult(cupon, fila);
    const importe = importeOf(operacion);
    const place = { archivo, fila };
    yield { key: keyOf(carga, seq), of, place, cupon: operacion, importe, conciliacion, carga, nLectura: null, seq };
  }
}

/** The matched coupons of those results that may be the sale of one of these. */
function* matchedLike(
  open: readonly { readonly cupon: Cupon; readonly importe: number }[],
  { ledger, results }: UploadSources,
  outcomes: readonly Outcome[],
): Generator<MatchedCupon> {
  if (open.length === 0) return;
  const kept = new Map(outcomes.map((outcome) => [outcome.lectura, nameOf(outcome)]));
  const found = new Set<string>();
  for (const { cupon, importe } of open) {
    for (const { lectura, n, operacion, archivo } of results?.listMatchedLike(cupon, importe) ?? []) {
      const of = kept.get(lectura);
      if (of === undefined) continue;
      const key = keyOf(lectura, n);
      if (found.has(key)) continue;
      found.add(key);
      const { fila, liquidaciones_id: liquidacion } = operacion;
      yield { key, of, place: { archivo, fila }, cupon: operacion, liquidacion };
    }
  }
  const near = new Set(open.map(({ cupon, importe }) => dayAndAmountOf(cupon, importe)));
  for (const outcome of outcomes) {
    if (outcome.lectura !== null || outcome.carga === null) continue;
    const of = nameOf(outcome);
    for (const { seq, archivo, fila, cupon } of ledger?.readCupones(outcome.carga, ['conciliado']) ?? []) {
      if (!near.has(dayAndAmountOf(cupon, importeOf(cupon)))) continue;
      yield { key: keyOf(outcome.carga, seq), of, place: { archivo, fila }, cupon, liquidacion: null };
    }
  }
}

/** What is known of the sales of unmatched coupons. Only those are named that may have matched, or that somebody may have decided about. */
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
  return { ...sales.finish(), replaced };
}

/**
 * The unmatched coupons of every result, in order, each once. A coupon whose sale matched in another result is left out, because nothing is left to do with
 * it; one whose correction matched is listed as replaced.
 */
export function listUnmatched(sources: UploadSources, outcomes: readonly Outcome[]): readonly ListedCupon[] {
  const { ledger } = sources;
  const open = outcomes.flatMap((outcome) => [...unmatchedIn(sources, outcome)]);
  const { saleOf, matchedBy, replaced } = nameSales(open, sources, outcomes);
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
    // Two equal sales do happen: the second one in an upload is another coupon.
    const equal = getComparableKey(found.cupon, markers.get(found.of) ?? null);
    const inResult = `${found.of} ${equal}`;
    const turn = (times.get(inResult) ?? 0) + 1;
    times.set(inResult, turn);
    const key = `${String(turn)} ${equal}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ ...found, sale, replaced: isReplaced }];
  });
}

/** Whether nothing is left to do with a coupon now. */
export type IsResting = (cupon: ListedCupon) => boolean;

interface Work {
  readonly cupones: readonly ListedCupon[];
  /** How many coupons were uploaded. One that several results have counts once. */
  readonly total: number;
}

/** The work of an account; null when no result is known here. */
export type ListWork = (account: Account, signal: AbortSignal) => Promise<Work | null>;

interface Deps {
  readonly ledgers: Pick<Ledgers, 'openExisting'>;
  readonly caches: Pick<Caches, 'existingResults'>;
  /** Matches the unmatched coupons of the account, which takes seconds the first time. */
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
