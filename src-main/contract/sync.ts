import type { SincronizacionDocumento } from './documents.ts';

/** Coupons of an earlier upload that had not been matched, and since have. */
export interface Aparecidos {
  readonly carga: string;
  readonly archivos: readonly string[];
  readonly cupones: number;
}

export interface RefrescoDocumento {
  /** What was read; null when nothing was due, when nothing was ever read with this account, or when its secret would have to be asked for. */
  readonly sincronizacion: SincronizacionDocumento | null;
  readonly aparecidos: readonly Aparecidos[];
}

export interface SyncOutputs {
  'sincronizacion.refrescar': RefrescoDocumento;
}
