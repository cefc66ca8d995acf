import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Where the sources were when `out/renderer` was built from them. */
const HUELLA = '.huella';

/** Everything that the renderer is built from: names, sizes and times of its sources, and the locked versions of what they use. */
async function fingerprint(root: string): Promise<string> {
  const hash = createHash('sha256');
  const source = path.join(root, 'src-renderer');
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](paraglide|project\.inlang[\\/](?!settings))/.test(file))
    .concat(path.join(root, 'package-lock.json'))
    .sort();
  for (const file of files) {
    const { size, mtimeMs } = await stat(file);
    hash.update(`${path.relative(root, file)}:${String(size)}:${String(mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

const readText = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined; // not built yet
  }
};

/** Runs vite with its output on standard error: standard output belongs to the command that asked. */
function runVite(root: string, outDir: string): Promise<void> {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [
    vite,
    'build',
    '--config',
    path.join('src-renderer', 'vite.config.ts'),
    '--outDir',
    outDir,
    '--logLevel',
    'warn',
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`vite ended with ${String(code)}`));
    });
  });
}

const PLAZO_MS = 120_000;

/** Runs `work` while no other process does, on this machine and folder. A lock left by a process that died is taken over in time. */
async function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(lock), { recursive: true });
  for (;;) {
    try {
      await mkdir(lock);
      break;
    } catch {
      const held = await stat(lock).catch(() => undefined); // released meanwhile: tried again at once
      if (held !== undefined && Date.now() - held.mtimeMs > PLAZO_MS) await rm(lock, { recursive: true, force: true });
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
 * The folder of the built renderer, built now if its sources changed since (in a checkout; an installed application has no sources and
 * serves what it has). Built aside and renamed: a build that fails leaves what there was.
 */
export async function construirRenderer(root: string): Promise<string> {
  const out = path.join(root, 'out', 'renderer');
  const current = await fingerprint(root).catch(() => undefined);
  const isFresh = async (): Promise<boolean> =>
    current === undefined || (await readText(path.join(out, HUELLA))) === current;
  if (current === undefined || (await isFresh())) return out;
  await alone(path.join(root, 'out', '.construyendo'), async () => {
    if (await isFresh()) return; // another process built it while this one waited
    process.stderr.write('Preparando las pantallas (solo cuando cambiaron)…\n');
    const aside = `${out}.nuevo`;
    await runVite(root, aside);
    await writeFile(path.join(aside, HUELLA), current);
    await rm(out, { recursive: true, force: true });
    await rename(aside, out);
  });
  return out;
}
