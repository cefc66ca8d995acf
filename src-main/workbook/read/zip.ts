import { crc32, createInflateRaw } from 'node:zlib';
import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { createDamagedProblem, FileProblem, createTooBigProblem, type Limits } from './file-problem.ts';
import type { Source } from './workbook.ts';

const STORED = 0;
const DEFLATED = 8;
/** A part longer than declared is a bomb if it inflates more than this; sheets of real workbooks inflate 4 to 40 times. */
const BOMB_RATIO = 60;
/** Each piece goes to the thread that inflates and back: with pieces a quarter of this size reading takes a fifth longer, without saving memory. */
const INFLATE_CHUNK = 64 * 1024;

/** The parts of a zip container, inflated on demand. Limits are checked on declared sizes, which the bytes that arrive must not exceed. */
export interface ZipParts {
  has(name: string): boolean;
  /** The names of the parts as the container writes them. */
  names(): readonly string[];
  /** Yields the bytes of a part. Throws a `FileProblem` if the part is missing, damaged or beyond a limit. */
  stream(name: string): AsyncGenerator<Uint8Array>;
  /** All bytes of a part; only for small parts. */
  bytes(name: string): Promise<Buffer>;
  close(): void;
}

const toPartKey = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/** Opens a container. Throws `ARCHIVO_DANADO` if its directory is missing or damaged, `ARCHIVO_PROTEGIDO` if it has encrypted parts. */
export async function openZip(source: Source, limits: Limits, signal: AbortSignal): Promise<ZipParts> {
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: false };
  const opened = typeof source === 'string' ? openPromise(source, options) : fromBufferPromise(source, options);
  const zip = await opened.catch((cause: unknown) => {
    throw new FileProblem('ARCHIVO_DANADO', { cause });
  });
  try {
    return partsOf(zip, await readDirectory(zip, limits), { limits, signal });
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readDirectory(zip: ZipFile, limits: Limits): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > limits.entries) throw createTooBigProblem('zip entries');
  const entries = new Map<string, Entry>();
  let total = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new FileProblem('ARCHIVO_PROTEGIDO');
      const key = toPartKey(entry.fileName);
      // Two parts with one name are refused, because two programs could read different parts.
      if (entries.has(key)) throw createDamagedProblem('two zip parts with one name');
      entries.set(key, entry);
      total += entry.uncompressedSize;
    }
  } catch (cause) {
    throw cause instanceof FileProblem ? cause : new FileProblem('ARCHIVO_DANADO', { cause });
  }
  if (total > limits.inflatedBytes) throw createTooBigProblem('inflated bytes');
  return entries;
}

interface Reading {
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

function partsOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>, reading: Reading): ZipParts {
  const find = (name: string): Entry => {
    const entry = entries.get(toPartKey(name));
    if (entry === undefined) throw createDamagedProblem(`missing part ${name}`);
    return entry;
  };
  const openStream = (name: string): AsyncGenerator<Uint8Array> => inflate(zip, find(name), reading);
  return {
    has: (name) => entries.has(toPartKey(name)),
    names: () => [...entries.values()].map((entry) => entry.fileName),
    stream: openStream,
    bytes: async (name) => {
      const pieces: Uint8Array[] = [];
      let total = 0;
      for await (const piece of openStream(name)) {
        total += piece.length;
        if (total > reading.limits.wholeBytes) throw createTooBigProblem('a part that is read whole');
        pieces.push(piece);
      }
      return Buffer.concat(pieces);
    },
    close: () => zip.close(),
  };
}

async function* inflate(zip: ZipFile, entry: Entry, { limits, signal }: Reading): AsyncGenerator<Uint8Array> {
  checkSize(entry.uncompressedSize, entry.compressedSize, limits);
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw createDamagedProblem('zip method');
  const stored = await openRaw(zip, entry);
  const inflater =
    entry.compressionMethod === STORED ? undefined : stored.pipe(createInflateRaw({ chunkSize: INFLATE_CHUNK }));
  const source = inflater ?? stored;
  // `pipe` does not pass errors on.
  stored.on('error', (error) => source.destroy(error));
  let size = 0;
  let crc = 0;
  try {
    for await (const piece of source) {
      signal.throwIfAborted();
      if (!(piece instanceof Uint8Array)) throw createDamagedProblem('zip data');
      size += piece.length;
      if (size > entry.uncompressedSize) throw toLongerProblem(size, inflater?.bytesWritten ?? size);
      crc = crc32(piece, crc);
      yield piece;
    }
  } catch (cause) {
    if (cause instanceof FileProblem || signal.aborted) throw cause;
    throw new FileProblem('ARCHIVO_DANADO', { cause });
  } finally {
    stored.destroy();
    source.destroy();
  }
  if (size !== entry.uncompressedSize || crc !== entry.crc32) throw createDamagedProblem('zip size or CRC');
}

const openRaw = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  zip.openReadStreamPromise(entry, { decodeFileData: false }).catch((cause: unknown) => {
    throw new FileProblem('ARCHIVO_DANADO', { cause });
  });

function checkSize(inflated: number, compressed: number, limits: Limits): void {
  if (inflated > limits.partBytes) throw createTooBigProblem('one part');
  if (inflated > limits.ratioFloorBytes && inflated > compressed * limits.ratio) throw createTooBigProblem('ratio');
}

const toLongerProblem = (size: number, compressed: number): FileProblem =>
  size > compressed * BOMB_RATIO
    ? createTooBigProblem('more than declared')
    : createDamagedProblem('more than declared');
