/** What the thread does: reads the account's rows, matches, explains, and keeps the last answer while its data is the same. */
import { explain } from '#domain/matching/explain/explain.ts';
import { explainLinked } from '#domain/matching/explain/linked.ts';
import { NO_WORK, type Explanation } from '#domain/matching/explain/reasons.ts';
import { createOperacionTable } from '#domain/matching/fields/operacion-table.ts';
import { match, type Matching } from '#domain/matching/match.ts';
import { prepareOperaciones, type PreparedOperaciones } from '#domain/matching/candidates/operacion-index.ts';
import type { Steps } from '#domain/matching/progress.ts';
import { openMatchingRows, type MatchingRows } from '#storage/cache/index.ts';
import { openUploadCupones, type UploadCupones } from '#storage/ledger/index.ts';
import { openReviewCupones, type ReviewCupones } from '#storage/review/index.ts';
import { openReadings, type Readings } from '#storage/results/readings.ts';
import { listCuponesBefore, readCupones, type AccountCupones } from './cupones.ts';
import { createIdOf, decisionsFor, factsOf, resolve } from './decided.ts';
import { findMissing } from './missing.ts';
import { createPages, NOTHING_TO_EXPLAIN } from './pages.ts';
import type { Answers, ItemFilter, Question, Scope } from './questions.ts';
import { hasUnmatched, resultsOf } from './results.ts';

/** Rows of the cache that are objects at once. More of them would outlive the young generation, and stay until the whole heap is collected. */
const PIECE = 2000;

type Pages = ReturnType<typeof createPages>;

/** The files of an account. They are open only while a question is answered, so that they can be moved without asking. */
interface Files {
  readonly rows: MatchingRows | undefined;
  readonly readings: Readings | undefined;
  readonly ledger: UploadCupones | undefined;
  readonly review: ReviewCupones | undefined;
}

/** Whether all coupons of a page matched: the report of such a month needs no look at a million operations. */
const isNothingAsked = (
  { source, uploads }: Scope,
  { conciliacion }: ItemFilter,
  { readings, ledger }: Files,
): boolean => source.kind === 'account' && !hasUnmatched(resultsOf(readings, ledger, uploads), conciliacion);

/** The coupons that wait for their operation, and those that net to zero. */
const listIdle = ({ accountCupones, byKey }: Explained): Answers['idle'] =>
  accountCupones.open.flatMap(({ key, same, of, place: { n, seq } }) => {
    const explanation = byKey.get(key) ?? byKey.get(same ?? '');
    return explanation !== undefined && NO_WORK.has(explanation.motivo.codigo) ? [{ of, n, seq }] : [];
  });

/** Makes the worker that answers questions, one at a time. */
export function createWork() {
  let prepared: { readonly of: string; readonly operaciones: PreparedOperaciones } | undefined;
  /** The coupons of some data. */
  let data: { readonly of: string; readonly accountCupones: AccountCupones } | undefined;
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
    // The old data is freed before the new data takes as much memory again.
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

  /** The coupons of the current data; read again when a decision is about an amount that was not wanted before, or names a sale in another way. */
  function* read(
    { source, decided, uploads }: Scope,
    of: string,
    { readings, ledger, review }: Files,
  ): Steps<AccountCupones> {
    if (data?.of === of && data.accountCupones.hasSalesOf(decided)) return data.accountCupones;
    data = undefined;
    last = undefined;
    const files = listCuponesBefore(source, review);
    const accountCupones = yield* readCupones(resultsOf(readings, ledger, uploads), { files, decided });
    data = { of, accountCupones };
    return accountCupones;
  }

  /**
   * What was matched is kept while the data is the same. A decision that moves an operation has the coupons matched again, among what was read
   * before. Any other decision costs nothing.
   * A question for `facts` never matches again, because no decision is part of its answer.
   */
  function* explainAll(scope: Scope, files: Files, asked: Question['kind']): Steps<Explained> {
    const { rows, readings, ledger, review } = files;
    const { source, today, covered } = scope;
    const { settled: _, ...moving } = scope.decisions;
    const version = review?.version() ?? null;
    const kind = source.kind === 'files' ? source.name : source.kind === 'review' ? [source, version] : '';
    const of = JSON.stringify([
      ...[scope.cache, rows?.version() ?? null, readings?.version() ?? null],
      ...[scope.ledger, ledger?.version() ?? null, scope.uploads],
      ...[kind, today, covered],
    ]);
    const operaciones = yield* prepare(scope.cache, rows);
    const accountCupones = yield* read(scope, of, files);
    const decided = JSON.stringify(moving);
    if (last !== undefined && (last.decided === decided || asked === 'facts')) return last.explained;
    last = undefined;
    const { matched, again, cupones } = accountCupones;
    const decisions = decisionsFor(scope.decisions, accountCupones, createIdOf(rows));
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
    last = { decided, explained, pages: undefined };
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
    // What was explained already answers sooner.
    if (question.kind === 'page' && last === undefined && isNothingAsked(scope, question.filter, files))
      return { page: NOTHING_TO_EXPLAIN };
    const explained = yield* explainAll(scope, files, question.kind);
    const factsFor = (sales: readonly string[]) => factsOf(explained, files.rows, scope.decisions, new Set(sales));
    switch (question.kind) {
      case 'page': {
        const decided = new Set(scope.decided.map(({ sale }) => sale));
        const pages = pagesOf(explained, scope.decisions.settled);
        return { page: pages(question.filter, (sales) => factsFor(sales.filter((sale) => decided.has(sale)))) };
      }
      case 'idle':
        return { idle: listIdle(explained) };
      case 'facts':
        return { facts: factsFor(question.sales) };
      case 'resolve':
        return {
          resolve: resolve(explained, question, { linked: scope.decisions.linked, idOf: createIdOf(files.rows) }),
        };
      case 'missing':
        return { missing: findMissing(explained, question, (ids) => files.rows?.tills(ids) ?? []) };
    }
  }

  return {
    /** Answers in pieces. Throws what reading throws; the files are closed in any case. */
    *answer(scope: Scope, question: Question): Steps<Partial<Answers>> {
      const rows = scope.cache === null ? undefined : openMatchingRows(scope.cache);
      let readings: Readings | undefined;
      let ledger: UploadCupones | undefined;
      let review: ReviewCupones | undefined;
      try {
        readings = scope.cache === null ? undefined : openReadings(scope.cache);
        // The ledger is opened only if some upload is not covered by a kept result.
        ledger = scope.ledger === null || scope.uploads.length === 0 ? undefined : openUploadCupones(scope.ledger);
        review = scope.source.kind === 'review' ? openReviewCupones(scope.source.file) : undefined;
        return yield* answerWith(scope, question, { rows, readings, ledger, review });
      } finally {
        review?.close();
        ledger?.close();
        readings?.close();
        rows?.close();
      }
    },
  };
}

/** An account that was matched and explained. */
export interface Explained {
  readonly matching: Matching;
  readonly accountCupones: AccountCupones;
  readonly byKey: ReadonlyMap<string, Explanation>;
  /** The version of the explained review; null for other coupons. */
  readonly version: number | null;
}
