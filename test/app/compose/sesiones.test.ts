import { expect } from 'vitest';
import { crearSesiones } from '#app/compose/sesiones.ts';
import { isAppError } from '#contract/errors.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createService, parseBaseUrl } from '#service/index.ts';
import { brokenKeychain, porClave, porUsuario, test, type World } from '../accounts/world.ts';

/** The sessions of a machine without a keychain, where a person types these secrets, one each time that they are asked. */
function sesionesDe(world: World, claves: readonly string[]) {
  const cuentas = world.run({ llavero: brokenKeychain('sin-llavero'), claves });
  const sesiones = crearSesiones({
    cuentas,
    clock: systemClock,
    crear: (cuenta, credentials, refreshTokenStore) =>
      Promise.resolve(
        createService({
          baseUrl: parseBaseUrl(cuenta.url),
          credentials,
          clock: systemClock,
          random: () => 0.5,
          learned: { get: () => undefined, set: () => undefined },
          refreshTokenStore,
          retries: 0,
          quarantine: () => undefined,
          log: () => undefined,
        }),
      ),
    onEntrada: () => Promise.resolve(),
    onRefreshPerdido: () => undefined,
  });
  return { cuentas, sesiones };
}

test('what no person asked for never asks for the secret, and what was typed since serves it', async ({
  world,
  sandbox,
  signal,
}) => {
  const bueno = porClave(sandbox);
  const agregar = world.run({ llavero: brokenKeychain('sin-llavero') });
  await agregar.agregar({ nombre: 'La Espiga', url: sandbox.url, credencial: bueno }, signal);
  const { sesiones } = sesionesDe(world, [bueno.secreto]);
  const sola = await sesiones.abrir('La Espiga', signal, { sinPreguntar: true }).catch((error: unknown) => error);
  expect([isAppError(sola, 'CLAVE_AUSENTE'), world.pedidas]).toEqual([true, []]);
  await sesiones.abrir('La Espiga', signal);
  const { servicio } = await sesiones.abrir('La Espiga', signal, { sinPreguntar: true });
  expect((await servicio.comercios(signal)).filas.length).toBeGreaterThan(0);
  expect(world.pedidas).toHaveLength(1);
  await sesiones.cerrar();
});

for (const [como, credencial] of [
  ['a secret', porClave],
  ['a password', porUsuario],
] as const) {
  test(`${como} that was typed wrong is asked for again, and the right one only once`, async ({
    world,
    sandbox,
    signal,
  }) => {
    const bueno = credencial(sandbox);
    const agregar = world.run({ llavero: brokenKeychain('sin-llavero') });
    await agregar.agregar({ nombre: 'La Espiga', url: sandbox.url, credencial: bueno }, signal);
    const { sesiones } = sesionesDe(world, ['no-es', bueno.secreto, 'nunca']);
    const mala = await sesiones.abrir('La Espiga', signal).catch((error: unknown) => error);
    expect(isAppError(mala, 'CREDENCIALES_RECHAZADAS')).toBe(true);
    const { servicio } = await sesiones.abrir('La Espiga', signal);
    expect((await servicio.comercios(signal)).filas.length).toBeGreaterThan(0);
    await sesiones.abrir('La Espiga', signal);
    expect(world.pedidas).toHaveLength(2);
    await sesiones.cerrar();
  });
}
