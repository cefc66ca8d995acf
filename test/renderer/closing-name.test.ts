import { expect, test } from 'vitest';
import { getClosingName } from '../../src-renderer/features/review/fields.ts';

test('a closing is its terminal and its lote, and says that it is a lote where no terminal is known', () => {
  expect(getClosingName('2026-10-20 · 20014017 · 0753')).toBe('20014017 · 0753');
  expect(getClosingName('2024-02-29 ·  · 0001')).toBe('Lote 0001');
});
