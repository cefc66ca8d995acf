/** What the thread does: reads the account's rows, matches, explains, and caches the last answer as long as its data is the same. */
import { explain } from '#domain/matching/explain/explain.ts';
import { explainLinked } from '#domain/matching/explain/linked.ts';
import { NO_WORK, type Explanation } from '#domain/matching/explain/reasons.ts';
import { createOperacionTable } from '#domain/matching/fields/operacion-table.ts';
import { match, type Matching } from '#domain/matching/match.ts';
import { prepareOperaciones, type PreparedOperaciones } from '#domain/matching/candidates.ts';
import { type Steps, runToEnd } from '#domain/shared-work.ts';
import { openMatchingRows, type MatchingRows } from '#storage/cache/index.ts';
import { openLedgerToRead, type LedgerToRead } from '#storage/ledger/index.ts';
import { openReviewCupones, type ReviewCupones } from '#storage/review/index.ts';
import { openReadings, type Readings } from '#storage/results/queries.ts';
import { systemClock } from '#platform/system-clock.ts';
import { foldDecisions, listSettled } from '#domain/decisions/fold.ts';
import { listDecidedSales } from '#domain/decisions/sales.ts';
import type { DecisionEntry, DecisionEvent } from '#domain/decisions/events.ts';
import { chooseIn } from '#domain/texts/language.ts';
import { listGoneSales, listUploadsOfLedger, readGone, readOutcome, type UploadSeen } from '../uploaded/uploads.ts';
import { listCuponesBefore, readCupones, type AccountCupones } from './cupones.ts';
import {
  createDecisionOf,
  createIdOf,
  decisionsFor,
  describeHolding,
  keyOfMoving,
  listDecided,
  type Decided,
} from './decided.ts';
import { findMissing } from './missing.ts';
import { findNamed } from './named.ts';
import { createEmptyPage, createPages } from './pages.ts';
import { nameIdle, type Answers, type ItemFilter, type Question, type Scope } from './questions.ts';
import type { JobContext } from '#platform/job-thread.ts';

/** How many rows of the cache exist as objects at once. With more, garbage collection would keep them until it collects the whole heap. */
const PIECE = 2000;

type Pages = ReturnType<typeof createPages>;

/** The open files of an account. `answer` closes the files each time, so that other code can move them. */
interface Files {
  readonly rows: MatchingRows | undefined;
  readonly readings: Readings | undefined;
  readonly ledger: LedgerToRead | undefined;
  readonly review: ReviewCupones | undefined;
  /** Uploads whose coupons are read from the ledger, because no stored result is as new. */
  readonly uploads: readonly UploadSeen[];
}

/** True if all coupons of the page matched: then no operation has to be read. */
const isNothingAsked = ({ source }: Scope, { conciliacion }: ItemFilter, files: Files): boolean =>
  source.kind === 'account' && !hasUnmatched(listResults(files), conciliacion);

const listIdle = ({ accountCupones, byKey }: Explained): readonly string[] =>
  accountCupones.open.flatMap(({ key, same, of, place: { n, seq } }) => {
    const explanation = byKey.get(key) ?? byKey.get(same ?? '');
    return explanation !== undefined && NO_WORK.has(explanation.motivo.codigo) ? [nameIdle(of, n, seq)] : [];
  });

/** Adds decisions as if they were saved after the others. */
const withProposed = (
  entries: readonly DecisionEntry[],
  proposed: readonly DecisionEvent[],
): readonly DecisionEntry[] => {
  const last = entries.at(-1)?.n ?? 0;
  return [...entries, ...proposed.map((decision, i) => ({ n: last + 1 + i, at: 0, quien: '', decision }))];
};

