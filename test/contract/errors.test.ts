import { describe, expect, test } from 'vitest';
import { ERROR_CODES, getErrorMessage, exitCodeOf } from '#contract/errors.ts';

describe('the catalogue of errors', () => {
  test.each(ERROR_CODES)('%s says what happened, what was kept and what to do', (code) => {
    const message = getErrorMessage(code);
    const sentences = message.split(/(?<=[.;])\s+/).filter((part) => part.trim() !== '');
    expect(sentences.length).toBeGreaterThanOrEqual(exitCodeOf(code) === 130 ? 2 : 3);
    expect(message).toMatch(/\.$/);
    expect(message).not.toMatch(/[!¡]|por favor|ups/i);
  });

  test('no two codes say the same', () => {
    expect(new Set(ERROR_CODES.map(getErrorMessage)).size).toBe(ERROR_CODES.length);
  });
});
