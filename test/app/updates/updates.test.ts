import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { download } from '#app/updates/download.ts';
import { parseFeed } from '#app/updates/feed-address.ts';
import { createFeedClient } from '#app/updates/feed-client.ts';
import { createNetwork } from '#service/transport/network.ts';
import { AUTHORITY } from '../../service/office.ts';
import {
  aKey,
  Feed,
  INSTALLED,
  installedProgram,
  KEY,
  PLATFORM,
  publish,
  quiet,
  sha512,
  signal,
  type Program,
} from './feed-world.ts';

let feed: Feed;
let program: Program;
beforeEach(async () => {
  process.env['APPIMAGE'] = '/programa/Conciliador.AppImage';
  feed = await Feed.open();
  program = installedProgram(feed.url);
});
afterEach(async () => {
  await program.close();
  await feed.close();
  delete process.env['APPIMAGE'];
});

const look = async () => (await program.updates.look(false, signal())).ahora;
const bring = async () => (await program.updates.bring(quiet, signal())).ahora;

describe('a version that was signed', () => {
  test('is found, brought and ready', async () => {
    const published = publish();
    feed.put(published);
    expect(await look()).toEqual({
      estado: 'hay',
      noAbrio: false,
      version: '1.5.0',
      novedades: '- Lo nuevo.',
      bytes: published.bytes.length,
    });
    expect(await bring()).toMatchObject({ estado: 'lista', version: '1.5.0' });
    const file = await program.updates.takeReady();
    expect(await readFile(file ?? '')).toEqual(published.bytes);
    expect((await program.updates.show()).buscada).toBe('2026-10-15 12:00:00');
  });
  test('leaves its installer as the way back', async () => {
    feed.put(publish());
    await look();
    await bring();
    await program.updates.takeReady();
    expect(await readdir(path.join(program.folder, 'instaladores'))).toEqual(['1.5.0.AppImage']);
  });
  test('is not brought again by a program that starts with it there', async () => {
    feed.put(publish());
    await look();
    await bring();
    const again = installedProgram(feed.url, { folder: program.folder });
    await again.updates.look(false, signal());
    feed.asked.length = 0;
    expect((await again.updates.bring(quiet, signal())).ahora.estado).toBe('lista');
    expect(feed.asked).toEqual([]);
  });
  test('by the new one of two keys, is taken by a program that has both', async () => {
    const next = aKey();
    const both = installedProgram(feed.url, { release: { feed: feed.url, keys: [KEY.pem, next.pem] } });
    feed.put(publish({ key: next.privateKey }));
    expect((await both.updates.look(false, signal())).ahora.estado).toBe('hay');
    await both.close();
  });
  test('is not installed when its file was changed meanwhile', async () => {
    feed.put(publish());
    await look();
    await bring();
    const [name = ''] = (await readdir(path.join(program.folder, 'bajadas', 'pending'))).filter((each) =>
      each.endsWith('.AppImage'),
    );
    await appendFile(path.join(program.folder, 'bajadas', 'pending', name), 'x');
    expect(await program.updates.takeReady()).toBeUndefined();
  });
  test('is told while it is brought', async () => {
    feed.put(publish());
    await look();
    const told: unknown[] = [];
    await program.updates.bring((progress) => told.push(progress), signal());
    const { bytes } = publish();
    expect(told.at(-1)).toEqual({ fase: 'actualizacion', hecho: bytes.length, total: bytes.length });
  });
});

test('the same version is none', async () => {
  feed.put(publish({ version: INSTALLED }));
  expect(await look()).toEqual({ estado: 'al_dia' });
  await expect(program.updates.bring(quiet, signal())).rejects.toMatchObject({ code: 'ACTUALIZACION_NO_LISTA' });
  await expect(program.updates.install()).rejects.toMatchObject({ code: 'ACTUALIZACION_NO_LISTA' });
});

