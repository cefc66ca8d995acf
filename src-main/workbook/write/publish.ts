import { randomBytes } from 'node:crypto';
import { copyFile, constants, link, open, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';

/** When the name is taken: `rechazar` throws SALIDA_EXISTENTE, `numerar` takes "nombre (2).xlsx", "(3)"… */
export type IfExists = 'rechazar' | 'numerar';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** A temporary name beside `destination` that nobody else uses, for the file while it is incomplete. */
export const temporaryName = (destination: string): string =>
  path.join(path.dirname(destination), `.${path.basename(destination)}.${randomBytes(6).toString('hex')}.tmp`);

function candidateName(destination: string, turn: number): string {
  if (turn === 1) return destination;
  const { dir, name, ext } = path.parse(destination);
  return path.join(dir, `${name} (${String(turn)})${ext}`);
}

/** Throws SALIDA_EXISTENTE when the file exists. It is called before the work and not only after it. */
export async function assertFree(destination: string): Promise<void> {
  try {
    await stat(destination);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  throw new AppError('SALIDA_EXISTENTE', { detail: { archivo: destination } });
}

/** Gives the file its name only if nothing has it. A rename would replace an existing file; a link refuses. */
async function linkAs(temporal: string, destination: string): Promise<void> {
  try {
    await link(temporal, destination);
  } catch (error) {
    // File systems without links (FAT, some shared folders) get a copy, which also refuses to replace.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK'].includes(String(codeOf(error)))) throw error;
    await copyFile(temporal, destination, constants.COPYFILE_EXCL);
    await syncFile(destination);
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Windows cannot open a folder, and needs no sync of it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs the finished file and gives it its name, never replacing another. Answers the final name. */
export async function publish(temporal: string, destination: string, ifExists: IfExists): Promise<string> {
  await syncFile(temporal);
  for (let turn = 1; ; turn += 1) {
    const nombre = candidateName(destination, turn);
    try {
      await linkAs(temporal, nombre);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (ifExists === 'numerar') continue;
      throw new AppError('SALIDA_EXISTENTE', { cause: error, detail: { archivo: destination } });
    }
    await unlink(temporal);
    await syncFolder(path.dirname(nombre));
    return nombre;
  }
}
