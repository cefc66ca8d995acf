/** What sums over many rows are asked of: threads that read the cache, so that a million rows hold nothing up. */
import type { Lector, ReadableCache } from '#storage/cache/index.ts';
import type { Cuenta } from '../accounts/account.ts';
import type { Caches } from '../compose/caches.ts';

type Heavy = 'agrupar' | 'cotejar' | 'porAcreditar' | 'missing';

/** The questions of the cache that go over many rows, answered later. */
export type Sumador = {
  readonly [K in Heavy]: (...args: Parameters<ReadableCache[K]>) => Promise<ReturnType<ReadableCache[K]>>;
};

/** Small questions are answered at once, sums later. */
export interface Datos {
  readonly cache: Pick<ReadableCache, 'tramos' | 'saber' | 'sinEntender' | 'apartadasEn' | 'contar'>;
  readonly sumador: Sumador;
  /** Where there is anything to read. */
  readonly lector: Pick<Lector, 'pasadas'> | undefined;
}

/** Runs with the local data of an account; where nothing was ever read, with data that knows nothing. */
export type ConDatos = <T>(
  cuenta: Cuenta,
  trabajo: (datos: Datos) => Promise<T>,
  signal?: AbortSignal | undefined,
) => Promise<T>;

const SIN_DATOS: Datos = {
  cache: { tramos: () => [], saber: () => undefined, sinEntender: () => false, apartadasEn: () => 0, contar: () => 0 },
  sumador: {
    agrupar: () => Promise.resolve([]),
    cotejar: () => Promise.resolve([]),
    porAcreditar: () => Promise.resolve([]),
    missing: () => Promise.resolve([]),
  },
  lector: undefined,
};

export const conDatosDe =
  (caches: Pick<Caches, 'leer' | 'lector'>): ConDatos =>
  (cuenta, trabajo, signal = new AbortController().signal) =>
    caches.lector(cuenta, (lector) => {
      if (lector === undefined) return trabajo(SIN_DATOS);
      const sumador: Sumador = {
        agrupar: (consulta, agrupacion) => lector.agrupar(consulta, agrupacion, signal),
        cotejar: (desde, hasta) => lector.cotejar(desde, hasta, signal),
        porAcreditar: (despuesDe) => lector.porAcreditar(despuesDe, signal),
        missing: (de, periodo) => lector.missing(de, periodo, signal),
      };
      return caches.leer(cuenta, (cache) =>
        cache === undefined ? trabajo(SIN_DATOS) : trabajo({ cache, sumador, lector }),
      );
    });
