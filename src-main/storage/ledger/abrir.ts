import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { decirA, type Dicho } from '#domain/dicho.ts';
import type { Clock } from '#domain/clock.ts';
import {
  anotarRestauracion,
  copiar,
  copiasDe,
  olvidarRestauracion,
  restauracionDe,
  restaurar,
  tieneCopiaReciente,
} from './copias.ts';
import { openLibro } from './libro.ts';
import { abrirBase, prepararBase, versionDe, versionOf, type Esquema } from '../sqlite/abrir.ts';
import { isDamaged } from '../sqlite/errores.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { refuseNewerEvents } from './newer.ts';
import { guard } from './sqlite-error.ts';
import type { Libro } from './tipos.ts';

const ESQUEMA: Esquema = {
  migrations: MIGRATIONS,
  pragmas: [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'busy_timeout = 5000',
    'temp_store = FILE',
    'cache_size = -4000',
  ],
};

interface Saber {
  readonly clock: Clock;
  /** Numbers in [0, 1); only for the names of uploads. */
  readonly random: () => number;
}

/** A ledger over a database that is already open (tests keep one in memory). */
export function libroDe(db: Database.Database, saber: Saber): Libro {
  return guard(() => {
    prepararBase(db, ESQUEMA);
    return openLibro(db, saber);
  });
}

/** The open file, every page of it checked and all its events known; undefined when it is damaged: there may be a copy. */
function abrirSano(ruta: string): Database.Database | undefined {
  let db: Database.Database | undefined;
  try {
    db = abrirBase(ruta, ESQUEMA, { revisar: true });
    if (versionOf(db) > 0) refuseNewerEvents(db);
    return db;
  } catch (error) {
    db?.close();
    if (isDamaged(error)) return undefined;
    throw error;
  }
}

/**
 * Opens the ledger of an account, making it when there is none. It is copied before a migration and once a day. A damaged one is set aside and
 * the newest whole copy takes its place, with the loss stated through `onAviso`; without a whole copy, `LIBRO_DANADO` and nothing is touched.
 * A newer schema than ours is `DATOS_MAS_NUEVOS`, an event that we do not know `CARGA_MAS_NUEVA`, both untouched.
 */
export async function abrirLibro(
  ruta: string,
  { onAviso, ...saber }: Saber & { readonly onAviso?: (texto: string, dicho?: Dicho) => void },
): Promise<Libro> {
  const sinCopia = (): void => {
    if (onAviso !== undefined) decirA(onAviso, 'sin_copia');
  };
  const ahora = saber.clock.now();
  const falta = !existsSync(ruta);
  // A ledger that is not there although copies of it are was lost: an empty one in its place would send everything again.
  let db = falta && copiasDe(ruta).length > 0 ? undefined : abrirSano(ruta);
  if (db === undefined) {
    const hecha = restaurar(ruta, ahora);
    if (hecha === undefined) throw new AppError('LIBRO_DANADO', { detail: { archivo: basename(ruta) } });
    db = abrirSano(ruta);
    if (db === undefined) throw new AppError('LIBRO_DANADO', { detail: { archivo: basename(ruta) } });
    anotarRestauracion(ruta, ultimoEvento(db));
    if (onAviso !== undefined) {
      decirA(onAviso, 'libro_recuperado', {
        nombre: basename(hecha.copia),
        aparte: falta || hecha.apartado === null ? '' : basename(hecha.apartado),
        cargas: cargasDe(db),
        at: ultimoEvento(db),
      });
    }
  }
  const abierto = db;
  const version = versionOf(db);
  if (version > 0 && (version < versionDe(ESQUEMA) || !tieneCopiaReciente(ruta, ahora))) {
    await copiar(abierto, ruta, ahora).catch((error: unknown) =>
      guard(() => {
        // Without room for a copy the ledger is still whole: only a migration must not go on without one.
        if (version < versionDe(ESQUEMA)) throw error;
        sinCopia();
      }),
    );
  }
  return {
    ...libroDe(abierto, saber),
    restauracion: () => {
      const nota = restauracionDe(ruta);
      return nota === null ? null : { hasta: nota.hasta ?? ultimoEvento(abierto) };
    },
    restauracionRevisada: (aviso, dicho) => {
      onAviso?.(aviso, dicho);
      olvidarRestauracion(ruta);
    },
    async copiaDiaria() {
      if (tieneCopiaReciente(ruta, saber.clock.now())) return;
      // Whatever kept it from being made, the ledger is whole: it is said, and the upload goes on.
      await copiar(abierto, ruta, saber.clock.now()).catch(sinCopia);
    },
  };
}

const cargasDe = (db: Database.Database): number =>
  db.prepare<[], number>('SELECT count(*) FROM upload').pluck().get() ?? 0;

const ultimoEvento = (db: Database.Database): number | null =>
  db.prepare<[], number | null>('SELECT max(at) FROM event').pluck().get() ?? null;
