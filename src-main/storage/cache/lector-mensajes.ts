/** What goes between the threads that read the cache and who asks them: named operations, never SQL. */
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts';
import type { Pieza } from './busqueda.ts';
import type { FilaCruda, Lectura } from './lectura.ts';
import type { Consulta } from './tipos.ts';

/** The operations of `lectura.ts` that are one question and one answer. */
export type Operacion = Exclude<keyof Lectura, 'todas' | 'version'>;
type De<O extends Operacion> = Parameters<Lectura[O]>[0];
export type Respuesta<O extends Operacion> = ReturnType<Lectura[O]>;

export type Pregunta =
  | {
      readonly tipo: 'operacion';
      readonly ruta: string;
      /** Answered only while the data is still that of this version; `null`: whatever it is. */
      readonly version: string | null;
      readonly operacion: { [O in Operacion]: { readonly nombre: O; readonly datos: De<O> } }[Operacion];
    }
  /** A piece of the index of what people type. */
  | { readonly tipo: 'indexar'; readonly ruta: string; readonly pieza: Pieza }
  /** Every row of a query, in batches asked for with `siguen`. One at a time in a thread. */
  | { readonly tipo: 'todas'; readonly ruta: string; readonly consulta: Consulta }
  | { readonly tipo: 'siguen'; readonly cuantas: number }
  /** Lets go of a file that is about to be moved. */
  | { readonly tipo: 'cerrar'; readonly ruta: string };

export type ToLector = { readonly id: number } & Pregunta;

export type FromLector =
  | { readonly id: number; readonly tipo: 'bien'; readonly version: string; readonly valor: unknown }
  /** The data changed since that version. */
  | { readonly id: number; readonly tipo: 'cambio'; readonly version: string }
  | { readonly id: number; readonly tipo: 'sqlite'; readonly codigo: string; readonly mensaje: string }
  | { readonly id: number; readonly tipo: 'error'; readonly codigo: ErrorCode; readonly detail: ErrorDetail }
  | { readonly id: number; readonly tipo: 'falla'; readonly mensaje: string };

/** A batch of `todas`; `fin`: there are no more. */
export interface Trozo {
  readonly filas: readonly FilaCruda[];
  readonly fin: boolean;
}
