/** What reading a list a page at a time takes and gives. */
import type { Learned } from '../learned.ts';
import type { Consult } from '../query/consult.ts';
import type { BadRow, Quarantine } from '../wire/rows.ts';

/** One page, as its methods give it. */
export interface Pagina<Fila, Cabecera = null> {
  readonly filas: readonly Fila[];
  /** How many the whole list holds: what the service says, or where its totals count something else, at least this many. */
  readonly total: number;
  /** Whether the service's totals are those of the whole list, as far as it was seen (`total.ts`). */
  readonly totalCierto: boolean;
  /** The total promises other rows than these, and it was seen that no page of this question brings them. */
  readonly agotada: boolean;
  /** Rows that did not parse; their raw text is in the quarantine. */
  readonly cuarentena: number;
  /** Rows outside the asked window; null where the description does not say which date the list is filtered by. */
  readonly fueraDeVentana: number | null;
  readonly cabecera: Cabecera;
  /** Of the answer as it came; undefined where none says what the page is. */
  readonly huella: string | undefined;
}

/** An answer that was read before: how many rows it had, all of them understood, and the digest of its bytes. */
export interface Conocida {
  readonly huella: string;
  readonly filas: number;
}

/** The first page, or word that it is byte by byte the one that is known; `leer` reads it all the same. */
export type PrimeraPagina<Fila, Cabecera> =
  | { readonly igual: false; readonly pagina: Pagina<Fila, Cabecera> }
  | { readonly igual: true; readonly leer: () => Pagina<Fila, Cabecera> };

export interface Pages<Filtro, Fila, Cabecera> {
  /**
   * The page `numero`, counted from 0 whatever the service's own first number is. Where the first number is not known yet,
   * the first page is read to find out.
   */
  pagina(filtro: Filtro, numero: number, signal: AbortSignal): Promise<Pagina<Fila, Cabecera>>;
  /** A page asked for once, as long as is said; the number of the first one is known by then. */
  unaVez(
    filtro: Filtro,
    lugar: { readonly numero: number; readonly pedidas?: number },
    signal: AbortSignal,
  ): Promise<Pagina<Fila, Cabecera>>;
  /** The first page with its digest; one that is known is not read: most of a second synchronisation is that. */
  primera(filtro: Filtro, conocida: Conocida | undefined, signal: AbortSignal): Promise<PrimeraPagina<Fila, Cabecera>>;
}

export interface PagesDeps {
  readonly consult: Consult;
  readonly learned: Learned;
  readonly quarantine: Quarantine;
}

/** A page as it came: nothing of it is quarantined yet. */
export interface Read<Fila, Cabecera> {
  readonly filas: readonly Fila[];
  readonly malas: readonly BadRow[];
  /** Its number as the service counts: which page is the first may be learnt, by another list, while this one is under way. */
  readonly numero: number;
  readonly total: number;
  /** Whether the total came; where none did it is the rows of the page. */
  readonly conTotal: boolean;
  readonly recibidas: number;
  readonly pedidas: number;
  readonly cabecera: Cabecera;
  readonly huella: string | undefined;
}

/** Whose pages: the filter, and what ends the wait for them. */
export interface Asked<Filtro> {
  readonly filtro: Filtro;
  readonly signal: AbortSignal;
}
