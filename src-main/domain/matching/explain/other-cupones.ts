import { MISSING, i32 } from '../fields/codes.ts';
import type { CuponTable, CuponCodes } from '../fields/cupon-table.ts';
import type { Matching } from '../match.ts';
import type { Matched } from '../matched-table.ts';
import { LIKELY, POSSIBLE, PROBABLE } from './reasons.ts';
import { FREE } from '../held.ts';

/** Finds coupons that repeat another coupon of their upload. The original, `de`, is the coupon that the service matched (`conciliado`), else the first. */
export function groupDuplicates({ cupones, matched, results }: Matching) {
  const matchedOf = new Map<string, string>();
  for (const [i, key] of matched.keys.entries())
    if (!matchedOf.has(matched.saleOf(i))) matchedOf.set(matched.saleOf(i), key);
  const firstOf = new Map<string, number>();
  for (const { cupon } of results) if (!firstOf.has(cupones.saleOf(cupon))) firstOf.set(cupones.saleOf(cupon), cupon);
  return (cupon: number) => {
    const sale = cupones.saleOf(cupon);
    const [original, other] = [matchedOf.get(sale), firstOf.get(sale)];
    if (original !== undefined) return { de: original, conciliado: true };
    return other === undefined || other === cupon ? undefined : { de: cupones.keys[other] ?? '', conciliado: false };
  };
}

/** Finds the coupon that was assigned the likeliest operation of a coupon without one. `alone`: how likely that operation was without competition. */
export function createRivalFinder({ results }: Pick<Matching, 'results'>) {
  const takers = new Map<number, number>();
  for (const { cupon, assigned } of results) if (assigned >= 0) takers.set(assigned, cupon);
  return ({ assigned, matches: [best] }: Matched) => {
    const cupon = assigned >= 0 || best === undefined ? undefined : takers.get(best.row);
    if (cupon === undefined || best === undefined) return undefined;
    return { cupon, alone: 1 / (1 + Math.exp(-best.logOdds)) };
  };
}

/** The numbers that a sale and its void share; undefined with neither wallet reference nor card, because the pair could be a coincidence. */
const keyOf = ({
  reference,
  voucher,
  lastFour,
  authorisation,
  terminal,
  day,
  amount,
}: CuponCodes): string | undefined =>
  reference === MISSING && lastFour === MISSING
    ? undefined
    : [reference, voucher, lastFour, authorisation, terminal, day, Math.abs(amount)].join('|');

/** Finds pairs of a sale and its void: the same day and numbers, opposite amounts, and neither has a likely operation. */
export function createVoidFinder({ cupones, results }: Matching): (cupon: number) => number | undefined {
  const waiting = new Map<string, number[]>();
  const partnerOf = new Map<number, number>();
  for (const result of results) {
    const codes = cupones.codesOf(result.cupon);
    const key = hasNoOperation(result) && codes.amount !== 0 ? keyOf(codes) : undefined;
    if (key === undefined) continue;
    const opposite = `${key}|${String(codes.amount > 0)}`;
    const partner = waiting.get(opposite)?.shift();
    if (partner !== undefined) {
      partnerOf.set(result.cupon, partner);
      partnerOf.set(partner, result.cupon);
      continue;
    }
    const own = `${key}|${String(codes.amount < 0)}`;
    waiting.set(own, [...(waiting.get(own) ?? []), result.cupon]);
  }
  return (cupon) => partnerOf.get(cupon);
}

/** Finds the sale of a void: a coupon with the void's numbers that matched or has a likely operation. Gives the sale's key. */
export function createVoidedSaleFinder({ cupones, matched, results }: Matching): (cupon: number) => string | undefined {
  const sales = new Map<string, string | undefined>();
  const keyOfVoid = (cupon: number): string | undefined => {
    const codes = cupones.codesOf(cupon);
    return codes.amount < 0 ? keyOf(codes) : undefined;
  };
  for (const { cupon } of results) {
    const key = keyOfVoid(cupon);
    if (key !== undefined) sales.set(key, undefined);
  }
  const take = (table: CuponTable, cupon: number): void => {
    const codes = table.codesOf(cupon);
    const key = codes.amount > 0 ? keyOf(codes) : undefined;
    if (key !== undefined && sales.has(key)) sales.set(key, table.keys[cupon]);
  };
  if (sales.size > 0) {
    for (const result of results) if (!hasNoOperation(result)) take(cupones, result.cupon);
    for (let place = 0; place < matched.size; place++) take(matched, place);
  }
  return (cupon) => sales.get(keyOfVoid(cupon) ?? '');
}

