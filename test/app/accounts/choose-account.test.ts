import { describe, expect } from 'vitest';
import { accountOfEnvironment } from '#app/accounts/account-credentials.ts';
import { everyFile } from '../../platform/temporary-folder.ts';
import { test, type World } from './world.ts';

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

  test('else is the only one', async ({ world }) => {
    await withAccounts(world, 'A');
    expect(await world.run().choose(undefined)).toMatchObject({ nombre: 'A' });
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

  test('without any account is told as such', async ({ world }) => {
    await expect(world.run().choose(undefined)).rejects.toMatchObject({ code: 'SIN_CUENTA' });
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
