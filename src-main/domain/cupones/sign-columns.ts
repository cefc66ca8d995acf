import type { RowNotice } from '../finding.ts';
import { CELL, type Sheet } from '../sheet.ts';
import { toShownValue } from './cell-text.ts';
import { cleanText } from './clean-text.ts';
import { toPlainHeader } from './header-key.ts';
import { makeSignColumnNotice } from './notices.ts';
import type { PreparedSheet } from './prepare-sheet.ts';
import { createRowKind } from './row-kind.ts';

const [DEBIT, CREDIT] = ['(?:d|db|deb|debe|debitos?)', '(?:c|cr|cred|haber|creditos?)'];
/** "D/C", "Débito/Crédito", "Debe-Haber", "Signo". */
const SAYS_SIGN = new RegExp(`\\b(?:${DEBIT} (?:o )?${CREDIT}|${CREDIT} (?:o )?${DEBIT}|signo?)\\b`);
/** "Tipo de movimiento": it says so only where its values do. */
const SAYS_MOVEMENT = /\bmov(?:imiento)?s?\b/;
const IS_SIGN = new RegExp(`^(?:${DEBIT}|${CREDIT})$`);
/** Of a card, the words say which kind it is. */
const SAYS_CARD = /\b(?:tarj|card|medio|forma|plastico)/;
/** A book's two columns of amounts, of which one at most can be the amount of the coupons; and "Devoluciones", "Monto devuelto", "Refund". What counts is whether a row has something there. */
const IS_FILLED =
  /^(?:importe )?(?:debe|haber)(?: pesos)?$|\b(?:devolucion(?:es)?|devuelt[ao]s?|refund(?:s|ed)?|reembolsos?|contracargos?)\b/;
const NOTHING = /^[$ ]*(?:[0.,]*|no?|false|falso|[-\u2013\u2014]+|n\/?a|null|s\/d)$/i;
/** A sign by itself makes a notice of its own for each row (`refund-words.ts`). */
const PLAIN_SIGN = /^[-+\u2212\u2013]?1?$/;
const SOMETHING = 'un dato';
/** A column that says more than this is no sign. */
const MOST_VALUES = 4;

const isNegative = (sheet: Sheet, row: number, column: number): boolean =>
  sheet.kind(row, column) === CELL.numero ? sheet.number(row, column) < 0 : /[-(\u2212]/.test(sheet.text(row, column));

/**
 * The notices of columns that are not used and look as though they said which rows give money back: their amounts are sent as they are written. What a "D"
 * means depends on whose book it is, so nothing is made of it. Rows with a negative amount do not count. Source: docs/coupons.md, "Amounts".
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
