import { appendFile, writeFile } from 'node:fs/promises';
import { toFileName, type Handles } from '../page/handles.ts';
import { isUsableName } from '#platform/new-file.ts';
import type { PageRequest } from './messages.ts';

type Piece = Extract<PageRequest, { readonly tipo: 'recibir' }>;

/** More than any file that we read, or write for another PC. */
const MAX_BYTES = 8 * 1024 * 1024 * 1024;
/** A person gives only a few files at once. */
const MAX_AT_ONCE = 64;

/** Replaces what our names cannot have: the rest of a name that the system allows is kept. */
function cleanName(name: string): string {
  const clean = name.replace(/[:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+|[. ]+$/g, '_');
  return isUsableName(clean) ? clean : `_${clean}`;
}

/**
 * Takes the files that a page gives, piece by piece, into the private folder; answers each piece with the handle of its file. Rejects a piece
 * of a file that was not begun here: no other file, of the program or of the person, is written to.
 */
export function createReceiver(handles: Pick<Handles, 'createNew' | 'pathOf'>): (piece: Piece) => Promise<string> {
  /** Bytes received so far, by handle. */
  const underway = new Map<string, number>();

  async function begin({ nombre, bytes }: Piece): Promise<string> {
    if (underway.size >= MAX_AT_ONCE) throw new Error('Refused: too many files at once');
    const its = toFileName(nombre) ?? toFileName(cleanName(nombre)) ?? 'archivo';
    const { handle, ruta } = await handles.createNew(its);
    await writeFile(ruta, bytes, { mode: 0o600, flag: 'wx' });
    underway.set(handle, bytes.byteLength);
    return handle;
  }

  async function appendToFile(handle: string, bytes: Uint8Array): Promise<string> {
    const before = underway.get(handle);
    const path = handles.pathOf(handle);
    if (before === undefined || path === undefined) throw new Error('Refused: not a file on its way');
    const total = before + bytes.byteLength;
    if (total > MAX_BYTES) throw new Error('Refused: longer than any file of ours');
    underway.set(handle, total);
    await appendFile(path, bytes);
    return handle;
  }

  return async (piece) => {
    const handle = piece.sigue === null ? await begin(piece) : await appendToFile(piece.sigue, piece.bytes);
    if (piece.fin) underway.delete(handle);
    return handle;
  };
}
