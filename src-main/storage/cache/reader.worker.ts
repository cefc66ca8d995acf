/** A thread that reads caches: connections that cannot write, one per file, kept open between questions. */
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { AppError, isAppError } from '#contract/errors.ts';
import { guard } from '../sqlite/errors.ts';
import { openIndexing, type Piece } from './search-index.ts';
import type { RawRow } from './row.ts';
import { openReading, type Reading } from './reading.ts';
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
  readonly lectura: Reading;
}
const opened = new Map<string, OpenCache>();
/** Connections that write: only while the search index is being filled. */
const writers = new Map<string, { readonly db: Database.Database; readonly buildIndex: (pieza: Piece) => boolean }>();
const { wasLeft, cede }: ReaderStart = workerData;
// On Linux the priority is the thread's own; elsewhere it would be the whole program's.
if (process.platform === 'linux' && cede > 0) setPriority(Math.min(19, getPriority() + cede));
const abandoned = new Int32Array(wasLeft);
/** The question that is being answered. */
let actual = 0;
let inProgress: Iterator<RawRow> | undefined;

function openCache(ruta: string): OpenCache {
  const conocida = opened.get(ruta);
  if (conocida !== undefined) return conocida;
  const db = guard(() => new Database(ruta, { readonly: true, fileMustExist: true }));
  for (const pragma of ['busy_timeout = 5000', 'temp_store = MEMORY', 'cache_size = -32000']) db.pragma(pragma);
  const keepGoing = (): void => {
    if (Atomics.load(abandoned, 0) === actual) throw new AppError('CANCELADO');
  };
  const abierta = { db, lectura: openReading(db, keepGoing) };
  opened.set(ruta, abierta);
  return abierta;
}

function closeReader(ruta: string): void {
  opened.get(ruta)?.db.close();
  opened.delete(ruta);
  writers.get(ruta)?.db.close();
  writers.delete(ruta);
}

/** Fills a piece of the index; the connection that writes is closed when nothing is left to do. */
function buildIndex(ruta: string, pieza: Piece): boolean {
  let writer = writers.get(ruta);
  if (writer === undefined) {
    const db = guard(() => new Database(ruta, { fileMustExist: true }));
    for (const pragma of [
      'synchronous = NORMAL',
      'busy_timeout = 5000',
      'wal_autocheckpoint = 20000',
      'cache_size = -64000',
    ]) {
      db.pragma(pragma);
    }
    writer = { db, buildIndex: openIndexing(db) };
    writers.set(ruta, writer);
  }
  const had = writer.buildIndex(pieza);
  if (!had) {
    writer.db.close();
    writers.delete(ruta);
  }
  return had;
}

function ask(lectura: Reading, { nombre, data }: AskedOperation): Answers {
  switch (nombre) {
    case 'first':
      return { first: { valor: lectura.first(data) } };
    case 'orden':
      return { orden: { valor: lectura.orden(data) } };
    case 'porNumero':
      return { porNumero: { valor: lectura.porNumero(data) } };
    case 'porId':
      return { porId: { valor: lectura.porId(data) } };
    case 'totales':
      return { totales: { valor: lectura.totales(data) } };
    case 'group':
      return { group: { valor: lectura.group(data) } };
    case 'crossCheck':
      return { crossCheck: { valor: lectura.crossCheck(data) } };
    case 'getUpcomingCredits':
      return { getUpcomingCredits: { valor: lectura.getUpcomingCredits(data) } };
    case 'missing':
      return { missing: { valor: lectura.missing(data) } };
    case 'valores':
      return { valores: { valor: lectura.valores(data) } };
    case 'listLinked':
      return { listLinked: { valor: lectura.listLinked(data) } };
    case 'found':
      return { found: { valor: lectura.found(data) } };
    case 'findByImporte':
      return { findByImporte: { valor: lectura.findByImporte(data) } };
  }
}

function nextChunk(howMany: number): Answered {
  const filas: RawRow[] = [];
  while (filas.length < howMany) {
    const siguiente = inProgress?.next();
    if (siguiente === undefined || siguiente.done === true) return { tipo: 'trozo', filas, fin: true };
    filas.push(siguiente.value);
  }
  return { tipo: 'trozo', filas, fin: false };
}

/** Closes everything: nothing keeps the thread alive after this. */
function endThread(): void {
  try {
    // A reading that was left in the middle keeps its file open.
    inProgress?.return?.();
    for (const ruta of [...opened.keys(), ...writers.keys()]) closeReader(ruta);
  } finally {
    port?.close();
  }
}

function handle(mensaje: Question): Answered {
  switch (mensaje.tipo) {
    case 'operacion': {
      const { lectura, db } = openCache(mensaje.ruta);
      // One transaction, so that the version is that of the very rows that were read.
      return db.transaction((): Answered => {
        const version = lectura.version();
        if (mensaje.version !== null && mensaje.version !== version) return { tipo: 'cambio' };
        return { tipo: 'bien', version, respuestas: ask(lectura, mensaje.operacion) };
      })();
    }
    case 'indexar':
      return { tipo: 'hecho', quedan: guard(() => buildIndex(mensaje.ruta, mensaje.pieza)) };
    case 'todas': {
      const { db, lectura } = openCache(mensaje.ruta);
      // The transaction is not ended: the next passes see the same data.
      if (!db.inTransaction) db.exec('BEGIN');
      inProgress = lectura.everyRow(mensaje.consulta);
      return { tipo: 'hecho', quedan: true };
    }
    case 'siguen':
      return nextChunk(mensaje.howMany);
    case 'cerrar':
      closeReader(mensaje.ruta);
      return { tipo: 'hecho', quedan: false };
  }
}

function failureOf(id: number, error: unknown): FromReader {
  if (isAppError(error)) return { id, tipo: 'error', codigo: error.code, detail: error.detail };
  if (error instanceof Database.SqliteError) return { id, tipo: 'sqlite', codigo: error.code, mensaje: error.message };
  return { id, tipo: 'falla', mensaje: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

port.on('message', (mensaje: ToReader) => {
  const { id } = mensaje;
  actual = id;
  if (mensaje.tipo === 'terminar') {
    endThread();
    return;
  }
  try {
    port.postMessage({ id, ...guard(() => handle(mensaje)) } satisfies FromReader);
  } catch (error) {
    port.postMessage(failureOf(id, error));
  }
});