describe('refused', () => {
  const refusal = async () => {
    const now = await look();
    expect(await program.updates.takeReady()).toBeUndefined();
    return now;
  };
  test('without a signature', async () => {
    const published = publish();
    feed.put(published);
    feed.files.delete(`${published.name}.firma`);
    expect(await refusal()).toMatchObject({ estado: 'falla', codigo: 'ACTUALIZACION_SIN_FIRMA' });
  });
  test.each([
    ['of another key', { key: aKey().privateKey }],
    ['of another version', { signed: { version: '1.6.0' } }],
    ['of another hash', { signed: { sha512: 'A'.repeat(86) + '==' } }],
    ['of another size', { signed: { bytes: 3 } }],
    ['of another kind of package', { signed: { kind: 'deb' as const } }],
    ['of other words', { signed: { notes: 'Otra cosa' } }],
  ])('with a signature %s', async (_what, changes) => {
    feed.put(publish(changes));
    expect(await refusal()).toMatchObject({ estado: 'falla', codigo: 'ACTUALIZACION_SIN_FIRMA' });
  });
  test('with a signature of the same file for another platform', async () => {
    const other = PLATFORM === 'linux-x64' ? 'linux-arm64' : 'linux-x64';
    feed.put(publish({ signed: { platform: other } }));
    expect(await refusal()).toMatchObject({ codigo: 'ACTUALIZACION_AJENA' });
  });
  test('without a file for this platform', async () => {
    const published = publish();
    feed.put({
      ...published,
      manifest: {
        ...published.manifest,
        files: [{ url: 'conciliador-1.5.0-win-x64.exe', sha512: published.manifest['sha512'], size: 9 }],
      },
    });
    expect(await refusal()).toMatchObject({ codigo: 'ACTUALIZACION_AJENA' });
  });
  test('before the one that is here', async () => {
    feed.put(publish({ version: '1.3.9' }));
    expect(await refusal()).toMatchObject({ codigo: 'ACTUALIZACION_ANTERIOR' });
  });
  test('of a channel that this PC does not follow', async () => {
    feed.put(publish({ version: '1.5.0-beta.1' }));
    expect(await refusal()).toMatchObject({ codigo: 'ACTUALIZACION_ILEGIBLE' });
  });
  test('from a feed over http', async () => {
    const open = installedProgram(feed.url.replace('https:', 'http:'));
    expect((await open.updates.look(false, signal())).ahora).toMatchObject({ codigo: 'ACTUALIZACION_INSEGURA' });
    expect(feed.asked).toEqual([]);
    await open.close();
  });
  test('from a feed that sends to another address', async () => {
    feed.put(publish());
    feed.instead = (_name, _request, response) => {
      response.writeHead(302, { location: 'http://localhost/otro.yml' }).end();
      return true;
    };
    expect(await refusal()).toMatchObject({ codigo: 'ACTUALIZACION_SIN_RESPUESTA' });
  });
  test('by a program without keys', async () => {
    const none = installedProgram(feed.url, { release: { feed: feed.url, keys: [] } });
    feed.put(publish());
    expect((await none.updates.look(false, signal())).ahora).toMatchObject({ codigo: 'ACTUALIZACIONES_SIN_CLAVE' });
    await none.close();
  });
  test.each([
    ['shorter', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 100)]), 'ACTUALIZACION_SIN_RESPUESTA'],
    ['longer', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')]), 'ACTUALIZACION_DANADA'],
    ['other', (bytes: Buffer) => Buffer.alloc(bytes.length, 'x'), 'ACTUALIZACION_DANADA'],
  ])('with a file of %s bytes than those that were signed', async (_what, change, code) => {
    const published = publish();
    feed.put({ ...published, bytes: change(published.bytes) });
    await look();
    expect(await bring()).toMatchObject({ estado: 'falla', codigo: code });
    expect(await program.updates.takeReady()).toBeUndefined();
  });
});

