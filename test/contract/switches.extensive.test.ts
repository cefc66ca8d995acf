import { test } from 'vitest';
import { synchroniseAndCompare } from '../app/sync/compare.ts';
import { pairwise } from './pairwise.ts';
import { nameOf, SWITCHES } from './switches.ts';
import { UPLOAD_SWITCHES, uploadAndRead } from './uploads.ts';

/** The switches that act together where a page is read: all their combinations are tried, not only every pair. */
const PAGING = ['parametros', 'pagina_base', 'pagina_pasada', 'orden', 'max_dias', 'token_vencido'] as const;

const named = (all: readonly Readonly<Record<string, string>>[]) =>
  all.map((combination) => [nameOf(combination), combination] as const);
const combine = (names: readonly (keyof typeof SWITCHES)[]) =>
  names.reduce<readonly Readonly<Record<string, string>>[]>(
    (all, name) => all.flatMap((combination) => SWITCHES[name].map((value) => ({ ...combination, [name]: value }))),
    [{}],
  );
test.for(named(combine(PAGING)))('everything is kept with %s', ([, combination]) => synchroniseAndCompare(combination));

// Reversed, so that pairwise() picks other combinations than in the quick run (refusals.test.ts).
const reversed = Object.fromEntries(Object.entries(UPLOAD_SWITCHES).toReversed());
test.for(named(pairwise(reversed)))('a result reads in other company: %s', ([, combination]) =>
  uploadAndRead(combination),
);
