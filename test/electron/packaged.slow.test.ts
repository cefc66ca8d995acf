import { readdir, readFile, rm, chmod, chown, copyFile, cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { extractFile, listPackage, extractAll } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { beforeAll, describe, expect, test } from 'vitest';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Target } from '../../scripts/release/stage.ts';
import { pack, whyNoRegistry, type Packed } from './pack.ts';
import { PATIENCE_MS } from '../patience.ts';
import { useTemporaryFolder } from '../platform/temporary-folder.ts';
import type { Run } from './run-built.ts';

/** The system and processor of a binary, from its header: ELF (Linux), PE (Windows) or Mach-O (macOS). Undefined: another kind of file. */
function readNativeFormat(bytes: Buffer): string | undefined {
  if (bytes.length < 64) return undefined;
  if (bytes.toString('latin1', 0, 4) === '\x7fELF')
    return name('linux', bytes.readUInt16LE(18), { 62: 'x64', 183: 'arm64' });
  if (bytes.readUInt32LE(0) === 0xfeedfacf)
    return name('darwin', bytes.readUInt32LE(4), { 0x01000007: 'x64', 0x0100000c: 'arm64' });
  if (bytes.toString('latin1', 0, 2) !== 'MZ') return undefined;
  const header = bytes.readUInt32LE(0x3c); // after the DOS stub
  if (bytes.toString('latin1', header, header + 4) !== 'PE\0\0') return undefined;
  return name('win32', bytes.readUInt16LE(header + 4), { 0x8664: 'x64', 0xaa64: 'arm64' });
}

const name = (system: string, machine: number, known: Readonly<Record<number, string>>): string =>
  `${system}-${known[machine] ?? `0x${machine.toString(16)}`}`;

/** The uid of `nobody` on Linux. */
const NOBODY = 65534;

/**
 * Runs the unpacked program of Linux as after an installation: in a folder with spaces and accents, owned by another user (when this process is root),
 * with an empty PATH. Node takes the place of Electron's binary; Node reads no archives, so app.asar is unpacked beside itself, which Electron's fuse
 * would not allow.
 */
