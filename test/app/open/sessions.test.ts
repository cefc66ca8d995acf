import { expect } from 'vitest';
import { createSessions } from '#app/open/sessions.ts';
import { isAppError } from '#contract/errors.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { Sandbox } from '#sandbox/index.ts';
import { brokenKeychain, byKey, byUser, connectForReal, test, type World } from '../accounts/world.ts';

interface Machine {
  readonly world: World;
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
}

interface Typed {
  readonly credential?: typeof byKey | typeof byUser;
  readonly wrong?: readonly string[];
  readonly beforeLogin?: () => Promise<void>;
}

/** The sessions of the account «La Espiga» without keychain. A person types the `wrong` secrets first. `beforeLogin` runs before each login. */
async function makeSessions(
  { world, sandbox, signal }: Machine,
  { credential = byKey, wrong = [], beforeLogin = () => Promise.resolve() }: Typed = {},
) {
  const credencial = credential(sandbox);
  const keychain = { llavero: brokenKeychain('sin-llavero') };
  await world.run(keychain).add({ nombre: 'La Espiga', url: sandbox.url, credencial }, signal);
  return createSessions({
    accounts: world.run({ ...keychain, keys: [...wrong, ...Array<string>(3).fill(credencial.secreto)] }),
    clock: systemClock,
    create: async (...account) => {
      await beforeLogin();
      return connectForReal()(...account);
    },
    onRefreshLost: () => undefined,
  });
}

test('what no person asked for takes the typed secret, and asks for none', async ({ world, sandbox, signal }) => {
  const sessions = await makeSessions({ world, sandbox, signal });
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
    const sessions = await makeSessions({ world, sandbox, signal }, { credential, wrong: ['no-es'] });
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
  let leaves = new AbortController();
  const leave = (): Promise<void> => {
    leaves.abort(new Error('left'));
    return Promise.resolve();
  };
  const sessions = await makeSessions({ world, sandbox, signal }, { beforeLogin: leave });
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
