import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The file, in a folder of `out`, with the fingerprint of the sources it was built from. */
const DIGEST_FILE = '.huella';

const SETTINGS = path.join('project.inlang', 'settings.json');

/** Bundles that one command builds together: their sources, their folders in `out`, and the command. */
interface Recipe {
  readonly folders: readonly [string, ...string[]];
  /** Folders and files whose names, sizes and times tell whether the bundle is out of date. The locked versions of packages always count too. */
  readonly fuentes: readonly string[];
  /** The notice that is printed during the build. */
  readonly aviso: string;
  /** A program of a package with its arguments. It builds the folders inside `destination` instead of `out`. */
  readonly buildCommand: (destination: string) => readonly [string, ...string[]];
}

/** The fingerprint of a bundle's sources: their names, sizes and times, and the locked versions of the packages they use. */
async function hashSources(root: string, sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const files = (await Promise.all(sources.map((source) => filesOf(path.join(root, source))))).flat();
  for (const file of [...files, path.join(root, 'package-lock.json')].sort()) {
    const { size, mtimeMs } = await stat(file);
    // The compiler of the messages writes its settings again in a new checkout, unchanged. So their text counts and not their date, which would build
    // everything twice.
    const which = file.endsWith(SETTINGS) ? await readFile(file, 'utf8') : `${String(size)}:${String(mtimeMs)}`;
    hash.update(`${path.relative(root, file)}:${which}\n`);
  }
  return hash.digest('hex');
}

/** The file, or the files of the folder, without those that are generated. */
async function filesOf(source: string): Promise<string[]> {
  if ((await stat(source)).isFile()) return [source];
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](paraglide|project\.inlang[\\/](?!settings))/.test(file));
}

/**
 * Runs a program of node_modules with its output on standard error, because standard output belongs to the command that was called. Builds for
 * production even during tests: the library of the screens would otherwise add its checks to each step.
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
/** Undefined for a missing file or folder; rethrows any other error. */
function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

/** Runs `work` while no other process of this machine does so for the same folder. A lock older than two minutes belongs to a dead process and is ignored. */
async function runAlone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(lock), { recursive: true });
  for (;;) {
    try {
      await mkdir(lock);
      break;
    } catch (error) {
      // Waits only for an existing lock: waiting for a folder without write permission would never end.
      if (codeOf(error) !== 'EEXIST') throw error;
      const held = await stat(lock).catch(ignoreMissing); // released meanwhile: tried again at once
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
 * Builds the outdated bundles of a checkout. An installed application has no sources and uses its bundles. The build goes to another folder, which is
 * then renamed, so that a failed build leaves the old one.
 */
async function build(root: string, { folders, fuentes, aviso: notice, buildCommand: order }: Recipe): Promise<void> {
  const out = path.join(root, 'out');
  const current = await hashSources(root, fuentes).catch(ignoreMissing);
  if (current === undefined) return; // no sources: installed
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
    // The folder with the fingerprint is renamed last: a current fingerprint means that all folders are complete.
    for (const folder of folders.toReversed()) {
      await rm(path.join(out, folder), { recursive: true, force: true });
      await rename(path.join(aside, folder), path.join(out, folder));
    }
    await rm(aside, { recursive: true, force: true });
  });
}

/** Builds those of out/main, out/preload and out/renderer that are out of date. */
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
      '--ignoreConfigWarning', // the screens have a configuration of their own
      '--logLevel',
      'warn',
    ],
  });
}

/** Builds the screens, for both hosts that serve them. Gives their folder. */
export async function buildRenderer(root: string): Promise<string> {
  await build(root, {
    folders: ['renderer'],
    // The data of the contract that the screens import as values, its source files, and the texts that the program reads.
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
