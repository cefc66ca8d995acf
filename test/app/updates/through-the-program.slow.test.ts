import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createApp, type App, type AppDeps } from '#app/compose/index.ts';
import type { Method, MethodInput } from '#contract/inputs.ts';
import { VERSION } from '#platform/version.ts';
import { keepLooking } from '#app/updates/agenda.ts';
import { createSandbox } from '#sandbox/index.ts';
import { systemClock } from '#platform/system-clock.ts';
import { runCli } from '../../hosts/cli/run-cli.ts';
import { sheet } from '../../hosts/cli/world.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { environmentOf } from '../../sandbox/access.ts';
import { startServer } from '../../service/fixtures.ts';
import { AUTHORITY } from '../../service/office.ts';
import { Feed, KEY, publish, signal } from './feed-world.ts';

let folder = '';
let policyFile = '';
let feed: Feed;
const open: App[] = [];
beforeEach(async () => {
  folder = createTemporaryFolder();
  policyFile = path.join(folder, 'politica.json');
  feed = await Feed.open();
});
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
  await feed.close();
});

const publisher = (version = VERSION): NonNullable<AppDeps['publisher']> => ({
  release: { feed: feed.url, keys: [KEY.pem] },
  policyFile,
  version,
});
const notices: string[] = [];
function program(changes: Partial<AppDeps> = {}) {
  notices.length = 0;
  const app = createApp({
    env: { CONCILIADOR_HOME: path.join(folder, 'datos') },
    host: 'loopback',
    askForSecret: async () => undefined,
    onNotice: (text) => notices.push(text),
    publisher: publisher(),
    ...changes,
  });
  open.push(app);
  return <M extends Method>(method: M, input: MethodInput<M>) =>
    app.dispatch(method, input, { signal: signal(), onProgress: () => undefined });
}

test('data that another machine has too are not opened, and nothing is left there: the log neither', async () => {
  const shared = path.join(folder, 'OneDrive');
  const call = program({ env: { CONCILIADOR_HOME: shared } });
  expect(await call('cuentas.listar', {})).toMatchObject({ ok: false, error: { code: 'CARPETA_COMPARTIDA' } });
  expect(existsSync(shared)).toBe(false);
});

describe('the policy of an administrator', () => {
  const credential = { tipo: 'api', apiKey: 'k', secreto: 's' } as const;
  test('is shown, and said to be of anybody when it is', async () => {
    await writeFile(policyFile, JSON.stringify({ version: 1, actualizaciones: { permitidas: false } }), {
      mode: 0o666,
    });
    const call = program();
    expect(await call('politica.ver', {})).toMatchObject({
      ok: true,
      value: { archivo: policyFile, presente: true, servicio: null, actualizaciones: { permitidas: false } },
    });
    expect(await call('actualizaciones.buscar', {})).toMatchObject({
      ok: true,
      value: { permitidas: false, ahora: { codigo: 'ACTUALIZACIONES_NO_PERMITIDAS' } },
    });
  });
  test('lets no account have another address', async () => {
    await writeFile(
      policyFile,
      JSON.stringify({ version: 1, servicio: { direccion: 'https://servicio.example/api/' } }),
    );
    const call = program();
    const add = (name: string, url: string) => call('cuentas.agregar', { nombre: name, url, credencial: credential });
    expect(await add('otra', 'https://otro.example')).toMatchObject({
      ok: false,
      error: { code: 'FIJADO_POR_POLITICA' },
    });
    expect(await add('esta', 'https://servicio.example/api')).toMatchObject({ ok: true });
  });
  test('sends nothing for an account that the environment has', async () => {
    await using server = await startServer(() => ({ body: [] }));
    await writeFile(policyFile, JSON.stringify({ version: 1, servicio: { direccion: 'https://servicio.example' } }));
    const env = {
      CONCILIADOR_HOME: path.join(folder, 'datos'),
      CONCILIADOR_URL: server.url,
      CONCILIADOR_API_KEY: 'k',
      CONCILIADOR_API_SECRET: 's',
    };
    const call = program({ env });
    expect(await call('cuentas.probar', {})).toMatchObject({
      ok: false,
      error: { code: 'FIJADO_POR_POLITICA', detail: { direccion: 'https://servicio.example' } },
    });
    expect(server.received).toEqual([]);
  });
  test.each([
    ['is broken', '"servicios": {}'],
    ['has an address that no account may have', '"servicio": {"direccion": "https://u:p@x.example/?a=1"}'],
    ['has an address that no feed may have', '"actualizaciones": {"direccion": "https://x.example/?a=1"}'],
  ])('that %s keeps everything from going out, and what is here can be seen', async (_what, says) => {
    await writeFile(policyFile, `{"version": 1, ${says}}`);
    const call = program();
    const refused = { ok: false, error: { code: 'POLITICA_INVALIDA', detail: { archivo: policyFile } } };
    expect(await call('politica.ver', {})).toMatchObject(refused);
    expect(await call('actualizaciones.buscar', {})).toMatchObject(refused);
    expect(
      await call('cuentas.agregar', { nombre: 'x', url: 'https://x.example', credencial: credential }),
    ).toMatchObject(refused);
    expect(await call('cuentas.listar', {})).toEqual({ ok: true, value: [] });
    expect(feed.asked).toEqual([]);
  });
  test('leaves the example alone', async () => {
    await writeFile(policyFile, JSON.stringify({ version: 1, servicio: { direccion: 'https://servicio.example' } }));
    const call = program();
    expect(await call('ejemplo.iniciar', {})).toMatchObject({ ok: true });
  });
});

