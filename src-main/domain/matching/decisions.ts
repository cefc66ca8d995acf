import type { CuponTable } from './fields/cupon-table.ts';
import type { OperacionTable } from './fields/operacion-table.ts';

/** Decisions of a person. The engine does not propose decided pairs again. */
export interface Decisions {
  /** Coupons (by key) and the operations that they are (by identifier). */
  readonly linked: readonly { readonly cupon: string; readonly operaciones: readonly string[] }[];
  /** Pairs that a person said are not one sale. */
  readonly refused: readonly { readonly cupon: string; readonly operacion: string }[];
}

export const NO_DECISIONS: Decisions = { linked: [], refused: [] };

/** The rows of the operations that a person linked. */
export const listLinkedRows = ({ linked }: Decisions, table: OperacionTable): readonly number[] =>
  linked.flatMap(({ operaciones }) => operaciones.flatMap((id) => table.rowOf(id) ?? []));

/** A coupon that a person linked, by its place, and the rows of its operations. */
export interface Link {
  readonly cupon: number;
  readonly rows: readonly number[];
}

/** The links whose coupon and operations are in the tables. */
export const linksIn = ({ linked }: Decisions, cupones: CuponTable, table: OperacionTable): readonly Link[] =>
  linked.flatMap(({ cupon, operaciones }) => {
    const place = cupones.indexOf(cupon);
    const rows = operaciones.flatMap((id) => table.rowOf(id) ?? []);
    return place === undefined || rows.length === 0 ? [] : [{ cupon: place, rows }];
  });

/** For each coupon (by key), the rows that a person said it is not. */
export function listRefusedRows(
  { refused }: Decisions,
  table: OperacionTable,
): ReadonlyMap<string, ReadonlySet<number>> {
  const rows = new Map<string, Set<number>>();
  for (const { cupon, operacion } of refused) {
    const row = table.rowOf(operacion);
    if (row !== undefined) rows.set(cupon, (rows.get(cupon) ?? new Set()).add(row));
  }
  return rows;
}
