/** What may be asked of a cache from threads (`reader.ts`). */
import type { CivilDate } from '#domain/civil-date.ts';
import type { ServiceMethod } from '#domain/vista.ts';
import type { Valor } from './row.ts';
import type { Grouping, Query, CrossCheck, ReadRow, Filter, Group, MissingRecord, UpcomingCredit } from './types.ts';

export interface PageReading {
  readonly filas: readonly ReadRow[];
  readonly hayMas: boolean;
  readonly total: number | null;
  readonly version: string;
}

export interface ReadTotals {
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
export interface CacheReader {
  readPage(
    query: Query,
    place: { readonly desdeFila: number; readonly filas: number },
    signal: AbortSignal,
  ): Promise<PageReading>;
  readTotals(query: Query, signal: AbortSignal): Promise<ReadTotals>;
  readValues(
    query: Query,
    request: { readonly campo: string; readonly cuantos: number },
    signal: AbortSignal,
  ): Promise<readonly { readonly valor: Valor; readonly filas: number }[]>;
  byId(metodo: ServiceMethod, ids: readonly string[], signal: AbortSignal): Promise<readonly ReadRow[]>;
  /** Rows that have all of these values, and how many they are. */
  listLinked(
    metodo: ServiceMethod,
    request: { readonly filtros: readonly Filter[]; readonly limite: number },
    signal: AbortSignal,
  ): Promise<{ readonly filas: readonly ReadRow[]; readonly total: number }>;
  /** The newest rows with a text in some fields. */
  findByText(
    metodo: ServiceMethod,
    request: { readonly texto: string; readonly campos: readonly string[]; readonly limite: number },
    signal: AbortSignal,
  ): Promise<{ readonly filas: readonly ReadRow[]; readonly completo: boolean }>;
  /** The newest rows with an amount between two, of either sign. Centavos, not negative. */
  findByImporte(
    metodo: ServiceMethod,
    request: { readonly campo: string; readonly desde: number; readonly hasta: number; readonly limite: number },
    signal: AbortSignal,
  ): Promise<readonly ReadRow[]>;
  /** As in `ReadableCache`. */
  group(query: Query, grouping: Grouping, signal: AbortSignal): Promise<readonly Group[]>;
  crossCheck(desde: CivilDate, hasta: CivilDate, signal: AbortSignal): Promise<readonly CrossCheck[]>;
  getUpcomingCredits(afterKey: CivilDate, signal: AbortSignal): Promise<readonly UpcomingCredit[]>;
  missing(
    de: 'liquidaciones' | 'impuestos',
    periodo: { readonly desde: CivilDate; readonly hasta: CivilDate; readonly leido: CivilDate },
    signal: AbortSignal,
  ): Promise<readonly MissingRecord[]>;
  /** Whole readings, one after the other, on a thread of their own that is to be closed. */
  readPasses(signal: AbortSignal): Passes;
  /**
   * Puts in the index what it does not have yet, a piece at a time, giving way to whoever asks. `siempre`: also while a synchronisation
   * writes.
   */
  buildIndex(signal: AbortSignal, opciones?: { readonly siempre: boolean }): Promise<void>;
}

/** All of them see the data as it was when the first one began. */
export interface Passes {
  /** Every row, in batches. */
  readAll(query: Query): AsyncGenerator<readonly ReadRow[]>;
  close(): Promise<void>;
}

export interface Readers {
  de(ruta: string): CacheReader;
  /** Lets go of a file that is about to be moved. */
  release(ruta: string): Promise<void>;
  /** Ends the threads; whoever asks after that begins them again. */
  close(): Promise<void>;
}
