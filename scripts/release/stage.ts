import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The system and processor of a package, in npm's words (`--os`, `--cpu`). */
export interface Target {
  readonly os: 'win32' | 'darwin' | 'linux';
  readonly cpu: string;
}

/** The folders that go into the program; below, the fields of package.json that it needs. */
const CONTENTS = ['out/main', 'out/preload', 'out/renderer', 'resources/ejemplo'] as const;
const FIELDS = ['name', 'version', 'description', 'private', 'type', 'main', 'license', 'dependencies', 'overrides'];

/**
 * Creates the folder that electron-builder packs: the built program and a package.json with only the needed fields. `bringPackages` later installs the
 * packages there for one system, so that those of this checkout stay unchanged.
 */
export async function stageProgram(root: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const one of CONTENTS) {
    await cp(path.join(root, one), path.join(folder, one), {
      recursive: true,
      filter: (source) => path.basename(source) !== '.huella',
    });
  }
  const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const entries = Object.entries(Object(manifest)).filter(([field]) => FIELDS.includes(field));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(Object.fromEntries(entries), null, 2));
  await cp(path.join(root, 'package-lock.json'), path.join(folder, 'package-lock.json'));
}

/**
 * Installs the program's packages for a system in their locked versions: the keychain's binary is another package for each system and processor. Runs no
 * script of a package.
 */
export async function bringPackages(folder: string, { os, cpu }: Target): Promise<void> {
  await rm(path.join(folder, 'node_modules'), { recursive: true, force: true });
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  const target = [`--os=${os}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])];
  const child = spawn('npm', ['install', ...options, ...target], {
    cwd: folder,
    stdio: ['ignore', 2, 2], // output goes to standard error
    shell: process.platform === 'win32', // on Windows, npm is a script of the shell
  });
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new Error(`npm ended with ${String(code)} in ${folder}`);
}
