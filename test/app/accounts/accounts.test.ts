import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox } from '#sandbox/index.ts';
import { brokenKeychain, byKey, byUser, test } from './world.ts';

const FAR = { ...systemClock, now: () => Date.now() + 31 * 86_400_000 };

describe('adding', () => {
  test('an account of a key is kept with its secret, unasked', async ({ world, sandbox, signal }) => {
    const added = await world
      .run()
      .add({ nombre: '  Local  ', url: `${sandbox.url}/`, credencial: byKey(sandbox) }, signal);
    expect(added).toEqual({ nombre: 'Local', claveGuardada: true });
    expect(sandbox.listReceived()).toEqual([]);
    expect(await world.run().list()).toEqual([
      { nombre: 'Local', url: sandbox.url, tipo: 'api', predeterminada: true },
    ]);
    expect(statSync(world.data.accounts).mode & 0o777).toBe(0o600);
  });

  test('a user logs in once, and from then on enters without the password', async ({ world, sandbox, signal }) => {
    await world.run().add({ nombre: 'Ana', url: sandbox.url, credencial: byUser(sandbox) }, signal);
    expect(sandbox.truth.tokens()).toEqual([]);
    sandbox.forgetReceived();
    expect((await world.run().tryOut(undefined, false, signal)).comercios.length).toBeGreaterThan(0);
    expect(sandbox.listReceived('POST /oauth/access_login')).toEqual([]);
    expect(sandbox.listReceived('POST /oauth/refresh_token')).toHaveLength(1);
    expect(world.requested).toEqual([]);
  });

  test('trying an account names the stores and each method that failed', async ({ world, signal }) => {
    const failing = await createSandbox({
      clock: systemClock,
      rasgos: ['falla=impuestos:*:500', 'falla=listar:*:403'],
    });
    await world.run().add({ nombre: 'Local', url: failing.url, credencial: byKey(failing) }, signal);
    const { comercios, fallas } = await world.run().tryOut(undefined, true, signal);
    await failing.close();
    expect(comercios.length).toBeGreaterThan(0);
    expect(fallas?.map(({ metodo, codigo }) => [metodo, codigo])).toEqual([
      ['impuestos', 'SERVICIO_FALLA'],
      ['conciliaciones', 'TOKEN_RECHAZADO'],
    ]);
  });

  test('a refused password adds nothing', async ({ world, sandbox, signal }) => {
    const credential = { ...byUser(sandbox), secreto: 'otra' };
    await expect(
      world.run().add({ nombre: 'Ana', url: sandbox.url, credencial: credential }, signal),
    ).rejects.toMatchObject({
      code: 'CREDENCIALES_RECHAZADAS',
      message:
        'El servicio no aceptó las credenciales. No se guardó nada. Revisá que no falte ningún carácter y probá de nuevo.',
    });
    expect(existsSync(world.data.root)).toBe(false);
  });

  test.for(['http://example.com', 'ftp://example.com', 'https://ana:clave@example.com', 'example.com', ''])(
    'the address «%s» is refused',
    async (url, { world, sandbox, signal }) => {
      const credential = byKey(sandbox);
      await expect(world.run().add({ nombre: 'A', url, credencial: credential }, signal)).rejects.toMatchObject({
        code: 'URL_INSEGURA',
      });
    },
  );

  test('is not kept where the service cannot be reached, which is said', async ({ world, sandbox, signal }) => {
    const { url } = sandbox;
    await sandbox.close();
    const added = world.run().add({ nombre: 'Ana', url, credencial: byUser(sandbox) }, signal);
    await expect(added).rejects.toMatchObject({
      code: 'SIN_CONEXION',
      message: 'No se pudo llegar al servicio. No se guardó nada. Revisá la dirección y la conexión, y probá de nuevo.',
    });
    expect(await world.run().list()).toEqual([]);
  });

  test.for([
    ['', 'ENTRADA_INVALIDA'],
    ['   ', 'ENTRADA_INVALIDA'],
    ['x'.repeat(61), 'ENTRADA_INVALIDA'],
    ['a\u001b[2Jb', 'ENTRADA_INVALIDA'],
    ['Entorno', 'CUENTA_REPETIDA'],
    [' lOCAL ', 'CUENTA_REPETIDA'],
    ['Otro nombre', 'CUENTA_REPETIDA'],
  ] as const)('the name «%s» is refused with %s', async ([name, code], { world, sandbox, signal }) => {
    const accounts = world.run();
    await accounts.add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    const before = readFileSync(world.data.accounts, 'utf8');
    // «Otro nombre» is refused because it is the same account of the service.
    const url = name === 'Otro nombre' ? sandbox.url : 'https://otra.example';
    await expect(accounts.add({ nombre: name, url, credencial: byKey(sandbox) }, signal)).rejects.toMatchObject({
      code,
    });
    expect(readFileSync(world.data.accounts, 'utf8')).toBe(before);
  });

  test('the same account again replaces its secret', async ({ world, sandbox, signal }) => {
    const accounts = world.run();
    const wrong = { ...byKey(sandbox), secreto: 'vieja' };
    await accounts.add({ nombre: 'Local', url: sandbox.url, credencial: wrong }, signal);
    await expect(accounts.tryOut('Local', false, signal)).rejects.toMatchObject({ code: 'CREDENCIALES_RECHAZADAS' });
    await accounts.add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    expect((await accounts.tryOut('local', false, signal)).nombre).toBe('Local');
    expect(await accounts.list()).toHaveLength(1);
  });
});

