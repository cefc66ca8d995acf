import { expect, describe } from 'vitest';
import { readFileSync, writeFileSync } from 'node:fs';
import { AppError } from '#contract/errors.ts';
import { createLogger } from '#platform/logger.ts';
import { systemClock } from '#platform/system-clock.ts';
import { everyFile } from '../../platform/temporary-folder.ts';
import { byKey, byUser, test, brokenKeychain, type World } from './world.ts';

/** All that an error could show to somebody, causes included. */
function everythingOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  const detail = error instanceof AppError ? JSON.stringify(error.detail) : '';
  return [error.message, error.stack, detail, error.cause === undefined ? '' : everythingOf(error.cause)].join('\n');
}

test('no secret gets into files, answers, errors, notices or logs', async ({ world, sandbox, folder, signal }) => {
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

interface Written {
  predeterminada: string | null;
  cuentas: Record<string, unknown>[];
}

/** Changes `cuentas.json` as another program, or a person, would. */
function edit(world: World, change: (written: Written) => void): void {
  const written = JSON.parse(readFileSync(world.data.accounts, 'utf8')) as Written;
  change(written);
  writeFileSync(world.data.accounts, JSON.stringify(written));
}

const idOf = (world: World): string => {
  const { cuentas } = JSON.parse(readFileSync(world.data.accounts, 'utf8')) as Written;
  return String(cuentas[0]?.['id']);
};

describe('an account that somebody else wrote in the file', () => {
  test.for(['api', 'usuario'] as const)(
    'an address that changed under the id of an account of kind %s finds no secret, kept nor typed',
    async (type, { world, sandbox, signal }) => {
      const credential = type === 'api' ? byKey(sandbox) : byUser(sandbox);
      const kept = world.run();
      await kept.add({ nombre: 'Local', url: sandbox.url, credencial: credential }, signal);
      const typed = world.run({ llavero: brokenKeychain('sin-llavero'), clave: credential.secreto });
      await typed.tryOut('Local', false, signal);
      edit(world, ({ cuentas }) => Object.assign(cuentas[0] ?? {}, { url: 'http://127.0.0.1:9' }));
      for (const accounts of [kept, typed, world.run()]) {
        const account = await accounts.choose('Local');
        expect(account.url).toBe('http://127.0.0.1:9');
        const { credentials } = await accounts.credenciales.getStored(account);
        expect(credentials).toBeUndefined();
      }
    },
  );

  test('the key or the user belongs to the id as the address does', async ({ world, sandbox, signal }) => {
    await world.run().add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    edit(world, ({ cuentas }) => Object.assign(cuentas[0] ?? {}, { apiKey: 'otra' }));
    const accounts = world.run();
    const { credentials } = await accounts.credenciales.getStored(await accounts.choose('Local'));
    expect(credentials).toBeUndefined();
  });

  test('an id that was changed is the one that address and key make', async ({ world, sandbox, signal }) => {
    await world.run().add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    const id = idOf(world);
    edit(world, (written) => {
      written.predeterminada = 'fedcba9876543210';
      Object.assign(written.cuentas[0] ?? {}, { id: 'fedcba9876543210' });
    });
    const accounts = world.run();
    expect((await accounts.choose('Local')).id).toBe(id);
    expect(await accounts.list()).toMatchObject([{ nombre: 'Local', predeterminada: true }]);
    expect((await accounts.tryOut('Local', false, signal)).nombre).toBe('Local'); // the entry is of that address: it serves
  });

  test('what changed is said once in a run', async ({ world, sandbox, signal }) => {
    await world.run().add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    edit(world, ({ cuentas }) => Object.assign(cuentas[0] ?? {}, { url: 'https://otra.example' }));
    const accounts = world.run();
    await accounts.list();
    await accounts.list();
    expect(world.avisos).toEqual([expect.stringMatching(/La dirección de la cuenta «Local».*ahora es otra cuenta/)]);
  });

  test.for([
    { url: 'http://example.com' },
    { url: 'https://ana:clave@example.com' },
    { url: 'ftp://example.com' },
    { url: 'https://example.com/?x=1' },
    { nombre: 'a\u001b[2Jb' },
    { nombre: 'entorno' },
    { nombre: '\u202eLocal' },
  ])('what nobody could have typed (%o) is damage', async (change, { world, sandbox, signal }) => {
    await world.run().add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    edit(world, ({ cuentas }) => Object.assign(cuentas[0] ?? {}, change));
    expect(await world.run().list()).toEqual([]);
    expect(world.avisos).toEqual([expect.stringContaining('La lista de cuentas estaba dañada')]);
  });

  test('an address that is written another way is the same one', async ({ world, sandbox, signal }) => {
    await world.run().add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    edit(world, ({ cuentas }) => Object.assign(cuentas[0] ?? {}, { url: `${sandbox.url}/` }));
    expect((await world.run().tryOut('Local', false, signal)).nombre).toBe('Local');
    expect(world.avisos).toEqual([]);
  });
});

describe('an entry of the keychain', () => {
  test('whose address is not the one of its name serves nobody', async ({ world, sandbox, signal }) => {
    await world.run().add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    const wrong = {
      ...world.llavero,
      get: async (name: string) => (await world.llavero.get(name))?.replace(sandbox.url, 'https://otra.example'),
    };
    await expect(world.run({ llavero: wrong }).tryOut('Local', false, signal)).rejects.toMatchObject({
      code: 'CLAVE_AUSENTE',
    });
  });
});