export function createJobs({ keepGoing, noteProgress }: JobContext) {
  let prepared: { readonly of: string; readonly operaciones: PreparedOperaciones } | undefined;
  let data: { readonly of: string; readonly accountCupones: AccountCupones } | undefined;
  let read: { readonly of: string; readonly entries: readonly DecisionEntry[] } = { of: '', entries: [] };
  let last:
    | {
        readonly decided: string;
        readonly explained: Explained;
        readonly pages: { readonly settled: string; readonly answer: Pages } | undefined;
      }
    | undefined;

  function* prepare(cache: string | null, rows: MatchingRows | undefined): Steps<PreparedOperaciones> {
    const of = `${cache ?? ''} ${rows?.version() ?? ''}`;
    if (prepared?.of === of) return prepared.operaciones;
    // Frees the old data first: otherwise old and new data would be in memory together.
    prepared = undefined;
    data = undefined;
    last = undefined;
    const total = rows?.countOperaciones() ?? 0;
    const table = createOperacionTable(total);
    let done = 0;
    for (const piece of rows?.operaciones(PIECE) ?? []) {
      table.add(piece);
      done += piece.length;
      yield { stage: 'datos', done, total };
    }
    const operaciones = yield* prepareOperaciones(table.finish());
    prepared = { of, operaciones };
    return operaciones;
  }

  function findDecided({ ledger, readings }: Files, of: string, proposed: readonly DecisionEvent[] = []): Decided {
    if (read.of !== of) read = { of, entries: ledger?.readDecisions() ?? [] };
    const state = foldDecisions(withProposed(read.entries, proposed));
    const gone = ledger === undefined ? [] : listGoneSales(ledger, readGone(ledger, readings), state);
    return { state, gone: new Set(gone) };
  }

  /** Returns the coupons. Reads them again if the data changed, or if the present decisions need other sales (`hasSalesOf`). */
  function* readData({ source }: Scope, of: string, { state }: Decided, files: Files): Steps<AccountCupones> {
    const decided = listDecidedSales(state);
    if (data?.of === of && data.accountCupones.hasSalesOf(decided)) return data.accountCupones;
    data = undefined;
    last = undefined;
    const before = listCuponesBefore(source, files);
    const accountCupones = yield* readCupones(listResults(files), { files: before, decided });
    data = { of, accountCupones };
    return accountCupones;
  }

  /**
   * Keeps the matching while the data is the same. After a decision that moves an operation, matches again with the data already read; other decisions
   * cause no work. Questions about decisions never match again, because their answers do not depend on the matching.
   */
  function* explainAll(scope: Scope, decided: Decided, files: Files, asked: Question['kind']): Steps<Explained> {
    const { rows, readings, ledger, review, uploads } = files;
    const { source, today, covered } = scope;
    const version = review?.version() ?? null;
    const kind = source.kind === 'files' ? source.name : source.kind === 'review' ? [source, version] : '';
    const of = JSON.stringify([
      ...[scope.cache, rows?.version() ?? null, readings?.version() ?? null],
      ...[scope.ledger, uploads.length === 0 ? null : ledger?.version(), uploads.map(({ carga }) => carga)],
      ...[kind, today, covered],
    ]);
    const operaciones = yield* prepare(scope.cache, rows);
    const accountCupones = yield* readData(scope, of, decided, files);
    const moving = keyOfMoving(decided);
    const isOfDecisions = asked === 'holding' || asked === 'decided';
    if (last !== undefined && (last.decided === moving || isOfDecisions)) return last.explained;
    last = undefined;
    const { matched, again, cupones } = accountCupones;
    const decisions = decisionsFor(decided, accountCupones, createIdOf(rows));
    const matching = yield* match({ prepared: operaciones, matched, again: again.matched, cupones, decisions });
    const rechazos = rows?.rechazos() ?? [];
    const establishments = rows?.establecimientos() ?? [];
    const explanations = yield* explain(matching, { today, covered, establishments, rechazos });
    const elsewhere = Array.from(accountCupones.matchedBy, ([key, por]): Explanation => {
      const motivo = { codigo: 'YA_USADA', por, sameSale: true } as const;
      return { key, motivo, certeza: 'ninguna', candidatos: [], pruned: false };
    });
    const all = [...explanations, ...explainLinked(matching), ...elsewhere];
    const explained = { matching, accountCupones, byKey: new Map(all.map((one) => [one.key, one])), version };
    last = { decided: moving, explained, pages: undefined };
    return explained;
  }

  function pagesOf(explained: Explained, settled: readonly string[]): Pages {
    const key = JSON.stringify(settled);
    if (last?.pages?.settled === key) return last.pages.answer;
    const answer = createPages(explained, new Set(settled));
    if (last !== undefined) last = { ...last, pages: { settled: key, answer } };
    return answer;
  }

  function* answerWith(scope: Scope, question: Question, files: Files): Steps<Partial<Answers>> {
    const { rows, ledger } = files;
    // No operation has to be read for a page whose coupons all matched, unless there already is an explanation.
    if (question.kind === 'page' && last === undefined && isNothingAsked(scope, question.filter, files))
      return { page: createEmptyPage(question.filter.conciliacion) };
    const of = `${scope.ledger ?? ''} ${String(ledger?.lastDecision())}`;
    const decided = findDecided(files, of);
    if (question.kind === 'decided' && decided.state.cupones.size === 0) return { decided: { cupones: [], total: 0 } };
    const explained = yield* explainAll(scope, decided, files, question.kind);
    const { cuenta } = scope;
    const decisionOf = createDecisionOf(explained, rows, decided, scope);
    switch (question.kind) {
      case 'page': {
        const pages = pagesOf(explained, listSettled(decided.state));
        return { page: pages(question.filter, scope, { rows, ledger, decisionOf }) };
      }
      case 'missing':
        return { missing: findMissing(explained, question, { cuenta, rows, ledger, inWords: chooseIn(scope.idioma) }) };
      case 'holding': {
        const after = findDecided(files, of, question.proposed);
        const holding = describeHolding(question.cupones, createDecisionOf(explained, rows, after, scope));
        return { holding };
      }
      case 'decided':
        return { decided: listDecided(decided, explained, question, decisionOf) };
      case 'resting': {
        const sales = [...decided.state.cupones.keys()].filter((sale) => decisionOf(sale)?.pendiente === false);
        return { resting: { idle: listIdle(explained), sales } };
      }
      case 'named':
        return { named: findNamed(explained, question, { cuenta, ledger, rows, decided }) };
    }
  }

  /** Answers a question in pieces. Throws the errors of reading. Always closes the files. */
  function* answer(scope: Scope, question: Question): Steps<Partial<Answers>> {
    const rows = scope.cache === null ? undefined : openMatchingRows(scope.cache);
    let readings: Readings | undefined;
    let ledger: LedgerToRead | undefined;
    let review: ReviewCupones | undefined;
    try {
      readings = scope.cache === null ? undefined : openReadings(scope.cache);
      ledger =
        scope.ledger === null ? undefined : openLedgerToRead(scope.ledger, { clock: systemClock, random: () => 0 });
      review = scope.source.kind === 'review' ? openReviewCupones(scope.source.file) : undefined;
      const uploads = listUploadsOfLedger({ ledger, results: readings }, scope.cuenta);
      return yield* answerWith(scope, question, { rows, readings, ledger, review, uploads });
    } finally {
      review?.close();
      ledger?.close();
      readings?.close();
      rows?.close();
    }
  }

  const run = (scope: Scope, question: Question): Partial<Answers> =>
    runToEnd(answer(scope, question), (progress) => {
      noteProgress(progress);
      keepGoing();
    });
  return { jobs: { answer: run } };
}

