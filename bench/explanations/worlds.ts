import { PROFILES } from './generator/profiles.ts';
import { createWorld, type World } from './generator/world.ts';
import type { Roles } from './generator/roles.ts';

/** The seeds of the worlds for tuning; below, of the worlds for the report. They have no seed in common. */
export const TUNING_SEEDS: readonly number[] = [11, 12];
export const TEST_SEEDS: readonly number[] = [901, 902];
export const NEIGHBOUR_SEEDS: readonly number[] = [903];

/** For each seed, a world of each kind of shop; each is created when it is requested. */
export function* worldsOf(seeds: readonly number[], roles?: Roles): Generator<World> {
  for (const seed of seeds) {
    for (const [i, profile] of PROFILES.entries()) {
      yield createWorld({ profile, seed: seed * 10 + i, ...(roles === undefined ? {} : { roles }) });
    }
  }
}
