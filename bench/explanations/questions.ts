import { FREE } from '#domain/matching/held.ts';
import type { Matching } from '#domain/matching/match.ts';
import type { Question } from './baselines/baseline.ts';
import type { World } from './generator/world.ts';

/**
 * The coupons of a world with their candidates, for rules and oracle: the free operations that the engine's keys find, and the right one even if they do not
 * find it. Searching the whole account would not help the rules, because the keys find every operation with two equal fields.
 */
export function questionsOf(world: World, matching: Matching): readonly Question[] {
  const { prepared, cupones, finder, holders } = matching;
  const operacionOf = new Map(world.operaciones.map((operacion) => [operacion.id, operacion]));
  return world.cases.map(({ key, cupon, truth }) => {
    const place = cupones.indexOf(key);
    if (place === undefined) throw new Error(`No coupon ${key}`);
    const { size, rows } = finder.find(finder.seek(cupones.codesOf(place)));
    const ids = new Set(truth);
    for (const row of rows.subarray(0, size)) if (holders.holder[row] === FREE) ids.add(prepared.table.idOf(row));
    return { key, cupon, candidates: [...ids].sort().flatMap((id) => operacionOf.get(id) ?? []) };
  });
}
