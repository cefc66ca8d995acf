import type { Clock } from '#domain/clock.ts';
import { COMERCIOS } from './catalogo.ts';
import type { Datos } from './datos.ts';
import { barajar, idsPosibles, paginar, type Limites, type Parametros } from './parametros.ts';
import type { Rasgos } from './rasgos.ts';

/** What a method of the API works on. */
export interface Contexto {
  readonly datos: Datos;
  /** Read at every request: a test may change one while the sandbox runs. */
  readonly rasgos: Rasgos;
  readonly clock: Clock;
  /** How many listings were answered: each shuffles anew when `orden` says so. */
  vueltas: number;
  /** Rows of the last searches of operations: the pages of one listing look once. */
  readonly busquedas: Map<string, Filas>;
}

/** Rows of operations before paging: all of `[desde, hasta)`, or a list. */
export type Filas = { readonly desde: number; readonly hasta: number } | Int32Array;

/** A response body: an object to write as JSON, or JSON already written. */
export type Cuerpo = { readonly json: string };
export const json = (valor: unknown): Cuerpo => ({ json: JSON.stringify(valor) });

/** The indexes of the shops that `comercios` names; undefined when it is absent. */
export function comerciosPedidos(parametros: Parametros, rasgos: Rasgos): ReadonlySet<number> | undefined {
  const texto = parametros.get('comercios');
  if (texto === undefined || rasgos.filtros === 'ignora') return undefined;
  const ids = new Set(texto.split(',').flatMap((id) => idsPosibles(id.trim())));
  return new Set(COMERCIOS.flatMap((comercio, i) => (ids.has(comercio.id) ? [i] : [])));
}

/** An absent link as the switch writes it. */
export function vinculoVacio(rasgos: Rasgos): string | null {
  return rasgos.vinculo_vacio === 'null' ? null : rasgos.vinculo_vacio === 'cero' ? '0' : '';
}

/** Fields that the description does not name, when the switch asks for them. */
export const extras = (rasgos: Rasgos): object =>
  rasgos.campos_extra === 'si' ? { campo_nuevo: 'X1', interno: { version: 3, marcas: ['a', 'b'] } } : {};

export const escribirTotal = (total: number, rasgos: Rasgos): number | string =>
  rasgos.total === 'texto' ? String(total) : total;

/** The records of a page, in the order that the switch asks for. `porId` puts them in order of id; they come in order of date. */
export function hoja<T>(
  contexto: Contexto,
  parametros: Parametros,
  { filas, limites, porId }: { filas: readonly T[]; limites: Limites; porId: (a: T, b: T) => number },
): readonly T[] {
  const { rasgos } = contexto;
  const { inicio, fin } = paginar(filas.length, parametros, limites, rasgos);
  if (rasgos.orden === 'barajado') {
    const lugar = barajar(filas.length, ++contexto.vueltas);
    return Array.from({ length: fin - inicio }, (_, n) => filas[lugar(inicio + n)]).filter((f) => f !== undefined);
  }
  return (rasgos.orden === 'id' ? filas.toSorted(porId) : filas).slice(inicio, fin);
}
