import type { SyncDocument } from './documents.ts';

/** Coupons of an earlier upload that had no match and now have one. */
export interface LaterReconciled {
  readonly carga: string;
  readonly archivos: readonly string[];
  readonly cupones: number;
}

export interface RefreshDocument {
  /** What was read; null when nothing was due, when nothing was ever read with this account, or when its secret is missing. */
  readonly sincronizacion: SyncDocument | null;
  readonly aparecidos: readonly LaterReconciled[];
}

export interface SyncOutputs {
  'sincronizacion.refrescar': RefreshDocument;
}
