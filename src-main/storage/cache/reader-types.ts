/** The questions that threads answer about a cache (`reader.ts`). */
import type { CivilDate } from '#domain/civil-date.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { Value } from './row.ts';
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
  /** Rows of the filter that the service withdrew; no sum counts them. */
  readonly retiradas: number;
  /** The rows of the total that a complete reading lacked, and their sums. */
  readonly enDuda: { readonly filas: number; readonly sumas: Readonly<Record<string, bigint>> };
  readonly sumas: Readonly<Record<string, bigint>>;
  /** How many rows lack an amount, by field; only the fields where some do. */
  readonly faltan: Readonly<Record<string, number>>;
  readonly version: string;
}

/** Questions about the cache of one account. The signal gives each of them up (`CANCELADO`). */
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
  ): Promise<readonly { readonly valor: Value; readonly filas: number }[]>;
  byId(method: ServiceMethod, ids: readonly string[], signal: AbortSignal): Promise<readonly ReadRow[]>;
  /** Rows that have all of these values, and their count. */
  listLinked(
    method: ServiceMethod,
    request: { readonly filtros: readonly Filter[]; readonly limite: number },
    signal: AbortSignal,
  ): Promise<{ readonly filas: readonly ReadRow[]; readonly total: number }>;
  /** The newest rows with a text in some fields. */
  findByText(
    method: ServiceMethod,
    request: { readonly texto: string; readonly campos: readonly string[]; readonly limite: number },
    signal: AbortSignal,
  ): Promise<{ readonly filas: readonly ReadRow[]; readonly completo: boolean }>;
  /** The newest rows whose amount is between two, whatever its sign. Centavos, not negative. */
  findByImporte(
    method: ServiceMethod,
    request: { readonly campo: string; readonly desde: number; readonly hasta: number; readonly limite: number },
    signal: AbortSignal,
  ): Promise<readonly ReadRow[]>;
  /** As in `ReadableCache`. */
  group(query: Query, grouping: Grouping, signal: AbortSignal): Promise<readonly Group[]>;
  crossCheck(from: CivilDate, to: CivilDate, signal: AbortSignal): Promise<readonly CrossCheck[]>;
  getUpcomingCredits(afterDay: CivilDate, signal: AbortSignal): Promise<readonly UpcomingCredit[]>;
  missing(
    de: 'liquidaciones' | 'impuestos',
    period: { readonly desde: CivilDate; readonly hasta: CivilDate; readonly leido: CivilDate },
    signal: AbortSignal,
  ): Promise<readonly MissingRecord[]>;
  /** Whole readings, one after the other, on a thread of their own. The caller closes it. */
  readPasses(signal: AbortSignal): Passes;
  /** Fills what the search index lacks, a piece at a time, giving way to callers that ask. `siempre`: also while a synchronisation writes. */
  buildIndex(signal: AbortSignal, options?: { readonly siempre: boolean }): Promise<void>;
}

/** Whole readings. All of them see the data as it was when the first one began. */
export interface Passes {
  /** Every row, in batches. */
  readAll(query: Query): AsyncGenerator<readonly ReadRow[]>;
  close(): Promise<void>;
}

export interface Readers {
  readerOf(path: string): CacheReader;
  /** Closes a file that is about to be moved. */
  release(path: string): Promise<void>;
  /** Ends the threads; a later question begins them again. */
  close(): Promise<void>;
}
