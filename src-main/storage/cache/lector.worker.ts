/** A thread that reads caches: connections that cannot write, one per file, kept open between questions. */
import { parentPort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { isAppError } from '#contract/errors.ts';
import { guard } from '../sqlite/errores.ts';
import { openIndexado, type Pieza } from './busqueda.ts';
import { openLectura, type FilaCruda, type Lectura } from './lectura.ts';
import type { FromLector, Operacion, Respuesta, ToLector, Trozo } from './lector-mensajes.ts';

const port = parentPort;
if (port === null) throw new Error('This module is a worker');

interface Abierta {
  readonly db: Database.Database;
  readonly lectura: Lectura;
  readonly apertura: number;
}
const abiertas = new Map<string, Abierta>();
/** Only while the index of what people type is being filled. */
const escritoras = new Map<string, { readonly db: Database.Database; readonly indexar: (pieza: Pieza) => boolean }>();
let aperturas = 0;
let enCurso: Iterator<FilaCruda> | undefined;

function abrir(ruta: string): Abierta {
  const conocida = abiertas.get(ruta);
  if (conocida !== undefined) return conocida;
  const db = guard(() => new Database(ruta, { readonly: true, fileMustExist: true }));
  for (const pragma of ['busy_timeout = 5000', 'temp_store = MEMORY', 'cache_size = -32000']) db.pragma(pragma);
  const abierta = { db, lectura: openLectura(db), apertura: ++aperturas };
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

function preguntar(
  lectura: Lectura,
  { nombre, datos }: Extract<ToLector, { tipo: 'operacion' }>['operacion'],
): Respuesta<Operacion> {
  switch (nombre) {
    case 'primeras':
      return lectura.primeras(datos);
    case 'orden':
      return lectura.orden(datos);
    case 'porNumero':
      return lectura.porNumero(datos);
    case 'porId':
      return lectura.porId(datos);
    case 'totales':
      return lectura.totales(datos);
    case 'agrupar':
      return lectura.agrupar(datos);
    case 'cotejar':
      return lectura.cotejar(datos);
    case 'porAcreditar':
      return lectura.porAcreditar(datos);
    case 'valores':
      return lectura.valores(datos);
    case 'vinculadas':
      return lectura.vinculadas(datos);
    case 'halladas':
      return lectura.halladas(datos);
  }
}

function trozo(cuantas: number): Trozo {
  const filas: FilaCruda[] = [];
  while (filas.length < cuantas) {
    const siguiente = enCurso?.next();
    if (siguiente === undefined || siguiente.done === true) return { filas, fin: true };
    filas.push(siguiente.value);
  }
  return { filas, fin: false };
}

function atender(mensaje: ToLector): FromLector {
  const { id } = mensaje;
  const bien = (valor: unknown, version = ''): FromLector => ({ id, tipo: 'bien', version, valor });
  switch (mensaje.tipo) {
    case 'operacion': {
      const { lectura, db, apertura } = abrir(mensaje.ruta);
      // One transaction: the version is that of exactly what was read.
      return db.transaction((): FromLector => {
        const version = `${String(apertura)}.${String(lectura.version())}`;
        if (mensaje.version !== null && mensaje.version !== version) return { id, tipo: 'cambio', version };
        return bien(preguntar(lectura, mensaje.operacion), version);
      })();
    }
    case 'indexar':
      return bien(guard(() => indexar(mensaje.ruta, mensaje.pieza)));
    case 'todas':
      {
        const { db, lectura } = abrir(mensaje.ruta);
        // Never ended: the next passes see the same data.
        if (!db.inTransaction) db.exec('BEGIN');
        enCurso = lectura.todas(mensaje.consulta);
      }
      return bien(null);
    case 'siguen':
      return bien(trozo(mensaje.cuantas));
    case 'cerrar':
      cerrar(mensaje.ruta);
      return bien(null);
  }
}

function falla(id: number, error: unknown): FromLector {
  if (isAppError(error)) return { id, tipo: 'error', codigo: error.code, detail: error.detail };
  if (error instanceof Database.SqliteError) return { id, tipo: 'sqlite', codigo: error.code, mensaje: error.message };
  return { id, tipo: 'falla', mensaje: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

port.on('message', (mensaje: ToLector) => {
  try {
    const respuesta = guard(() => atender(mensaje));
    const numeros =
      respuesta.tipo === 'bien' && respuesta.valor instanceof Float64Array ? [respuesta.valor.buffer] : [];
    port.postMessage(respuesta, numeros as ArrayBuffer[]);
  } catch (error) {
    port.postMessage(falla(mensaje.id, error));
  }
});
