/** A thread that reads caches: connections that cannot write, one per file, kept open between questions. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { guard } from '../sqlite/errors.ts';
import { toThread } from '../thread-error.ts';
import { openIndexing, type Piece } from './search-index.ts';
import type { RawRow } from './row.ts';
import { openReading, type CacheReading } from './reading.ts';
import type {
  Answered,
  FromReader,
  ReaderStart,
  AskedOperation,
  Question,
  Answers,
  ToReader,
} from './reader-messages.ts';

const port = parentPort;
if (port === null) throw new Error('This module is a worker');

interface OpenCache {
  readonly db: Database.Database;
  readonly lectura: CacheReading;
}
const opened = new Map<string, OpenCache>();
/** Connections that write: only while the search index is being filled. */
const writers = new Map<string, { readonly db: Database.Database; readonly buildIndex: (piece: Piece) => boolean }>();
const { lastLeft }: ReaderStart = workerData;
const abandoned = new Int32Array(lastLeft);
/** The question that is being answered. */
let current = 0;
let inProgress: Iterator<RawRow> | undefined;

function openCache(path: string): OpenCache {
  const known = opened.get(path);
  if (known !== undefined) return known;
  const db = guard(() => new Database(path, { readonly: true, fileMustExist: true }));
  for (const pragma of ['busy_timeout = 5000', 'temp_store = MEMORY', 'cache_size = -32000']) db.pragma(pragma);
  const keepGoing = (): void => {
    if (Atomics.load(abandoned, 0) === current) throw new AppError('CANCELADO');
  };
  const open = { db, lectura: openReading(db, keepGoing) };
  opened.set(path, open);
  return open;
}

function closeReader(path: string): void {
  opened.get(path)?.db.close();
  opened.delete(path);
  writers.get(path)?.db.close();
  writers.delete(path);
}

/** Fills a piece of the index; the connection that writes is closed when nothing is left to do. */
function buildIndex(path: string, piece: Piece): boolean {
  let writer = writers.get(path);
  if (writer === undefined) {
    const db = guard(() => new Database(path, { fileMustExist: true }));
    for (const pragma of [
      'synchronous = NORMAL',
      'busy_timeout = 5000',
      'wal_autocheckpoint = 20000',
      'cache_size = -64000',
    ]) {
      db.pragma(pragma);
    }
    writer = { db, buildIndex: openIndexing(db) };
    writers.set(path, writer);
  }
  const had = writer.buildIndex(piece);
  if (!had) {
    writer.db.close();
    writers.delete(path);
  }
  return had;
}

function ask(reading: CacheReading, { nombre, data }: AskedOperation): Answers {
  switch (nombre) {
    case 'page':
      return { page: { valor: reading.page(data) } };
    case 'readById':
      return { readById: { valor: reading.readById(data) } };
    case 'totales':
      return { totales: { valor: reading.totales(data) } };
    case 'group':
      return { group: { valor: reading.group(data) } };
    case 'crossCheck':
      return { crossCheck: { valor: reading.crossCheck(data) } };
    case 'getUpcomingCredits':
      return { getUpcomingCredits: { valor: reading.getUpcomingCredits(data) } };
    case 'missing':
      return { missing: { valor: reading.missing(data) } };
    case 'listValues':
      return { listValues: { valor: reading.listValues(data) } };
    case 'listLinked':
      return { listLinked: { valor: reading.listLinked(data) } };
    case 'found':
      return { found: { valor: reading.found(data) } };
    case 'findByImporte':
      return { findByImporte: { valor: reading.findByImporte(data) } };
  }
}

function takeChunk(howMany: number): Answered {
  const rows: RawRow[] = [];
  while (rows.length < howMany) {
    const next = inProgress?.next();
    if (next === undefined || next.done === true) return { tipo: 'trozo', filas: rows, fin: true };
    rows.push(next.value);
  }
  return { tipo: 'trozo', filas: rows, fin: false };
}

/** Closes everything: nothing keeps the thread alive after this. */
function endThread(): void {
  try {
    // A reading that was left in the middle keeps its file open.
    inProgress?.return?.();
    for (const path of [...opened.keys(), ...writers.keys()]) closeReader(path);
  } finally {
    port?.close();
  }
}

function handle(message: Question): Answered {
  switch (message.tipo) {
    case 'operacion': {
      const { lectura, db } = openCache(message.ruta);
      // One transaction, so that the version is that of the very rows that were read.
      return db.transaction((): Answered => {
        return { tipo: 'bien', version: lectura.version(), respuestas: ask(lectura, message.operacion) };
      })();
    }
    case 'indexar':
      return { tipo: 'hecho', quedan: guard(() => buildIndex(message.ruta, message.pieza)) };
    case 'todas': {
      const { db, lectura } = openCache(message.ruta);
      // The transaction is not ended: the next passes see the same data.
      if (!db.inTransaction) db.exec('BEGIN');
      inProgress = lectura.everyRow(message.consulta);
      return { tipo: 'hecho', quedan: true };
    }
    case 'siguen':
      return takeChunk(message.howMany);
    case 'cerrar':
      closeReader(message.ruta);
      return { tipo: 'hecho', quedan: false };
  }
}

port.on('message', (message: ToReader) => {
  const { id } = message;
  current = id;
  if (message.tipo === 'terminar') {
    endThread();
    return;
  }
  try {
    port.postMessage({ id, ...guard(() => handle(message)) } satisfies FromReader);
  } catch (error) {
    port.postMessage({ id, tipo: 'falla', falla: toThread(error) } satisfies FromReader);
  }
});
