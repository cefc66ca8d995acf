import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findInstaller, forgetOtherInstallers, keepInstaller } from '#app/updates/installers.ts';
import { noteOpened, noteStart, findVersionThatDidNotOpen } from '#app/updates/starts.ts';
import { compareVersions, parseVersion } from '#app/updates/version.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';

let folder = '';
beforeEach(() => {
  folder = createTemporaryFolder();
});

test('a version that did not open three times in a row is told, with the one before it', () => {
  noteStart(folder, '1.4.0');
  noteOpened(folder, '1.4.0');
  expect([1, 2, 3].map(() => noteStart(folder, '1.5.0').told)).toEqual([false, false, false]);
  expect(noteStart(folder, '1.5.0')).toEqual({ previous: '1.4.0', failures: 3, told: true });
  expect(findVersionThatDidNotOpen(folder)).toBe('1.5.0');
});
test('a version that opened is not told of what went wrong before', () => {
  for (let i = 0; i < 3; i += 1) noteStart(folder, '1.5.0');
  noteOpened(folder, '1.5.0');
  expect(noteStart(folder, '1.5.0')).toMatchObject({ failures: 0, told: false });
});
test('going back to the version before, the one that did not open is remembered', () => {
  for (let i = 0; i < 4; i += 1) noteStart(folder, '1.5.0');
  noteStart(folder, '1.4.0');
  noteOpened(folder, '1.4.0');
  expect(findVersionThatDidNotOpen(folder)).toBe('1.5.0');
});
test('it is forgotten once that version opens', () => {
  for (let i = 0; i < 5; i += 1) noteStart(folder, '1.5.0');
  noteOpened(folder, '1.5.0');
  expect(findVersionThatDidNotOpen(folder)).toBeUndefined();
});
test('a record that is not understood begins again', async () => {
  await writeFile(path.join(folder, 'arranques.json'), '{"version":1,"sinAbrir":');
  expect(noteStart(folder, '1.5.0')).toEqual({ previous: null, failures: 0, told: false });
});
test('the installer of the version before stays until the new one has opened', async () => {
  const file = path.join(folder, 'traido.AppImage');
  await writeFile(file, 'x');
  await keepInstaller(folder, { file, version: '1.4.0' });
  await keepInstaller(folder, { file, version: '1.5.0' });
  expect(await findInstaller(folder, '1.4.0')).toBe(path.join(folder, 'instaladores', '1.4.0.AppImage'));
  await forgetOtherInstallers(folder, '1.5.0');
  expect(await readdir(path.join(folder, 'instaladores'))).toEqual(['1.5.0.AppImage']);
  expect(await findInstaller(folder, '1.4.0')).toBeUndefined();
});
test('versions are in order, and what is no version is none', () => {
  const sorted = ['1.4.0', '1.5.0-beta.2', '1.5.0-beta.10', '1.5.0', '1.10.0', '2.0.0'];
  const parsed = sorted.map((text) => parseVersion(text));
  expect(parsed.every((each) => each !== undefined)).toBe(true);
  const back = parsed.toReversed().sort((a, b) => (a === undefined || b === undefined ? 0 : compareVersions(a, b)));
  expect(back).toEqual(parsed);
  for (const odd of ['1.5', '01.5.0', '1.5.0-beta', '1.5.0+x', 'v1.5.0', '1.5.0 ', '', '1.5.0-BETA.1'])
    expect(parseVersion(odd)).toBeUndefined();
});
