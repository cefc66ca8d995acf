import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeenCupones } from '#domain/cupones/duplicates.ts';

const LAST_ROW = 2 ** 20;

describe('the coupons that were seen', () => {
  test('are found again with the row that had them first, however many there are', () => {
    const seen = createSeenCupones();
    // Enough for every little table to grow several times.
    const cupones = Array.from({ length: 60_000 }, (_, i) => ({
      high: Math.imul(i, 0x9e3779b1),
      low: Math.imul(i, 0x85ebca6b),
      row: i + 2,
    }));
    expect(cupones.filter(({ high, low, row }) => seen.firstSeen(high, low, row) !== undefined)).toEqual([]);
    expect(cupones.filter(({ high, low, row }) => seen.firstSeen(high, low, LAST_ROW) !== row)).toEqual([]);
  });

  test('can be asked for without being kept', () => {
    const seen = createSeenCupones();
    expect(seen.rowOf(7, 9)).toBeUndefined();
    expect(seen.firstSeen(7, 9, 3)).toBeUndefined();
    expect([seen.rowOf(7, 9), seen.rowOf(9, 7)]).toEqual([3, undefined]);
  });

  test('are told apart by either half, and the last row there is is a row', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.integer({ min: 2, max: LAST_ROW }), (high, low, row) => {
        const seen = createSeenCupones();
        expect(seen.firstSeen(high, low, row)).toBeUndefined();
        expect(seen.firstSeen(~high, low, 2)).toBeUndefined();
        expect(seen.firstSeen(high, ~low, 2)).toBeUndefined();
        expect(seen.firstSeen(high, low, 2)).toBe(row);
      }),
    );
  });
});
