/** What goes between the threads that read the cache and who asks them: named operations, never SQL. */
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts';
import type { Piece } from './search-index.ts';
import type { RawRow } from './row.ts';
import type { Reading } from './reading.ts';
import type { Query } from './types.ts';

/** The operations of `reading.ts` that are one question and one answer. */
type Operacion = Exclude<keyof Reading, 'everyRow' | 'version'>;
/** One of them, with what it takes. */
export type AskedOperation = {
  [O in Operacion]: { readonly nombre: O; readonly data: Parameters<Reading[O]>[0] };
}[Operacion];
/** What they answer, under the name of the one that was asked. */
export type Answers = { readonly [O in Operacion]?: { readonly valor: ReturnType<Reading[O]> } };

export type Question =
  | {
      readonly tipo: 'operacion';
      readonly ruta: string;
      /** Answered only while the data is still that of this version; `null`: whatever it is. */
      readonly version: string | null;
      readonly operacion: AskedOperation;
    }
  /** A piece of the index of what people type. */
  | { readonly tipo: 'indexar'; readonly ruta: string; readonly pieza: Piece }
  /** Every row of a query, in batches asked for with `siguen`. One at a time in a thread. */
  | { readonly tipo: 'todas'; readonly ruta: string; readonly consulta: Query }
  | { readonly tipo: 'siguen'; readonly howMany: number }
  /** Lets go of a file that is about to be moved. */
  | { readonly tipo: 'cerrar'; readonly ruta: string };

/** `terminar`: lets go of every file and ends, once the question before it is answered or given up. It has no answer. */
export type ToReader = { readonly id: number } & (Question | { readonly tipo: 'terminar' });

/** What a question was answered; `cambio`: the data is no longer of the version that was asked about. */
export type Answered =
  | { readonly tipo: 'bien'; readonly version: string; readonly respuestas: Answers }
  | { readonly tipo: 'cambio' }
  /** `siguen`; `fin`: there are no more. */
  | { readonly tipo: 'trozo'; readonly filas: readonly RawRow[]; readonly fin: boolean }
  /** Of what is done by pieces: there is more to do. */
  | { readonly tipo: 'hecho'; readonly quedan: boolean };

export type FromReader = { readonly id: number } & (
  | Answered
  | { readonly tipo: 'sqlite'; readonly codigo: string; readonly mensaje: string }
  | { readonly tipo: 'error'; readonly codigo: ErrorCode; readonly detail: ErrorDetail }
  | { readonly tipo: 'falla'; readonly mensaje: string }
);

/** What a reading thread is started with. */
export interface ReaderStart {
  /** The question that nobody waits for any more, by its number: long readings look here between pieces. */
  readonly wasLeft: SharedArrayBuffer;
  /** How much it gives way to the others, where the system lets a thread say so: 0 nothing, 19 everything. */
  readonly cede: number;
}
