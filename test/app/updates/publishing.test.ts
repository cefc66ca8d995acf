import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dump } from 'js-yaml';
import { beforeEach, describe, expect, test } from 'vitest';
import { notesOf, notesOfBuild } from '../../../scripts/release/changelog.ts';
import { signFeed, verifyFeed } from '../../../scripts/release/feed.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { aKey, Feed, installedProgram, KEY, quiet, sha512, signal } from './feed-world.ts';

const CHANGELOG =
  '# Cambios\n\n## Sin publicar\n\n- Lo que viene.\n\n## 1.5.0 (20/11/2026)\n\n- _Releer_ lo vuelve a leer.\n- Código `UNO_DOS`, «450995******2694».\n\n## 1.4.0\n\n- Antes.\n';
const PEM = KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const NAMES = ['x86_64.AppImage', 'amd64.deb', 'arm64.AppImage'].map((end) => `conciliador-1.5.0-linux-${end}`);

let folder = '';
beforeEach(async () => {
  folder = createTemporaryFolder();
  for (const name of NAMES) await writeFile(path.join(folder, name), `lo de ${name}`);
  await lay('latest-linux.yml', NAMES.slice(0, 2));
  await lay('latest-linux-arm64.yml', NAMES.slice(2));
});

/** As electron-builder does. */
async function lay(manifest: string, names: readonly string[], changes: object = {}): Promise<void> {
  const files = await Promise.all(
    names.map(async (url) => {
      const bytes = await readFile(path.join(folder, url));
      return { url, sha512: sha512(bytes), size: bytes.length };
    }),
  );
  await writeFile(
    path.join(folder, manifest),
    dump({ version: '1.5.0', files, releaseDate: '2026-11-20', ...changes }),
  );
}
const sign = (privateKey = PEM) => signFeed({ folder, changelog: CHANGELOG, privateKey, keys: [KEY.pem] });

describe('signing what electron-builder made', () => {
  test('gives a feed that a program takes, with what CHANGELOG.md says of the version', async () => {
    await sign();
    expect(await verifyFeed({ folder, keys: [KEY.pem] })).toHaveLength(3);
    const feed = await Feed.open();
    for (const name of [
      ...NAMES.flatMap((each) => [each, `${each}.firma`]),
      'latest-linux.yml',
      'latest-linux-arm64.yml',
    ])
      feed.files.set(name, await readFile(path.join(folder, name)));
    process.env['APPIMAGE'] = '/programa/Conciliador.AppImage';
    const program = installedProgram(feed.url);
    expect((await program.updates.look(false, signal())).ahora).toMatchObject({
      version: '1.5.0',
      novedades: '- Releer lo vuelve a leer.\n- Código UNO_DOS, «450995******2694».',
    });
    expect((await program.updates.bring(quiet, signal())).ahora.estado).toBe('lista');
    delete process.env['APPIMAGE'];
    await program.close();
    await feed.close();
  });
  test('refuses a key that no program has', async () => {
    const other = aKey().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await expect(sign(other)).rejects.toThrow('no program would take what it signs');
  });
  test('refuses a file that its manifest does not describe', async () => {
    await writeFile(path.join(folder, NAMES[1] ?? ''), 'otra cosa');
    await expect(sign()).rejects.toThrow('is not the file that latest-linux.yml says');
  });
  test('refuses a version without words', async () => {
    await lay('latest-linux.yml', NAMES.slice(0, 2), { version: '1.6.0' });
    await expect(sign()).rejects.toThrow('CHANGELOG.md says nothing of 1.6.0');
  });
  test('refuses a file that does not say what it is for', async () => {
    await writeFile(path.join(folder, 'conciliador-1.5.0-linux.AppImage'), 'x');
    await lay('latest-linux.yml', ['conciliador-1.5.0-linux.AppImage']);
    await expect(sign()).rejects.toThrow('does not say its system');
  });
  test('is found wanting when a file changes afterwards', async () => {
    await sign();
    await writeFile(path.join(folder, NAMES[0] ?? ''), 'otra cosa');
    await lay('latest-linux.yml', NAMES.slice(0, 2), { releaseNotes: 'x' });
    await expect(verifyFeed({ folder, keys: [KEY.pem] })).rejects.toThrow('not signed by a key of the program');
  });
});

test('a version says what is new in it, or what is on its way while it is not published', () => {
  expect(notesOf(CHANGELOG, '1.4.0')).toBe('- Antes.');
  expect(notesOf(CHANGELOG, '1.4')).toBeUndefined();
  expect(notesOfBuild(CHANGELOG, '2.0.0')).toBe('- Lo que viene.');
});
