import { randomBytes } from 'node:crypto';
import { copyFile, constants, link, open, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';

/** What happens when the name is taken: `rechazar` is SALIDA_EXISTENTE, `numerar` takes "nombre (2).xlsx", "(3)"… */
export type SiExiste = 'rechazar' | 'numerar';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** A name beside `destino` that nobody else uses, for the file while it is incomplete. */
export const temporaryName = (destino: string): string =>
  path.join(path.dirname(destino), `.${path.basename(destino)}.${randomBytes(6).toString('hex')}.tmp`);

function candidato(destino: string, vez: number): string {
  if (vez === 1) return destino;
  const { dir, name, ext } = path.parse(destino);
  return path.join(dir, `${name} (${String(vez)})${ext}`);
}

/** Throws SALIDA_EXISTENTE when there is a file with that name: to be asked before the work, not only after. */
export async function assertFree(destino: string): Promise<void> {
  try {
    await stat(destino);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  throw new AppError('SALIDA_EXISTENTE', { detail: { archivo: destino } });
}

/** Gives the file its name only if nothing has it: a rename would replace what is there, a link refuses. */
async function linkAs(temporal: string, destino: string): Promise<void> {
  try {
    await link(temporal, destino);
  } catch (error) {
    // File systems without links (FAT, some shared folders): a copy that refuses to replace.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK'].includes(String(codeOf(error)))) throw error;
    await copyFile(temporal, destino, constants.COPYFILE_EXCL);
    await syncFile(destino);
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

/** Windows cannot open a folder, and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs the finished file and gives it its name, never replacing another. Answers the name that it got. */
export async function publish(temporal: string, destino: string, siExiste: SiExiste): Promise<string> {
  await syncFile(temporal);
  for (let vez = 1; ; vez += 1) {
    const nombre = candidato(destino, vez);
    try {
      await linkAs(temporal, nombre);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (siExiste === 'numerar') continue;
      throw new AppError('SALIDA_EXISTENTE', { cause: error, detail: { archivo: destino } });
    }
    await unlink(temporal);
    await syncFolder(path.dirname(nombre));
    return nombre;
  }
}
