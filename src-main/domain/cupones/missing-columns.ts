import type { RowError } from '../finding.ts';
import { FIELDS_IN_ORDER, requiredOf, type CuponField } from './fields.ts';
import type { MappedColumn } from './mapped-column.ts';

const CARD = requiredOf('tarjeta');
const WALLET = requiredOf('billetera');

/** A field without a column, and how many rows cannot be coupons without it. */
export interface MissingColumn {
  readonly campo: CuponField;
  readonly filas: number;
}

/** Counts the rows that lack a field that no column has: choosing its column mends them all, and filling in one row mends only that one. */
export function createMissingColumns(columns: readonly MappedColumn[]) {
  const hasNone = (field: CuponField): boolean => columns.every(({ campo }) => campo !== field);
  const isKindless = [...CARD, ...WALLET].every(hasNone);
  const rows = new Map<CuponField, number>();
  const fieldsOf = ({ codigo, campo, valor }: RowError): readonly CuponField[] => {
    if (codigo === 'OBLIGATORIO') return campo !== null && hasNone(campo) ? [campo] : [];
    return codigo === 'TIPO_DE_CUPON_INDEFINIDO' && valor === '' && isKindless ? CARD : [];
  };
  return {
    /** Takes the errors of one row. */
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
