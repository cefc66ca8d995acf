import { expect } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { createLogger } from '#platform/logger.ts';
import { systemClock } from '#platform/system-clock.ts';
import { everyFile } from '../../platform/temporary-folder.ts';
import { byKey, byUser, test } from './world.ts';

/** All that an error could show to somebody, causes included. */
function everythingOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  const detail = error instanceof AppError ? JSON.stringify(error.detail) : '';
  return [error.message, error.stack, detail, error.cause === undefined ? '' : everythingOf(error.cause)].join('\n');
}

test('no secret gets into a file, an answer, an error, a notice or a log', async ({
  world,
  sandbox,
  folder,
  signal,
}) => {
  const seen: string[] = [];
  const logger = createLogger({ folder: world.data.logs, clock: systemClock });
  const attempt = async (work: Promise<unknown>): Promise<void> => {
    try {
      seen.push(JSON.stringify((await work) ?? null));
    } catch (error) {
      logger.error('falla', error, { cuenta: sandbox.apiSecret, modo: sandbox.clave, token: sandbox.clave });
      seen.push(everythingOf(error));
    }
  };

  const accounts = world.run({ clave: sandbox.clave });
  const [api, user] = [byKey(sandbox), byUser(sandbox)];
  await attempt(accounts.add({ nombre: 'A', url: sandbox.url, credencial: api }, signal));
  await attempt(accounts.add({ nombre: 'B', url: sandbox.url, credencial: user }, signal));
  await attempt(
    accounts.add(
      { nombre: 'C', url: sandbox.url, credencial: { ...user, usuario: 'otra', secreto: 'mala-clave' } },
      signal,
    ),
  );
  await attempt(accounts.add({ nombre: 'D', url: 'https://u:mala-clave@x.example', credencial: api }, signal));
  await attempt(accounts.list());
  const secrets = [
    sandbox.apiSecret,
    sandbox.clave,
    'mala-clave',
    Buffer.from(`${sandbox.apiKey}:${sandbox.apiSecret}`).toString('base64'),
  ];
  const { credentials } = await accounts
    .choose('B')
    .then((account) => accounts.credenciales.getStored(account))
    .then((stored) => {
      if (stored.credentials === undefined) throw stored.missing;
      return stored;
    });
  if (credentials.tipo !== 'usuario' || credentials.refreshToken === undefined) throw new Error('no refresh token');
  secrets.push(credentials.refreshToken);
  for (const name of ['A', 'B']) {
    await attempt(accounts.tryOut(name, false, signal));
    sandbox.injectFailure('comercios:1:500');
    await attempt(accounts.tryOut(name, false, signal));
  }
  await sandbox.close();
  await attempt(accounts.tryOut('A', false, signal));
  await attempt(accounts.remove({ nombre: 'A', conDatos: true }, signal));

  for (const { headers } of sandbox.listReceived()) {
    const token = headers['x-auth-token'];
    if (typeof token === 'string') secrets.push(token);
  }
  expect(secrets.length).toBeGreaterThan(6);
  seen.push(...world.avisos, JSON.stringify(world.registro), ...everyFile(folder).map(({ text }) => text));
  for (const secret of secrets) for (const text of seen) expect(text).not.toContain(secret);
});
