/** What the thread does: reads the account's rows, matches, explains, and keeps the last answer while its data is the same. */
import { explain } from '#domain/matching/explain/explain.ts';
import { explainLinked } from '#domain/matching/explain/linked.ts';
import type { Explanation } from '#domain/matching/explain/reasons.ts';
import { weighLevels, weighPair } from '#domain/matching/explain/weights.ts';
import { createOperacionTable } from '#domain/matching/fields/operacion-table.ts';
import { match, type Matching } from '#domain/matching/match.ts';
import { noneOf } from '#domain/matching/model/parameters.ts';
import { prepareOperaciones, type PreparedOperaciones } from '#domain/matching/prepare.ts';
import type { Steps } from '#domain/matching/progress.ts';
import { openMatchingRows, type MatchingRows } from '#storage/cache/index.ts';
import { openUploadCoupons, type UploadCoupons } from '#storage/ledger/index.ts';
import { openReviewCoupons, type ReviewCoupons } from '#storage/review/index.ts';
import { openReadings, type Readings } from '#storage/results/index.ts';
import { couponsBefore } from './before.ts';
import { readCoupons, type Coupons } from './coupons.ts';
import { createIdOf, decisionsFor, factsOf, resolve } from './decided.ts';
import { findMissing } from './missing.ts';
import { createPages } from './pages.ts';
import type { Answers, Question, Scope } from './questions.ts';
import { resultsOf } from './results.ts';

const PIECE = 20_000;

/** An account that was matched and explained. */
export interface Explained {
  readonly matching: Matching;
  readonly coupons: Coupons;
  readonly byKey: ReadonlyMap<string, Explanation>;
  /** Of the review that was explained; null of other coupons. */
  readonly version: number | null;
}

/** The files of an account, open while a question is answered and no longer: whoever moves them does not have to ask. */
interface Files {
  readonly rows: MatchingRows | undefined;
  readonly readings: Readings | undefined;
  readonly ledger: UploadCoupons | undefined;
  readonly review: ReviewCoupons | undefined;
}

/** Makes who answers questions. One at a time. */
export function createWork() {
  let prepared: { readonly of: string; readonly operaciones: PreparedOperaciones } | undefined;
  let last:
    { readonly of: string; readonly explained: Explained; readonly pages: ReturnType<typeof createPages> } | undefined;

  function* prepare(cache: string | null, rows: MatchingRows | undefined): Steps<PreparedOperaciones> {
    const of = `${cache ?? ''} ${rows?.version() ?? ''}`;
    if (prepared?.of === of) return prepared.operaciones;
    // What there was goes before as much again is made.
    prepared = undefined;
    last = undefined;
    const total = rows?.countOperaciones() ?? 0;
    const table = createOperacionTable(total);
    let done = 0;
    for (const piece of rows?.operaciones(PIECE) ?? []) {
      table.add(piece);
      done += piece.length;
      yield { stage: 'lectura', done, total };
    }
    const operaciones = yield* prepareOperaciones(table.finish());
    prepared = { of, operaciones };
    return operaciones;
  }

  function* explainAll(scope: Scope, { rows, readings, ledger, review }: Files) {
    const { source, today, covered } = scope;
    const version = review?.version() ?? null;
    const kind = source.kind === 'files' ? source.name : source.kind === 'review' ? [source, version] : '';
    const of = JSON.stringify([
      ...[scope.cache, rows?.version() ?? null, scope.results, readings?.version() ?? null],
      ...[scope.ledger, ledger?.version() ?? null, scope.uploads],
      ...[kind, today, covered, scope.decisions],
    ]);
    if (last?.of === of) return last;
    const operaciones = yield* prepare(scope.cache, rows);
    last = undefined;
    const results = resultsOf(readings, ledger, scope.uploads);
    const files = couponsBefore(source, review);
    const coupons = yield* readCoupons(results, { files, decided: scope.decided.map(({ importe }) => importe) });
    const { matched, cupones } = coupons;
    const decisions = decisionsFor(scope.decisions, coupons, createIdOf(rows));
    const matching = yield* match({ prepared: operaciones, matched, cupones, decisions });
    const rechazos = rows?.rechazos() ?? [];
    const establishments = rows?.establecimientos() ?? [];
    const explanations = yield* explain(matching, { today, covered, establishments, rechazos });
    const all = [...explanations, ...explainLinked(matching)];
    const explained = { matching, coupons, byKey: new Map(all.map((one) => [one.key, one])), version };
    last = { of, explained, pages: createPages(explained, new Set(scope.decisions.settled)) };
    return last;
  }

  function* answerWith(scope: Scope, question: Question, files: Files): Steps<Partial<Answers>> {
    const { explained, pages } = yield* explainAll(scope, files);
    const { matching, coupons } = explained;
    const facts = (sales: readonly string[]) => factsOf(explained, files.rows, scope.decisions, new Set(sales));
    switch (question.kind) {
      case 'page': {
        const decided = new Set(scope.decided.map(({ sale }) => sale));
        return { page: pages(question.filter, (sales) => facts(sales.filter((sale) => decided.has(sale)))) };
      }
      case 'waterfall': {
        const { conciliacion, n, operacion } = question;
        const open = coupons.open.find(({ place }) => place.conciliacion === conciliacion && place.n === n);
        const key = open?.same ?? open?.key;
        return { waterfall: (key === undefined ? undefined : weighPair(matching, key, operacion)) ?? null };
      }
      case 'facts':
        return { facts: facts(question.sales) };
      case 'resolve':
        return { resolve: resolve(explained, question.cupones, question.operaciones) };
      case 'weights': {
        const { parameters } = matching;
        const weights = { levels: weighLevels(matching), learntFrom: parameters.learntFrom, none: noneOf(parameters) };
        return { weights };
      }
      case 'missing':
        return { missing: findMissing(explained, question, (ids) => files.rows?.tills(ids) ?? []) };
    }
  }

  return {
    /** Answers in pieces. Throws what reading throws; the files are closed in any case. */
    *answer(scope: Scope, question: Question): Steps<Partial<Answers>> {
      const rows = scope.cache === null ? undefined : openMatchingRows(scope.cache);
      let readings: Readings | undefined;
      let ledger: UploadCoupons | undefined;
      let review: ReviewCoupons | undefined;
      try {
        readings = scope.results === null ? undefined : openReadings(scope.results);
        // Where the kept results say all, the ledger is not opened.
        ledger = scope.ledger === null || scope.uploads.length === 0 ? undefined : openUploadCoupons(scope.ledger);
        review = scope.source.kind === 'review' ? openReviewCoupons(scope.source.file) : undefined;
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
