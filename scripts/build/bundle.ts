import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The file in a folder of `out` with the fingerprint of the sources from which the folder was built. */
const DIGEST_FILE = '.huella';

const SETTINGS = path.join('project.inlang', 'settings.json');

/** What one command builds: its sources, its folders in `out`, and the command. */
interface Recipe {
  readonly folders: readonly [string, ...string[]];
  /** Folders and files that make the bundle out of date when they change. The locked versions of packages always count. */
  readonly fuentes: readonly string[];
  /** The text to print while building. */
  readonly aviso: string;
  /** A program of a package with its arguments, which builds into folders of `destination`. */
  readonly buildCommand: (destination: string) => readonly [string, ...string[]];
}

/** The fingerprint of sources: names, sizes and times of the files, and the locked versions of packages. */
async function hashSources(root: string, sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const files = (await Promise.all(sources.map((source) => filesOf(path.join(root, source))))).flat();
  for (const file of [...files, path.join(root, 'package-lock.json')].sort()) {
    const { size, mtimeMs } = await stat(file);
    // For this file the content counts instead of its date: in a new checkout, the compiler of the messages writes it again unchanged, and everything would be
    // built twice.
    const which = file.endsWith(SETTINGS) ? await readFile(file, 'utf8') : `${String(size)}:${String(mtimeMs)}`;
    hash.update(`${path.relative(root, file)}:${which}\n`);
  }
  return hash.digest('hex');
}

/** The file, or the files of the folder except generated ones. */
async function filesOf(source: string): Promise<string[]> {
  if ((await stat(source)).isFile()) return [source];
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](paraglide|project\.inlang[\\/](?!settings))/.test(file));
}

/**
 * Runs a program of node_modules. Its output goes to standard error, because standard output belongs to the calling command. Always builds for production:
 * Svelte's development build would add checks to each step.
 */
async function runTool(root: string, [tool, ...rest]: readonly [string, ...string[]]): Promise<void> {
  const child = spawn(process.execPath, [path.join(root, 'node_modules', tool), ...rest], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${tool} ended with ${String(code)}`);
}

const DEADLINE_MS = 120_000;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
/** Undefined for the error of a missing file or folder; rethrows other errors. */
function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

/** Runs `work` while no other process of this machine does the same for this folder. Ignores a lock older than two minutes, whose process must have died. */
async function runAlone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(lock), { recursive: true });
  for (;;) {
    try {
      await mkdir(lock);
      break;
    } catch (error) {
      // Waits only if the lock exists: in a folder without write permission, it would wait for ever.
      if (codeOf(error) !== 'EEXIST') throw error;
      const held = await stat(lock).catch(ignoreMissing); // undefined if it was released meanwhile: tries again at once
      if (held !== undefined && Date.now() - held.mtimeMs > DEADLINE_MS)
        await rm(lock, { recursive: true, force: true });
      else await delay(200);
    }
  }
  try {
    return await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

/**
 * Builds the bundles of a checkout that are out of date. An installed program has no sources and uses its bundles. Builds in another folder and renames it,
 * so that the old bundle stays when building fails.
 */
async function build(root: string, { folders, fuentes, aviso: notice, buildCommand: order }: Recipe): Promise<void> {
  const out = path.join(root, 'out');
  const current = await hashSources(root, fuentes).catch(ignoreMissing);
  if (current === undefined) return; // an installed program has no sources
  const isFresh = async (): Promise<boolean> =>
    (await readFile(path.join(out, folders[0], DIGEST_FILE), 'utf8').catch(ignoreMissing)) === current;
  if (await isFresh()) return;
  await runAlone(path.join(out, '.construyendo'), async () => {
    if (await isFresh()) return; // another process built it while this one waited
    process.stderr.write(`${notice}\n`);
    const aside = path.join(out, '.nuevo');
    await rm(aside, { recursive: true, force: true });
    await runTool(root, order(aside));
    await writeFile(path.join(aside, folders[0], DIGEST_FILE), current);
    // Renames the folder with the fingerprint last: if that is current, all folders are complete.
    for (const folder of folders.toReversed()) {
      await rm(path.join(out, folder), { recursive: true, force: true });
      await rename(path.join(aside, folder), path.join(out, folder));
    }
    await rm(aside, { recursive: true, force: true });
  });
}

/** Builds out/main, out/preload and out/renderer if they are out of date. */
export async function buildWindow(root: string): Promise<void> {
  await buildRenderer(root);
  await build(root, {
    folders: ['main', 'preload'],
    fuentes: ['src-main'],
    aviso: 'Preparando la ventana (solo cuando cambió)…',
    buildCommand: (destination) => [
      path.join('electron-vite', 'bin', 'electron-vite.js'),
      'build',
      '--config',
      path.join('scripts', 'build', 'window.vite.config.ts'),
      '--outDir',
      destination,
      '--ignoreConfigWarning', // the screens have their own configuration
      '--logLevel',
      'warn',
    ],
  });
}

/** Builds the screens, for both hosts that serve them. Gives their folder. */
export async function buildRenderer(root: string): Promise<string> {
  await build(root, {
    folders: ['renderer'],
    // The screens also import values from the contract, texts from the domain, and the pages of the manual.
    fuentes: ['src-renderer', 'src-main/contract', 'src-main/domain', 'docs/manual', 'CHANGELOG.md'],
    aviso: 'Preparando las pantallas (solo cuando cambiaron)…',
    buildCommand: (destination) => [
      path.join('vite', 'bin', 'vite.js'),
      'build',
      '--config',
      path.join('src-renderer', 'vite.config.ts'),
      '--outDir',
      path.join(destination, 'renderer'),
      '--logLevel',
      'warn',
    ],
  });
  return path.join(root, 'out', 'renderer');
}
