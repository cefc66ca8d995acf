/** What goes between the threads that read the cache and who asks them: named operations, never SQL. */
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts';
import type { Pieza } from './busqueda.ts';
import type { FilaCruda } from './fila.ts';
import type { Lectura } from './lectura.ts';
import type { Consulta } from './tipos.ts';

/** The operations of `lectura.ts` that are one question and one answer. */
type Operacion = Exclude<keyof Lectura, 'todas' | 'version'>;
/** One of them, with what it takes. */
export type Pedida = {
  [O in Operacion]: { readonly nombre: O; readonly datos: Parameters<Lectura[O]>[0] };
}[Operacion];
/** What they answer, under the name of the one that was asked. */
export type Respuestas = { readonly [O in Operacion]?: { readonly valor: ReturnType<Lectura[O]> } };

export type Pregunta =
  | {
      readonly tipo: 'operacion';
      readonly ruta: string;
      /** Answered only while the data is still that of this version; `null`: whatever it is. */
      readonly version: string | null;
      readonly operacion: Pedida;
    }
  /** A piece of the index of what people type. */
  | { readonly tipo: 'indexar'; readonly ruta: string; readonly pieza: Pieza }
  /** Every row of a query, in batches asked for with `siguen`. One at a time in a thread. */
  | { readonly tipo: 'todas'; readonly ruta: string; readonly consulta: Consulta }
  | { readonly tipo: 'siguen'; readonly cuantas: number }
  /** Lets go of a file that is about to be moved. */
  | { readonly tipo: 'cerrar'; readonly ruta: string };

/** `terminar`: lets go of every file and ends, once the question before it is answered or given up. It has no answer. */
export type ToLector = { readonly id: number } & (Pregunta | { readonly tipo: 'terminar' });

/** What a question was answered; `cambio`: the data is no longer of the version that was asked about. */
export type Contestado =
  | { readonly tipo: 'bien'; readonly version: string; readonly respuestas: Respuestas }
  | { readonly tipo: 'cambio' }
  /** `siguen`; `fin`: there are no more. */
  | { readonly tipo: 'trozo'; readonly filas: readonly FilaCruda[]; readonly fin: boolean }
  /** Of what is done by pieces: there is more to do. */
  | { readonly tipo: 'hecho'; readonly quedan: boolean };

export type FromLector = { readonly id: number } & (
  | Contestado
  | { readonly tipo: 'sqlite'; readonly codigo: string; readonly mensaje: string }
  | { readonly tipo: 'error'; readonly codigo: ErrorCode; readonly detail: ErrorDetail }
  | { readonly tipo: 'falla'; readonly mensaje: string }
);

/** What a reading thread is started with. */
export interface InicioDeLector {
  /** The question that nobody waits for any more, by its number: long readings look here between pieces. */
  readonly dejada: SharedArrayBuffer;
  /** How much it gives way to the others, where the system lets a thread say so: 0 nothing, 19 everything. */
  readonly cede: number;
}
