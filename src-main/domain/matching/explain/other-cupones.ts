import { f64 } from '../fields/columns.ts';
import type { CuponTable, CuponCodes } from '../fields/cupon-table.ts';
import type { Matching } from '../match.ts';
import type { Matched } from '../matched-table.ts';
import { MISSING } from '../fields/codes.ts';
import { LIKELY, POSSIBLE } from './reasons.ts';

/** The coupon that another one repeats. */
export interface Repeated {
  readonly de: string;
  readonly conciliado: boolean;
}

/** The first coupon of each upload and identity. */
function createFirsts() {
  const byUpload = new Map<number, Map<number, number>>();
  return {
    add(table: CuponTable, cupon: number): void {
      const upload = f64(table.carga, cupon);
      const own = byUpload.get(upload) ?? new Map<number, number>();
      byUpload.set(upload, own);
      const identity = f64(table.identity, cupon);
      if (!own.has(identity)) own.set(identity, cupon);
    },
    find: (table: CuponTable, cupon: number): number | undefined =>
      byUpload.get(f64(table.carga, cupon))?.get(f64(table.identity, cupon)),
  };
}

/** Finds coupons equal to another one of their upload. The original is the one that the service matched, else the first. */
export function groupDuplicates({ cupones, matched, results }: Matching): (cupon: number) => Repeated | undefined {
  const [isMatched, first] = [createFirsts(), createFirsts()];
  for (let i = 0; i < matched.size; i++) isMatched.add(matched, i);
  for (const { cupon } of results) first.add(cupones, cupon);
  return (cupon) => {
    const original = isMatched.find(cupones, cupon);
    if (original !== undefined) return { de: matched.keys[original] ?? '', conciliado: true };
    const other = first.find(cupones, cupon);
    return other === undefined || other === cupon ? undefined : { de: cupones.keys[other] ?? '', conciliado: false };
  };
}

/** Another unmatched coupon that got an operation, all coupons together. */
export interface Rival {
  readonly cupon: number;
  /** The probability that the operation would be this coupon's without the other one. */
  readonly alone: number;
}

/** Finds the coupon that got the likeliest operation of another one. A coupon with an operation of its own has no rival. */
export function createRivalFinder({ results }: Pick<Matching, 'results'>) {
  const takers = new Map<number, number>();
  for (const { cupon, assigned } of results) if (assigned >= 0) takers.set(assigned, cupon);
  return ({ assigned, matches: [best] }: Matched): Rival | undefined => {
    const cupon = assigned >= 0 || best === undefined ? undefined : takers.get(best.row);
    if (cupon === undefined || best === undefined) return undefined;
    return { cupon, alone: 1 / (1 + Math.exp(-best.logOdds)) };
  };
}

/** The numbers that a sale and its void share. Without reference and card the pair would be a coincidence. */
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

/** Finds a sale and its void on one day, with the same numbers and opposite amounts, neither with a likely operation. */
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

const hasNoOperation = ({ matches: [best], heldProbability }: Matched): boolean =>
  (best === undefined || best.probability < LIKELY) && heldProbability < LIKELY;

/** A coupon that may be an operation's. */
export interface CandidatoCupon {
  readonly key: string;
  /** Calibrated probability that the operation is the coupon's. */
  readonly puntaje: number;
  /** The assignment of all coupons together gives the coupon this operation. */
  readonly assigned: boolean;
}

const SHOWN = 3;

/** For each operation, the coupons that are possibly its own, the most likely first. Operations without one are absent. */
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