describe('without keychain', () => {
  test('the account is kept, and its secret asked for once in each run', async ({ world, sandbox, signal }) => {
    const keychain = brokenKeychain('sin-llavero');
    const added = await world
      .run({ llavero: keychain })
      .add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    expect(added.claveGuardada).toBe(false);
    const next = world.run({ llavero: keychain, clave: sandbox.apiSecret });
    await next.tryOut(undefined, false, signal);
    await next.tryOut(undefined, false, signal);
    expect(world.requested).toEqual(['Local']);
  });

  test('with nobody to ask the secret is said to be missing', async ({ world, sandbox, signal }) => {
    const keychain = brokenKeychain('sin-llavero');
    await world
      .run({ llavero: keychain })
      .add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    await expect(world.run({ llavero: keychain }).tryOut(undefined, false, signal)).rejects.toMatchObject({
      code: 'CLAVE_AUSENTE',
      // Without a keychain, a command that keeps the secret would not help.
      message: expect.stringMatching(
        /Definí CONCILIADOR_URL, CONCILIADOR_API_KEY y CONCILIADOR_API_SECRET, .*; si el sistema tiene llavero, .*cuenta cambiar-clave/,
      ) as string,
    });
  });

  test('a keychain that is locked now is not one without the secret', async ({ world, sandbox, signal }) => {
    await world.run().add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    const locked = world.run({ llavero: brokenKeychain('bloqueado') });
    await expect(locked.tryOut(undefined, false, signal)).rejects.toMatchObject({ code: 'LLAVERO_NO_DISPONIBLE' });
    expect((await world.run().tryOut(undefined, false, signal)).nombre).toBe('Local');
  });
});

test('a refresh token past its thirty days asks for the password', async ({ world, sandbox, signal }) => {
  await world.run().add({ nombre: 'Ana', url: sandbox.url, credencial: byUser(sandbox) }, signal);
  await expect(world.run({ clock: FAR }).tryOut(undefined, false, signal)).rejects.toMatchObject({
    code: 'SESION_VENCIDA',
  });
  await world.run({ clock: FAR, clave: sandbox.clave }).tryOut(undefined, false, signal);
  sandbox.forgetReceived();
  await world.run({ clock: FAR }).tryOut(undefined, false, signal);
  expect(sandbox.listReceived('POST /oauth/refresh_token')).toHaveLength(1);
  expect(world.requested).toEqual(['Ana', 'Ana']);
});

describe('removing', () => {
  test('revokes, deletes the secret, and keeps the data', async ({ world, sandbox, signal }) => {
    const accounts = world.run();
    await accounts.add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    const { id } = await accounts.choose(undefined);
    const { folder, ledger } = world.data.accountFolder(id);
    mkdirSync(folder, { recursive: true });
    writeFileSync(ledger, 'x');
    expect(await accounts.remove({ nombre: 'LOCAL', conDatos: false }, signal)).toEqual({
      nombre: 'Local',
      revocada: true,
      datosBorrados: false,
    });
    expect(sandbox.listReceived('POST /oauth/revoke_token')).toHaveLength(1);
    expect(sandbox.truth.tokens()).toEqual([]);
    expect(await world.llavero.get(`cuenta:${id}`)).toBeUndefined();
    expect(await accounts.list()).toEqual([]);
    expect(existsSync(ledger)).toBe(true);
    await accounts.add({ nombre: 'De nuevo', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    expect((await accounts.choose(undefined)).id).toBe(id);
  });

  test('deletes the data of that account alone, when asked', async ({ world, sandbox, signal }) => {
    const accounts = world.run();
    await accounts.add({ nombre: 'A', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    await accounts.add({ nombre: 'B', url: sandbox.url, credencial: byUser(sandbox) }, signal);
    const [a, b] = [await accounts.choose('A'), await accounts.choose('B')].map(
      ({ id }) => world.data.accountFolder(id).folder,
    );
    for (const folder of [a, b]) mkdirSync(String(folder), { recursive: true });
    await accounts.remove({ nombre: 'A', conDatos: true }, signal);
    expect([existsSync(String(a)), existsSync(String(b))]).toEqual([false, true]);
  });

  test('goes on when the service cannot be told, and says so', async ({ world, sandbox, signal }) => {
    const accounts = world.run();
    await accounts.add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    const { id } = await accounts.choose(undefined);
    await sandbox.close();
    expect(await accounts.remove({ nombre: 'Local', conDatos: false }, signal)).toMatchObject({ revocada: false });
    expect(await world.llavero.get(`cuenta:${id}`)).toBeUndefined();
  });

  test('stops when the keychain will not delete the secret', async ({ world, sandbox, signal }) => {
    await world.run().add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    const locked = world.run({ llavero: brokenKeychain('bloqueado') });
    await expect(locked.remove({ nombre: 'Local', conDatos: true }, signal)).rejects.toMatchObject({
      code: 'LLAVERO_NO_DISPONIBLE',
    });
    expect(await world.run().list()).toHaveLength(1);
  });

  test('stopped by the person, nothing is deleted', async ({ world, sandbox, signal }) => {
    const accounts = world.run();
    await accounts.add({ nombre: 'Local', url: sandbox.url, credencial: byKey(sandbox) }, signal);
    await expect(accounts.remove({ nombre: 'Local', conDatos: true }, AbortSignal.abort())).rejects.toThrow();
    expect((await accounts.tryOut('Local', false, signal)).nombre).toBe('Local');
  });
});

test('a file of accounts of a newer program is refused and not touched', async ({ world }) => {
  mkdirSync(world.data.root, { recursive: true });
  writeFileSync(world.data.accounts, '{"version":2}');
  await expect(world.run().list()).rejects.toMatchObject({ code: 'DATOS_MAS_NUEVOS' });
  expect(readFileSync(world.data.accounts, 'utf8')).toBe('{"version":2}');
});
