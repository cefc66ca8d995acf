/** The definition of one list of the service: everything that the reading of lists (`period.ts`, `pages.ts`) has to know about it. */
import { isObject } from '#domain/json.ts';
import { EXPECTED } from '#domain/texts/shapes.ts';
import type { TimedWindow } from '#domain/civil-date.ts';
import type { Param } from '../query/get.ts';
import { cuenta } from '../wire/fields.ts';
import { accept, refuse, type Parsed } from '../wire/mismatch.ts';
import { type RowParser } from '../wire/rows.ts';

/** An answer before its rows are looked at. */
export interface ListAnswer<Header> {
  readonly rows: readonly unknown[];
  /** How many rows the whole list has. */
  readonly total: number;
  /** What the wrapper carries besides rows and total. */
  readonly header: Header;
  /** The service said, in place of a page, that what it belongs to does not exist (`ver_ausente`). */
  readonly isAbsent?: true;
}

/** A list that comes in pages. */
export interface PagedList<Query, Row, Header> {
  readonly metodo: string;
  readonly path: (query: Query) => string;
  readonly params: (query: Query) => readonly Param[];
  /** Rows to ask for: the stated maximum, or the stated default where no maximum is stated. */
  readonly pageSize: number;
  /** Rows to try when the default is seen to be too few, where no maximum is stated. */
  readonly largerPageSize?: number;
  readonly answer: (value: unknown) => Parsed<ListAnswer<Header>>;
  /** The answer that a 404 stands for ("there is no such list"); absent where a 404 is a refusal like any other. */
  readonly denied?: () => ListAnswer<Header>;
  readonly row: RowParser<Row>;
  /** What identifies a row. Equal rows may share it where the list gives no identifiers. */
  readonly keyOf: (row: Row) => string;
  /** Whether the API description says that `total` counts the rows of the list. Otherwise it is a guess from other counts. */
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
  /** How to ask for some shops only, by their ids, and how to find the shop's name of a row; absent where the list cannot be asked by shop. */
  readonly byShop?: {
    readonly ask: (query: Query, shops: readonly string[]) => Query;
    readonly nameOf: (row: Row) => string | null;
  };
  /** Whether windows may begin and end within a day. */
  readonly takesTimes: (query: Query) => boolean;
  /** When the row happened, by the date that windows are compared with; null when it has none. */
  readonly momentOf: (row: Row, query: Query) => Moment | null;
  /** Whether the API description states by which date windows are filtered. */
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
    // A list cannot have fewer rows than came at once (docs/gaps.md).
    if (rows.length > total) return refuse('total', `${String(rows.length)} o más`, value['total']);
    const head = header(value);
    return head.ok ? accept({ rows, total, header: head.value }) : head;
  };

/** For lists that carry nothing besides rows and total. */
export const parseNoHeader = (): Parsed<null> => accept(null);

/** The moment of a date as rows have it, with or without a time: without one the service compares it as 00:00:00 (API description, "Time rules"). */
export function momentOf(date: unknown): Moment | null {
  if (typeof date === 'string') return { dia: date, hora: MIDNIGHT };
  if (typeof date !== 'object' || date === null || !('fecha' in date) || typeof date.fecha !== 'string') return null;
  return { dia: date.fecha, hora: 'hora' in date && typeof date.hora === 'string' ? date.hora : MIDNIGHT };
}
