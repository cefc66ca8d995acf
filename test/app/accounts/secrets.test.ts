import { expect, describe } from 'vitest';
import { readFileSync, writeFileSync } from 'node:fs';
import { AppError } from '#contract/errors.ts';
import { createLogger } from '#platform/logger.ts';
import { systemClock } from '#platform/system-clock.ts';
import { everyFile } from '../../platform/temporary-folder.ts';
import { byKey, byUser, test, brokenKeychain, type World } from './world.ts';
import { accountOfEnvironment } from '#app/accounts/account-credentials.ts';

/** Everything that an error could show, causes included. */
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

function edit(world: World, change: (written: Written) => void): void {
  const written = JSON.parse(readFileSync(world.data.accounts, 'utf8')) as Written;
  change(written);
  writeFileSync(world.data.accounts, JSON.stringify(written));
}

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
    const { id } = await world.run().choose('Local');
    edit(world, (written) => {
      written.predeterminada = 'fedcba9876543210';
      Object.assign(written.cuentas[0] ?? {}, { id: 'fedcba9876543210' });
    });
    const accounts = world.run();
    expect((await accounts.choose('Local')).id).toBe(id);
    expect(await accounts.list()).toMatchObject([{ nombre: 'Local', predeterminada: true }]);
    expect((await accounts.tryOut('Local', false, signal)).nombre).toBe('Local'); // the keychain's entry is of this address, so it serves
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

test('an entry of the keychain whose address is not the one of its name serves nobody', async ({
  world,
  sandbox,
  signal,
}) => {
  await world.run().add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
  const wrong = {
    ...world.llavero,
    get: async (name: string) => (await world.llavero.get(name))?.replace(sandbox.url, 'https://otra.example'),
  };
  await expect(world.run({ llavero: wrong }).tryOut('Local', false, signal)).rejects.toMatchObject({
    code: 'CLAVE_AUSENTE',
  });
});

const API = { CONCILIADOR_URL: 'https://api.example/', CONCILIADOR_API_KEY: 'k1', CONCILIADOR_API_SECRET: 's3creto' };
const USER = { CONCILIADOR_URL: 'https://api.example', CONCILIADOR_USUARIO: 'ana', CONCILIADOR_CLAVE: 's3creto' };

async function withAccounts(world: World, ...names: string[]): Promise<void> {
  for (const name of names) {
    const credential = { tipo: 'api', apiKey: name, secreto: 'x' } as const;
    await world
      .run()
      .add({ nombre: name, url: 'https://api.example', credencial: credential }, new AbortController().signal);
  }
}

describe('the account of a command', () => {
  test('is the one that was named, whatever the environment says', async ({ world }) => {
    await withAccounts(world, 'A', 'B');
    expect(await world.run({ env: API }).choose(' b ')).toMatchObject({ nombre: 'B', isFromEnvironment: false });
    expect(await world.run({ env: { CONCILIADOR_URL: 'half' } }).choose('B')).toMatchObject({ nombre: 'B' });
  });

  test('else is the environment’s', async ({ world }) => {
    await withAccounts(world, 'A');
    expect(await world.run({ env: API }).choose(undefined)).toMatchObject({
      nombre: 'entorno',
      url: 'https://api.example',
    });
    expect(await world.run({ env: API }).choose('entorno')).toMatchObject({ isFromEnvironment: true });
  });

  test('else is the default one', async ({ world }) => {
    await withAccounts(world, 'A', 'B');
    expect(await world.run().use('b')).toEqual({ nombre: 'B' });
    expect(await world.run().choose(undefined)).toMatchObject({ nombre: 'B' });
    expect((await world.run().list()).map(({ predeterminada }) => predeterminada)).toEqual([false, true]);
  });

  test('else is nobody’s to guess: the choices are named', async ({ world }) => {
    await withAccounts(world, 'A', 'B');
    await expect(world.run().choose(undefined)).rejects.toMatchObject({
      code: 'CUENTA_AMBIGUA',
      message: expect.stringContaining('«A», «B»') as string,
    });
  });

  test('of the environment is not one of those that are kept', async ({ world }) => {
    await expect(world.run({ env: API }).use('entorno')).rejects.toThrow(
      'es la de las variables de entorno: no está guardada en esta PC',
    );
  });

  test('that is not there is told with those that are', async ({ world }) => {
    await withAccounts(world, 'A');
    await expect(world.run().choose('Z')).rejects.toMatchObject({
      code: 'CUENTA_INEXISTENTE',
      message: expect.stringContaining('«A»') as string,
    });
    await expect(world.run().choose('entorno')).rejects.toMatchObject({ code: 'CUENTA_INEXISTENTE' });
    await expect(world.run().use('Z')).rejects.toMatchObject({ code: 'CUENTA_INEXISTENTE' });
  });
});

describe('the account of the environment', () => {
  test('has the same id in every run, by URL and key', () => {
    const id = (env: Record<string, string>): string | undefined => accountOfEnvironment(env)?.cuenta.id;
    expect(id(API)).toMatch(/^[0-9a-f]{16}$/);
    expect(id({ ...API, CONCILIADOR_API_SECRET: 'otro', CONCILIADOR_URL: 'https://api.example' })).toBe(id(API));
    expect(new Set([id(API), id({ ...API, CONCILIADOR_API_KEY: 'k2' }), id(USER)]).size).toBe(3);
  });

  test('brings its secret, which touches neither keychain nor disk', async ({ world, folder, signal }) => {
    const accounts = world.run({ env: USER });
    const account = await accounts.choose(undefined);
    expect(await accounts.credenciales.get(account, signal)).toEqual({
      tipo: 'usuario',
      usuario: 'ana',
      clave: 's3creto',
    });
    await accounts.credenciales.storeRefresh(account, { refreshToken: 'r', expiresAt: 1 });
    expect(await world.llavero.get(`cuenta:${account.id}`)).toBeUndefined();
    expect(everyFile(folder)).toEqual([]);
  });

  test.for([
    [{ CONCILIADOR_URL: 'https://api.example' }, 'falta CONCILIADOR_API_KEY'],
    [{ CONCILIADOR_API_KEY: 'k', CONCILIADOR_API_SECRET: 's' }, 'falta CONCILIADOR_URL'],
    [{ ...API, CONCILIADOR_API_SECRET: '' }, 'falta CONCILIADOR_API_SECRET'],
    [{ ...USER, CONCILIADOR_CLAVE: '' }, 'falta CONCILIADOR_CLAVE'],
    [{ ...API, ...USER }, 'sobran datos'],
  ] as const)('half said (%o) is refused: %s', ([env, said]) => {
    expect(() => accountOfEnvironment(env)).toThrow(expect.objectContaining({ code: 'ENTRADA_INVALIDA' }) as Error);
    expect(() => accountOfEnvironment(env)).toThrow(`En las variables de entorno de la cuenta ${said}`);
  });

  test('empty variables are as good as none', () => {
    expect(accountOfEnvironment({ CONCILIADOR_URL: '', CONCILIADOR_API_KEY: '' })).toBeUndefined();
  });
});
