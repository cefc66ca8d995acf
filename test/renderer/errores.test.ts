import { describe, expect, test } from 'vitest';
import { ERROR_CATALOGUE, type ErrorCode } from '#contract/errors.ts';
import en from '../../src-renderer/messages/en.json' with { type: 'json' };
import es from '../../src-renderer/messages/es-AR.json' with { type: 'json' };
import { palabrasDe } from '../../src-renderer/ui/errores.ts';

describe('the words of the screens', () => {
  test('every error code says what happened and what to do', () => {
    for (const code of Object.keys(ERROR_CATALOGUE) as ErrorCode[]) {
      const { que, resto } = palabrasDe(code);
      expect(que, code).toMatch(/\.$/);
      expect(resto.length, code).toBeGreaterThan(10);
    }
  });

  test('no failure of the screens speaks of commands, nor shouts, nor begs', () => {
    for (const [key, text] of Object.entries(es)) {
      expect(JSON.stringify(text), key).not.toMatch(/--|«cuenta |«conciliaciones |[¡!]|por favor|Ups/i);
    }
  });

  test('both languages have the same texts', () => {
    expect(Object.keys(en)).toEqual(Object.keys(es));
  });
});
