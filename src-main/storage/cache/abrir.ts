import { existsSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import { decirA, type Dicho } from '#domain/dicho.ts';
import type { Clock } from '#domain/clock.ts';
import { openCache } from './cache.ts';
import { abrirBase, prepararBase, type Esquema } from '../sqlite/abrir.ts';
import { guard, isDamaged } from '../sqlite/errores.ts';
import { sello } from '../sqlite/sello.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { WritableCache } from './tipos.ts';

/**
 * `NORMAL`: what a power cut takes is read again. A reader may wait a moment for a writer of another process. Pages are bigger than SQLite's,
 * which only a new file minds: a million rows are written with half the pages.
 */
const ESQUEMA: Esquema = {
  migrations: MIGRATIONS,
  pragmas: [
    'page_size = 8192',
    'journal_mode = WAL',
    'synchronous = NORMAL',
    'wal_autocheckpoint = 20000',
    'busy_timeout = 5000',
    'temp_store = MEMORY',
    'cache_size = -16000',
  ],
};

/** Opens a cache that is there and whole; damage comes out as SQLite says it. */
export function abrirSana(ruta: string): WritableCache {
  const db = abrirBase(ruta, ESQUEMA);
  try {
    prepararBase(db, ESQUEMA);
    return guard(() => openCache(db));
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Puts a damaged cache aside, with what SQLite keeps beside it. Everything in it can be read from the service again. */
export function apartarDanada(ruta: string, { clock }: { readonly clock: Clock }): string {
  const apartada = `${ruta}.danada-${sello(clock.now())}`;
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
  { clock, onAviso }: { readonly clock: Clock; readonly onAviso?: (texto: string, dicho: Dicho) => void },
): WritableCache {
  try {
    return abrirSana(ruta);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    const apartada = apartarDanada(ruta, { clock });
    if (onAviso !== undefined) decirA(onAviso, 'cache_danada', { nombre: basename(apartada) });
    return abrirSana(ruta);
  }
}