const hasNoOperation = ({ matches: [best], heldProbability }: Matched): boolean =>
  (best === undefined || best.probability < LIKELY) && heldProbability < LIKELY;

export interface CandidatoCupon {
  readonly key: string;
  readonly puntaje: number;
  /** Whether the assignment of all coupons together gives the operation to this coupon. */
  readonly assigned: boolean;
}

const SHOWN = 3;

/** For each operation, up to three coupons to which it may belong, likeliest first. Leaves out operations that belong to no coupon. */
export function groupCuponesByOperacion(matching: Matching): ReadonlyMap<string, readonly CandidatoCupon[]> {
  const { prepared, cupones, results } = matching;
  const found = new Map<number, CandidatoCupon[]>();
  for (const { cupon, matches, assigned } of results) {
    for (const { row, probability } of matches) {
      if (probability < POSSIBLE) continue;
      const candidato = { key: cupones.keys[cupon] ?? '', puntaje: probability, assigned: row === assigned };
      const others = found.get(row);
      if (others === undefined) found.set(row, [candidato]);
      else others.push(candidato);
    }
  }
  return new Map(
    [...found].map(([row, candidatos]) => [
      prepared.table.idOf(row),
      candidatos.sort((a, b) => b.puntaje - a.puntaje || (a.key < b.key ? -1 : 1)).slice(0, SHOWN),
    ]),
  );
}

/** One coupon that is several operations, or several coupons that are one operation. `rows`: rows of the operations. `cupones`: indexes of the coupons. */
export interface Divided {
  readonly rows: readonly number[];
  readonly cupones: readonly number[];
  readonly total: number;
}

/** Days between the parts: a till may close after midnight, or the processor may date a part a day later. */
const DAYS = [0, -1, 1] as const;

/** Finds sales that were divided: the parts have the same card and (nearly) the same day, add up exactly, and one part has the voucher of the whole. */
export function createDivisionFinder({ prepared, holders, cupones, results, isRefused, resultOf }: Matching) {
  const { table, index } = prepared;
  const isOpen = (cupon: number): boolean => !hasItsAmount(resultOf(cupon));
  const open: number[] = [];
  /** Rows that are sales of their own, because they were assigned to a coupon with their amount. */
  const owned = new Set<number>();
  for (const result of results) {
    if (!hasItsAmount(result)) open.push(result.cupon);
    else if (result.assigned >= 0 && (result.matches[0]?.probability ?? 0) >= PROBABLE) owned.add(result.assigned);
  }
  const keyedParts = open.flatMap((cupon) => {
    const { lastFour, day, amount, voucher } = cupones.codesOf(cupon);
    const key = `${String(lastFour)}|${String(day)}`;
    return lastFour === MISSING || Number.isNaN(amount) ? [] : [{ key, cupon, amount, voucher }];
  });
  const byCardAndDay = Map.groupBy(keyedParts, ({ key }) => key);

  const byId = (a: number, b: number): number => table.idCode(a) - table.idCode(b);
  const findFreeRows = (cupon: number, { lastFour, day }: CuponCodes) => {
    const rows: { readonly row: number; readonly amount: number }[] = [];
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

/** Whether the coupon has a likely operation with its amount, or with another amount for a known reason. */
const hasItsAmount = (result: Matched | undefined): boolean => {
  const [best] = result?.matches ?? [];
  return best !== undefined && best.probability >= LIKELY && (best.levels[0] ?? 0) < NEAR_OR_OTHER;
};
/** The first level of the comparison of amounts at which no known reason explains the difference (`matching/levels.ts`: `cerca` and `otro`). */
const NEAR_OR_OTHER = 8;

/** The most parts to search among and the most to add up; with more, sums would fit by chance. */
const AMONG = 14;
const MOST_PARTS = 4;

/** Two to four parts, including `own`, that add up to `whole` exactly; the first that are found. Undefined if no sum fits, or if there are too many parts. */
function partsOf<P extends { readonly amount: number }>(
  whole: number,
  parts: readonly P[],
  own: P,
): readonly P[] | undefined {
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
