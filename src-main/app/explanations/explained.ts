import type { Explanation } from '#domain/matching/explain/reasons.ts';
import type { Matching } from '#domain/matching/match.ts';
import type { AccountCupones } from './cupones.ts';

/** An account that was matched and explained. */
export interface Explained {
  readonly matching: Matching;
  readonly accountCupones: AccountCupones;
  readonly byKey: ReadonlyMap<string, Explanation>;
  /** The version of the explained review; null for other coupons. */
  readonly version: number | null;
}
