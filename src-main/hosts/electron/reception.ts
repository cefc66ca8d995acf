import { appendFile, writeFile } from 'node:fs/promises';
import { fileName, type Handles } from '../page/handles.ts';
import type { PageRequest } from './messages.ts';

type Piece = Extract<PageRequest, { readonly tipo: 'recibir' }>;

/** More than any file that we read, or write for another PC. */
const MAX_BYTES = 8 * 1024 * 1024 * 1024;
/** A person gives only a few files at once. */
const MAX_AT_ONCE = 64;

/** Replaces characters that our names cannot have: the rest of a name that the system allows is kept. */
const cleanName = (nombre: string): string => nombre.replace(/[:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_');

/**
 * Takes the files that a page gives, piece by piece, into the private folder; answers each piece with the handle of its file. Rejects a piece
 * of a file that was not begun here: no other file, of the program or of the person, is written to.
 */
export function createReceiver(handles: Pick<Handles, 'createNew' | 'pathOf'>): (pieza: Piece) => Promise<string> {
  /** Bytes received so far, by handle. */
  const enCamino = new Map<string, number>();

  async function begin({ nombre, bytes }: Piece): Promise<string> {
    if (enCamino.size >= MAX_AT_ONCE) throw new Error('Refused: too many files at once');
    const its = fileName(nombre) ?? fileName(cleanName(nombre)) ?? 'archivo';
    const { handle, ruta } = await handles.createNew(its);
    await writeFile(ruta, bytes, { mode: 0o600, flag: 'wx' });
    enCamino.set(handle, bytes.byteLength);
    return handle;
  }

  async function continueFile(handle: string, bytes: Uint8Array): Promise<string> {
    const antes = enCamino.get(handle);
    const ruta = handles.pathOf(handle);
    if (antes === undefined || ruta === undefined) throw new Error('Refused: not a file on its way');
    const total = antes + bytes.byteLength;
    if (total > MAX_BYTES) throw new Error('Refused: longer than any file of ours');
    enCamino.set(handle, total);
    await appendFile(ruta, bytes);
    return handle;
  }

  return async (pieza) => {
    const handle = pieza.sigue === null ? await begin(pieza) : await continueFile(pieza.sigue, pieza.bytes);
    if (pieza.fin) enCamino.delete(handle);
    return handle;
  };
}
