/**
 * The work in the chosen folder. It may be a stick that is pulled out, a share that does not answer or a full disk. Each of them may take long
 * and fails in its own way, so all of it runs in a thread (`thread.ts`). Long because what is published, listed and brought back is
 * checked by the same rules of names, marks and digests.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { AppError, isAppError } from '#contract/errors.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import { getSystemCode, toAccessError, toDiskError } from '#platform/disk-error.ts';
import { openRegular } from '#platform/regular-file.ts';
import { readContent, isSound, hasSameContent, type LedgerContent } from '#storage/ledger/index.ts';
import { isDamaged } from '#storage/sqlite/errors.ts';
import { takeSnapshot } from '#storage/sqlite/snapshot.ts';
import { writeTimestamp } from '#storage/sqlite/stamp.ts';
import {
  getAccountFolder,
  fileOf,
  instantOfFile,
  markIn,
  oursIn,
  parseCopy,
  getPcFolder,
  readmeIn,
  rootOf,
  type FoundCopy,
  type CopyOrigin,
} from './layout.ts';

/** Copies are kept of so many days, for each account and PC: the last one of each day. */
const DAYS = 7;
const ON_ITS_WAY = '.parte';

/** A partial copy that is older than this was left by a killed program. */
const LEFT_MS = 3_600_000;

/** The place of a copy, its source, and the contents of the copy before. */
export interface PublishOrder {
  readonly root: string;
  readonly ledger: string;
  readonly source: CopyOrigin;
  /** Epoch ms. */
  readonly at: number;
  /** A file on this disk, used only for this copy in progress (`segunda-copia-….parte`). */
  readonly scratch: string;
  /** The last copy, if it can be trusted. When it is still there and the ledger has nothing new, no copy is made. */
  readonly last: { readonly copia: string; readonly bytes: number; readonly contenido: LedgerContent } | null;
}

/** Tests give one that fails as bad disks do. */
type CopyFile = (from: string, to: string) => void;

export interface Published {
  readonly copia: string;
  readonly bytes: number;
  readonly contenido: LedgerContent;
  /** False when there was nothing new, and the last copy is still there. */
  readonly made: boolean;
}

/** Names what is wrong with the chosen folder: full, not writable, or absent. */
function runInFolder<T>(root: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isAppError(error) || getSystemCode(error) === undefined) throw error;
    const told = toDiskError(error);
    if (isAppError(told) && existsSync(markIn(root))) throw told;
    throw new AppError('SEGUNDA_COPIA_AUSENTE', { cause: error, detail: { causa: getSystemCode(error) ?? '' } });
  }
}

/** Throws `SEGUNDA_COPIA_AUSENTE` when the folder, or our mark in it, is absent. */
function requireMark(root: string): void {
  runInFolder(root, () => statSync(markIn(root)));
}

/** Makes one folder inside an existing one. Node's `recursive` never ends in a folder that takes no other folder (`/proc`). */
function ensureInside(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (getSystemCode(error) !== 'EEXIST') throw error;
  }
}

/**
 * Makes a folder the chosen one; copies of other PCs in it stay. Throws `CARPETA_SIN_PERMISO`, `DISCO_LLENO`; `SEGUNDA_COPIA_ADENTRO` for a
 * folder inside the data folder. `sameDisk`: the folder would be lost together with the disk of the data.
 */
export function markFolder(folder: string, dataFolder: string): { readonly root: string; readonly sameDisk: boolean } {
  const root = findRoot(folder);
  try {
    if (!statSync(root).isDirectory())
      throw new AppError('CARPETA_SIN_PERMISO', { detail: { carpeta: root, causa: 'ENOTDIR' } });
    const inside = path.relative(realpathSync(dataFolder), realpathSync(root));
    if (inside === '' || (!inside.startsWith('..') && !path.isAbsolute(inside)))
      throw new AppError('SEGUNDA_COPIA_ADENTRO');
    ensureInside(oursIn(root));
    if (!existsSync(markIn(root)))
      writeFileSync(markIn(root), `${JSON.stringify({ formato: 'conciliador-segunda-copia', version: 1 })}\n`);
    if (!existsSync(readmeIn(root))) writeFileSync(readmeIn(root), README);
    return { root, sameDisk: statSync(root).dev === statSync(dataFolder).dev };
  } catch (error) {
    const told = toDiskError(error);
    if (isAppError(told)) throw told;
    throw toAccessError(error);
  }
}

