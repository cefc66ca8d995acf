import { test } from 'vitest';
import { synchroniseAndCompare } from '../app/sync/compare.ts';
import { nameOf, SWITCHES } from './switches.ts';

/** Each value but the first, which is the default, alone against every default: a failure names one switch. Their pairs are in the long run. */
const alone = (switches: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(switches)
    .flatMap(([name, [, ...others]]) => others.map((value) => ({ [name]: value })))
    .map((combination) => [nameOf(combination), combination] as const);

test('every list is kept as the sandbox holds it, on a server with every default', () => synchroniseAndCompare({}));
test.for(alone(SWITCHES))('everything is kept with %s', ([, combination]) => synchroniseAndCompare(combination));