async function runUnpacked({ folder, program, resources }: Packed, work: string): Promise<Run> {
  const installed = path.join(work, 'Programas de María Ñandú', 'Conciliación instalada');
  const home = path.join(work, 'casa de nadie');
  const tools = path.join(work, 'prueba');
  const executable = path.join(installed, program);
  const app = path.join(installed, resources, 'app');
  try {
    await cp(folder, installed, { recursive: true });
    extractAll(path.join(installed, resources, 'app.asar'), app);
    await rm(path.join(installed, resources, 'app.asar'));
    await rm(path.join(installed, resources, 'app.asar.unpacked'), { recursive: true });
    await copyFile(process.execPath, executable);
    await mkdir(tools);
    for (const one of ['built-child.ts', 'fake-electron.ts'])
      await copyFile(path.join(import.meta.dirname, one), path.join(tools, one));
    await mkdir(home);
    const other = process.getuid?.() === 0;
    if (other) {
      await chmod(work, 0o711); // may be entered, not listed
      await chown(home, NOBODY, NOBODY);
    } else process.stderr.write('Skipped: running it as another user: this process is not root.\n');
    const { stdout } = await promisify(execFile)(
      executable,
      [path.join(tools, 'built-child.ts'), app, path.join(home, 'copia.xlsx')],
      {
        env: { HOME: home, TMPDIR: home, CONCILIADOR_HOME: path.join(home, 'datos'), PATH: '' },
        cwd: home,
        timeout: PATIENCE_MS,
        ...(other ? { uid: NOBODY, gid: NOBODY } : {}),
      },
    );
    await readFile(path.join(home, 'copia.xlsx')); // rejects when the copy is not where it was asked for
    return JSON.parse(stdout) as Run;
  } finally {
    for (const one of [installed, home, tools]) await rm(one, { recursive: true, force: true });
  }
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const HALF_AN_HOUR = 1_800_000;
const SYSTEMS: readonly { os: Target['os']; cpus: readonly string[] }[] = [
  { os: 'linux', cpus: ['x64'] },
  { os: 'win32', cpus: ['x64', 'arm64'] },
  { os: 'darwin', cpus: ['x64', 'arm64'] },
];
const KEYCHAINS: Readonly<Record<string, string>> = {
  'linux-x64': 'keyring-linux-x64-gnu',
  'win32-x64': 'keyring-win32-x64-msvc',
  'win32-arm64': 'keyring-win32-arm64-msvc',
  'darwin-x64': 'keyring-darwin-x64',
  'darwin-arm64': 'keyring-darwin-arm64',
};

const reason = await whyNoRegistry();
if (reason !== undefined) process.stderr.write(`Skipped: the packed programs of the three systems: ${reason}.\n`);
// Printed on each run: this file proves only folders.
process.stderr.write(
  'Not built here: the installers themselves (NSIS, dmg, AppImage, deb). Their configuration is checked.\n',
);

const work = useTemporaryFolder();
const packed = new Map<string, Packed>();
const get = (os: string, cpu: string): Packed => {
  const found = packed.get(`${os}-${cpu}`);
  if (found === undefined) throw new Error(`${os}-${cpu} was not packed`);
  return found;
};
const archiveOf = ({ folder, resources }: Packed): string => path.join(folder, resources, 'app.asar');
const filesInside = (one: Packed): readonly string[] =>
  listPackage(archiveOf(one), { isPack: false }).map((file) => file.split(path.sep).join('/'));
const listFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();

interface Locked {
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}
/** The names of the packages that the lock requires for this system. */
async function needed({ os, cpu }: Packed): Promise<string[]> {
  const lock = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const names = Object.entries(lock.packages)
    .filter(([place, { dev }]) => place !== '' && dev !== true)
    .filter(([, { os: oses = [os], cpu: cpus = [cpu] }]) => oses.includes(os) && cpus.includes(cpu))
    .filter(([, { libc = ['glibc'] }]) => libc.includes('glibc'))
    .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter((name) => !name.startsWith('@types/') && name !== 'node-addon-api');
  return [...new Set(names)].sort();
}
const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/;

describe.skipIf(reason !== undefined)('the program packed for each system, without the binary of Electron', () => {
  beforeAll(async () => {
    for (const { os, cpus } of SYSTEMS)
      for (const one of await pack(work, os, cpus)) packed.set(`${os}-${one.cpu}`, one);
  }, HALF_AN_HOUR);

  describe.each(SYSTEMS.flatMap(({ os, cpus }) => cpus.map((cpu) => ({ os, cpu }))))('$os $cpu', ({ os, cpu }) => {
    test('has the packages that the lock says it needs to run, and no other', async () => {
      const one = get(os, cpu);
      const inside = filesInside(one).flatMap((file) => PACKAGE.exec(file)?.[1] ?? []);
      expect([...new Set(inside)].sort()).toEqual(await needed(one));
    });
    test('holds the built program, the example, and nothing that was made to develop it', () => {
      const files = filesInside(get(os, cpu));
      expect(files).toEqual(
        expect.arrayContaining([
          '/package.json',
          '/out/main/main.js',
          '/out/main/platform-job-worker.js',
          '/out/main/workbook-import-worker.js',
          '/out/main/workbook-write-jobs.js',
          '/out/preload/preload.cjs',
          '/out/renderer/index.html',
          '/resources/ejemplo/cupones-ejemplo.xlsx',
        ]),
      );
      expect([...new Set(files.map((file) => file.split('/')[1]))].sort()).toEqual([
        'node_modules',
        'out',
        'package.json',
        'resources',
      ]);
      const ours = files.filter((file) => !file.startsWith('/node_modules/') && path.extname(file) !== '');
      expect([...new Set(ours.map((file) => path.extname(file)))].sort()).toEqual(
        ['.cjs', '.css', '.html', '.js', '.json', '.svg', '.webp', '.woff2', '.xlsx'].sort(),
      );
      expect(
        files.filter((file) => /\.(?:map|ts|mts|cts|tsx|svelte|c|h|cc|gyp|md|test\.js|spec\.js)$/.test(file)),
      ).toEqual([]);
      expect(files.filter((file) => /\/(?:tests?|__tests__|spec|benchmarks?)\//.test(file))).toEqual([]);
      expect(files.filter((file) => /\/\.[^/]+$/.test(file))).toEqual([]);
    });
    test('names what it needs, and not how it is developed', () => {
      const manifest = JSON.parse(extractFile(archiveOf(get(os, cpu)), 'package.json').toString('utf8')) as object;
      expect(manifest).not.toHaveProperty('devDependencies');
      expect(manifest).not.toHaveProperty('scripts');
      expect(manifest).toMatchObject({ name: 'conciliador', main: 'out/main/main.js' });
    });
    test('leaves outside the archive the binaries that the system loads, of this system and processor only', async () => {
      const one = get(os, cpu);
      const lines = listPackage(archiveOf(one), { isPack: true }).filter((line) => line.endsWith('.node'));
      expect(lines.filter((line) => !line.startsWith('unpack'))).toEqual([]);
      const unpacked = path.join(one.folder, one.resources, 'app.asar.unpacked');
      const binaries = (await listFiles(unpacked)).filter((file) => file.endsWith('.node'));
      expect(binaries.map((file) => file.split('/').slice(1, 3).join('/'))).toEqual([
        `@napi-rs/${String(KEYCHAINS[`${os}-${cpu}`])}`,
        'better-sqlite3/prebuilds',
      ]);
      for (const binary of binaries)
        expect([binary, readNativeFormat(await readFile(path.join(unpacked, binary)))]).toEqual([
          binary,
          `${os}-${cpu}`,
        ]);
    });
    test('closes the fuses', async () => {
      const { folder, program } = get(os, cpu);
      const wire = await getCurrentFuseWire(path.join(folder, program));
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
    test('has the languages of the screens and no other, and the example beside the archive', async () => {
      const { folder, resources } = get(os, cpu);
      const files = await listFiles(folder);
      const languages = files.flatMap((file) => /([^/]+)(?:\.pak|\.lproj\/locale\.pak)$/.exec(file)?.[1] ?? []);
      expect(new Set(languages.map((name) => name.slice(0, 2)))).toEqual(new Set(['en', 'es']));
      expect(files).toContain(`${resources}/app.asar.unpacked/resources/ejemplo/cupones-ejemplo.xlsx`);
    });
  });

  test('does the whole job as another user, with no Node on the path, in a folder with spaces and accents', async () => {
    const run = await runUnpacked(get('linux', 'x64'), work);
    expect(run).toMatchObject({ pantalla: 200, informe: 'PK', errores: [] });
    expect(run.conciliados).toBeGreaterThan(0);
  });
});