/**
 * Copies a ledger to the chosen folder as it is at this moment, even if it is in use. The copy is made on this disk, sent to the folder under a
 * temporary name, read back and opened. Only a copy that came back unchanged gets its name, and only then old ones are deleted. Throws
 * `SEGUNDA_COPIA_AUSENTE`, `SEGUNDA_COPIA_DANADA`, `DISCO_LLENO`, `CARPETA_SIN_PERMISO`, `LIBRO_DANADO`. When it throws, every existing
 * copy is still there.
 */
export async function publish(order: PublishOrder, copyFile: CopyFile = copyFileSync): Promise<Published> {
  const { root, ledger, source, at, scratch, last } = order;
  requireMark(root);
  try {
    if (last !== null && hasSameContent(last.contenido, readContent(ledger)) && isThere(root, last))
      return { ...last, made: false };
    await takeSnapshot(ledger, scratch);
    if (!isSound(scratch)) throw new AppError('LIBRO_DANADO', { detail: { archivo: path.basename(ledger) } });
    const contents = readContent(scratch);
    attempt(() => {
      sweep(path.dirname(scratch), at);
    });
    const accounts = runInFolder(root, () => readdirSync(oursIn(root)));
    const folder = path.join(oursIn(root), getAccountFolder(accounts, source.cuenta), getPcFolder(source.pc));
    const name = `ledger-${writeTimestamp(at)}.db`;
    const bytes = send({ root, folder, name, scratch, copyFile });
    attempt(() => {
      rotate(folder);
      sweep(folder, at);
    });
    return {
      copia: path.relative(oursIn(root), path.join(folder, name)).split(path.sep).join('/'),
      bytes,
      contenido: contents,
      made: true,
    };
  } catch (error) {
    if (isDamaged(error))
      throw new AppError('LIBRO_DANADO', { cause: error, detail: { archivo: path.basename(ledger) } });
    throw error;
  } finally {
    rmSync(scratch, { force: true });
  }
}

const isThere = (root: string, { copia, bytes }: { copia: string; bytes: number }): boolean =>
  statSync(fileOf(root, { copia }), { throwIfNoEntry: false })?.size === bytes;

interface Sending {
  readonly root: string;
  readonly folder: string;
  readonly name: string;
  readonly scratch: string;
  readonly copyFile: CopyFile;
}

/** Sends the copy to the folder: afterwards a whole copy is there, or none. Gives its size. */
function send({ root, folder, name, scratch, copyFile }: Sending): number {
  const digest = digestOf(scratch);
  const onItsWay = path.join(folder, `.${name}${ON_ITS_WAY}`);
  try {
    runInFolder(root, () => {
      ensureInside(path.dirname(folder));
      ensureInside(folder);
      copyFile(scratch, onItsWay);
      syncFile(onItsWay);
      // The copy is read back to this disk, which shows what the folder really has. No database is opened over a network.
      copyFile(onItsWay, scratch);
    });
    // Only our own bytes are opened: anybody may write to the folder.
    if (digestOf(scratch) !== digest || !isSound(scratch)) throw new AppError('SEGUNDA_COPIA_DANADA');
    return runInFolder(root, () => {
      renameSync(onItsWay, path.join(folder, name));
      return statSync(path.join(folder, name)).size;
    });
  } catch (error) {
    removeQuietly(onItsWay);
    throw error;
  }
}

/** Errors of shares and sticks that have no sync: the copy is compared in any case. */
const NO_SYNC: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
function syncFile(file: string): void {
  const written = openSync(file, 'r+');
  try {
    fsyncSync(written);
  } catch (error) {
    if (!NO_SYNC.has(getSystemCode(error) ?? '')) throw error;
  } finally {
    closeSync(written);
  }
}

/** SHA-256 of a file. */
function digestOf(file: string): string {
  const hash = createHash('sha256');
  const read = openSync(file, 'r');
  try {
    for (const piece of piecesOf(read)) hash.update(piece);
  } finally {
    closeSync(read);
  }
  return hash.digest('hex');
}

