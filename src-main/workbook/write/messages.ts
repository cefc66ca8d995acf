import type { Cell, RecordSheet, TableShape } from './workbook.ts';

/** The data that the writing worker starts with. */
export interface WorkerInput {
  readonly archivo: string;
  /** Milliseconds since the epoch. */
  readonly creado: number;
  readonly maxRows: number;
}

/** Messages to the worker, in order. It answers each with `sigue` once it is written, and `fin` with `listo`. */
export type ToWorker =
  | { readonly kind: 'ficha'; readonly ficha: RecordSheet }
  | { readonly kind: 'tabla'; readonly forma: TableShape }
  | { readonly kind: 'filas'; readonly filas: readonly (readonly Cell[])[] }
  | { readonly kind: 'fin_tabla' }
  | { readonly kind: 'fin' };

export type FromWorker =
  | { readonly kind: 'sigue' }
  | { readonly kind: 'listo' }
  /** `code` is the system's (`ENOSPC`); null for a bug. */
  | { readonly kind: 'falla'; readonly code: string | null; readonly message: string };
