import { describe, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { conPaciencia } from '../../../src-main/app/upload/paciencia.ts';

/** A clock that passes only by being waited on. */
function reloj(): Clock & { readonly ms: () => number } {
  let ahora = 0;
  return {
    now: () => ahora,
    monotonic: () => ahora,
    sleep: (ms) => {
      ahora += ms;
      return Promise.resolve();
    },
    timeout: () => new AbortController().signal,
    ms: () => ahora,
  };
}

const signal = new AbortController().signal;
const nada = (): void => undefined;

describe('a read that goes on failing', () => {
  test.each([
    [false, 10_000],
    [true, 60_000],
  ])('is given up in time, with something sent: %s', async (empezada, limite) => {
    const clock = reloj();
    const leer = (): Promise<never> => Promise.reject(new AppError('SIN_CONEXION'));
    await expect(conPaciencia({ clock, signal, alReintentar: nada }, empezada, leer)).rejects.toThrow(AppError);
    expect(clock.ms()).toBeLessThanOrEqual(limite);
    expect(clock.ms()).toBeGreaterThan(limite / 3);
  });

  test('is tried again until it succeeds', async () => {
    const clock = reloj();
    let veces = 0;
    const leer = (): Promise<string> => {
      veces += 1;
      return veces < 3 ? Promise.reject(new AppError('SERVICIO_FALLA')) : Promise.resolve('leído');
    };
    expect(await conPaciencia({ clock, signal, alReintentar: nada }, false, leer)).toBe('leído');
  });
});
