import type { CuponField } from '../cupon.ts';
import type { RowNotice } from '../finding.ts';
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

/** Whether no value of a field is a date: a date cell there is what the spreadsheet made of something else ("MAR12", "1-2"). */
export const isNeverDate = (field: CuponField): boolean => NEVER_A_DATE.has(field);

/** Whether a text may be what is left of such a cell in a text file ("12-mar"). Digits alone are not. */
export const readsAsDate = (text: string): boolean =>
  /[-/]/.test(text) && (isDayOfMonth(text) || readDateText(text).kind !== 'otra');

/** Collects the dates of columns of texts, where they are sent. One notice for each column reports them. */
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
