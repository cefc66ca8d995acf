import type { Matching } from '../match.ts';
import { POSSIBLE } from './reasons.ts';

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
