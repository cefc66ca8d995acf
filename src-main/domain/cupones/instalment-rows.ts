import type { RowNotice } from '../finding.ts';
import { cleanText, readOneOfSeveral, toShownValue } from './cell-text.ts';
import { rowsOf } from './row-kind.ts';
import { keyOfHeader } from './header-key.ts';
import { makeNoticeOf } from './notices.ts';
import type { PreparedSheet } from './prepare-sheet.ts';

const SAYS_INSTALMENT = /\b(?:cuotas?|plan|pagos?)\b/;

/** Gives a notice of each unused column that marks rows as later instalments ("2/3"), because each row would be sent as a sale of its own. */
export function listInstalmentRows(prepared: PreparedSheet): readonly RowNotice[] {
  const { cupones: sheet, table, mapeo } = prepared;
  return table.headers.flatMap((columna, column) => {
    const isFree = !mapeo.apart.has(column) && mapeo.columnas.every((one) => one.columna !== column);
    if (!isFree || !SAYS_INSTALMENT.test(keyOfHeader(columna))) return [];
    let filas = 0;
    let valor = '';
    for (const row of rowsOf(prepared)) {
      const text = cleanText(sheet.text(row, column));
      if (Number(readOneOfSeveral(text)?.one ?? 1) < 2) continue;
      if (filas++ === 0) valor = toShownValue(text, sheet.kind(row, column));
    }
    if (filas === 0) return [];
    return [makeNoticeOf('FILAS_POR_CUOTA', { columna, valor, filas }, { fila: null, columna, valor, filas })];
  });
}
