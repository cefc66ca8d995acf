import { expect, test } from 'vitest';
import { shareNoDigit } from '#domain/far-amounts.ts';

test('cards share no digit where all four differ in their places', () => {
  expect(shareNoDigit('0010', 7445)).toBe(true);
  expect(shareNoDigit('0010', 7415)).toBe(false);
  expect(shareNoDigit('0010', 45)).toBe(false);
  expect(shareNoDigit('10', 7445)).toBe(true);
});
