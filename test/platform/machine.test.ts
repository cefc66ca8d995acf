import { expect, test } from 'vitest';
import { drawSystemRandom } from '#platform/machine.ts';

test('numbers are within [0, 1) and do not repeat', () => {
  const numbers = Array.from({ length: 1000 }, drawSystemRandom);
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(new Set(numbers).size).toBe(1000);
});
