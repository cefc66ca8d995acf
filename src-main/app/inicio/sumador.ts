/** What sums over many rows are asked of: the cache, in its own time. */
import type { ReadableCache } from '#storage/cache/index.ts';
import type { Cuenta } from '../accounts/account.ts';
import type { Caches } from '../compose/caches.ts';

type Heavy = 'agrupar' | 'cotejar' | 'porAcreditar';

/** The questions of the cache that go over many rows, answered later. */
type Sumador = {
  readonly [K in Heavy]: (...args: Parameters<ReadableCache[K]>) => Promise<ReturnType<ReadableCache[K]>>;
};

/** Small questions are answered at once, sums later. */
export interface Datos {
  readonly cache: Pick<ReadableCache, 'tramos' | 'saber'>;
  readonly sumador: Sumador;
}

/** Runs with the local data of an account; where nothing was ever read, with data that knows nothing. */
export type ConDatos = <T>(cuenta: Cuenta, trabajo: (datos: Datos) => Promise<T>) => Promise<T>;

/** Over a connection of this thread. */
export const datosDe = (cache: ReadableCache): Datos => ({
  cache,
  sumador: {
    agrupar: (...args) => Promise.resolve(cache.agrupar(...args)),
    cotejar: (...args) => Promise.resolve(cache.cotejar(...args)),
    porAcreditar: (...args) => Promise.resolve(cache.porAcreditar(...args)),
  },
});

export const SIN_DATOS: Datos = {
  cache: { tramos: () => [], saber: () => undefined },
  sumador: {
    agrupar: () => Promise.resolve([]),
    cotejar: () => Promise.resolve([]),
    porAcreditar: () => Promise.resolve([]),
  },
};

export const conDatosDe =
  (caches: Pick<Caches, 'leer'>): ConDatos =>
  (cuenta, trabajo) =>
    caches.leer(cuenta, (cache) => trabajo(cache === undefined ? SIN_DATOS : datosDe(cache)));
