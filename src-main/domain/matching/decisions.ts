import type { CandidateFinder } from './candidates/finder.ts';
import type { CuponTable } from './fields/cupon-table.ts';
import type { OperacionTable } from './fields/operacion-table.ts';
import { createLevelVector, type LevelVector, type PairComparer } from './pair-levels.ts';

/** Decisions of a person. The engine does not propose decided pairs again, and learns from them. */
export interface Decisions {
  /** Coupons (by key) and the operations that they are (by identifier). */
  readonly linked: readonly { readonly cupon: string; readonly operaciones: readonly string[] }[];
  /** Pairs that a person said are not one sale. */
  readonly refused: readonly { readonly cupon: string; readonly operacion: string }[];
  /** Coupons that a person said have no operation. */
  readonly withoutOperacion: readonly string[];
}

export const NO_DECISIONS: Decisions = { linked: [], refused: [], withoutOperacion: [] };

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

/** The levels of links of one coupon to one operation. Only those teach how a field goes wrong. */
export function listConfirmedLevels(
  { linked }: Decisions,
  cupones: CuponTable,
  table: OperacionTable,
  { finder, compare }: { readonly finder: CandidateFinder; readonly compare: PairComparer },
): readonly LevelVector[] {
  const times = new Map<string, number>();
  for (const { operaciones } of linked) for (const id of operaciones) times.set(id, (times.get(id) ?? 0) + 1);
  return linked.flatMap(({ cupon, operaciones: [first, ...others] }) => {
    const place = cupones.indexOf(cupon);
    const isAlone = first !== undefined && others.length === 0 && times.get(first) === 1;
    const row = isAlone ? table.rowOf(first) : undefined;
    if (place === undefined || row === undefined) return [];
    const levels = createLevelVector();
    compare(finder.seek(cupones.codesOf(place)), row, levels);
    return [levels];
  });
}
