import { test } from 'vitest';
import { synchroniseAndCompare } from '../app/sync/compare.ts';
import { nameOf, SWITCHES } from './switches.ts';

/** Each value that is not the default, with every other switch at its default: a failure names one switch. Pairs are in the long run. */
const alone = (switches: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(switches)
    .flatMap(([name, [, ...others]]) => others.map((value) => ({ [name]: value })))
    .map((combination) => [nameOf(combination), combination] as const);

test('every list is kept as the sandbox holds it, on a server with every default', () => synchroniseAndCompare({}));
test.for(alone(SWITCHES))('everything is kept with %s', ([, combination]) => synchroniseAndCompare(combination));
