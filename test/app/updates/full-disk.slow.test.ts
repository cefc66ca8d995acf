import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SmallDisk, whyNoSmallDisk } from '../../platform/small-disk.ts';
import { Feed, installedProgram, publish, quiet, signal } from './feed-world.ts';

const why = whyNoSmallDisk();

describe.skipIf(why !== undefined)(`on a disk that fills${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
  let folder = '';
  let disk: SmallDisk;
  beforeAll(async () => {
    process.env['APPIMAGE'] = '/programa/Conciliador.AppImage';
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'lleno-')), 'disco');
    await mkdir(folder);
    disk = new SmallDisk(folder, 4);
  });
  afterAll(async () => {
    delete process.env['APPIMAGE'];
    disk.unmount();
    await rm(path.dirname(folder), { recursive: true, force: true });
  });

  test('bringing a version says so, keeps what came, and goes on with it once there is room', async () => {
    const feed = await Feed.open();
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => i % 253));
    feed.put(publish({ bytes }));
    const program = installedProgram(feed.url, { folder: path.join(folder, 'datos') });
    await program.updates.look(false, signal());
    await program.updates.bring(quiet, signal()).catch(() => undefined);
    const whole = (await program.updates.show()).ahora;
    expect(whole.estado).toBe('lista'); // it fits while the disk is empty
    await rm(path.join(folder, 'datos'), { recursive: true });

    const second = installedProgram(feed.url, { folder: path.join(folder, 'datos') });
    await second.updates.look(false, signal());
    disk.fill();
    expect((await second.updates.bring(quiet, signal())).ahora).toMatchObject({
      estado: 'falla',
      codigo: 'DISCO_LLENO',
    });
    expect(await second.updates.takeReady()).toBeUndefined();
    disk.empty();
    await second.updates.look(false, signal());
    expect((await second.updates.bring(quiet, signal())).ahora.estado).toBe('lista');
    expect(await readdir(path.join(folder, 'datos', 'bajadas', 'pending'))).toContain('update-info.json');
    await second.close();
    await program.close();
    await feed.close();
  });
  test('looking says so', async () => {
    const feed = await Feed.open();
    feed.put(publish());
    const program = installedProgram(feed.url, { folder: path.join(folder, 'otros') });
    disk.fill();
    expect((await program.updates.look(false, signal())).ahora).toMatchObject({ codigo: 'DISCO_LLENO' });
    disk.empty();
    await program.close();
    await feed.close();
  });
});