describe('a version that is ready', () => {
  /** A program that has brought a version, and an upload that the person pauses after its first send. */
  async function readyBesideUpload() {
    const sandbox = await createSandbox({ clock: systemClock, operaciones: 50 });
    onTestFinished(() => sandbox.close());
    const file = path.join(folder, 'ventas.csv');
    await writeFile(file, sheet(20));
    feed.put(publish());
    const pause = new AbortController();
    const meanwhile: Promise<unknown>[] = [];
    const call = program({
      env: {
        CONCILIADOR_HOME: path.join(folder, 'datos'),
        ...environmentOf(sandbox),
      },
      publisher: { ...publisher(), authorities: () => [AUTHORITY] },
      installer: {
        kind: 'AppImage',
        bring: async (_offer, fetchFile) => {
          const brought = path.join(folder, 'nueva.AppImage');
          await fetchFile(brought);
          return brought;
        },
        closeAndInstall: () => asked.push('install'),
      },
      onBoundary: (name, batch) => {
        if (name !== 'envio_respondido' || batch !== 1) return;
        meanwhile.push(call('actualizaciones.instalar', {}), call('actualizaciones.ver', {}));
        pause.abort();
      },
    });
    const asked: string[] = [];
    await call('actualizaciones.buscar', {});
    expect(await call('actualizaciones.bajar', {})).toMatchObject({ value: { ahora: { estado: 'lista' } } });
    const stopped = await open[0]?.dispatch(
      'cargas.conciliar',
      { archivos: [file], porTanda: 1 },
      { signal: pause.signal, onProgress: () => undefined },
    );
    expect(stopped).toMatchObject({ value: { codigo: 'CANCELADO', enviados: 2 } });
    return { call, meanwhile: await Promise.all(meanwhile), asked };
  }

  test('is not installed while an upload runs, and is said to be why', async () => {
    const { meanwhile, asked } = await readyBesideUpload();
    expect(meanwhile).toMatchObject([
      { ok: false, error: { code: 'EN_USO', detail: { motivo: 'trabajo_en_marcha' } } },
      { ok: true },
    ]);
    expect(asked).toEqual([]);
  });
  test('waits behind a paused upload when the program closes, until it ended', async () => {
    const { call } = await readyBesideUpload();
    expect(await open[0]?.takeUpdate()).toBeUndefined();
    expect(await call('cargas.retomar', { decidir: 'abandonar' })).toMatchObject({ ok: true });
    expect(await open[0]?.takeUpdate()).toMatch(/nueva\.AppImage$/);
  });
  test('is installed beside a paused upload when the person says so', async () => {
    const { call, asked } = await readyBesideUpload();
    expect(await call('actualizaciones.instalar', {})).toMatchObject({ ok: true });
    expect(asked).toEqual(['install']);
    expect(await open[0]?.takeUpdate()).toMatch(/nueva\.AppImage$/);
  });
});

