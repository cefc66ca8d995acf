import type { CuponCodes } from '../fields/cupon-table.ts';
import { MISSING } from '../fields/codes.ts';
import type { Matching } from '../match.ts';
import { FREE } from '../held.ts';
import { i32 } from '../fields/columns.ts';
import type { Matched } from '../matched-table.ts';
import { LIKELY, PROBABLE } from './reasons.ts';

/** One coupon and several operations, or several coupons and one operation. `rows`: rows of operations. `cupones`: places of coupons. */
export interface Divided {
  readonly rows: readonly number[];
  readonly cupones: readonly number[];
  readonly total: number;
}

interface RowPart extends SumPart {
  readonly row: number;
}
interface CuponPart extends SumPart {
  readonly cupon: number;
  readonly voucher: number;
}

/** The parts may be a day apart: a till closes after midnight, or the processor dates the second part a day later. */
const DAYS = [0, -1, 1] as const;

/** Parts of a sale have one card and day, add up to the centavo, and one of them has the voucher of the whole. */
export function createDivisionFinder({ prepared, holders, cupones, results, isRefused, resultOf }: Matching) {
  const { table, index } = prepared;
  const isOpen = (cupon: number): boolean => !hasItsAmount(resultOf(cupon));
  const open: number[] = [];
  /** Rows that are a sale of their own, assigned to a coupon with their amount. */
  const owned = new Set<number>();
  for (const result of results) {
    if (!hasItsAmount(result)) open.push(result.cupon);
    else if (result.assigned >= 0 && (result.matches[0]?.probability ?? 0) >= PROBABLE) owned.add(result.assigned);
  }
  const byCardAndDay = new Map<string, CuponPart[]>();
  for (const cupon of open) {
    const { lastFour, day, amount, voucher } = cupones.codesOf(cupon);
    if (lastFour === MISSING || Number.isNaN(amount)) continue;
    const key = `${String(lastFour)}|${String(day)}`;
    const others = byCardAndDay.get(key);
    if (others === undefined) byCardAndDay.set(key, [{ cupon, amount, voucher }]);
    else others.push({ cupon, amount, voucher });
  }

  const byId = (a: number, b: number): number => table.idCode(a) - table.idCode(b);
  const findFreeRows = (cupon: number, { lastFour, day }: CuponCodes): RowPart[] => {
    const rows: RowPart[] = [];
    for (const away of DAYS) {
      index.byCardAndDay(lastFour, day + away, (row) => {
        const free = i32(holders.holder, row) === FREE && !owned.has(row) && !isRefused(cupon, row);
        if (free) rows.push({ row, amount: table.amount(row) });
      });
    }
    return rows.sort((a, b) => byId(a.row, b.row));
  };

  const findManyOperaciones = (cupon: number, codes: CuponCodes): Divided | undefined => {
    const rows = findFreeRows(cupon, codes);
    const own = rows.find(({ row }) => table.voucher(row) === codes.voucher && codes.voucher !== MISSING);
    if (own === undefined) return undefined;
    const parts = partsOf(codes.amount, rows, own);
    return parts && { rows: parts.map(({ row }) => row).sort(byId), cupones: [cupon], total: codes.amount };
  };

  const findManyCupones = (cupon: number, codes: CuponCodes): Divided | undefined => {
    const others = DAYS.flatMap(
      (away) => byCardAndDay.get(`${String(codes.lastFour)}|${String(codes.day + away)}`) ?? [],
    );
    const self = others.find((other) => other.cupon === cupon);
    if (self === undefined || others.length < 2) return undefined;
    for (const { row, amount } of findFreeRows(cupon, codes)) {
      const parts = partsOf(amount, others, self);
      const its = table.voucher(row);
      if (parts?.some(({ voucher }) => voucher === its && its !== MISSING) === true) {
        return { rows: [row], cupones: parts.map((part) => part.cupon).sort((a, b) => a - b), total: amount };
      }
    }
    return undefined;
  };

  return (cupon: number): Divided | undefined => {
    const codes = cupones.codesOf(cupon);
    if (!isOpen(cupon) || codes.lastFour === MISSING || Number.isNaN(codes.amount)) return undefined;
    return findManyOperaciones(cupon, codes) ?? findManyCupones(cupon, codes);
  };
}

/** Whether a likely operation has the coupon's amount, or an amount that explains itself. */
const hasItsAmount = (result: Matched | undefined): boolean => {
  const [best] = result?.matches ?? [];
  return best !== undefined && best.probability >= LIKELY && (best.levels[0] ?? 0) < NEAR_OR_OTHER;
};
/** From this level on, the operation's amount is just another one (`levels/importe.ts`: `cerca` and `otro`). */
const NEAR_OR_OTHER = 8;

/** In centavos. */
interface SumPart {
  readonly amount: number;
}

/** Limits of the search: with more parts, sums would fit by chance. */
const AMONG = 14;
const MOST_PARTS = 4;

/** Two to four parts, one of them `own`, that add up to `whole` exactly; the first such parts in order. Undefined with too many parts. */
function partsOf<P extends SumPart>(whole: number, parts: readonly P[], own: P): readonly P[] | undefined {
  const usable = parts.filter(
    ({ amount }) => amount !== 0 && amount < 0 === whole < 0 && Math.abs(amount) < Math.abs(whole),
  );
  if (usable.length > AMONG) return undefined;
  const others = usable.filter((part) => part !== own);
  const search = (from: number, left: number, chosen: readonly P[]): readonly P[] | undefined => {
    if (left === 0) return chosen.length >= 2 ? chosen : undefined;
    if (chosen.length === MOST_PARTS) return undefined;
    for (let i = from; i < others.length; i++) {
      const part = others[i];
      if (part === undefined || Math.abs(part.amount) > Math.abs(left)) continue;
      const found = search(i + 1, left - part.amount, [...chosen, part]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(0, whole - own.amount, [own]);
}
