import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { getPolicyFile, readPolicy } from '#platform/policy.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const ROOT = process.getuid?.() === 0;
process.stderr.write(
  ROOT ? 'Skipped: root has no policy of a person.\n' : 'Skipped: only root can give a policy to somebody else.\n',
);
let folder = '';
let file = '';
beforeEach(async () => {
  folder = path.join(createTemporaryFolder(), 'conciliador');
  await mkdir(folder);
  file = path.join(folder, 'politica.json');
});

const write = (value: unknown): Promise<void> =>
  writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
const read = () => readPolicy(file, process.platform);

const WHOLE = {
  version: 1,
  actualizaciones: { direccion: 'https://programas.example/conciliador/', canal: 'beta', permitidas: false },
  servicio: { direccion: 'https://servicio.example/api' },
};

test('each system has its place, where only administrators write', () => {
  expect(getPolicyFile({ env: {}, platform: 'linux' })).toBe('/etc/conciliador/politica.json');
  expect(getPolicyFile({ env: {}, platform: 'darwin' })).toBe('/Library/Application Support/Conciliador/politica.json');
  const env = { ProgramData: 'D:\\Datos' };
  expect(getPolicyFile({ env, platform: 'win32' })).toBe('D:\\Datos\\Conciliador\\politica.json');
});
test('a PC without one has nothing fixed', async () => {
  expect(await read()).toMatchObject({ present: false, feed: undefined, updates: undefined, service: undefined });
});
test('fixes what it says', async () => {
  await write(WHOLE);
  expect(await read()).toMatchObject({
    present: true,
    feed: 'https://programas.example/conciliador/',
    channel: 'beta',
    updates: false,
    service: 'https://servicio.example/api',
  });
});
test('every key but its version may be left out', async () => {
  await write({ version: 1, actualizaciones: {}, servicio: {} });
  expect(await read()).toMatchObject({ present: true, feed: undefined, updates: undefined, service: undefined });
});
test('is read with the mark that Notepad writes first', async () => {
  await write(`\uFEFF${JSON.stringify({ version: 1 })}`);
  expect(await read()).toMatchObject({ present: true });
});

describe('is refused, with what is wrong,', () => {
  test.each([
    ['when it is no JSON', '{"version": 1,', 'no es JSON'],
    ['when it is a list', '[]', 'no es un objeto'],
    ['without its version', {}, '«version»'],
    ['of a newer version', { version: 2 }, '«version» tiene que ser 1'],
    ['with a key that is misspelt', { version: 1, actualizacion: {} }, 'tiene de más «actualizacion»'],
    ['with one inside', { version: 1, servicio: { direccion: 'https://x.example', url: '' } }, 'tiene de más «url»'],
    ['with a feed over http', { version: 1, actualizaciones: { direccion: 'http://x.example' } }, 'https://'],
    ['with a service over http', { version: 1, servicio: { direccion: 'http://x.example' } }, 'https://'],
    ['with a service that has a query', { version: 1, servicio: { direccion: 'https://x.example/?a=1' } }, '«?»'],
    ['with a service that has a user', { version: 1, servicio: { direccion: 'https://u:p@x.example' } }, 'usuario'],
    ['with a service that has a fragment', { version: 1, servicio: { direccion: 'https://x.example/#a' } }, '«#»'],
    ['with a feed that has a query', { version: 1, actualizaciones: { direccion: 'https://x.example/?a' } }, '«?»'],
    ['with a channel that names a folder', { version: 1, actualizaciones: { canal: '../x' } }, 'minúsculas'],
    [
      'with a text for yes or no',
      { version: 1, actualizaciones: { permitidas: 'no' } },
      '«actualizaciones.permitidas»',
    ],
  ])('%s', async (_what, value, why) => {
    await write(value);
    const refused = await read().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'POLITICA_INVALIDA', detail: { archivo: file } });
    expect(String(refused)).toContain(why);
  });
  test('when it is a folder', async () => {
    await mkdir(file);
    await expect(read()).rejects.toMatchObject({ code: 'POLITICA_INVALIDA' });
  });
  test('when it is larger than any', async () => {
    await write(' '.repeat(70_000));
    await expect(read()).rejects.toMatchObject({ code: 'POLITICA_INVALIDA' });
  });
});

describe.runIf(ROOT)('is told to be of anybody', () => {
  test.each([
    ['not when only administrators write it', 0, 0o644, 0o755, false],
    ['when it is of somebody else', 1000, 0o644, 0o755, true],
    ['when everybody writes it', 0, 0o666, 0o755, true],
    ['when everybody writes its folder', 0, 0o644, 0o777, true],
  ])('%s', async (_what, owner, mode, folderMode, told) => {
    await write(WHOLE);
    await chown(file, owner, 0);
    await chmod(file, mode);
    await chmod(folder, folderMode);
    expect((await read()).writableByOthers).toBe(told);
  });
  test('when a group that is not of administrators writes it', async () => {
    await write(WHOLE);
    await chown(file, 0, 1000);
    await chmod(file, 0o664);
    expect((await read()).writableByOthers).toBe(true);
  });
});
test.skipIf(ROOT)('of a person, is told to be of anybody', async () => {
  await write(WHOLE);
  expect((await read()).writableByOthers).toBe(true);
});
