import type { CuponField } from '../cupon.ts';
import type { Sheet } from '../sheet.ts';
import { cleanText } from './clean-text.ts';
import { requiredOf } from './fields.ts';
import type { TableLocation } from './find-table.ts';
import { toPlainHeader } from './header-key.ts';
import type { MappedColumn } from './mapped-column.ts';
import type { Dictionary } from './synonyms.ts';

interface Mapped {
  readonly sheet: Sheet;
  readonly table: TableLocation;
  readonly columnas: readonly MappedColumn[];
  readonly names: Dictionary;
}

/**
 * Whether a row below the table's header is a header with the columns in other places: the rows below it cannot be read by the first one.
 * `repeated`: it is known to be a header. Any other row has to name all that every sale needs.
 */
export function createOtherHeader({
  sheet,
  table,
  columnas,
  names,
}: Mapped): (row: number, repeated: boolean) => boolean {
  const lines = [table.headers, ...table.headerLines].map((line) => line.map(toPlainHeader));
  const textAt = (row: number, column: number): string => cleanText(sheet.text(row, column));
  const isNamed = (text: string, { campo, columna }: MappedColumn): boolean =>
    lines.some((line) => (line[columna] ?? '') === toPlainHeader(text)) ||
    names(text).some((one) => one.campo === campo);
  const namesField = (row: number, field: CuponField): boolean =>
    columnas.some((mapped) => {
      if (mapped.campo !== field) return false;
      for (let column = 0; column < sheet.columnCount; column++) {
        const text = textAt(row, column);
        if (text !== '' && isNamed(text, mapped)) return true;
      }
      return false;
    });
  const titled = columnas.filter(({ columna }) => (table.headers[columna] ?? '') !== '');
  return (row, repeated) => {
    if (!repeated && !requiredOf('siempre').every((field) => namesField(row, field))) return false;
    return titled.some((mapped) => {
      const text = textAt(row, mapped.columna);
      return text !== '' && !isNamed(text, mapped);
    });
  };
}
