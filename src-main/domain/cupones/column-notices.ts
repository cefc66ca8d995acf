import type { RowNotice, RowError } from '../finding.ts';
import * as notices from './notices.ts';
import type { FixRule } from './template.ts';
import type { DatesInText } from '../texts/row-notices.ts';
import { isDayOfMonth, readDateText } from './date-text.ts';
import { FIELDS_IN_ORDER, requiredOf, type CuponField } from './fields.ts';
import type { MappedColumn } from './validation.ts';

/** Counts the cells that a template's rules fix, for one notice per column and rule. */
export function createMendedCells(rules: readonly FixRule[]) {
  const counts = new Map(rules.map((rule) => [rule, 0]));
  return {
    take(field: CuponField, code: FixRule['codigo']): boolean {
      const rule = rules.find((one) => one.campo === field && one.codigo === code);
      if (rule === undefined) return false;
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
      return true;
    },
    notices: (nameOf: (field: CuponField) => string | null): readonly RowNotice[] =>
      [...counts]
        .filter(([, howMany]) => howMany > 0)
        .map(([{ campo, codigo }, howMany]) =>
          notices.makeNotice({
            fila: null,
            columna: nameOf(campo) ?? campo,
            campo,
            codigo: 'ARREGLO_DE_PLANTILLA',
            valor: codigo,
            filas: howMany,
          }),
        ),
  };
}

/** Texts of the card and the wallet, which are never dates. A shop's own reference or auxiliary may be one. */
const NEVER_A_DATE: ReadonlySet<CuponField> = new Set([
  'tarjeta_desc',
  'autorizacion',
  'wallet_referencia',
  'wallet_tipo_operacion',
]);

/** Whether no value of a field is a date: a date cell there is what the spreadsheet made of something else ("MAR12", "1-2"). */
export const isNeverDate = (field: CuponField): boolean => NEVER_A_DATE.has(field);

/** Whether a text file may hold such a cell's text ("12-mar"). Digits alone do not count. */
export const readsAsDate = (text: string): boolean =>
  /[-/]/.test(text) && (isDayOfMonth(text) || readDateText(text).kind !== 'otra');

/** Collects the dates that columns of texts send, for one notice per column. */
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

const CARD = requiredOf('tarjeta');
const WALLET = requiredOf('billetera');

export interface MissingColumn {
  readonly campo: CuponField;
  readonly filas: number;
}

/** Counts the rows that lack a field without a column: choosing a column mends all of them, while filling in a row mends one. */
export function createMissingColumns(columns: readonly MappedColumn[]) {
  const hasNone = (field: CuponField): boolean => columns.every(({ campo }) => campo !== field);
  const isKindless = [...CARD, ...WALLET].every(hasNone);
  const rows = new Map<CuponField, number>();
  const fieldsOf = ({ codigo, campo, valor }: RowError): readonly CuponField[] => {
    if (codigo === 'OBLIGATORIO') return campo !== null && hasNone(campo) ? [campo] : [];
    return codigo === 'TIPO_DE_CUPON_INDEFINIDO' && valor === '' && isKindless ? CARD : [];
  };
  return {
    note(errors: readonly RowError[]): void {
      for (const field of errors.flatMap(fieldsOf)) rows.set(field, (rows.get(field) ?? 0) + 1);
    },
    result: (): readonly MissingColumn[] =>
      FIELDS_IN_ORDER.flatMap((field) => {
        const count = rows.get(field);
        return count === undefined ? [] : [{ campo: field, filas: count }];
      }),
  };
}
