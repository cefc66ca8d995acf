/** What tells one list of the service from another: everything that the reading of lists (`period.ts`, `pages.ts`) has to know of it. */
import type { TimedWindow } from '#domain/window.ts';
import type { Param } from '../query/get.ts';
import { cuenta } from '../wire/fields.ts';
import { accepted, refused, type Parsed } from '../wire/mismatch.ts';
import { isObject, type RowParser } from '../wire/rows.ts';

/** An answer before its rows are looked at. */
export interface ListAnswer<Header> {
  readonly rows: readonly unknown[];
  /** How many rows the whole list has. */
  readonly total: number;
  /** What the wrapper carries besides. */
  readonly header: Header;
  /** In place of a list the service said that there is none (`lista_vacia`, `ver_ausente`). */
  readonly isDenied?: true;
}

/** A list that comes in pages. */
export interface PagedList<Query, Row, Header> {
  readonly metodo: string;
  readonly path: (query: Query) => string;
  readonly params: (query: Query) => readonly Param[];
  /** Rows to ask for: the stated maximum, or the stated default where no maximum is. */
  readonly pageSize: number;
  /** Where no maximum is stated: how many rows to try once the default is seen to be too few. */
  readonly largerPageSize?: number;
  readonly answer: (value: unknown) => Parsed<ListAnswer<Header>>;
  /** How an answer says that there is no such list with a 404; absent where a 404 is a refusal like any other. */
  readonly denied?: () => ListAnswer<Header> | undefined;
  readonly row: RowParser<Row>;
  /** What tells a row from others; equal rows may have the same where the list gives no identifiers. */
  readonly keyOf: (row: Row) => string;
  /** Whether `total` counts the rows of the list (API description); else it is only what its counts speak of. */
  readonly isTotalStated: boolean;
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
  /** The same question about another window. */
  readonly within: (query: Query, window: TimedWindow) => Query;
  /** How it is asked of some shops only, by their ids, and the name of a row's shop; absent where it cannot be. */
  readonly byShop?: {
    readonly ask: (query: Query, shops: readonly string[]) => Query;
    readonly nameOf: (row: Row) => string | null;
  };
  /** Whether windows may begin and end within a day. */
  readonly takesTimes: (query: Query) => boolean;
  /** When the row happened, by the date that windows are compared with; null when it has none. */
  readonly momentOf: (row: Row, query: Query) => Moment | null;
  /** Whether the description says that it is that date. */
  readonly isDateStated: boolean;
}

/** Parses `{[key]: […], total}` and what `header` takes from beside it. */
export function listAnswer<Header>(
  key: string,
  header: (value: unknown) => Parsed<Header>,
): (value: unknown) => Parsed<ListAnswer<Header>> {
  return (value) => {
    if (!isObject(value)) return refused('', 'objeto', value);
    const rows = value[key];
    if (!Array.isArray(rows)) return refused(key, 'lista', rows);
    const total = cuenta.read(value['total']);
    if (total === undefined) return refused('total', cuenta.what, value['total']);
    // The count of the list that was asked for: it cannot have fewer than came at once (docs/gaps.md).
    if (rows.length > total) return refused('total', `${String(rows.length)} o más`, value['total']);
    const head = header(value);
    return head.ok ? accepted({ rows, total, header: head.value }) : head;
  };
}

/** For lists that carry nothing besides rows and total. */
export const noHeader = (): Parsed<null> => accepted(null);

/** The moment of a date as rows have it, with or without a time: without one the service compares it as 00:00:00 (API description, "Time rules"). */
export function momentOf(date: unknown): Moment | null {
  if (typeof date === 'string') return { dia: date, hora: MIDNIGHT };
  if (typeof date !== 'object' || date === null || !('fecha' in date) || typeof date.fecha !== 'string') return null;
  return { dia: date.fecha, hora: 'hora' in date && typeof date.hora === 'string' ? date.hora : MIDNIGHT };
}
