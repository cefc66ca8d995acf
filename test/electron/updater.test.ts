import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as library from 'electron-updater';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Offer } from '#app/updates/feed.ts';
import type { Kind } from '#app/updates/statement.ts';
import { createWindowUpdater, getInstalledKind } from '#hosts/electron/updater.ts';
import { VERSION } from '#platform/version.ts';
import { Feed, installedProgram, publish, quiet, sha512, signal } from '../app/updates/feed-world.ts';
import { createTemporaryFolder } from '../platform/temporary-folder.ts';
import { createTestClock } from '../service/fixtures.ts';
import { start, type Dispatch } from './booted.ts';
import { createFakeElectron } from './fake-electron.ts';

let folder = '';
beforeEach(() => {
  folder = createTemporaryFolder();
});
afterEach(async () => {
  delete process.env['APPIMAGE'];
});

describe('what a program was installed from', () => {
  const base = { env: {}, resources: undefined, isPackaged: true };
  test.each([
    ['win32', {}, 'exe'],
    ['darwin', {}, 'zip'],
    ['linux', { APPIMAGE: '/x/Conciliador.AppImage' }, 'AppImage'],
    ['linux', {}, undefined],
  ])('%s %j', (platform, env, kind) => {
    expect(getInstalledKind({ ...base, platform, env })).toBe(kind);
    expect(getInstalledKind({ ...base, platform, env, isPackaged: false })).toBeUndefined();
  });
  test('a Debian package says so in its resources', async () => {
    await writeFile(path.join(folder, 'package-type'), 'deb\n');
    expect(getInstalledKind({ ...base, platform: 'linux', resources: folder })).toBe('deb');
  });
});

test.each([true, false])(
  'an AppImage takes the place of the one that was started; it opens again: %s',
  async (reopens) => {
    const marker = path.join(folder, 'corrió');
    const installed = path.join(folder, 'Conciliador.AppImage');
    await writeFile(installed, 'la de antes');
    process.env['APPIMAGE'] = installed;
    const feed = await Feed.open();
    const program = installedProgram(feed.url);
    const script = `#!/bin/sh\necho "$APPIMAGE_SILENT_INSTALL $APPIMAGE_EXIT_AFTER_INSTALL" > '${marker}.tmp'\nmv '${marker}.tmp' '${marker}'\n`;
    feed.put(publish({ bytes: Buffer.from(script) }));
    await program.updates.look(false, signal());
    await program.updates.bring(quiet, signal());
    expect(await readFile(installed, 'utf8')).toBe('la de antes'); // nothing is run nor replaced by bringing it
    if (reopens) {
      await program.updates.install();
      await expect.poll(() => program.fake.app.facts).toContain('quit');
    }
    expect(await program.updates.takeReady()).toBeDefined();
    await program.updater.install();
    expect(await readFile(installed, 'utf8')).toBe(script);
    await expect.poll(() => readFile(marker, 'utf8').catch(() => '')).toBe(reopens ? 'true \n' : 'true true\n');
    await program.close();
    await feed.close();
  },
);

test.each(['exe', 'deb'] as const)('the file of an %s is brought by the code of its system', async (kind: Kind) => {
  const fake = createFakeElectron();
  fake.app.ready.resolve(undefined);
  const updater = createWindowUpdater({
    electron: fake.electron,
    kind,
    version: '1.4.0',
    folder,
    clock: createTestClock(),
    loadLibrary: async () => library,
  });
  const bytes = Buffer.from('instalador');
  const name = `conciliador-1.5.0-x-x64.${kind}`;
  const offer: Offer = {
    version: '1.5.0',
    platform: kind === 'exe' ? 'win32-x64' : 'linux-x64',
    kind,
    bytes: bytes.length,
    sha512: sha512(bytes),
    notes: '',
    name,
    url: new URL(`https://programas.example/${name}`),
  };
  const file = await updater.bring(offer, (destination) => writeFile(destination, bytes));
  expect(await readFile(file)).toEqual(bytes);
  // electron-updater compares the versions again by itself.
  await expect(updater.bring({ ...offer, version: '1.3.0' }, () => Promise.reject(new Error('asked')))).rejects.toThrow(
    'does not take it for a newer version',
  );
});

