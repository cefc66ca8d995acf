import { CELL } from '../../sheet.ts';
import { cleanText } from '../cell-text.ts';
import { readDateText, remember, type DateReading } from '../date-text.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import type { MappedColumn } from '../validation.ts';
import { observeOrders } from './date-order.ts';
import { listDateColumns, type FoundDoubt } from './doubt.ts';
import { observeZones } from './odd-time.ts';

interface DateText {
  readonly escrito: string;
  readonly reading: DateReading;
}

/** Sees every text in a column of dates, and then finds its doubt. `textAt`: the text of a cell; undefined for other cells. */
export type DateTextsObserver = (
  prepared: PreparedSheet,
  column: MappedColumn,
  textAt: (row: number) => DateText | undefined,
) => {
  see(text: DateText, row: number): void;
  findDoubt(): FoundDoubt | undefined;
};

export type DateTextDoubts = ReturnType<typeof findInDateTexts>;

/** Finds the doubts about texts in all columns of dates in one pass, because sheets can be read fast only row by row. */
export function findInDateTexts(prepared: PreparedSheet) {
  const { cupones: sheet, table } = prepared;
  const columns = listDateColumns(prepared).map((column) => {
    const { columna } = column;
    const read = remember((text: string): DateText => {
      const escrito = cleanText(text);
      return { escrito, reading: readDateText(escrito) };
    });
    const textAt = (row: number) =>
      sheet.kind(row, columna) === CELL.texto ? read(sheet.text(row, columna)) : undefined;
    return {
      textAt,
      orders: observeOrders(prepared, column, textAt),
      zones: observeZones(prepared, column, textAt),
    };
  });
  for (let row = table.headerRow + 1; row < sheet.rowCount; row++)
    for (const { textAt, orders, zones } of columns) {
      const text = textAt(row);
      if (text === undefined) continue;
      orders.see(text, row);
      zones.see(text, row);
    }
  return {
    orders: columns.flatMap(({ orders }) => orders.findDoubt() ?? []),
    zones: columns.flatMap(({ zones }) => zones.findDoubt() ?? []),
  };
}
