import type { Cell, RecordSheet, TableShape } from './workbook.ts';

/** What the writing worker starts with. */
export interface WorkerInput {
  readonly archivo: string;
  /** Milliseconds since the epoch. */
  readonly creado: number;
  readonly maxRows: number;
}

/** To the worker, in order. Each is answered with `sigue` when it has been written, `fin` with `listo`. */
export type ToWorker =
  | { readonly kind: 'ficha'; readonly ficha: RecordSheet }
  | { readonly kind: 'tabla'; readonly forma: TableShape }
  | { readonly kind: 'filas'; readonly filas: readonly (readonly Cell[])[] }
  | { readonly kind: 'fin_tabla' }
  | { readonly kind: 'fin' };

export type FromWorker =
  | { readonly kind: 'sigue' }
  | { readonly kind: 'listo' }
  /** `code` is the system's (`ENOSPC`); without it, a bug. */
  | { readonly kind: 'falla'; readonly code: string | null; readonly message: string };
