import { describe, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { withPatience } from '../../../src-main/app/upload/patience.ts';

/** A clock that passes only by being waited on. */
function makeClock(): Clock & { readonly ms: () => number } {
  let now = 0;
  return {
    now: () => now,
    monotonic: () => now,
    sleep: (ms) => {
      now += ms;
      return Promise.resolve();
    },
    timeout: () => new AbortController().signal,
    ms: () => now,
  };
}

const signal = new AbortController().signal;
const nothing = (): void => undefined;

describe('a read that goes on failing', () => {
  test.each([
    [false, 10_000],
    [true, 60_000],
  ])('is given up in time, with something sent: %s', async (hasBegun, limit) => {
    const clock = makeClock();
    const work = (): Promise<never> => Promise.reject(new AppError('SIN_CONEXION'));
    await expect(withPatience({ clock, signal, onRetry: nothing }, hasBegun, work)).rejects.toThrow(AppError);
    expect(clock.ms()).toBeLessThanOrEqual(limit);
    expect(clock.ms()).toBeGreaterThan(limit / 3);
  });

  test('because of a wrong certificate is said at once', async () => {
    const clock = makeClock();
    const work = (): Promise<never> =>
      Promise.reject(new AppError('SIN_CONEXION', { detail: { motivo: 'certificado_ajeno' } }));
    await expect(withPatience({ clock, signal, onRetry: nothing }, true, work)).rejects.toThrow(AppError);
    expect(clock.ms()).toBe(0);
  });

  test('is tried again until it succeeds', async () => {
    const clock = makeClock();
    let times = 0;
    const work = (): Promise<string> => {
      times += 1;
      return times < 3 ? Promise.reject(new AppError('SERVICIO_FALLA')) : Promise.resolve('leído');
    };
    expect(await withPatience({ clock, signal, onRetry: nothing }, false, work)).toBe('leído');
  });
});
