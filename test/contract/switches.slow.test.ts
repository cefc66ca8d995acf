import { test } from 'vitest';
import { pairwise } from './pairwise.ts';
import { readEverything } from './read-everything.ts';
import { nameOf, SWITCHES } from './switches.ts';
import { UPLOAD_SWITCHES, uploadAndRead } from './uploads.ts';

const named = (all: readonly Readonly<Record<string, string>>[]) =>
  all.map((combination) => [nameOf(combination), combination] as const);

/** Each value alone against every default, so that a failure names one switch. */
const alone = (switches: Readonly<Record<string, readonly string[]>>) =>
  named(Object.entries(switches).flatMap(([name, values]) => values.map((value) => ({ [name]: value }))));

/** The switches that meet each other where a page is read: all of their combinations, not only each pair. */
const PAGING = ['parametros', 'pagina_base', 'pagina_pasada', 'orden', 'max_dias', 'token_vencido'] as const;
const paging = PAGING.reduce<readonly Readonly<Record<string, string>>[]>(
  (all, name) => all.flatMap((combination) => SWITCHES[name].map((value) => ({ ...combination, [name]: value }))),
  [{}],
);

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