/** Deletes old copies: of each of the last days with copies, the last one stays. */
function rotate(folder: string): void {
  const names = readdirSync(folder).sort();
  const lastOfDay = new Map<string, string>();
  for (const name of names) {
    const at = instantOfFile(name);
    if (at !== undefined) lastOfDay.set(civilDateAt(at), name);
  }
  const stay = new Set([...lastOfDay.values()].slice(-DAYS));
  const isRemovable = (name: string): boolean => instantOfFile(name) !== undefined && !stay.has(name);
  for (const name of names) if (isRemovable(name)) removeQuietly(path.join(folder, name));
}

/** Deletes the partial copies of killed programs. */
function sweep(folder: string, at: number): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (name.endsWith(ON_ITS_WAY) && at - statSync(file).mtimeMs > LEFT_MS) removeQuietly(file);
  }
}

/** A failure to tidy up does not make the copy fail: the next copy tries again. */
function attempt(tidy: () => void): void {
  try {
    tidy();
  } catch (error) {
    if (getSystemCode(error) === undefined) throw error;
  }
}
const removeQuietly = (file: string): void => {
  attempt(() => {
    rmSync(file, { force: true });
  });
};

/** A copy that was found, with its size. */
export type ListedCopy = FoundCopy & { readonly bytes: number };

/** Every copy in a folder, of every account and PC, newest first. Throws `SEGUNDA_COPIA_AUSENTE`. */
export function listCopies(folder: string): { readonly root: string; readonly copies: readonly ListedCopy[] } {
  const root = requireRoot(folder);
  return runInFolder(root, () => {
    const listWithin = (parent: string): readonly string[] =>
      readdirSync(path.join(oursIn(root), ...parent.split('/')), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() || entry.isFile())
        .map(({ name }) => (parent === '.' ? name : `${parent}/${name}`));
    const listFolders = (parent: string): readonly string[] =>
      listWithin(parent).filter((one) => statSync(path.join(oursIn(root), ...one.split('/'))).isDirectory());
    const found = listFolders('.').flatMap(listFolders).flatMap(listWithin);
    const copies = found
      .flatMap((copy) => parseCopy(copy) ?? [])
      .map((copy) => ({ ...copy, bytes: statSync(fileOf(root, copy)).size }))
      .sort((a, b) => b.hecha - a.hecha);
    return { root, copies };
  });
}

/**
 * Brings a copy to a file of this disk without opening it: it may be anybody's. Gives its size. Throws `COPIA_INEXISTENTE` (also when it is no
 * regular file), `SEGUNDA_COPIA_AUSENTE`, `DISCO_LLENO`.
 */
export async function bring(folder: string, copy: string, to: string): Promise<number> {
  const root = requireRoot(folder);
  const found = parseCopy(copy);
  const toMissingError = (): AppError => new AppError('COPIA_INEXISTENTE', { detail: { copia: copy } });
  if (found === undefined || !existsSync(fileOf(root, found))) throw toMissingError();
  const fd = await openRegular(fileOf(root, found));
  if (fd === undefined) throw toMissingError();
  try {
    return runInFolder(root, () => copyOpen(fd, to));
  } finally {
    closeSync(fd);
  }
}

function copyOpen(from: number, to: string): number {
  const written = openSync(to, 'wx', 0o600);
  try {
    let total = 0;
    for (const piece of piecesOf(from)) total += writeSync(written, piece);
    return total;
  } finally {
    closeSync(written);
  }
}

function* piecesOf(file: number): Generator<Uint8Array> {
  const piece = Buffer.alloc(1024 * 1024);
  for (let bytes = readSync(file, piece); bytes > 0; bytes = readSync(file, piece)) yield piece.subarray(0, bytes);
}

/** The folder with our mark: the named one, or its parent. */
function requireRoot(folder: string): string {
  const root = findRoot(folder);
  requireMark(root);
  return root;
}

const findRoot = (folder: string): string => (existsSync(markIn(rootOf(folder))) ? rootOf(folder) : folder);

const README = `Conciliador guarda acá la segunda copia de su registro de envíos: qué cupones se enviaron, cuándo y qué contestó el servicio.
Es lo único del programa que no se puede volver a descargar.

Cada carpeta es de una cuenta, y adentro hay una por PC, con la última copia de cada uno de los últimos siete días.
No hay claves ni números de tarjeta completos; sí importes, fechas y los últimos cuatro de las tarjetas: cuidala como a un libro.

Para usarla en otra PC: instalá Conciliador, agregá la misma cuenta y, en Ajustes, Respaldos, elegí esta carpeta (la que tiene adentro
«Conciliador») y restaurá la copia que quieras. No cambies los nombres.
`;
