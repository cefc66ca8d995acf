/** How one list of the service is requested and parsed. `pages.ts` and `period.ts` read lists by these definitions. */
import { isObject } from '#domain/json.ts';
import { EXPECTED } from '#domain/texts/field-labels.ts';
import type { TimedWindow, DateWindow } from '#domain/civil-date.ts';
import type { Param } from '../query/get.ts';
import { cuenta, accept, refuse, type Parsed } from '../wire/fields.ts';
import type { RowParser, BadRow, Quarantine } from '../wire/rows.ts';
import type { Learned } from '../learned.ts';
import type { Consult } from '../query/consult.ts';
import { countRowsOutside } from './page.ts';
import { createPages } from './pages.ts';
import { createPeriodReader, type Foreknown, type Piece } from './period.ts';

export interface ListAnswer<Header> {
  readonly rows: readonly unknown[];
  readonly total: number;
  readonly header: Header;
  /** The service answered that the parent record does not exist, instead of sending a page (docs/gaps.md, `ver_ausente`). */
  readonly isAbsent?: true;
}

export interface PagedList<Query, Row, Header> {
  readonly metodo: string;
  readonly path: (query: Query) => string;
  readonly params: (query: Query) => readonly Param[];
  /** Rows to request per page: the maximum that the API description states, or its default if it states no maximum. */
  readonly pageSize: number;
  /** Only where the description states no maximum: the page size to try when a page of `pageSize` does not hold all rows. */
  readonly largerPageSize?: number;
  readonly answer: (value: unknown) => Parsed<ListAnswer<Header>>;
  /** The answer to use instead of a 404, which here means that the list does not exist. Without it, a 404 is an error. */
  readonly denied?: () => ListAnswer<Header>;
  readonly row: RowParser<Row>;
  /** The key of a row. Where the list has no identifiers, equal rows share a key. */
  readonly keyOf: (row: Row) => string;
  /** Whether to leave identifiers that look like card numbers unmasked, because later requests name them (`GetSpec.ownIds`). */
  readonly ownIds?: boolean;
}

const MIDNIGHT = '00:00:00';
export interface Moment {
  readonly dia: string;
  readonly hora: string;
}

/** A list of what happened between two days. Its rows have identifiers, and its answers state the total. */
export interface DatedList<Query, Row, Header> extends PagedList<Query, Row, Header> {
  readonly window: (query: Query) => TimedWindow;
  readonly within: (query: Query, window: TimedWindow) => Query;
  /** How to ask for some shops only (by id) and which shop a row names; absent if the service cannot filter this list by shop. */
  readonly byShop?: {
    readonly ask: (query: Query, shops: readonly string[]) => Query;
    readonly nameOf: (row: Row) => string | null;
  };
  /** Whether windows may begin and end within a day. */
  readonly takesTimes: (query: Query) => boolean;
  /** The date and time by which the service decides whether a row lies in the window; null if the row has none. */
  readonly momentOf: (row: Row, query: Query) => Moment | null;
  /** Whether the description states by which date windows are filtered. */
  readonly isDateStated: boolean;
}

/** Parses an answer of the form `{[key]: rows, total}`; `header` reads the other members. */
export const listAnswer =
  <Header>(key: string, header: (value: unknown) => Parsed<Header>): ((value: unknown) => Parsed<ListAnswer<Header>>) =>
  (value) => {
    if (!isObject(value)) return refuse('', 'objeto', value);
    const rows = value[key];
    if (!Array.isArray(rows)) return refuse(key, 'lista', rows);
    const total = cuenta.read(value['total']);
    if (total === undefined) return refuse('total', EXPECTED[cuenta.shape].es, value['total']);
    // Refuse a total below the number of rows in this page (docs/gaps.md).
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

export interface MethodDeps {
  readonly consult: Consult;
  readonly learned: Learned;
  /** Receives the unreadable rows of those pages that are used. */
  readonly quarantine: Quarantine;
}

export type ListReader<Query, Row, Header = null> = ReturnType<typeof listReader<Query, Row, Header>>;

export function listReader<Query, Row, Header>(
  list: DatedList<Query, Row, Header>,
  { consult, learned, quarantine }: MethodDeps,
) {
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
    /** Reads the first page of a query. `bad`: rows that do not have the described form. Throws `RESPUESTA_INVALIDA` if the answer itself does not. */
    page: pages.first,
    /** Reads the query's window piece by piece. Throws `FILTRO_IGNORADO` if the service ignores the dates. */
    read,
    /** Reads all rows, in order of arrival. `isWhole`: false if the list changed during the reading, or its total states more rows than came. */
    async readAll(query: Query, signal: AbortSignal, foreknown: Foreknown = {}) {
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
    /** Whether the service compares windows with another date than the one that rows show (docs/gaps.md, `fecha_filtro`). */
    filtersByOtherDate: (): boolean => learned.filtersByOtherDate(list.metodo),
  };
}
