import { expect } from 'vitest';
import { createSessions } from '#app/open/sessions.ts';
import { isAppError } from '#contract/errors.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createService, parseBaseUrl } from '#service/index.ts';
import { brokenKeychain, byKey, byUser, test, type World } from '../accounts/world.ts';

/**
 * The sessions of a machine without a keychain, where a person types these secrets, one each time that they are asked. `beforeLogin` runs when a
 * login has its secret and has not begun.
 */
function makeSessions(
  world: World,
  keys: readonly string[],
  beforeLogin: () => Promise<void> = () => Promise.resolve(),
) {
  const accounts = world.run({ llavero: brokenKeychain('sin-llavero'), keys });
  const sessions = createSessions({
    accounts,
    clock: systemClock,
    create: async (account, credentials, refreshTokenStore) => {
      await beforeLogin();
      return createService({
        baseUrl: parseBaseUrl(account.url),
        credentials,
        clock: systemClock,
        random: () => 0.5,
        learned: { get: () => undefined, set: () => undefined },
        refreshTokenStore,
        retries: 0,
        quarantine: () => undefined,
        log: () => undefined,
      });
    },
    onRefreshLost: () => undefined,
  });
  return { cuentas: accounts, sessions };
}

test('what no person asked for takes the typed secret, and asks for none', async ({ world, sandbox, signal }) => {
  const good = byKey(sandbox);
  const add = world.run({ llavero: brokenKeychain('sin-llavero') });
  await add.add({ nombre: 'La Espiga', url: sandbox.url, credencial: good }, signal);
  const { sessions } = makeSessions(world, [good.secreto]);
  const single = await sessions.open('La Espiga', signal, { sinPreguntar: true }).catch((error: unknown) => error);
  expect([isAppError(single, 'CLAVE_AUSENTE'), world.requested]).toEqual([true, []]);
  await sessions.open('La Espiga', signal);
  const { servicio: service } = await sessions.open('La Espiga', signal, { sinPreguntar: true });
  expect((await service.comercios(signal)).filas.length).toBeGreaterThan(0);
  expect(world.requested).toHaveLength(1);
  await sessions.close();
});

for (const [how, credential] of [
  ['a secret', byKey],
  ['a password', byUser],
] as const) {
  test(`${how} that was typed wrong is asked for again`, async ({ world, sandbox, signal }) => {
    const good = credential(sandbox);
    const add = world.run({ llavero: brokenKeychain('sin-llavero') });
    await add.add({ nombre: 'La Espiga', url: sandbox.url, credencial: good }, signal);
    const { sessions } = makeSessions(world, ['no-es', good.secreto, 'nunca']);
    const bad = await sessions.open('La Espiga', signal).catch((error: unknown) => error);
    expect(isAppError(bad, 'CREDENCIALES_RECHAZADAS')).toBe(true);
    const { servicio: service } = await sessions.open('La Espiga', signal);
    expect((await service.comercios(signal)).filas.length).toBeGreaterThan(0);
    await sessions.open('La Espiga', signal);
    expect(world.requested).toHaveLength(2);
    await sessions.close();
  });
}

test('a login ends when all who wait for it have left', async ({ world, sandbox, signal }) => {
  const good = byKey(sandbox);
  const add = world.run({ llavero: brokenKeychain('sin-llavero') });
  await add.add({ nombre: 'La Espiga', url: sandbox.url, credencial: good }, signal);
  let leaves = new AbortController();
  const leave = (): Promise<void> => {
    leaves.abort(new Error('left'));
    return Promise.resolve();
  };
  const { sessions } = makeSessions(world, [good.secreto, good.secreto, good.secreto], leave);
  const [left, stayed] = await Promise.allSettled([
    sessions.open('La Espiga', leaves.signal),
    sessions.open('La Espiga', signal),
  ]);
  expect([left.status, stayed.status]).toEqual(['rejected', 'fulfilled']);
  await sessions.forget((await sessions.open('La Espiga', signal)).cuenta.id);

  leaves = new AbortController();
  await expect(sessions.open('La Espiga', leaves.signal)).rejects.toThrow('left');
  const { servicio: service } = await sessions.open('La Espiga', signal);
  expect((await service.comercios(signal)).filas.length).toBeGreaterThan(0);
  await sessions.close();
});
