import { createHash } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import archiver from 'archiver';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { getSystemCode, toDiskError } from './disk-error.ts';
import { publish, refuseExisting, makeTemporaryName } from './new-file.ts';
import { openRegular } from './regular-file.ts';

/** A file of a package: its bytes are never all in memory. */
export interface Piece {
  /** With slashes, relative. */
  readonly nombre: string;
  readonly ruta: string;
}

/** The size and hash of a piece, known once its bytes were copied. */
export interface Digest {
  readonly nombre: string;
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
}

interface PackageTracking {
  readonly signal: AbortSignal;
  /** Told the bytes of each piece that was processed; the caller adds them up. */
  readonly onBytes?: (bytes: number) => void;
}

/** The name of the list of pieces inside the package. */
const INDEX = 'indice.json';
/** Limits of the list of pieces. Our packages have some dozens of files. */
const MAX_INDEX = 1024 * 1024;
const MAX_PIECES = 10_000;

function meter(onBytes: ((bytes: number) => void) | undefined, max = Infinity) {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      hash.update(chunk);
      onBytes?.(chunk.length);
      if (bytes > max) done(new AppError('PAQUETE_INVALIDO', { detail: { motivo: 'tamano' } }));
      else done(null, chunk);
    },
  });
  return { stream, digestAs: (name: string): Digest => ({ nombre: name, bytes, sha256: hash.digest('hex') }) };
}

/**
 * Writes a zip with the pieces and, last, a list of them with their hashes (made by `buildIndex`). The file is written whole or not at all: under a
 * temporary name, synced, renamed. Throws `SALIDA_EXISTENTE` instead of replacing a file, `DISCO_LLENO`, `CARPETA_SIN_PERMISO`, the signal's reason.
 */
export async function writePackage(
  output: string,
  {
    piezas,
    buildIndex: index,
  }: { readonly piezas: readonly Piece[]; readonly buildIndex: (digests: readonly Digest[]) => unknown },
  { signal, onBytes }: PackageTracking,
): Promise<void> {
  await refuseExisting(output);
  const temporary = makeTemporaryName(output);
  try {
    const zip = archiver('zip', { zlib: { level: 6 }, forceZip64: false });
    const writing = pipeline(zip, createWriteStream(temporary, { mode: 0o600 }), { signal });
    const digests: Digest[] = [];
    const filling = (async () => {
      for (const { nombre, ruta } of piezas) {
        const { stream, digestAs } = meter(onBytes);
        zip.append(stream, { name: nombre });
        await pipeline(createReadStream(ruta), stream, { signal });
        digests.push(digestAs(nombre));
      }
      zip.append(JSON.stringify(index(digests), null, 2), { name: INDEX });
      await zip.finalize();
    })();
    await Promise.all([writing, filling]).catch(async (error: unknown) => {
      zip.abort();
      await Promise.allSettled([writing, filling]);
      throw error;
    });
    await publish(temporary, output, 'rechazar');
  } catch (error) {
    await rm(temporary, { force: true });
    signal.throwIfAborted();
    throw toDiskError(error);
  }
}

/** A package open to be read. */
export interface Package {
  /** The list of its pieces as whoever wrote it says, unchecked. */
  readonly indice: unknown;
  readonly nombres: readonly string[];
  /** Writes a piece to a file of its own and gives the size and hash of the bytes that were written. Throws `PAQUETE_INVALIDO` past `max` bytes. */
  extract(name: string, destination: string, max: number): Promise<Digest>;
  close(): void;
}

/** Opens a package. Throws `PAQUETE_INVALIDO` for what is not one, is damaged, or has names that would leave their folder. */
export async function openPackage(file: string, { signal, onBytes }: PackageTracking): Promise<Package> {
  const zip = await openZip(file);
  const entries = new Map<string, Entry>();

  async function extract(name: string, destination: string, max: number): Promise<Digest> {
    const entry = entries.get(name);
    if (entry === undefined) throw new AppError('PAQUETE_INVALIDO', { detail: { falta: name } });
    const { stream, digestAs } = meter(onBytes, max);
    try {
      await mkdir(path.dirname(destination), { recursive: true, mode: 0o700 });
    } catch (error) {
      throw toDiskError(error);
    }
    const source = await refuseWhenFails(zip.openReadStreamPromise(entry));
    try {
      await pipeline(source, stream, createWriteStream(destination, { mode: 0o600, flags: 'wx', flush: true }), {
        signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      throw asInvalid(error);
    }
    return digestAs(name);
  }

  async function readIndex(): Promise<unknown> {
    const entry = entries.get(INDEX);
    if (entry === undefined || entry.uncompressedSize > MAX_INDEX)
      throw new AppError('PAQUETE_INVALIDO', { detail: { falta: INDEX } });
    const source = await refuseWhenFails(zip.openReadStreamPromise(entry));
    try {
      return JSON.parse(await text(source));
    } catch (error) {
      throw error instanceof SyntaxError ? new AppError('PAQUETE_INVALIDO', { cause: error }) : asInvalid(error);
    }
  }

  try {
    if (zip.entryCount > MAX_PIECES) throw new AppError('PAQUETE_INVALIDO', { detail: { motivo: 'piezas' } });
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw new AppError('PAQUETE_INVALIDO', { detail: { motivo: 'repetida' } });
      entries.set(entry.fileName, entry);
    }
    const index = await readIndex();
    const names = [...entries.keys()].filter((name) => name !== INDEX);
    return {
      indice: index,
      nombres: names,
      extract,
      close: () => {
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw asInvalid(error);
  }
}

/** A file that is not there is not a damaged one. */
function refuseMissing(error: unknown): never {
  if (getSystemCode(error) !== 'ENOENT') throw error;
  throw new AppError('PAQUETE_INVALIDO', { cause: error, mensaje: REFUSALS.noSuchFile });
}

async function openZip(path: string): Promise<ZipFile> {
  const fd = await refuseWhenFails(openRegular(path).catch(refuseMissing));
  if (fd === undefined) throw new AppError('PAQUETE_INVALIDO', { detail: { motivo: 'archivo' } });
  try {
    return await fromFdPromise(fd, { lazyEntries: true, autoClose: false, strictFileNames: true });
  } catch (error) {
    closeSync(fd); // the zip reader closes it only once the zip is open
    throw asInvalid(error);
  }
}

/** Errors of the disk stay as they are. Anything else thrown while a package is read means that the package is damaged. */
function asInvalid(error: unknown): unknown {
  const told = toDiskError(error);
  return told instanceof AppError ? told : new AppError('PAQUETE_INVALIDO', { cause: error });
}

async function refuseWhenFails<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asInvalid(error);
  }
}
