import { test } from 'vitest';
import { combine, PAGING } from './paging.ts';
import { readEverything } from './read-everything.ts';
import { nameOf } from './switches.ts';

test.for(combine([...PAGING, 'token_vencido']).map((combination) => [nameOf(combination), combination] as const))(
  'everything reads with %s',
  ([, combination]) => readEverything(combination),
);