test.each([
  'http://x.example/',
  'ftp://x.example/',
  'https://yo:clave@x.example/',
  'https://x.example/?a=1',
  'https://x.example/#a',
  'x',
])('an address of a feed is not %s', (text) => {
  expect(() => parseFeed(text)).toThrow(expect.objectContaining({ code: 'ACTUALIZACION_INSEGURA' }));
});
test('an address of a feed is a folder, whether it ends like one or not', () => {
  expect(parseFeed('https://x.example/a').href).toBe('https://x.example/a/');
});

test('what is not what was signed never has its name', async () => {
  const published = publish();
  feed.put({ ...published, bytes: Buffer.alloc(published.bytes.length, 'x') });
  const { name, bytes } = published;
  const offer = {
    version: '1.5.0',
    platform: PLATFORM,
    kind: 'AppImage' as const,
    bytes: bytes.length,
    sha512: sha512(bytes),
    notes: '',
    name,
    url: new URL(name, feed.url),
  };
  const network = createNetwork({ env: {}, authorities: () => [AUTHORITY] });
  const client = createFeedClient({ network: async () => network, clock: program.clock });
  const destination = path.join(program.folder, 'traido.AppImage');
  const deps = { client, clock: program.clock, folder: program.folder };
  const bringing = download(deps, { offer, destination }, { signal: signal(), onBytes: quiet });
  await expect(bringing).rejects.toMatchObject({ code: 'ACTUALIZACION_DANADA' });
  expect(await readdir(program.folder)).toEqual([]);
  network.close();
});

describe('a download that is cut', () => {
  const BYTES = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251));
  /** What the program was given so far, and the answer that is cut once some of it came. */
  let open: { destroy(): void } | undefined;
  const bringCut = async () =>
    (
      await program.updates.bring(() => {
        open?.destroy();
        open = undefined;
      }, signal())
    ).ahora;
  /** Gives as many bytes in each answer as there are numbers, and no more: none, and the connection ends at once. */
  const cutAfter = (cuts: number[]): void => {
    feed.instead = (name, request, response) => {
      const cut = name.endsWith('.AppImage') ? cuts.shift() : undefined;
      if (cut === undefined) return false;
      const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0]);
      response.writeHead(from === 0 ? 200 : 206, {
        'content-length': BYTES.length - from,
        'content-range': `bytes ${String(from)}-${String(BYTES.length - 1)}/${String(BYTES.length)}`,
      });
      if (cut === 0) response.destroy();
      else {
        response.write(BYTES.subarray(from, from + cut));
        open = response;
      }
      return true;
    };
  };
  test('goes on where it was', async () => {
    feed.put(publish({ bytes: BYTES }));
    cutAfter([70_000, 50_000]);
    await look();
    expect(await bringCut()).toMatchObject({ estado: 'lista' });
    const ranges = feed.asked
      .filter((each) => each.includes('AppImage '))
      .map((each) => Number(/(\d+)-$/.exec(each)?.[1]));
    expect(ranges).toHaveLength(2);
    expect(ranges[0]).toBeGreaterThan(0);
    expect(ranges[1]).toBeGreaterThan(ranges[0] ?? 0);
  });
  test('goes on in the next program', async () => {
    feed.put(publish({ bytes: BYTES }));
    cutAfter([70_000, 0, 0, 0]);
    await look();
    expect(await bringCut()).toMatchObject({ estado: 'falla', codigo: 'ACTUALIZACION_SIN_RESPUESTA' });
    feed.instead = () => false;
    const again = installedProgram(feed.url, { folder: program.folder });
    await again.updates.look(false, signal());
    feed.asked.length = 0;
    expect((await again.updates.bring(quiet, signal())).ahora.estado).toBe('lista');
    expect(feed.asked).toHaveLength(1);
    expect(feed.asked[0]).toMatch(/AppImage \d+-$/);
  });
  test('begins again where the feed does not go on from the middle', async () => {
    feed.put(publish({ bytes: BYTES }));
    cutAfter([70_000]);
    await look();
    const whole = feed.instead;
    feed.instead = (name, request, response) => {
      if (whole(name, request, response)) return true;
      if (request.headers.range === undefined) return false;
      response.writeHead(200, { 'content-length': BYTES.length }).end(BYTES);
      return true;
    };
    expect(await bringCut()).toMatchObject({ estado: 'lista' });
  });
  test('of which others changed what there was, is thrown away', async () => {
    feed.put(publish({ bytes: BYTES }));
    cutAfter([70_000, 0, 0, 0]);
    await look();
    await bringCut();
    const [part = ''] = (await readdir(program.folder)).filter((name) => name.endsWith('.parte'));
    await writeFile(path.join(program.folder, part), Buffer.alloc(1000, 'x'));
    feed.instead = () => false;
    await look();
    expect(await bringCut()).toMatchObject({ codigo: 'ACTUALIZACION_DANADA' });
    expect((await readdir(program.folder)).filter((name) => name.endsWith('.parte'))).toEqual([]);
  });
  test('that the end of the program cut, stays for the next one', async () => {
    feed.put(publish({ bytes: BYTES }));
    const reached = Promise.withResolvers<undefined>();
    feed.instead = (name, _request, response) => {
      if (!name.endsWith('.AppImage')) return false;
      response.writeHead(200, { 'content-length': BYTES.length });
      response.write(BYTES.subarray(0, 50_000));
      return true;
    };
    await look();
    const bringing = program.updates.bring(() => reached.resolve(undefined), signal());
    await reached.promise;
    await program.updates.close();
    await bringing.catch(() => undefined);
    expect((await readdir(program.folder)).filter((name) => name.endsWith('.parte'))).toHaveLength(1);
  });
});

