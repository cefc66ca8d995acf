/** The messages between the threads that read the cache and their callers: named operations, never SQL. */
import type { Packed } from '../thread-error.ts';
import type { Piece } from './search-index.ts';
import type { RawRow } from './row.ts';
import type { CacheReading } from './reading.ts';
import type { Query } from './types.ts';

/** The operations of `reading.ts` that have one question and one answer. */
type Operacion = Exclude<keyof CacheReading, 'everyRow' | 'version'>;
/** An operation with its parameters. */
export type AskedOperation = {
  [O in Operacion]: { readonly nombre: O; readonly data: Parameters<CacheReading[O]>[0] };
}[Operacion];
/** The answers, each under the name of its operation. */
export type Answers = { readonly [O in Operacion]?: { readonly valor: ReturnType<CacheReading[O]> } };

export type Question =
  | { readonly tipo: 'operacion'; readonly ruta: string; readonly operacion: AskedOperation }
  /** Fills a piece of the search index. */
  | { readonly tipo: 'indexar'; readonly ruta: string; readonly pieza: Piece }
  /** Every row of a query, in batches asked for with `siguen`. One at a time in a thread. */
  | { readonly tipo: 'todas'; readonly ruta: string; readonly consulta: Query }
  | { readonly tipo: 'siguen'; readonly howMany: number }
  /** Closes a file that is about to be moved. */
  | { readonly tipo: 'cerrar'; readonly ruta: string };

/** `terminar`: closes every file and ends the thread, once the question before it is answered or given up. It has no answer. */
export type ToReader = { readonly id: number } & (Question | { readonly tipo: 'terminar' });

/** The answer to a question. */
export type Answered =
  | { readonly tipo: 'bien'; readonly version: string; readonly respuestas: Answers }
  /** `siguen`; `fin`: there are no more. */
  | { readonly tipo: 'trozo'; readonly filas: readonly RawRow[]; readonly fin: boolean }
  /** The answer about work done by pieces; `quedan`: there is more to do. */
  | { readonly tipo: 'hecho'; readonly quedan: boolean };

export type FromReader = { readonly id: number } & (Answered | { readonly tipo: 'falla'; readonly falla: Packed });

/** What a reading thread is started with. */
export interface ReaderStart {
  /** The number of the last question that its caller gave up: long readings look here between pieces. */
  readonly lastLeft: SharedArrayBuffer;
}
