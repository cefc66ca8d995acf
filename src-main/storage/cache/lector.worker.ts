/** A thread that reads caches: connections that cannot write, one per file, kept open between questions. */
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { AppError, isAppError } from '#contract/errors.ts';
import { guard } from '../sqlite/errores.ts';
import { openIndexado, type Pieza } from './busqueda.ts';
import type { FilaCruda } from './fila.ts';
import { openLectura, type Lectura } from './lectura.ts';
import type {
  Contestado,
  FromLector,
  InicioDeLector,
  Pedida,
  Pregunta,
  Respuestas,
  ToLector,
} from './lector-mensajes.ts';

const port = parentPort;
if (port === null) throw new Error('This module is a worker');

interface Abierta {
  readonly db: Database.Database;
  readonly lectura: Lectura;
}
const abiertas = new Map<string, Abierta>();
/** Only while the index of what people type is being filled. */
const escritoras = new Map<string, { readonly db: Database.Database; readonly indexar: (pieza: Pieza) => boolean }>();
const { dejada, cede }: InicioDeLector = workerData;
// Only on Linux is it the thread's own: elsewhere it would be the whole program's.
if (process.platform === 'linux' && cede > 0) setPriority(Math.min(19, getPriority() + cede));
const quienDejaron = new Int32Array(dejada);
/** The question that is being answered. */
let actual = 0;
let enCurso: Iterator<FilaCruda> | undefined;

function abrir(ruta: string): Abierta {
  const conocida = abiertas.get(ruta);
  if (conocida !== undefined) return conocida;
  const db = guard(() => new Database(ruta, { readonly: true, fileMustExist: true }));
  for (const pragma of ['busy_timeout = 5000', 'temp_store = MEMORY', 'cache_size = -32000']) db.pragma(pragma);
  const seguir = (): void => {
    if (Atomics.load(quienDejaron, 0) === actual) throw new AppError('CANCELADO');
  };
  const abierta = { db, lectura: openLectura(db, seguir) };
  abiertas.set(ruta, abierta);
  return abierta;
}

function cerrar(ruta: string): void {
  abiertas.get(ruta)?.db.close();
  abiertas.delete(ruta);
  escritoras.get(ruta)?.db.close();
  escritoras.delete(ruta);
}

/** A piece of the index; the connection that writes is let go of when there is nothing left. */
function indexar(ruta: string, pieza: Pieza): boolean {
  let escritora = escritoras.get(ruta);
  if (escritora === undefined) {
    const db = guard(() => new Database(ruta, { fileMustExist: true }));
    for (const pragma of [
      'synchronous = NORMAL',
      'busy_timeout = 5000',
      'wal_autocheckpoint = 20000',
      'cache_size = -64000',
    ]) {
      db.pragma(pragma);
    }
    escritora = { db, indexar: openIndexado(db) };
    escritoras.set(ruta, escritora);
  }
  const habia = escritora.indexar(pieza);
  if (!habia) {
    escritora.db.close();
    escritoras.delete(ruta);
  }
  return habia;
}

function preguntar(lectura: Lectura, { nombre, datos }: Pedida): Respuestas {
  switch (nombre) {
    case 'primeras':
      return { primeras: { valor: lectura.primeras(datos) } };
    case 'orden':
      return { orden: { valor: lectura.orden(datos) } };
    case 'porNumero':
      return { porNumero: { valor: lectura.porNumero(datos) } };
    case 'porId':
      return { porId: { valor: lectura.porId(datos) } };
    case 'totales':
      return { totales: { valor: lectura.totales(datos) } };
    case 'agrupar':
      return { agrupar: { valor: lectura.agrupar(datos) } };
    case 'cotejar':
      return { cotejar: { valor: lectura.cotejar(datos) } };
    case 'porAcreditar':
      return { porAcreditar: { valor: lectura.porAcreditar(datos) } };
    case 'missing':
      return { missing: { valor: lectura.missing(datos) } };
    case 'valores':
      return { valores: { valor: lectura.valores(datos) } };
    case 'vinculadas':
      return { vinculadas: { valor: lectura.vinculadas(datos) } };
    case 'halladas':
      return { halladas: { valor: lectura.halladas(datos) } };
    case 'halladasPorImporte':
      return { halladasPorImporte: { valor: lectura.halladasPorImporte(datos) } };
  }
}

function trozo(cuantas: number): Contestado {
  const filas: FilaCruda[] = [];
  while (filas.length < cuantas) {
    const siguiente = enCurso?.next();
    if (siguiente === undefined || siguiente.done === true) return { tipo: 'trozo', filas, fin: true };
    filas.push(siguiente.value);
  }
  return { tipo: 'trozo', filas, fin: false };
}

/** Nothing keeps the thread after this. */
function endThread(): void {
  try {
    // A reading that was left in the middle holds its file.
    enCurso?.return?.();
    for (const ruta of [...abiertas.keys(), ...escritoras.keys()]) cerrar(ruta);
  } finally {
    port?.close();
  }
}

function atender(mensaje: Pregunta): Contestado {
  switch (mensaje.tipo) {
    case 'operacion': {
      const { lectura, db } = abrir(mensaje.ruta);
      // One transaction: the version is that of exactly what was read.
      return db.transaction((): Contestado => {
        const version = lectura.version();
        if (mensaje.version !== null && mensaje.version !== version) return { tipo: 'cambio' };
        return { tipo: 'bien', version, respuestas: preguntar(lectura, mensaje.operacion) };
      })();
    }
    case 'indexar':
      return { tipo: 'hecho', quedan: guard(() => indexar(mensaje.ruta, mensaje.pieza)) };
    case 'todas': {
      const { db, lectura } = abrir(mensaje.ruta);
      // Never ended: the next passes see the same data.
      if (!db.inTransaction) db.exec('BEGIN');
      enCurso = lectura.todas(mensaje.consulta);
      return { tipo: 'hecho', quedan: true };
    }
    case 'siguen':
      return trozo(mensaje.cuantas);
    case 'cerrar':
      cerrar(mensaje.ruta);
      return { tipo: 'hecho', quedan: false };
  }
}

function falla(id: number, error: unknown): FromLector {
  if (isAppError(error)) return { id, tipo: 'error', codigo: error.code, detail: error.detail };
  if (error instanceof Database.SqliteError) return { id, tipo: 'sqlite', codigo: error.code, mensaje: error.message };
  return { id, tipo: 'falla', mensaje: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

port.on('message', (mensaje: ToLector) => {
  const { id } = mensaje;
  actual = id;
  if (mensaje.tipo === 'terminar') {
    endThread();
    return;
  }
  try {
    port.postMessage({ id, ...guard(() => atender(mensaje)) } satisfies FromLector);
  } catch (error) {
    port.postMessage(falla(id, error));
  }
});
