import { describe, expect, test } from 'vitest';
import { ERROR_CATALOGUE } from '#contract/errors.ts';

const entries = Object.entries(ERROR_CATALOGUE);

describe('the catalogue of errors', () => {
  test.each(entries)('%s says what happened, what was kept and what to do', (_code, { mensaje, salida }) => {
    const sentences = mensaje.split(/(?<=[.;])\s+/).filter((part) => part.trim() !== '');
    expect(sentences.length).toBeGreaterThanOrEqual(salida === 130 ? 2 : 3);
    expect(mensaje).toMatch(/\.$/);
    expect(mensaje).not.toMatch(/[!¡]|por favor|ups/i);
  });

  test('no two codes say the same', () => {
    expect(new Set(entries.map(([, { mensaje }]) => mensaje)).size).toBe(entries.length);
  });
});
