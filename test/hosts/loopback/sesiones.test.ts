import { describe, expect, test } from 'vitest';
import type { Clock } from '#domain/clock.ts';
import { crearSesiones } from '#hosts/loopback/sesiones.ts';

/** A clock that only what the sessions read of it: the one that never goes back. */
function reloj() {
  let ms = 0;
  const clock: Clock = {
    now: () => ms,
    monotonic: () => ms,
    sleep: () => Promise.resolve(),
    timeout: () => new AbortController().signal,
  };
  return {
    clock,
    avanzar: (by: number) => {
      ms += by;
    },
  };
}

describe('the one-time token', () => {
  test('waits two minutes for the browser, not more', () => {
    const { clock, avanzar } = reloj();
    const sesiones = crearSesiones(clock);
    const [pronto, tarde] = [sesiones.token(), sesiones.token()];
    avanzar(120_000);
    expect(sesiones.entrar(pronto, [])).toBeDefined();
    avanzar(1);
    expect(sesiones.entrar(tarde, [])).toBeUndefined();
  });

  test('has 256 bits', () => {
    const { clock } = reloj();
    expect(Buffer.from(crearSesiones(clock).token(), 'base64url')).toHaveLength(32);
  });
});

describe('a session', () => {
  test('keeps its latest tabs: the oldest of too many is shut out', () => {
    const { clock } = reloj();
    const sesiones = crearSesiones(clock);
    const first = sesiones.entrar(sesiones.token(), []);
    let last = first;
    for (let tab = 0; tab < 32; tab++) last = sesiones.entrar(sesiones.token(), [first?.cookie ?? '']);
    expect(sesiones.pestana([first?.cookie ?? ''], first?.secreto)).toBeUndefined();
    expect(sesiones.pestana([last?.cookie ?? ''], last?.secreto)).toBeDefined();
  });

  test('an old cookie that is not ours begins a new one', () => {
    const { clock } = reloj();
    const sesiones = crearSesiones(clock);
    const entrada = sesiones.entrar(sesiones.token(), ['inventada']);
    expect(entrada?.cookie).not.toBe('inventada');
  });
});
