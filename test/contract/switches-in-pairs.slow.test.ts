import { test } from 'vitest';
import { pairwise } from './pairwise.ts';
import { readEverything } from './read-everything.ts';
import { nameOf, SWITCHES } from './switches.ts';

test('every list reads as the sandbox holds it, on a server with every default', () => readEverything({}));

const combos = pairwise(SWITCHES);
test.for(combos.map((combination) => [nameOf(combination), combination] as const))(
  'reads everything: %s',
  ([, combination]) => readEverything(combination),
);
