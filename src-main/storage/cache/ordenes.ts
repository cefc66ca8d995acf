/** The order of the queries that were opened last: the numbers of their rows, as of a version of the data. */

import type { Conocidas } from './lectura.ts';

/** Eight bytes a row: a few million rows in all. */
const MAX_NUMEROS = 6_000_000;
const MAX_ORDENES = 12;

interface Orden {
  readonly version: string;
  readonly numeros: Promise<Float64Array>;
  /** Undefined until it is known. */
  lista: Float64Array | undefined;
}

export interface Ordenes {
  /** The order of a query; made when there is none of that version. Who asks while it is being made takes the same one. */
  pedir(clave: string, version: string, hacer: () => Promise<Float64Array>): Promise<Float64Array>;
  /** The version of the one there is. */
  version(clave: string): string | undefined;
  /** The first rows of the one there is, and of which version; none while it is not worked out. */
  primeras(clave: string, cuantas: number): Conocidas & { readonly version: string | null };
  /** Says that somebody looks at this query. */
  usar(clave: string): void;
  /** The query that was looked at last. */
  ultima(): string | undefined;
  olvidar(clave: string): void;
}

export function crearOrdenes(): Ordenes {
  /** The one used last at the end. */
  const ordenes = new Map<string, Orden>();
  let ultima: string | undefined;

  function alFinal(clave: string, orden: Orden): void {
    ordenes.delete(clave);
    ordenes.set(clave, orden);
    let numeros = 0;
    for (const cada of ordenes.values()) numeros += cada.lista?.length ?? 0;
    for (const [vieja, { lista }] of ordenes) {
      if (vieja === clave || (ordenes.size <= MAX_ORDENES && numeros <= MAX_NUMEROS)) break;
      ordenes.delete(vieja);
      numeros -= lista?.length ?? 0;
    }
  }

  return {
    async pedir(clave, version, hacer) {
      const conocida = ordenes.get(clave);
      if (conocida?.version === version) return conocida.numeros;
      const orden: Orden = { version, numeros: hacer(), lista: undefined };
      alFinal(clave, orden);
      try {
        const numeros = await orden.numeros;
        orden.lista = numeros;
        if (ordenes.get(clave) === orden) alFinal(clave, orden);
        return numeros;
      } catch (error) {
        if (ordenes.get(clave) === orden) ordenes.delete(clave);
        throw error;
      }
    },
    version: (clave) => ordenes.get(clave)?.version,
    primeras(clave, cuantas) {
      const { version, lista } = ordenes.get(clave) ?? {};
      if (version === undefined || lista === undefined) return { ns: new Float64Array(0), todas: false, version: null };
      return { ns: lista.slice(0, cuantas), todas: lista.length <= cuantas, version };
    },
    usar(clave) {
      ultima = clave;
      const orden = ordenes.get(clave);
      if (orden !== undefined) alFinal(clave, orden);
    },
    ultima: () => ultima,
    olvidar: (clave) => void ordenes.delete(clave),
  };
}
