import { f64, i8 } from '../fields/columns.ts';
import type { LevelVector } from '../pair-levels.ts';
import { byLevel, LEVEL_OFFSETS, normalise, placesOf, rowOf } from './layout.ts';
import type { Parameters } from './parameters.ts';
import { ORDINARY_STRENGTH, PRIOR } from './priors.ts';
import { COMPARISON_NAMES } from '../comparisons.ts';

/**
 * Learns what is ordinary from matched coupons and their operations: the lag of dates, and optional fields in which an account never agrees.
 * Nothing is learnt about amount, voucher, card and wallet reference: they agree in a matched coupon because the service matches by them.
 */
export function learnOrdinary(pairs: Iterable<LevelVector>): Pick<Parameters, 'ordinary' | 'ordinaryFrom'> {
  let from = 0;
  const counts = normalise(rowOf(PRIOR.ordinary)).map((share) => share * ORDINARY_STRENGTH);
  const agreed = ['comprobante', 'tarjeta', 'importe', 'referencia'] as const;
  const places = agreed.map((name) => ({
    at: COMPARISON_NAMES.indexOf(name),
    equal: placesOf(name)('igual') - (LEVEL_OFFSETS[COMPARISON_NAMES.indexOf(name)] ?? 0),
  }));
  const taught = COMPARISON_NAMES.map((name) => !agreed.some((other) => other === name));
  for (const levels of pairs) {
    // The pair has to be certain without the field that it teaches, so two of the fields of the service's match must agree.
    const sure = places.filter(({ at: i, equal }) => i8(levels, i) === equal).length >= 2;
    if (!sure) continue;
    from += 1;
    for (let i = 0; i < levels.length; i++) {
      const level = i8(levels, i);
      if (level >= 0 && taught[i] === true)
        counts[(LEVEL_OFFSETS[i] ?? 0) + level] = f64(counts, (LEVEL_OFFSETS[i] ?? 0) + level) + 1;
    }
  }
  return { ordinary: byLevel(normalise(counts)), ordinaryFrom: from };
}
