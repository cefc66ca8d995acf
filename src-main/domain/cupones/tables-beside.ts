import type { CuponField } from '../cupon.ts';
import { changeCells, EMPTY_CELL, type Sheet } from '../sheet.ts';
import { requiredOf } from './fields.ts';
import { toPlainHeader } from './header-key.ts';
import type { ColumnProfile } from './profile-column.ts';

/** A column with the field that its header names or that it was given. */
interface FieldColumn {
  readonly campo: CuponField;
  readonly columna: number;
}

interface Span {
  readonly first: number;
  readonly last: number;
}

export interface TablesBeside {
  /** The columns of tables beside the coupons, which get no field; without columns to which a person or a template gave a field. */
  readonly apart: ReadonlySet<number>;
  /** The other tables that hold sales too. */
  readonly sales: readonly Span[];
}

interface Request {
  readonly headers: readonly string[];
  readonly profiles: readonly ColumnProfile[];
  /** Columns that name fields surely enough to tell tables apart. */
  readonly named: readonly FieldColumn[];
  /** Columns to which a person or a template gave fields. */
  readonly asked: readonly FieldColumn[];
}

const ALWAYS = requiredOf('siempre');
const IDENTIFYING: readonly CuponField[] = ['comprobante', 'tarjeta_nro', 'wallet_referencia'];
const NEEDED = [...ALWAYS, ...requiredOf('tarjeta'), ...requiredOf('billetera')];

const isOfSales = (fields: ReadonlySet<CuponField>): boolean =>
  ALWAYS.every((field) => fields.has(field)) && IDENTIFYING.some((field) => fields.has(field));

const fieldsIn = ({ first, last }: Span, columns: readonly FieldColumn[]): ReadonlySet<CuponField> =>
  new Set(columns.flatMap(({ campo, columna }) => (columna >= first && columna <= last ? [campo] : [])));

/** The fewest titles of a table of sales: a date, an amount and something that identifies the sale. */
const TITLES_OF_A_SALE = ALWAYS.length + 1;

/** Whether the titles from `first` on repeat from `column` on, as in a second table of sales. To be fast, it tries only the last equal title. */
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

/** Divides a header into tables: each has at least two titles and ends before a column with neither title nor values, or where titles repeat. */
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
 * Finds the tables beside the coupons. The coupons' table is the table with most of the fields that a coupon needs; of equals, the table with most rows, then
 * the leftmost. A field that a person or a template gave to a column counts only for the table with that column. Another table is separate if it repeats a
 * field of the coupons' table and also either holds sales or adds no field that a coupon needs (docs/coupons.md, "Finding the table").
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

/** Makes some columns of a sheet empty; all columns keep their places. */
export const hideColumns = (sheet: Sheet, isHidden: (column: number) => boolean): Sheet => ({
  ...changeCells(sheet, (_row, column) => (isHidden(column) ? EMPTY_CELL : undefined)),
  tallMerges: sheet.tallMerges?.filter(({ column }) => !isHidden(column)),
});
