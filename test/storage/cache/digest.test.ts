import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Value } from '#storage/cache/index.ts';
import { computeDigest } from '#storage/cache/writing.ts';

const value = fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger(), fc.constant(null));
const row = fc.array(value, { minLength: 1, maxLength: 30 });

test('rows have the same digest when they are the same, and only then', () => {
  fc.assert(
    fc.property(row, row, (one, other) => {
      expect(computeDigest(one, 0) === computeDigest(other, 0)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
    { numRuns: 2000 },
  );
});

test('a value that changes, changes the digest', () => {
  fc.assert(
    fc.property(row, fc.nat(), value, (one, place, fresh) => {
      const other = one.with(place % one.length, fresh);
      expect(computeDigest(one, 0) === computeDigest(other, 0)).toBe(Object.is(one[place % one.length], fresh));
    }),
    { numRuns: 2000 },
  );
});

test('rows that differ in a digit somewhere all have digests of their own', () => {
  const vistas = new Set<string>();
  for (let n = 0; n < 200_000; n += 1) {
    const row: Value[] = [String(103_240_000 + n), '2026-10-05', null, n * 100, 'La Espiga', String(n % 7), n % 2];
    vistas.add(computeDigest(row, 0));
  }
  expect(vistas.size).toBe(200_000);
});

test.each<[string, Value[], Value[]]>([
  ['characters cut in another place', ['ab', 'c'], ['a', 'bc']],
  ['text that is empty and none', [''], [null]],
  ['a number and its digits', [1], ['1']],
  ['amounts that only differ past 32 bits', [1], [1 + 2 ** 32]],
  ['an amount and its opposite', [5], [-5]],
  ['values in another order', ['a', 'b'], ['b', 'a']],
  ['one more value', ['a'], ['a', null]],
])('%s are told apart', (_, one, other) => {
  expect(computeDigest(one, 0)).not.toBe(computeDigest(other, 0));
});

test('only what comes after the place counts', () => {
  expect(computeDigest(['x', 'a', 1], 1)).toBe(computeDigest(['a', 1], 0));
  expect(computeDigest(['x', 'a', 1, 'y'], 1, 3)).toBe(computeDigest(['a', 1], 0));
});
