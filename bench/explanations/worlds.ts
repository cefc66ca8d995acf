import { PROFILES } from './generator/profiles.ts';
import { createWorld, type World } from './generator/world.ts';
import type { Roles } from './generator/roles.ts';

/** The seeds of the worlds that tune priors and calibration, and of those that are only reported. No seed is in both. */
export const TUNING_SEEDS: readonly number[] = [11, 12];
export const TEST_SEEDS: readonly number[] = [901, 902];
export const NEIGHBOUR_SEEDS: readonly number[] = [903];

/** The worlds of some seeds, one of each kind of shop for each seed; made when they are asked for. */
export function* worldsOf(seeds: readonly number[], roles?: Roles): Generator<World> {
  for (const seed of seeds) {
    for (const [i, profile] of PROFILES.entries()) {
      yield createWorld({ profile, seed: seed * 10 + i, ...(roles === undefined ? {} : { roles }) });
    }
  }
}