describe('a window that closes', () => {
  /** An application that has a version ready. */
  const withReady = () => {
    let taken = 0;
    const dispatch = (async () => ({ ok: true, value: { ahora: { estado: 'al_dia' } } })) as unknown as Dispatch;
    const create = () => ({
      dispatch,
      takeUpdate: async () => {
        taken += 1;
        return undefined;
      },
      close: async () => undefined,
    });
    return { create, taken: () => taken };
  };
  const env = { APPIMAGE: '/programa/Conciliador.AppImage' };

  test('puts what is ready in its place', async () => {
    const app = withReady();
    const { ventana, app: electron } = await start(app.create, undefined, env);
    ventana?.close();
    electron.quit();
    await expect.poll(() => electron.facts.includes('fin')).toBe(true);
    expect(app.taken()).toBe(1);
  });
  test('leaves nothing of a person behind when the version cannot be taken', async () => {
    const app = withReady();
    const create = () => ({ ...app.create(), takeUpdate: () => Promise.reject(new AppError('DISCO_LLENO')) });
    let given = '';
    const { send, end } = await start(
      () => {
        const made = create();
        return {
          ...made,
          dispatch: (async (...call: Parameters<Dispatch>) => {
            given = JSON.stringify(call[1]);
            return made.dispatch(...call);
          }) as Dispatch,
        };
      },
      undefined,
      env,
    );
    const bytes = new Uint8Array(1);
    const handle = await send({ tipo: 'recibir', nombre: 'a.csv', sigue: null, bytes, fin: true });
    await send({
      tipo: 'llamar',
      llamada: 'v',
      metodo: 'archivos.validar',
      entrada: { archivos: [handle], cupones: false },
    });
    const { archivos } = JSON.parse(given) as { archivos: [string] };
    expect(existsSync(archivos[0])).toBe(true);
    await end();
    expect(existsSync(archivos[0])).toBe(false);
  });
  test('does not when the session of the desktop ends', async () => {
    const app = withReady();
    const { app: electron, ownProcess: child } = await start(app.create, undefined, env);
    child.emit('SIGTERM');
    await expect.poll(() => electron.facts.includes('fin')).toBe(true);
    expect(app.taken()).toBe(0);
  });
});

describe('a version that does not open', () => {
  const failing = async (home: string): Promise<void> => {
    await mkdir(path.join(home, 'actualizaciones'), { recursive: true });
    const record = { version: 1, programa: VERSION, sinAbrir: 3, anterior: '0.0.9', noAbrio: null };
    await writeFile(path.join(home, 'actualizaciones', 'arranques.json'), JSON.stringify(record));
  };
  const env = (): Record<string, string> => ({ CONCILIADOR_HOME: folder });

  test('is told with the version before it, and closing closes', async () => {
    await failing(folder);
    const { estado, ventanas: windows, app } = await start(undefined, (_app, fake) => (fake.estado.button = 1), env());
    expect(estado.preguntas[0]?.message).toBe(`Conciliador ${VERSION} no pudo abrirse tres veces seguidas.`);
    expect(estado.preguntas[0]?.detail).toContain('la versión anterior, 0.0.9');
    expect(windows).toEqual([]);
    expect(app.facts).toContain('quit');
  });
  test('is one whose application throws when it is made', async () => {
    const asked: unknown[] = [];
    const broken = (): never => {
      throw new Error('a fault of this version');
    };
    const open = () => start(broken, (_app, fake) => asked.push(fake.estado), env());
    const questions = () => asked.map((state) => (state as { preguntas: unknown[] }).preguntas.length);
    for (let turn = 0; turn < 4; turn += 1) await expect(open()).rejects.toThrow('a fault');
    expect(questions()).toEqual([0, 0, 0, 1]);
  });
  test('is one whose page loads and never asks for anything', async () => {
    for (let turn = 0; turn < 3; turn += 1) await (await start(undefined, undefined, env())).end();
    const { estado } = await start(undefined, (_app, fake) => (fake.estado.button = 1), env());
    expect(estado.preguntas).toHaveLength(1);
  });
  test('shows the installer of the one before when it is on this PC', async () => {
    await failing(folder);
    const installers = path.join(folder, 'actualizaciones', 'instaladores');
    await mkdir(installers);
    await writeFile(path.join(installers, '0.0.9.AppImage'), 'x');
    const { estado, openedLinks } = await start(undefined, (_app, fake) => (fake.estado.button = 1), env());
    expect(estado.preguntas[0]?.buttons).toHaveLength(3);
    expect(openedLinks).toEqual([installers]);
  });
  test('may be tried again, and is forgotten once it opens', async () => {
    await failing(folder);
    const first = await start(undefined, undefined, env());
    expect(first.opened()).toBe(1);
    await first.call('cuentas.listar', {});
    await first.end();
    const second = await start(undefined, undefined, env());
    expect(second.estado.preguntas).toEqual([]);
    await second.end();
    expect(await readdir(path.join(folder, 'actualizaciones'))).toEqual(['arranques.json']);
  });
});
