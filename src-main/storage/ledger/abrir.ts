import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import {
  anotarRestauracion,
  copiar,
  esMasNuevo,
  olvidarRestauracion,
  restauracionDe,
  restaurar,
  tieneCopiaReciente,
} from './copias.ts';
import { openLibro } from './libro.ts';
import { MIGRATIONS, SCHEMA_VERSION } from './migrations/index.ts';
import { guard, isCorrupt } from './sqlite-error.ts';
import type { Libro } from './tipos.ts';

const versionOf = (db: Database.Database): number => Number(db.pragma('user_version', { simple: true }));

/** Pragmas do not stay in the file: set on every open (a reopened WAL database falls back to `synchronous = NORMAL`). */
function setPragmas(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  db.pragma('temp_store = FILE');
  db.pragma('cache_size = -16000');
}

/** Brings the schema to ours, each migration in its own transaction. A newer one is refused before anything is written. */
function migrate(db: Database.Database): void {
  for (const migration of MIGRATIONS) {
    if (migration.version <= versionOf(db)) continue;
    db.transaction(() => {
      db.exec(migration.sql);
      db.pragma(`user_version = ${String(migration.version)}`);
    }).immediate();
  }
}

interface Saber {
  readonly clock: Clock;
  /** Numbers in [0, 1); only for the names of uploads. */
  readonly random: () => number;
}

/** A ledger over a database that is already open (tests keep one in memory). */
export function libroDe(db: Database.Database, saber: Saber): Libro {
  return guard(() => {
    if (esMasNuevo(db)) throw new AppError('DATOS_MAS_NUEVOS', { detail: { version: versionOf(db) } });
    setPragmas(db);
    migrate(db);
    return openLibro(db, saber);
  });
}

/** Opens the file, or says that it is damaged. A newer schema is refused before a pragma is set: nothing is written to it. */
function abrirArchivo(ruta: string): Database.Database | 'danado' {
  let db: Database.Database | undefined;
  try {
    db = guardNotCorrupt(() => new Database(ruta));
    if (esMasNuevo(db)) throw new AppError('DATOS_MAS_NUEVOS', { detail: { version: versionOf(db) } });
    const [fila] = db.pragma('quick_check(1)') as readonly { quick_check: string }[];
    if (fila?.quick_check === 'ok') return db;
  } catch (error) {
    db?.close();
    if (isCorrupt(error)) return 'danado';
    throw error;
  }
  db.close();
  return 'danado';
}

/** `guard`, but what is damaged stays as SQLite said it: there may be a copy. */
function guardNotCorrupt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isCorrupt(error)) throw error;
    return guard(() => {
      throw error;
    });
  }
}

/**
 * Opens the ledger of an account, making it when there is none. It is copied before a migration and once a day. A damaged one is set aside and
 * the newest whole copy takes its place, with the loss stated through `onAviso`; without a whole copy, `LIBRO_DANADO` and nothing is touched.
 * A newer schema than ours is `DATOS_MAS_NUEVOS`, also untouched.
 */
export async function abrirLibro(
  ruta: string,
  { onAviso, ...saber }: Saber & { readonly onAviso?: (texto: string) => void },
): Promise<Libro> {
  const ahora = saber.clock.now();
  let db = abrirArchivo(ruta);
  if (db === 'danado') {
    const hecha = restaurar(ruta, ahora);
    if (hecha === undefined) throw new AppError('LIBRO_DANADO', { detail: { archivo: basename(ruta) } });
    db = abrirArchivo(ruta);
    if (db === 'danado') throw new AppError('LIBRO_DANADO', { detail: { archivo: basename(ruta) } });
    anotarRestauracion(ruta, ultimoEvento(db));
    onAviso?.(avisoDe(db, hecha.copia, hecha.apartado));
  }
  const abierto = db;
  const version = versionOf(db);
  if (version > 0 && (version < SCHEMA_VERSION || !tieneCopiaReciente(ruta, ahora))) {
    await copiar(abierto, ruta, ahora).catch((error: unknown) =>
      guard(() => {
        // Without room for a copy the ledger is still whole: only a migration must not go on without one.
        if (version < SCHEMA_VERSION) throw error;
        onAviso?.(SIN_COPIA);
      }),
    );
  }
  return {
    ...libroDe(abierto, saber),
    restauracion: () => restauracionDe(ruta),
    restauracionRevisada: (aviso) => {
      onAviso?.(aviso);
      olvidarRestauracion(ruta);
    },
    async copiaDiaria() {
      if (tieneCopiaReciente(ruta, saber.clock.now())) return;
      // Whatever kept it from being made, the ledger is whole: it is said, and the upload goes on.
      await copiar(abierto, ruta, saber.clock.now()).catch(() => onAviso?.(SIN_COPIA));
    },
  };
}

const SIN_COPIA =
  'No se pudo hacer la copia diaria del registro de envíos. El registro está bien. Revisá el lugar en el disco.';

function ultimoEvento(db: Database.Database): number | null {
  return (db.prepare('SELECT max(at) AS at FROM event').get() as { at: number | null }).at;
}

/** What happened, what was kept, what to do: in one screenful. */
function avisoDe(db: Database.Database, copia: string, apartado: string): string {
  const uploads = db.prepare('SELECT count(*) AS n FROM upload').get() as { n: number };
  const at = ultimoEvento(db);
  const hasta = at === null ? 'sin ninguna carga' : `hasta el ${civilDateTimeAt(at)}`;
  return (
    `El registro de envíos estaba dañado. Se recuperó la copia ${basename(copia)}, con ${String(uploads.n)} cargas, ${hasta}; ` +
    `el dañado quedó guardado como ${basename(apartado)}. Lo enviado después de esa fecha no figura acá: ` +
    'antes de la próxima carga se compara con el servicio y te decimos qué hay de más; también podés mirar con «conciliaciones listar».'
  );
}
