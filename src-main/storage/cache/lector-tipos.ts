/** What may be asked of a cache from threads (`lector.ts`). */
import type { CivilDate } from '#domain/civil-date.ts';
import type { Metodo } from '#domain/vista.ts';
import type { Valor } from './fila.ts';
import type { Agrupacion, Consulta, Cotejo, FilaLeida, Filtro, Grupo, MissingRecord, PorAcreditar } from './tipos.ts';

export interface PaginaLeida {
  readonly filas: readonly FilaLeida[];
  readonly hayMas: boolean;
  readonly total: number | null;
  readonly version: string;
}

export interface TotalesLeidos {
  /** Rows that are not withdrawn. */
  readonly total: number;
  /** Rows of the filter that the service withdrew: they are in no sum. */
  readonly retiradas: number;
  /** Those of the total that a complete reading lacked, and what they add up to. */
  readonly enDuda: { readonly filas: number; readonly sumas: Readonly<Record<string, bigint>> };
  readonly sumas: Readonly<Record<string, bigint>>;
  /** How many rows do not say an amount, by field; only those with any. */
  readonly faltan: Readonly<Record<string, number>>;
  readonly version: string;
}

/** Questions about the cache of one account. Each may be given up by its signal (`CANCELADO`). */
export interface Lector {
  pagina(
    consulta: Consulta,
    lugar: { readonly desdeFila: number; readonly filas: number },
    signal: AbortSignal,
  ): Promise<PaginaLeida>;
  totales(consulta: Consulta, signal: AbortSignal): Promise<TotalesLeidos>;
  valores(
    consulta: Consulta,
    pedido: { readonly campo: string; readonly cuantos: number },
    signal: AbortSignal,
  ): Promise<readonly { readonly valor: Valor; readonly filas: number }[]>;
  porId(metodo: Metodo, ids: readonly string[], signal: AbortSignal): Promise<readonly FilaLeida[]>;
  /** Rows that have all of these values, and how many they are. */
  vinculadas(
    metodo: Metodo,
    pedido: { readonly filtros: readonly Filtro[]; readonly limite: number },
    signal: AbortSignal,
  ): Promise<{ readonly filas: readonly FilaLeida[]; readonly total: number }>;
  /** The newest rows with a text in some fields. */
  halladas(
    metodo: Metodo,
    pedido: { readonly texto: string; readonly campos: readonly string[]; readonly limite: number },
    signal: AbortSignal,
  ): Promise<{ readonly filas: readonly FilaLeida[]; readonly completo: boolean }>;
  /** The newest rows with an amount between two, of either sign. Centavos, not negative. */
  halladasPorImporte(
    metodo: Metodo,
    pedido: { readonly campo: string; readonly desde: number; readonly hasta: number; readonly limite: number },
    signal: AbortSignal,
  ): Promise<readonly FilaLeida[]>;
  /** As in `ReadableCache`. */
  agrupar(consulta: Consulta, agrupacion: Agrupacion, signal: AbortSignal): Promise<readonly Grupo[]>;
  cotejar(desde: CivilDate, hasta: CivilDate, signal: AbortSignal): Promise<readonly Cotejo[]>;
  porAcreditar(despuesDe: CivilDate, signal: AbortSignal): Promise<readonly PorAcreditar[]>;
  missing(
    de: 'liquidaciones' | 'impuestos',
    periodo: { readonly desde: CivilDate; readonly hasta: CivilDate; readonly leido: CivilDate },
    signal: AbortSignal,
  ): Promise<readonly MissingRecord[]>;
  /** Whole readings, one after the other, on a thread of their own that is to be closed. */
  pasadas(signal: AbortSignal): Pasadas;
  /**
   * Puts in the index what it does not have yet, a piece at a time, giving way to whoever asks. `siempre`: also while a synchronisation
   * writes.
   */
  indexar(signal: AbortSignal, opciones?: { readonly siempre: boolean }): Promise<void>;
}

/** All of them see the data as it was when the first one began. */
export interface Pasadas {
  /** Every row, in batches. */
  todas(consulta: Consulta): AsyncGenerator<readonly FilaLeida[]>;
  cerrar(): Promise<void>;
}

export interface Lectores {
  de(ruta: string): Lector;
  /** Lets go of a file that is about to be moved. */
  soltar(ruta: string): Promise<void>;
  /** Ends the threads; whoever asks after that begins them again. */
  cerrar(): Promise<void>;
}
