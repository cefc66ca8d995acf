import { execFile } from 'node:child_process';
import { chmod, chown, copyFile, cp, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { extractAll } from '@electron/asar';
import { PATIENCE_MS } from '../patience.ts';
import type { Packed } from './pack.ts';
import type { Run } from './run-built.ts';

/** `nobody` of every Linux. */
const NOBODY = 65534;

/**
 * Runs the unpacked program of Linux as a person who installed it would have it: in a folder with spaces and accents that is not theirs, as
 * another user (when this process may: as root), with nothing on the path. In the place of Electron's binary goes Node's own, the one of the
 * package; since it does not read archives, the archive is taken out beside itself, which Electron's fuse would not allow.
 */
export async function runUnpacked({ folder, program, resources }: Packed, work: string): Promise<Run> {
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
      await chmod(work, 0o711); // passed through, not listed
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
    await readFile(path.join(home, 'copia.xlsx')); // where it was asked for
    return JSON.parse(stdout) as Run;
  } finally {
    for (const one of [installed, home, tools]) await rm(one, { recursive: true, force: true });
  }
}
