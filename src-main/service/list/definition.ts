/** Everything about a list of the service that its reading (`period.ts`, `pages.ts`) needs. */
import { isObject } from '#domain/json.ts';
import { EXPECTED } from '#domain/texts/field-labels.ts';
import type { TimedWindow } from '#domain/civil-date.ts';
import type { Param } from '../query/get.ts';
import { cuenta } from '../wire/fields.ts';
import { accept, refuse, type Parsed } from '../wire/mismatch.ts';
import { type RowParser } from '../wire/rows.ts';

/** An answer before parsing its rows. */
export interface ListAnswer<Header> {
  readonly rows: readonly unknown[];
  /** How many rows the whole list has. */
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
  /** What identifies a row. Equal rows may share it where the list gives no identifiers. */
  readonly keyOf: (row: Row) => string;
  /** Whether the description says that `total` counts the rows of the list. Otherwise it is a guess from other counts. */
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
    // A list cannot have fewer rows than came at once (docs/gaps.md).
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
