import { toShownValue } from './cell-text.ts';
import { cleanText } from './clean-text.ts';
import type { ValidationRequest } from './validation.ts';

/**
 * Gives the text of a row's cell right of the last title; '' where there is none. Only in a text file, where an unquoted separator inside a text moves the cells
 * that follow. A note further right has an empty cell before it. A column that a person or a template named is no extra one.
 */
export function createExtraCell({
  sheet,
  table,
  columnas,
}: Pick<ValidationRequest, 'sheet' | 'table' | 'columnas'>): (row: number) => string {
  const extra = table.headers.findLastIndex((title) => title !== '') + 1;
  const isAsked = columnas.some(({ columna, motivo }) => columna >= extra && motivo !== 'contenido');
  if (sheet.name !== null || extra === 0 || extra >= sheet.columnCount || isAsked) return () => '';
  return (row) => toShownValue(cleanText(sheet.text(row, extra)), sheet.kind(row, extra));
}
