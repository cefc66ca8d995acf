import { test } from 'vitest';
import { combine, PAGING } from './paging.ts';
import { pairwise } from './pairwise.ts';
import { readEverything } from './read-everything.ts';
import { nameOf, SWITCHES } from './switches.ts';
import { UPLOAD_SWITCHES, uploadAndRead } from './uploads.ts';

const named = (all: readonly Readonly<Record<string, string>>[]) =>
  all.map((combination) => [nameOf(combination), combination] as const);

/** Each value alone against every default, so that a failure names one switch. */
const alone = (switches: Readonly<Record<string, readonly string[]>>) =>
  named(Object.entries(switches).flatMap(([name, values]) => values.map((value) => ({ [name]: value }))));

/** A token is refused before a page is read: each way of refusing it meets a fifth of the combinations here, and each of them in the long run. */
const refusals = SWITCHES.token_vencido;
const paging = combine(PAGING).map((combination, i) => ({
  ...combination,
  token_vencido: refusals[i % refusals.length] ?? '',
}));

test.for(alone(SWITCHES))('everything reads with %s', ([, combination]) => readEverything(combination));
test.for(alone(UPLOAD_SWITCHES))('a result reads with %s', ([, combination]) => uploadAndRead(combination));
test.for(named(paging))('everything reads with %s', ([, combination]) => readEverything(combination));

// Other pairs than the quick run's: the order of the switches decides which values meet which.
const reversed = <T>(switches: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(switches).toReversed());
test.for(named(pairwise(reversed(SWITCHES))))('everything reads in other company: %s', ([, combination]) =>
  readEverything(combination),
);
test.for(named(pairwise(reversed(UPLOAD_SWITCHES))))('a result reads in other company: %s', ([, combination]) =>
  uploadAndRead(combination),
);
