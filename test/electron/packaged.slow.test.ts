import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { extractAll, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWindow } from '../../scripts/build/window.ts';
import { runBuilt } from './run-built.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
let folder = '';
let packed = '';

/** As much of Electron's distribution as packing looks at: a program with its fuses as shipped, and the files beside it. */
async function fakeDistribution(dist: string): Promise<void> {
  const shipped = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x09101100011';
  await mkdir(path.join(dist, 'resources'), { recursive: true });
  await mkdir(path.join(dist, 'locales'));
  await writeFile(path.join(dist, 'electron'), `\x7fELF${'\0'.repeat(64)}${shipped}${'\0'.repeat(64)}`, {
    encoding: 'latin1',
    mode: 0o755,
  });
  const beside = ['LICENSE', 'LICENSES.chromium.html', 'version', 'chrome-sandbox', 'locales/es.pak', 'locales/fr.pak'];
  for (const file of beside) await writeFile(path.join(dist, file), '');
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'paquete-'));
  await buildWindow(ROOT);
  await fakeDistribution(path.join(folder, 'electron'));
  const cli = path.join(path.dirname(require.resolve('electron-builder/package.json')), 'cli.js');
  await promisify(execFile)(
    process.execPath,
    [
      cli,
      '--linux',
      'dir',
      '--x64',
      '--config',
      'electron-builder.ts',
      `-c.electronDist=${path.join(folder, 'electron')}`,
      `-c.directories.output=${path.join(folder, 'dist')}`,
    ],
    { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 },
  );
  packed = path.join(folder, 'dist', 'linux-unpacked');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('packing without the binary of Electron', () => {
  test('closes the fuses', async () => {
    const wire = await getCurrentFuseWire(path.join(packed, 'conciliador'));
    const enabled = Object.entries(wire)
      .filter(([, state]) => state === FuseState.ENABLE)
      .map(([fuse]) => FuseV1Options[Number(fuse)]);
    expect(enabled).toEqual([
      'EnableCookieEncryption',
      'EnableEmbeddedAsarIntegrityValidation',
      'OnlyLoadAppFromAsar',
      'WasmTrapHandlers',
    ]);
  });
  test('holds the program and nothing of its sources', () => {
    const files = listPackage(path.join(packed, 'resources', 'app.asar'), { isPack: false });
    expect(files).toEqual(
      expect.arrayContaining([
        '/package.json',
        '/out/main/main.js',
        '/out/main/workbook-import-worker.js',
        '/out/main/workbook-write-worker.js',
        '/out/preload/preload.cjs',
        '/out/renderer/index.html',
        '/resources/ejemplo/cupones-ejemplo.xlsx',
      ]),
    );
    const tops = new Set(files.map((file) => file.split('/')[1]));
    expect([...tops].sort()).toEqual(['node_modules', 'out', 'package.json', 'resources']);
    expect(files.filter((file) => /\.(ts|map)$|\/\.huella$/.test(file))).toEqual([]);
  });
  test('leaves outside the archive what the system loads, of this system only', () => {
    const files = listPackage(path.join(packed, 'resources', 'app.asar'), { isPack: true });
    const native = files.filter((line) => line.endsWith('.node'));
    expect(native.every((line) => line.startsWith('unpack'))).toBe(true);
    expect(native.map((line) => path.basename(line)).sort()).toEqual(['keyring.linux-x64-gnu.node', 'linux-x64.node']);
  });
  test('does the whole job with what is inside, and no other package', async () => {
    const inside = path.join(folder, 'dentro');
    extractAll(path.join(packed, 'resources', 'app.asar'), inside);
    const corrida = await runBuilt(inside);
    expect(corrida).toMatchObject({ pantalla: 200, informe: 'PK', errores: [] });
    expect(await readFile(path.join(inside, 'package.json'), 'utf8')).not.toContain('devDependencies');
  });
});
