import type { RowNotice } from '../finding.ts';
import { CELL, type Sheet } from '../sheet.ts';
import { toShownValue, cleanText } from './cell-text.ts';
import { toPlainHeader } from './header-key.ts';
import { makeSignColumnNotice } from './notices.ts';
import type { PreparedSheet } from './prepare-sheet.ts';
import { createRowKind } from './row-kind.ts';

const [DEBIT, CREDIT] = ['(?:d|db|deb|debe|debitos?)', '(?:c|cr|cred|haber|creditos?)'];
const SAYS_SIGN = new RegExp(`\\b(?:${DEBIT} (?:o )?${CREDIT}|${CREDIT} (?:o )?${DEBIT}|signo?)\\b`);
/** "Tipo de movimiento" counts only where its values are signs. */
const SAYS_MOVEMENT = /\bmov(?:imiento)?s?\b/;
const IS_SIGN = new RegExp(`^(?:${DEBIT}|${CREDIT})$`);
/** In a column of cards these words say which kind it is. */
const SAYS_CARD = /\b(?:tarj|card|medio|forma|plastico)/;
/** A book's columns of amounts, of which at most one is the coupons' amount; and "Devoluciones", "Monto devuelto", "Refund". Here a filled row counts. */
const IS_FILLED =
  /^(?:importe )?(?:debe|haber)(?: pesos)?$|\b(?:devolucion(?:es)?|devuelt[ao]s?|refund(?:s|ed)?|reembolsos?|contracargos?)\b/;
const NOTHING = /^[$ ]*(?:[0.,]*|no?|false|falso|[-\u2013\u2014]+|n\/?a|null|s\/d)$/i;
/** A sign by itself gets a notice per row (`refund-words.ts`). */
const PLAIN_SIGN = /^[-+\u2212\u2013]?1?$/;
const SOMETHING = 'un dato';
/** A column with more values is no sign. */
const MOST_VALUES = 4;

const isNegative = (sheet: Sheet, row: number, column: number): boolean =>
  sheet.kind(row, column) === CELL.numero ? sheet.number(row, column) < 0 : /[-(\u2212]/.test(sheet.text(row, column));

/**
 * The notices of unused columns that seem to say which rows give money back: amounts are sent as written, because what a "D" means depends on whose book
 * it is. Rows with a negative amount do not count. Source: docs/coupons.md, "Amounts".
 */
export function listSignColumns({ cupones: sheet, table, profiles, mapeo }: PreparedSheet): readonly RowNotice[] {
  const amounts = mapeo.columnas.find(({ campo }) => campo === 'importe')?.columna;
  const columns = table.headers.flatMap((title, column) => {
    const header = toPlainHeader(title);
    const values = [...(profiles[column]?.distinct ?? [])];
    const byFilled = IS_FILLED.test(header);
    const isSign =
      !SAYS_CARD.test(header) &&
      (SAYS_SIGN.test(header) ||
        (SAYS_MOVEMENT.test(header) && values.every((value) => IS_SIGN.test(toPlainHeader(value)))));
    const isUsed =
      mapeo.apart.has(column) || mapeo.resta === column || mapeo.columnas.some(({ columna }) => columna === column);
    return isUsed || values.length === 0 || !(byFilled || isSign) ? [] : [{ column, byFilled }];
  });
  if (amounts === undefined || columns.length === 0) return [];
  const rowKind = createRowKind(sheet, table, mapeo.columnas);
  const counts = columns.map(() => new Map<string, { filas: number; readonly primera: number }>());
  for (let row = table.headerRow + 1; row < sheet.rowCount; row++) {
    if (rowKind(row) !== 'cupon' || isNegative(sheet, row, amounts)) continue;
    for (const [index, { column, byFilled }] of columns.entries()) {
      const text = cleanText(sheet.text(row, column));
      const value = byFilled ? (NOTHING.test(text) ? '' : SOMETHING) : PLAIN_SIGN.test(text) ? '' : text;
      const known = counts[index]?.get(value);
      if (known === undefined) counts[index]?.set(value, { filas: 1, primera: sheet.rowNumber(row) });
      else known.filas++;
    }
  }
  return columns.flatMap(({ column }, index) => {
    const said = [...(counts[index] ?? [])].map(([text, count]) => ({
      valor: toShownValue(text, CELL.texto),
      ...count,
    }));
    if (said.length < 2 || said.length > MOST_VALUES) return [];
    return [
      makeSignColumnNotice(
        table.headers[column] ?? '',
        said.toSorted((a, b) => b.filas - a.filas),
      ),
    ];
  });
}
