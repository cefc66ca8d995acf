import { test } from 'vitest';
import { pairwise } from './pairwise.ts';
import { nameOf } from './switches.ts';
import { UPLOAD_SWITCHES, uploadAndRead } from './uploads.ts';

const combinations = pairwise(UPLOAD_SWITCHES).map((combination) => [nameOf(combination), combination] as const);

test.for(combinations)('a result reads as the sandbox holds it: %s', ([, combination]) => uploadAndRead(combination));
