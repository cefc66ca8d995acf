/** Decides whether all rows were read: a window by its single page, a longer stretch by reading it twice. */
import { isOfRequest } from '../token/oauth.ts';
import type { BadRow } from '../wire/rows.ts';
import type { Page } from './page.ts';
import type { Pages } from './pages.ts';

/** How often to request a page whose rows and total contradict each other, before accepting it. */
const TRIES = 3;
/** How often to restart a list that changes while it is paged (docs/gaps.md, `en_vivo`). */
const MAX_RESTARTS = 3;

/** `more`: further pages exist, or rows still repeat after three requests. `short`: after three requests the total still states more rows than came. */
export interface Look<Row, Header> {
  readonly is: 'whole' | 'more' | 'short';
  readonly page: Page<Row, Header>;
}

export interface WindowRead<Row> {
  readonly rows: readonly Row[];
  readonly bad: readonly BadRow[];
  readonly state: 'completa' | 'inestable';
}

export function createWhole<Query, Row, Header>(pages: Pages<Query, Row, Header>, keyOf: (row: Row) => string) {
  type P = Page<Row, Header>;

  async function judge(query: Query, page: P, signal: AbortSignal): Promise<Look<Row, Header>['is'] | 'again'> {
    const { received, total, asked } = page;
    // If a row came twice, another row may be missing.
    if (new Set(page.rows.map(keyOf)).size < page.rows.length) return 'again';
    if (received < asked && received === total) return 'whole';
    if (received >= asked && received < total) return 'more';
    if (received > 0 && (await pages.after(query, page, received, signal)) !== undefined) return 'more';
    return received === total ? 'whole' : 'again';
  }

  /** Judges the first page of a window. `came`: this page, if the caller has already read it. */
  async function look(query: Query, signal: AbortSignal, came?: P): Promise<Look<Row, Header>> {
    let page = came ?? (await pages.first(query, signal));
    for (let tries = 1; ; tries += 1) {
      const is = await judge(query, page, signal);
      if (is !== 'again') return { is, page };
      if (tries === TRIES) return { is: page.received < page.total ? 'short' : 'more', page };
      page = await pages.first(query, signal);
    }
  }

  /** Reads every page once; `inestable` if the list changed meanwhile, or if the pages do not add up to its total. */
  async function readPass(query: Query, signal: AbortSignal): Promise<WindowRead<Row>> {
    const rows: Row[] = [];
    const bad: BadRow[] = [];
    let total: number | undefined;
    try {
      for await (const page of pages.all(query, signal)) {
        total ??= page.total;
        rows.push(...page.rows);
        bad.push(...page.bad);
        if (page.total !== total) return { rows, bad, state: 'inestable' };
      }
    } catch (error) {
      if (!isOfRequest(error, 'LECTURA_INESTABLE')) throw error;
      return { rows, bad, state: 'inestable' };
    }
    const isWhole = new Set(rows.map(keyOf)).size === rows.length && rows.length + bad.length === total;
    return { rows, bad, state: isWhole ? 'completa' : 'inestable' };
  }

  /** Reads passes until one is complete and returns it. If none is, returns the rows of all passes together. */
  async function readConsistently(query: Query, signal: AbortSignal): Promise<WindowRead<Row>> {
    const passages: WindowRead<Row>[] = [];
    while (passages.length <= MAX_RESTARTS) {
      const read = await readPass(query, signal);
      if (read.state === 'completa') return read;
      passages.push(read);
    }
    return { ...joinAnswers(keyOf, ...passages), state: 'inestable' };
  }

  /** Pages a stretch twice; if both passes have the same rows, these count as complete. */
  async function readTwice(query: Query, signal: AbortSignal): Promise<WindowRead<Row>> {
    const one = await readConsistently(query, signal);
    if (one.state === 'inestable') return one;
    const other = await readConsistently(query, signal);
    const keys = new Set(one.rows.map(keyOf));
    const isSame = one.rows.length === other.rows.length && other.rows.every((row) => keys.has(keyOf(row)));
    if (isSame && other.state === 'completa') return other;
    return { ...joinAnswers(keyOf, one, other), state: 'inestable' };
  }

  return { look, twice: readTwice };
}
export type Whole<Query, Row, Header> = ReturnType<typeof createWhole<Query, Row, Header>>;

export function joinAnswers<Row>(
  keyOf: (row: Row) => string,
  ...parts: readonly Omit<WindowRead<Row>, 'state'>[]
): Omit<WindowRead<Row>, 'state'> {
  const rows = new Map(parts.flatMap((part) => part.rows.map((row) => [keyOf(row), row] as const)));
  const bad = new Map(parts.flatMap((part) => part.bad.map((row) => [row.raw, row] as const)));
  return { rows: [...rows.values()], bad: [...bad.values()] };
}
