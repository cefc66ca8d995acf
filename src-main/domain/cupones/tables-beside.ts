import type { CuponField } from '../cupon.ts';
import { CELL, type Sheet } from '../sheet.ts';
import { requiredOf } from './fields.ts';
import { toPlainHeader } from './header-key.ts';
import { delegateSheet } from './merged-cells.ts';
import type { ColumnProfile } from './profile-column.ts';

/** A column that names a field, or was given to one. */
interface FieldColumn {
  readonly campo: CuponField;
  readonly columna: number;
}

/** The columns of a table from the first to the last, both included. */
interface Span {
  readonly first: number;
  readonly last: number;
}

export interface TablesBeside {
  /** The columns of tables beside the coupons: they serve no field, unless a person or a template gave them one. */
  readonly apart: ReadonlySet<number>;
  /** The separate tables that hold sales as well. */
  readonly sales: readonly Span[];
}

interface Request {
  readonly headers: readonly string[];
  readonly profiles: readonly ColumnProfile[];
  /** The columns that name fields surely enough to tell one table from another. */
  readonly named: readonly FieldColumn[];
  /** The columns that a person or a template gave to fields. */
  readonly asked: readonly FieldColumn[];
}

const ALWAYS = requiredOf('siempre');
const IDENTIFYING: readonly CuponField[] = ['comprobante', 'tarjeta_nro', 'wallet_referencia'];
const NEEDED = [...ALWAYS, ...requiredOf('tarjeta'), ...requiredOf('billetera')];

const isOfSales = (fields: ReadonlySet<CuponField>): boolean =>
  ALWAYS.every((field) => fields.has(field)) && IDENTIFYING.some((field) => fields.has(field));

const fieldsIn = ({ first, last }: Span, columns: readonly FieldColumn[]): ReadonlySet<CuponField> =>
  new Set(columns.flatMap(({ campo, columna }) => (columna >= first && columna <= last ? [campo] : [])));

/** How many titles name a sale: a date, an amount and what identifies it. */
const TITLES_OF_A_SALE = ALWAYS.length + 1;

/**
 * Whether the titles of a table of sales repeat from `column` on, after those from `first` on. Compares only with the last column of the same title:
 * with every earlier one, a header of thousands of equal titles would take minutes.
 */
function isSaleAgain(titles: readonly string[], first: number, column: number, named: readonly FieldColumn[]): boolean {
  const title = titles[column] ?? '';
  const before = title === '' ? -1 : titles.lastIndexOf(title, column - 1);
  if (column === 0 || before < first) return false;
  let length = 0;
  while (
    before + length < column &&
    titles[before + length] !== '' &&
    titles[before + length] === titles[column + length]
  )
    length++;
  return length >= TITLES_OF_A_SALE && isOfSales(fieldsIn({ first: column, last: column + length - 1 }, named));
}

/** The tables of a header: two titles at least, up to a column with neither title nor values, or to where the titles repeat. */
function splitTables({ headers, profiles, named }: Request): readonly Span[] {
  const titles = headers.map(toPlainHeader);
  const isGap = (column: number): boolean => headers[column] === '' && (profiles[column]?.valores ?? 0) === 0;
  const spans: Span[] = [];
  let first = 0;
  for (let column = 0; column <= headers.length; column++) {
    const ends = column === headers.length || isGap(column);
    if (!ends && !isSaleAgain(titles, first, column, named)) continue;
    spans.push({ first, last: column - 1 });
    first = ends ? column + 1 : column;
  }
  return spans.filter((span) => headers.slice(span.first, span.last + 1).filter((title) => title !== '').length > 1);
}

/**
 * Finds the tables beside the coupons. The coupons' table names most of what a coupon needs, counting requested columns first; of equals the longest,
 * then the leftmost. A table is separate if it repeats a field of the coupons' table, and either is of sales or adds nothing that a coupon needs:
 * columns that only space out one table stay with it. Source: docs/coupons.md, "Finding the table".
 */
export function findTablesBeside(request: Request): TablesBeside {
  const { profiles, named, asked } = request;
  const isAskedFor = (field: CuponField): boolean => asked.some(({ campo }) => campo === field);
  const tables = splitTables(request).map((span) => {
    const fields = fieldsIn(span, [...named, ...asked]);
    const given = fieldsIn(span, asked);
    const values = profiles.slice(span.first, span.last + 1).map(({ valores }) => valores);
    const needed = NEEDED.filter((field) => (isAskedFor(field) ? given : fields).has(field)).length;
    return { span, fields, needed, rows: Math.max(...values) };
  });
  const [own] = tables.toSorted((a, b) => b.needed - a.needed || b.rows - a.rows || a.span.first - b.span.first);
  const others = tables.filter(
    ({ fields }) =>
      own !== undefined &&
      fields !== own.fields &&
      [...fields].some((field) => own.fields.has(field)) &&
      (isOfSales(fields) || NEEDED.every((field) => !fields.has(field) || own.fields.has(field))),
  );
  const columns = others.flatMap(({ span: { first, last } }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  return {
    apart: new Set(columns.filter((column) => !asked.some(({ columna }) => columna === column))),
    sales: others.flatMap(({ span, fields, rows }) => (rows > 0 && isOfSales(fields) ? [span] : [])),
  };
}

/** A sheet without the cells of some columns, which keep their places. */
export function hideColumns(sheet: Sheet, isHidden: (column: number) => boolean): Sheet {
  const merges = sheet.tallMerges?.filter(({ column }) => !isHidden(column));
  return {
    ...delegateSheet(sheet),
    ...(merges === undefined ? {} : { tallMerges: merges }),
    kind: (row, column) => (isHidden(column) ? CELL.vacia : sheet.kind(row, column)),
    text: (row, column) => (isHidden(column) ? '' : sheet.text(row, column)),
    number: (row, column) => (isHidden(column) ? Number.NaN : sheet.number(row, column)),
    precisionLost: (row, column) => !isHidden(column) && sheet.precisionLost(row, column),
  };
}
