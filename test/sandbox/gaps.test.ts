import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SWITCHES } from '#sandbox/switches.ts';

const page = readFileSync(new URL('../../docs/gaps.md', import.meta.url), 'utf8');

test('the tables of docs/gaps.md name every switch of the sandbox, with its values in order, and no other', () => {
  const named = [...page.matchAll(/`([a-z_]+)=((?:[\w-]+\\\|)+[\w-]+)`/g)].map(([, key = '', values = '']) => [
    key,
    values.split('\\|'),
  ]);
  const played = Object.entries(SWITCHES).map(([key, { valores }]) => [key, valores ?? ['0', 'N']]);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(played));
});
