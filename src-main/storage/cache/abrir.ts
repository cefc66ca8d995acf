import { existsSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { openCache } from './cache.ts';
import { MIGRATIONS, SCHEMA_VERSION } from './migrations/index.ts';
import { guard, isDamaged } from './sqlite-error.ts';
import type { WritableCache } from './tipos.ts';

const versionOf = (db: Database.Database): number => Number(db.pragma('user_version', { simple: true }));

/**
 * Pragmas do not stay in the file: set on every open. `NORMAL`: what a power cut takes is read again. A reader may wait a moment for a
 * writer of another process.
 */
function setPragmas(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('wal_autocheckpoint = 20000');
  db.pragma('busy_timeout = 5000');
  db.pragma('temp_store = MEMORY');
  db.pragma('cache_size = -16000');
}

function migrate(db: Database.Database): void {
  for (const migration of MIGRATIONS) {
    if (migration.version <= versionOf(db)) continue;
    db.transaction(() => {
      db.exec(migration.sql);
      db.pragma(`user_version = ${String(migration.version)}`);
    }).immediate();
  }
}

function abrirSana(ruta: string): WritableCache {
  let db: Database.Database | undefined;
  try {
    db = guard(() => new Database(ruta));
    const version = versionOf(db);
    if (version > SCHEMA_VERSION) throw new AppError('DATOS_MAS_NUEVOS', { detail: { version } });
    const abierta = db;
    return guard(() => {
      setPragmas(abierta);
      migrate(abierta);
      return openCache(abierta);
    });
  } catch (error) {
    db?.close();
    throw error;
  }
}

/** Puts a damaged cache aside, with what SQLite keeps beside it. Everything in it can be read from the service again. */
export function apartarDanada(ruta: string, { clock }: { readonly clock: Clock }): string {
  const apartada = `${ruta}.danada-${new Date(clock.now()).toISOString().replace(/\D/g, '')}`;
  for (const sufijo of ['', '-wal', '-shm'])
    if (existsSync(ruta + sufijo)) renameSync(ruta + sufijo, apartada + sufijo);
  return apartada;
}

/**
 * Opens the cache of an account, making it when there is none. A newer schema than ours is `DATOS_MAS_NUEVOS` and nothing is written to it. A
 * damaged one is set aside and an empty one takes its place, said through `onAviso`. It is not checked whole on every open, which would take
 * as long as it is big: damage further in comes out of the query that meets it (`isDamaged`).
 */
export function abrirCache(
  ruta: string,
  { clock, onAviso }: { readonly clock: Clock; readonly onAviso?: (texto: string) => void },
): WritableCache {
  try {
    return abrirSana(ruta);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    const apartada = apartarDanada(ruta, { clock });
    onAviso?.(
      `Los datos bajados del servicio estaban dañados. El archivo quedó guardado como ${basename(apartada)} y se empezó uno vacío. ` +
        'Volvé a bajarlos con «sincronizar».',
    );
    return abrirSana(ruta);
  }
}
