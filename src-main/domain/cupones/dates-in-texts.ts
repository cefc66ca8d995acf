import type { CuponField } from '../cupon.ts';
import type { RowNotice } from '../finding.ts';
import { CELL } from '../sheet.ts';
import type { DatesInText } from '../texts/rows-in-spanish.ts';
import { isDayOfMonth, readDateText } from './date-text.ts';
import * as notices from './notices.ts';

/** The texts of the card and of the wallet. None of them is ever a date, where a reference or an auxiliary of the shop's own may be one. */
const NEVER_A_DATE: ReadonlySet<CuponField> = new Set([
  'tarjeta_desc',
  'autorizacion',
  'wallet_referencia',
  'wallet_tipo_operacion',
]);

/**
 * Whether a value in such a field is a date: a cell that the spreadsheet made one of what was typed ("MAR12", "1-2"), or what is left of it in a text
 * file ("12-mar"). Digits alone are none.
 */
export const isDateForText = (field: CuponField, kind: number, text: string): boolean =>
  NEVER_A_DATE.has(field) &&
  (kind === CELL.fecha || (/[-/]/.test(text) && (isDayOfMonth(text) || readDateText(text).kind !== 'otra')));

/** Collects the date cells of columns of texts, where they are sent as dates. One notice for each column reports them. */
export function createDatesInTexts() {
  const found = new Map<CuponField, DatesInText>();
  return {
    take({ campo, columna, fila, valor }: notices.ColumnPlace & { readonly valor: string }): void {
      const known = found.get(campo) ?? { columna, fila, valor, howMany: 0 };
      found.set(campo, { ...known, howMany: known.howMany + 1 });
    },
    notices: (): readonly RowNotice[] => [...found].map(([field, dates]) => notices.makeDateInTextNotice(field, dates)),
  };
}