describe('the command line', () => {
  const run = async (version: string, env: Record<string, string> = {}) => {
    const options = {
      env: { CONCILIADOR_HOME: path.join(folder, 'datos'), ...env },
      publisher: { ...publisher(version), authorities: () => [AUTHORITY] },
    };
    const { codigo, stdout } = await runCli(['actualizar', '--ver'], options);
    const { stdout: json } = await runCli(['actualizar', '--ver', '--json'], options);
    return { codigo, document: JSON.parse(json) as unknown, lines: stdout.split('\n') };
  };
  test('says that there is one, what it brings and who is to install it', async () => {
    feed.put(publish());
    const { codigo, document, lines } = await run('1.4.0');
    expect(codigo).toBe(0);
    expect(document).toMatchObject({ hay: true, seInstala: false, ahora: { estado: 'hay', version: '1.5.0' } });
    expect(lines.slice(0, 3)).toEqual([
      'Hay una versión nueva: la 1.5.0. Tenés la 1.4.0.',
      'Qué trae:',
      '  - Lo nuevo.',
    ]);
  });
  test('says that there is none', async () => {
    feed.put(publish());
    expect((await run('1.5.0')).lines[0]).toBe('Tenés la 1.5.0, que es la última.');
  });
  test('says what an administrator fixed', async () => {
    await writeFile(policyFile, JSON.stringify({ version: 1, actualizaciones: { canal: 'latest' } }));
    feed.put(publish());
    expect((await run('1.4.0')).lines.at(-1)).toBe('El administrador de esta PC fijó el canal.');
  });
  test('fails with what is wrong with the feed', async () => {
    feed.put(publish({ version: '1.3.0' }));
    await expect(run('1.4.0')).rejects.toMatchObject({ code: 'ACTUALIZACION_ANTERIOR' });
  });
});

describe('by itself', () => {
  test('the window looks once it is there, brings what there is and looks again the next day', async () => {
    const asked: string[] = [];
    const slept: number[] = [];
    const stop = new AbortController();
    const dispatch = (async (method: string) => {
      asked.push(method);
      const state = method === 'actualizaciones.buscar' ? 'hay' : 'lista';
      return { ok: true, value: { ahora: { estado: state, noAbrio: false } } };
    }) as unknown as App['dispatch'];
    const clock = {
      sleep: async (ms: number) => {
        slept.push(ms);
        if (slept.length === 3) stop.abort();
        stop.signal.throwIfAborted();
      },
    };
    await keepLooking({ dispatch, clock }, stop.signal);
    expect(asked).toEqual([
      'actualizaciones.buscar',
      'actualizaciones.bajar',
      'actualizaciones.buscar',
      'actualizaciones.bajar',
    ]);
    expect(slept).toEqual([120_000, 86_400_000, 86_400_000]);
  });
  test.each([
    [
      'a version that did not open on this PC',
      { ok: true, value: { ahora: { estado: 'hay', noAbrio: true } } },
      86_400_000,
    ],
    ['a feed that cannot be used', { ok: true, value: { ahora: { estado: 'falla' } } }, 3_600_000],
    ['a policy that is broken', { ok: false, error: { code: 'POLITICA_INVALIDA' } }, 3_600_000],
  ])('it does not bring %s', async (_what, answer, next) => {
    const asked: string[] = [];
    const slept: number[] = [];
    const stop = new AbortController();
    const dispatch = (async (method: string) => {
      asked.push(method);
      return answer;
    }) as unknown as App['dispatch'];
    const clock = {
      sleep: async (ms: number) => {
        slept.push(ms);
        if (slept.length === 2) stop.abort();
        stop.signal.throwIfAborted();
      },
    };
    await keepLooking({ dispatch, clock }, stop.signal);
    expect([asked, slept.at(-1)]).toEqual([['actualizaciones.buscar'], next]);
  });
});