export interface Explained {
  readonly matching: Matching;
  readonly accountCupones: AccountCupones;
  readonly byKey: ReadonlyMap<string, Explanation>;
  /** The version of the explained review; null for coupons that are not of a review. */
  readonly version: number | null;
}

// Below: the newest state of each reconciliation, from its stored result, or from the ledger if the ledger is newer or has the only state.

export interface Result {
  /** The reconciliation's id, else the upload's. */
  readonly carga: string;
  /** If several results have the same unmatched coupon, the result with the highest turn counts. */
  readonly turn: number;
  readonly cuponesOf: (disposition: 'conciliado' | 'sin_conciliar') => ReturnType<typeof readOutcome>;
}

/** The results of an account: first the stored results, then the results from the ledger, the newest upload first. */
function listResults({ readings, ledger, uploads }: Files): readonly Result[] {
  const fromLedger = new Set(uploads.map(({ conciliacion }) => conciliacion));
  const kept = (readings?.readings() ?? []).filter(({ conciliacion }) => !fromLedger.has(conciliacion));
  return [...kept.map((one) => ({ ...one, carga: null })), ...uploads].map((outcome, i) => ({
    carga: outcome.conciliacion ?? outcome.carga ?? '',
    turn: outcome.lectura ?? Number.MAX_SAFE_INTEGER - i,
    cuponesOf: (disposition) => readOutcome({ ledger, results: readings }, outcome, disposition),
  }));
}

const hasUnmatched = (results: readonly Result[], conciliacion: string | undefined): boolean =>
  results.some(
    ({ carga, cuponesOf }) =>
      (conciliacion === undefined || carga === conciliacion) && cuponesOf('sin_conciliar').next().done !== true,
  );
