import { i32 } from '../fields/columns.ts';
import { FREE, type Holders } from '../held.ts';
import type { PreparedOperaciones } from '../prepare.ts';
import type { Candidato } from './reasons.ts';

/**
 * Counts the operations that are equal to `row` in every field that identifies a sale, `row` included, and how many of them are held. Nobody can say which
 * of them is a coupon's, only how many are left.
 */
export function countEqual(
  { table, index }: PreparedOperaciones,
  { holder }: Holders,
  row: number,
): Pick<Candidato, 'iguales' | 'tomadas'> {
  let [equal, held] = [0, 0];
  const isSameAs = (other: number): boolean =>
    table.amount(other) === table.amount(row) &&
    table.day(other) === table.day(row) &&
    table.lastFour(other) === table.lastFour(row) &&
    table.voucher(other) === table.voucher(row) &&
    table.authorisation(other) === table.authorisation(row) &&
    table.reference(other) === table.reference(row) &&
    table.terminal(other) === table.terminal(row) &&
    table.lote(other) === table.lote(row) &&
    table.store(other) === table.store(row);
  index.byAmountAndDay(Math.abs(table.amount(row)), table.day(row), (other) => {
    if (!isSameAs(other)) return;
    equal += 1;
    if (i32(holder, other) !== FREE) held += 1;
  });
  return { iguales: equal, tomadas: held };
}
