import { expect, test } from 'vitest';
import { pairwise } from './pairwise.ts';

test('every pair of values occurs in some combination', () => {
  const switches = { a: ['1', '2', '3'], b: ['x', 'y'], c: ['p', 'q', 'r', 's'], d: ['si', 'no'] };
  const rows = pairwise(switches);
  for (const [a, avs] of Object.entries(switches))
    for (const [b, bvs] of Object.entries(switches))
      if (a !== b)
        for (const av of avs)
          for (const bv of bvs) expect(rows.some((row) => row[a] === av && row[b] === bv)).toBe(true);
});

test('far fewer combinations than the whole product come out', () => {
  const two = ['1', '2'];
  const rows = pairwise(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`s${String(i)}`, two])));
  expect(rows.length).toBeLessThan(20);
});
