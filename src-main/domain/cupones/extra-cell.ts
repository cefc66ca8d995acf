import { toShownValue } from './cell-text.ts';
import { cleanText } from './clean-text.ts';
import type { ValidationRequest } from './validation.ts';

const HAS_VALUE = /[\p{L}\p{N}]/u;

/**
 * Gives the text of a row's cell right of the last title; '' where there is none. Only in a text file, where an unquoted separator inside a text moves the cells
 * that follow. A note further right has an empty cell before it, and a lone mark is no value. A column that a person or a template named, or that most rows
 * have, is a column without a title.
 */
export function createExtraCell({
  sheet,
  table,
  columnas,
}: Pick<ValidationRequest, 'sheet' | 'table' | 'columnas'>): (row: number) => string {
  const extra = table.headers.findLastIndex((title) => title !== '') + 1;
  const isAsked = columnas.some(({ columna, motivo }) => columna >= extra && motivo !== 'contenido');
  if (sheet.name !== null || extra === 0 || extra >= sheet.columnCount || isAsked) return () => '';
  const extraAt = (row: number): string => {
    const text = cleanText(sheet.text(row, extra));
    return HAS_VALUE.test(text) ? toShownValue(text, sheet.kind(row, extra)) : '';
  };
  const firstRow = table.headerRow + 1;
  let withExtra = 0;
  for (let row = firstRow; row < sheet.rowCount; row++) if (extraAt(row) !== '') withExtra++;
  return withExtra * 2 > sheet.rowCount - firstRow ? () => '' : extraAt;
}