describe('an administrator', () => {
  test('who allows none is obeyed when it is asked for, and when it is not', async () => {
    const fixed = installedProgram(feed.url, { policy: { updates: false } });
    feed.put(publish());
    expect((await fixed.updates.look(true, signal())).ahora).toEqual({ estado: 'sin_buscar' });
    expect(await fixed.updates.look(false, signal())).toMatchObject({
      permitidas: false,
      fijadas: ['permitidas'],
      ahora: { codigo: 'ACTUALIZACIONES_NO_PERMITIDAS' },
    });
    expect(feed.asked).toEqual([]);
    await fixed.close();
  });
  test('fixes the address and the channel', async () => {
    const fixed = installedProgram('https://otro.invalid/', { policy: { feed: feed.url, channel: 'beta' } });
    expect(await fixed.updates.look(false, signal())).toMatchObject({
      direccion: feed.url,
      canal: 'beta',
      fijadas: ['direccion', 'canal'],
    });
    expect(feed.asked[0]).toMatch(/^beta-linux/);
    await fixed.close();
  });
});

describe('by itself', () => {
  test('it does not look where the person turned it off', async () => {
    const off = installedProgram(feed.url, { chosen: async () => false });
    feed.put(publish());
    expect((await off.updates.look(true, signal())).ahora.estado).toBe('sin_buscar');
    expect((await off.updates.look(false, signal())).ahora.estado).toBe('hay');
    await off.updates.bring(quiet, signal());
    expect(await off.updates.takeReady()).toBeUndefined();
    await off.updates.install();
    expect(await off.updates.takeReady()).toBeDefined();
    await off.close();
  });
  test('a host that does not replace itself does not look, and says what there is when asked', async () => {
    const other = installedProgram(feed.url, { installer: undefined });
    feed.put(publish());
    expect((await other.updates.look(true, signal())).ahora.estado).toBe('sin_buscar');
    expect(await other.updates.look(false, signal())).toMatchObject({ seInstala: false, hay: true });
    await expect(other.updates.bring(quiet, signal())).rejects.toMatchObject({ code: 'ACTUALIZACION_NO_SE_INSTALA' });
    await other.close();
  });
});
