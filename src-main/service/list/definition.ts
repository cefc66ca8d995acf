/** The definition of a list of the service, for its reading (`period.ts`, `pages.ts`). */
import { isObject } from '#domain/json.ts';
import { EXPECTED } from '#domain/texts/field-labels.ts';
import type { TimedWindow, DateWindow } from '#domain/civil-date.ts';
import type { Param } from '../query/get.ts';
import { cuenta, accept, refuse, type Parsed } from '../wire/fields.ts';
import type { RowParser, BadRow, Quarantine } from '../wire/rows.ts';
import type { Learned } from '../learned.ts';
import type { Consult } from '../query/consult.ts';
import { countRowsOutside, type Page } from './page.ts';
import { createPages } from './pages.ts';
import { createPeriodReader, type Foreknown, type Piece } from './period.ts';

export interface ListAnswer<Header> {
  readonly rows: readonly unknown[];
  readonly total: number;
  readonly header: Header;
  /** Instead of a page, the service answered that its parent does not exist (`ver_ausente`). */
  readonly isAbsent?: true;
}

export interface PagedList<Query, Row, Header> {
  readonly metodo: string;
  readonly path: (query: Query) => string;
  readonly params: (query: Query) => readonly Param[];
  /** Rows to ask for: the stated maximum, or the stated default without a maximum. */
  readonly pageSize: number;
  /** Without a stated maximum: the rows to try when the default is too few. */
  readonly largerPageSize?: number;
  readonly answer: (value: unknown) => Parsed<ListAnswer<Header>>;
  /** The answer that a 404 stands for ("there is no such list"); absent where a 404 is an ordinary refusal. */
  readonly denied?: () => ListAnswer<Header>;
  readonly row: RowParser<Row>;
  /** The key of a row. Equal rows may share it where the list gives no identifiers. */
  readonly keyOf: (row: Row) => string;
  /** As in `GetSpec`. */
  readonly ownIds?: boolean;
}

const MIDNIGHT = '00:00:00';
export interface Moment {
  readonly dia: string;
  readonly hora: string;
}

/** A list of what happened between two days. Its rows have identifiers, and its total is stated. */
export interface DatedList<Query, Row, Header> extends PagedList<Query, Row, Header> {
  readonly window: (query: Query) => TimedWindow;
  readonly within: (query: Query, window: TimedWindow) => Query;
  /** How to ask for some shops only, by ids, and which shop a row names; absent where the list cannot be asked by shop. */
  readonly byShop?: {
    readonly ask: (query: Query, shops: readonly string[]) => Query;
    readonly nameOf: (row: Row) => string | null;
  };
  /** Whether windows may begin and end within a day. */
  readonly takesTimes: (query: Query) => boolean;
  /** When the row happened, by the date that windows are compared with; null for none. */
  readonly momentOf: (row: Row, query: Query) => Moment | null;
  /** Whether the description states by which date windows are filtered. */
  readonly isDateStated: boolean;
}

/** Parses `{[key]: […], total}` and what `header` takes from beside it. */
export const listAnswer =
  <Header>(key: string, header: (value: unknown) => Parsed<Header>): ((value: unknown) => Parsed<ListAnswer<Header>>) =>
  (value) => {
    if (!isObject(value)) return refuse('', 'objeto', value);
    const rows = value[key];
    if (!Array.isArray(rows)) return refuse(key, 'lista', rows);
    const total = cuenta.read(value['total']);
    if (total === undefined) return refuse('total', EXPECTED[cuenta.shape].es, value['total']);
    // A list cannot have fewer rows than one page brought (docs/gaps.md).
    if (rows.length > total) return refuse('total', `${String(rows.length)} o más`, value['total']);
    const head = header(value);
    return head.ok ? accept({ rows, total, header: head.value }) : head;
  };

export const parseNoHeader = (): Parsed<null> => accept(null);

/** A date without a time counts as 00:00:00, as in the service's comparisons (API description, "Time rules"). */
export function momentOf(date: unknown): Moment | null {
  if (typeof date === 'string') return { dia: date, hora: MIDNIGHT };
  if (typeof date !== 'object' || date === null || !('fecha' in date) || typeof date.fecha !== 'string') return null;
  return { dia: date.fecha, hora: 'hora' in date && typeof date.hora === 'string' ? date.hora : MIDNIGHT };
}

// A list of what happened between two days, for the synchronisation and single calls.

export interface MethodDeps {
  readonly consult: Consult;
  readonly learned: Learned;
  /** Takes the unreadable rows of pages that are used. */
  readonly quarantine: Quarantine;
}

/** Everything in a period, in order of arrival. */
export interface PeriodRead<Row, Header> {
  readonly rows: readonly Row[];
  readonly bad: readonly BadRow[];
  /** False if the list changed during the reading, or its total promises more rows than came. */
  readonly isWhole: boolean;
  readonly headers: readonly Header[];
}

export interface ListReader<Query, Row, Header = null> {
  takesTimes(query: Query): boolean;
  /** The first page of a query. Throws `RESPUESTA_INVALIDA` for an answer of another shape than described; `bad` has the rows of another shape. */
  page(query: Query, signal: AbortSignal): Promise<Page<Row, Header>>;
  /** Reads the window of a question piece by piece. Throws `FILTRO_IGNORADO` when the service ignores dates. */
  read(query: Query, foreknown: Foreknown, signal: AbortSignal): AsyncGenerator<Piece<Row, Header>>;
  readAll(query: Query, signal: AbortSignal, foreknown?: Foreknown): Promise<PeriodRead<Row, Header>>;
  /** Whether the service compares windows with another date than the rows' (docs/gaps.md, `fecha_filtro`). */
  filtersByOtherDate(): boolean;
}

export function listReader<Query, Row, Header>(
  list: DatedList<Query, Row, Header>,
  { consult, learned, quarantine }: MethodDeps,
): ListReader<Query, Row, Header> {
  const pages = createPages(list, {
    consult,
    learned,
    evidence: (query, page) => ({ filas: page.received, leftOut: countRowsOutside(list, query, page) }),
  });
  const readPeriod = createPeriodReader(list, { pages, learned });

  const setAside = (bad: readonly BadRow[], { desde, hasta }: DateWindow): void => {
    for (const row of bad) quarantine(list.metodo, row, { desde, hasta });
  };

  async function* read(query: Query, foreknown: Foreknown, signal: AbortSignal): AsyncGenerator<Piece<Row, Header>> {
    for await (const piece of readPeriod(query, foreknown, signal)) {
      if (piece.kind === 'page') setAside(piece.page.bad, list.window(query));
      else if (piece.kind === 'part') setAside(piece.part.bad, list.window(query));
      yield piece;
    }
  }

  return {
    takesTimes: list.takesTimes,
    page: pages.first,
    read,
    async readAll(query, signal, foreknown = {}) {
      const rows: Row[] = [];
      const bad: BadRow[] = [];
      const headers: Header[] = [];
      let isWhole = true;
      for await (const piece of read(query, foreknown, signal)) {
        if (piece.kind === 'part') {
          rows.push(...piece.part.rows);
          bad.push(...piece.part.bad);
          headers.push(piece.header);
          isWhole &&= piece.part.state === 'completa';
        } else {
          const page = piece.kind === 'page' ? piece.page : piece.open();
          rows.push(...page.rows);
          bad.push(...page.bad);
          headers.push(page.header);
        }
      }
      return { rows, bad, headers, isWhole };
    },
    filtersByOtherDate: () => learned.filtersByOtherDate(list.metodo),
  };
}
