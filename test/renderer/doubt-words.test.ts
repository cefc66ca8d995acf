import { expect, test } from 'vitest';
import { describeDoubt } from '../../src-renderer/features/home/words.ts';

test('rows in doubt are named by their view, with how many they are and how much, and lead to it', () => {
  const period = { desde: '2026-05-01', hasta: '2026-10-15' };
  const open = { vista: 'liquidaciones', ...period } as const;
  const { words, href } = describeDoubt({ vista: 'liquidaciones', filas: 1200, importe: '1234.50', abrir: open });
  expect(words.replaceAll('\u00a0', ' ')).toBe('Liquidaciones: 1.200, $ 1.234,50');
  expect(href).toMatch(/^#\/liquidaciones\?.*desde=2026-05-01/);
});
