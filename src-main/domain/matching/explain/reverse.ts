import type { Matching } from '../match.ts';

/** A coupon that an operation may be of. */
export interface CandidatoCupon {
  readonly key: string;
  /** Calibrated probability that the coupon is of this operation. */
  readonly puntaje: number;
  /** The assignment of all coupons together gives it this operation. */
  readonly assigned: boolean;
}

const SHOWN = 3;

/** The other way round: what coupon each operation may be of, the most likely first. Operations of which no coupon can be are not in it. */
export function cuponesByOperacion({
  prepared,
  cupones,
  results,
}: Matching): ReadonlyMap<string, readonly CandidatoCupon[]> {
  const found = new Map<number, CandidatoCupon[]>();
  for (const { cupon, matches, assigned } of results) {
    for (const { row, probability } of matches) {
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
