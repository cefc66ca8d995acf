import { readAmountText } from './amount-text.ts';
import { toShownValue } from './cell-text.ts';
import { cleanText } from './clean-text.ts';
import type { ValidationRequest } from './validation.ts';

const HAS_VALUE = /[\p{L}\p{N}]/u;
const WHOLE_AMOUNT = /^[-$\s]*\d+(?:\.\d{3})*$/;
/** What a decimal comma leaves in the next column: in one with a title, a single digit may as well be its own. */
const CENTAVOS = { untitled: /^\d{1,2}$/, titled: /^\d{2}$/ };

type Request = Pick<ValidationRequest, 'sheet' | 'table' | 'columnas'>;

/** A value right of the last title. */
export interface ExtraCell {
  readonly text: string;
  /** The amount as it was written, where its decimal comma was taken for a separator. */
  readonly amount?: string | undefined;
}

/**
 * Gives the amount of a row whose decimal comma separates two cells, as it was written: digits alone, with one or two more in the next cell. Only where the
 * comma is the separator.
 */
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
    /** Whether a row shows that the file writes amounts otherwise: with a decimal mark of their own. */
    isOtherwise: (row: number): boolean =>
      !WHOLE_AMOUNT.test(amountAt(row)) && readAmountText(amountAt(row)).kind !== 'invalido',
  };
}

/**
 * Gives a row's value right of the last title; undefined where there is none. Only in a text file, where an unquoted separator inside a text moves the cells
 * that follow. A note further right has an empty cell before it, and a lone mark is no value. A column that a person or a template named is a column
 * without a title; so is one that most rows have, unless all of them are amounts that their decimal comma split.
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
