import type { Sheet } from '../sheet.ts';
import { requiredOf } from './fields.ts';
import { headerAt } from './find-table.ts';
import type { TableLocation, MappedColumn } from './validation.ts';
import { toPlainHeader } from './header-key.ts';
import type { Dictionary } from './synonyms.ts';

interface Mapped {
  readonly sheet: Sheet;
  readonly table: TableLocation;
  readonly columnas: readonly MappedColumn[];
  readonly names: Dictionary;
}

/**
 * Whether a row below the header is another header, with the columns in other places, so that the rows below it cannot be read by the first. `repeated`:
 * the row is known to be a header. Any other row has to name all that every sale needs and more, because a page's foot also has a date and a total. A
 * title that names no field proves nothing, unless its column's field is named elsewhere.
 */
export function createOtherHeader(mapped: Mapped): (row: number, repeated: boolean) => boolean {
  const { sheet, table, columnas, names } = mapped;
  const lines = [table.headers, ...table.headerLines].map((line) => line.map(toPlainHeader));
  const titled = columnas.filter(({ columna }) => (table.headers[columna] ?? '') !== '');
  /** A title of the table names the field that its column was given to, by whatever means. */
  const withTitles: Dictionary = (text) => {
    const plain = toPlainHeader(text);
    const own = titled.filter(({ columna }) => plain !== '' && lines.some((line) => line[columna] === plain));
    return [...own.map(({ campo }) => ({ campo, strength: 'exacto' as const })), ...names(text)];
  };
  const required = requiredOf('siempre');
  return (row, repeated) => {
    const header = headerAt(sheet, row, withTitles);
    if (header === undefined) return false;
    const { headers, fields } = header;
    if (!repeated && (fields.size <= required.length || !required.every((field) => fields.has(field)))) return false;
    return titled.some(({ campo, columna }) => {
      const text = headers[columna] ?? '';
      const named = withTitles(text);
      const isOther = named.length > 0 || fields.has(campo);
      return text !== '' && isOther && !named.some((one) => one.campo === campo);
    });
  };
}
