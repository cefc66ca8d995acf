import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { decirA, type Dicho } from '#domain/dicho.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import {
  abrirCache,
  abrirEscritor,
  apartarDanada,
  crearLectores,
  isDamaged,
  type Escritor,
  type Lector,
  type ReadableCache,
  type WritableCache,
} from '#storage/cache/index.ts';
import type { Cuenta } from '../accounts/account.ts';

interface Deps {
  readonly datos: DataFolder;
  readonly clock: Clock;
  readonly onAviso: (texto: string, dicho: Dicho) => void;
}

/** The caches of this process, one per account, opened when first needed. */
export interface Caches {
  /** Runs with the cache of an account, made when there is none. One that shows to be damaged is set aside and it runs again, once. */
  usar<T>(cuenta: Cuenta, trabajo: (cache: WritableCache) => Promise<T>): Promise<T>;
  /** Runs with the cache of an account to read it; undefined when nothing was ever read with it: asking makes no file. */
  leer<T>(cuenta: Cuenta, trabajo: (cache: ReadableCache | undefined) => T): T;
  /** Starts the thread that writes the cache of an account, which `usar` has open. Whoever starts it ends it. */
  escritor(cuenta: Cuenta): Escritor;
  /** Runs with who reads the cache of an account from threads; undefined when nothing was ever read with it. */
  lector<T>(cuenta: Cuenta, trabajo: (lector: Lector | undefined) => Promise<T>): Promise<T>;
  /** The file of an account, whether it is there or not. */
  ruta(cuenta: Cuenta): string;
  cerrar(): Promise<void>;
}

export function crearCaches({ datos, clock, onAviso }: Deps): Caches {
  const open = new Map<string, WritableCache>();
  const lectores = crearLectores({ clock });
  const rutaDe = (cuenta: Cuenta): string => datos.cuenta(cuenta.id).cache;
  function abrir(cuenta: Cuenta): WritableCache {
    const known = open.get(cuenta.id);
    if (known !== undefined) return known;
    const cache = abrirCache(rutaDe(cuenta), { clock, onAviso });
    open.set(cuenta.id, cache);
    return cache;
  }
  const existe = (cuenta: Cuenta): boolean => existsSync(rutaDe(cuenta));
  function apartar(cuenta: Cuenta, error: unknown): void {
    if (!isDamaged(error)) throw error;
    open.get(cuenta.id)?.close();
    open.delete(cuenta.id);
    const apartada = apartarDanada(rutaDe(cuenta), { clock });
    decirA(onAviso, 'cache_danada', { nombre: basename(apartada) });
  }
  return {
    ruta: rutaDe,
    escritor: (cuenta) => abrirEscritor(rutaDe(cuenta)),
    async usar(cuenta, trabajo) {
      await ensureFolder(datos.cuenta(cuenta.id).carpeta);
      try {
        return await trabajo(abrir(cuenta));
      } catch (error) {
        apartar(cuenta, error);
        return trabajo(abrir(cuenta));
      }
    },
    leer(cuenta, trabajo) {
      if (!existe(cuenta)) return trabajo(undefined);
      try {
        return trabajo(abrir(cuenta));
      } catch (error) {
        apartar(cuenta, error);
        return trabajo(abrir(cuenta));
      }
    },
    async lector(cuenta, trabajo) {
      if (!existe(cuenta)) return trabajo(undefined);
      const ruta = rutaDe(cuenta);
      try {
        // Opened here first: a thread that only reads cannot bring an older schema to ours.
        abrir(cuenta);
        return await trabajo(lectores.de(ruta));
      } catch (error) {
        if (!isDamaged(error)) throw error;
        await lectores.soltar(ruta);
        apartar(cuenta, error);
        abrir(cuenta);
        return trabajo(lectores.de(ruta));
      }
    },
    async cerrar() {
      for (const cache of open.values()) cache.close();
      open.clear();
      await lectores.cerrar();
    },
  };
}
