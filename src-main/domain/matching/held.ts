import type { OperacionIndex } from './candidates.ts';
import { MISSING, UNKNOWN, f64, i32 } from './fields/codes.ts';
import type { CuponCodes, CuponTable } from './fields/cupon-table.ts';
import type { OperacionTable } from './fields/operacion-table.ts';
import type { Steps } from '../shared-work.ts';

/** Which operation each matched coupon holds, found by the coupon's fields, because the service names at most the settlement. */
export interface Holders {
  /** For each row: the index of the matched coupon that holds it, `BY_HAND` if a person linked it and no matched coupon took it, or `FREE`. */
  readonly holder: Int32Array;
  /** The row of each matched coupon; −1 if no row fits. */
  readonly rowOf: Int32Array;
}

export const FREE = -1;
export const BY_HAND = -2;
const NOT_FOUND = -1;
const PIECE = 1000;

/** How much each agreeing field scores when choosing the operation of a matched coupon. */
const WEIGHTS = {
  voucher: 6,
  lastFour: 5,
  amount: 5,
  day: 4,
  authorisation: 4,
  reference: 8,
  terminal: 2,
  lote: 2,
  store: 1,
};
/** The least score to accept: the score of card and amount together. */
const ENOUGH = 10;

const scoreAgreement = (a: number, b: number, weight: number): number =>
  a === MISSING || b < 0 || a !== b ? 0 : weight;
const isKnownToDiffer = (a: number, b: number): boolean => a !== MISSING && b !== MISSING && a !== b;

/** Finds the operation of each matched coupon, in the order of keys. Equal coupons take different equal operations. `linked`: rows that people linked. */
export function* findHolders(
  table: OperacionTable,
  index: OperacionIndex,
  matched: CuponTable,
  linked: Iterable<number>,
): Steps<Holders> {
  const { dictionaries } = table;
  const holder = new Int32Array(table.size).fill(FREE);
  for (const row of linked) holder[row] = BY_HAND;
  const rowOf = new Int32Array(matched.size).fill(NOT_FOUND);

  const scoreOf = (cupon: CuponCodes, row: number): number =>
    (cupon.amount === table.amount(row) ? WEIGHTS.amount : 0) +
    scoreAgreement(cupon.voucher, table.voucher(row), WEIGHTS.voucher) +
    scoreAgreement(cupon.lastFour, table.lastFour(row), WEIGHTS.lastFour) +
    scoreAgreement(cupon.day, table.day(row), WEIGHTS.day) +
    scoreAgreement(cupon.authorisation, table.authorisation(row), WEIGHTS.authorisation) +
    scoreAgreement(cupon.reference, table.reference(row), WEIGHTS.reference) +
    scoreAgreement(dictionaries.terminals.find(cupon.terminal), table.terminal(row), WEIGHTS.terminal) +
    scoreAgreement(dictionaries.lotes.find(cupon.lote), table.lote(row), WEIGHTS.lote) +
    scoreAgreement(dictionaries.stores.find(cupon.store), table.store(row), WEIGHTS.store);

  const isOtherSale = ({ voucher, day, reference }: CuponCodes, row: number): boolean =>
    isKnownToDiffer(voucher, table.voucher(row)) &&
    isKnownToDiffer(day, table.day(row)) &&
    (reference === MISSING || reference !== table.reference(row));

  /** `among`: whether to search free rows or rows that a person linked. */
  const find = (place: number, among: typeof FREE | typeof BY_HAND): number => {
    const cupon = matched.codesOf(place);
    const settlement = dictionaries.settlements.find(f64(matched.settlement, place));
    let best = { row: NOT_FOUND, score: ENOUGH - 1 };
    const look = (row: number): void => {
      if (i32(holder, row) !== among) return;
      const its = table.settlement(row);
      // An operation of another settlement is not the coupon's; an operation without a settlement yet may be.
      if (settlement >= 0 && its >= 0 && its !== settlement) return;
      if (settlement === UNKNOWN && its >= 0) return;
      // A card may pay the same amount each month: another voucher on another day is another sale.
      const isOfIt = settlement >= 0 && its === settlement;
      if (!isOfIt && isOtherSale(cupon, row)) return;
      const score = scoreOf(cupon, row);
      const first = score === best.score && best.row !== NOT_FOUND && table.idCode(row) < table.idCode(best.row);
      if (score > best.score || first) best = { row, score };
    };
    const amount = Math.abs(cupon.amount);
    index.byReference(cupon.reference, look);
    index.byCardAndAmount(cupon.lastFour, amount, look);
    if (best.row === NOT_FOUND) index.byVoucherAndDay(cupon.voucher, cupon.day, look);
    if (best.row === NOT_FOUND) index.byVoucherAndAmount(cupon.voucher, amount, look);
    if (best.row === NOT_FOUND) index.byCardAndDay(cupon.lastFour, cupon.day, look);
    if (best.row === NOT_FOUND) index.byAmountAndDay(amount, cupon.day, look);
    return best.row;
  };

  for (let place = 0; place < matched.size; place++) {
    const row = find(place, FREE);
    rowOf[place] = row;
    if (row !== NOT_FOUND) holder[row] = place;
    if (place % PIECE === PIECE - 1) yield { stage: 'conciliados', done: place + 1, total: matched.size };
  }
  if (holder.includes(BY_HAND)) {
    for (const [place, found] of rowOf.entries()) {
      if (found !== NOT_FOUND) continue;
      const row = find(place, BY_HAND);
      rowOf[place] = row;
      if (row !== NOT_FOUND) holder[row] = place;
    }
  }
  return { holder, rowOf };
}
