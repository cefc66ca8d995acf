import { readAmountText } from './amount-text.ts';
import { toShownValue, cleanText } from './cell-text.ts';
import type { ValidationRequest } from './validation.ts';

const HAS_VALUE = /[\p{L}\p{N}]/u;
const WHOLE_AMOUNT = /^[-$\s]*\d+(?:\.\d{3})*$/;
/** What a decimal comma leaves in the next column. Under a title, a single digit may as well be that column's own value. */
const CENTAVOS = { untitled: /^\d{1,2}$/, titled: /^\d{2}$/ };

type Request = Pick<ValidationRequest, 'sheet' | 'table' | 'columnas'>;

/** A value right of the last title. */
export interface ExtraCell {
  readonly text: string;
  /** The amount as it was written, where its decimal comma was taken for a separator. */
  readonly amount?: string | undefined;
}

/** Restores an amount whose decimal comma separates two cells: digits alone, with one or two more in the next cell. Only where the separator is a comma. */
function createSplitAmount({ sheet, table, columnas }: Request) {
  const column = columnas.find(({ campo }) => campo === 'importe')?.columna;
  if (sheet.separator !== ',' || column === undefined) return { of: () => undefined, isOtherwise: () => true };
  const centavos = (table.headers[column + 1] ?? '') === '' ? CENTAVOS.untitled : CENTAVOS.titled;
  const amountAt = (row: number): string => cleanText(sheet.text(row, column));
  return {
    of(row: number): string | undefined {
      const [whole, rest] = [amountAt(row), cleanText(sheet.text(row, column + 1))];
      return WHOLE_AMOUNT.test(whole) && centavos.test(rest)
        ? toShownValue(`${whole},${rest}`, sheet.kind(row, column))
        : undefined;
    },
    /** Whether a row's amount has a decimal mark of its own, so that the comma splits none in this file. */
    isOtherwise: (row: number): boolean =>
      !WHOLE_AMOUNT.test(amountAt(row)) && readAmountText(amountAt(row)).kind !== 'invalido',
  };
}

/**
 * Returns a row's value right of the last title. Only in a text file, where an unquoted separator inside a text moves the following cells. Ignores a
 * note further right (the cell before it is empty), a lone mark, and a column that a person or a template named. A column that most rows fill is one
 * without a title, unless all its values are what a decimal comma split off.
 */
export function createExtraCell(request: Request): (row: number) => ExtraCell | undefined {
  const { sheet, table, columnas } = request;
  const extra = table.headers.findLastIndex((title) => title !== '') + 1;
  const isAsked = columnas.some(({ columna, motivo }) => columna >= extra && motivo !== 'contenido');
  if (sheet.name !== null || extra === 0 || extra >= sheet.columnCount || isAsked) return () => undefined;
  const extraAt = (row: number): string => {
    const text = cleanText(sheet.text(row, extra));
    return HAS_VALUE.test(text) ? toShownValue(text, sheet.kind(row, extra)) : '';
  };
  const split = createSplitAmount(request);
  const firstRow = table.headerRow + 1;
  let withExtra = 0;
  let areSplit = true;
  for (let row = firstRow; row < sheet.rowCount; row++) {
    const isExtra = extraAt(row) !== '';
    if (isExtra) withExtra++;
    areSplit &&= !split.isOtherwise(row) && (!isExtra || split.of(row) !== undefined);
  }
  if (!areSplit && withExtra * 2 > sheet.rowCount - firstRow) return () => undefined;
  return (row) => {
    const text = extraAt(row);
    return text === '' ? undefined : { text, amount: areSplit ? split.of(row) : undefined };
  };
}
