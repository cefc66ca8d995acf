import type { ConciliacionDocument, ListedUpload } from '#contract/documents.ts';

export const CONCILIACION: ConciliacionDocument = {
  id: '7',
  fecha: '2026-11-21',
  origen_desde: null,
  origen_hasta: null,
  total: 3,
  nuevos: 3,
  existentes: 0,
  error: 0,
  conciliados: 2,
  sin_conciliar: 1,
  estado: 'IMPORTADO',
  carga: null,
};
/** The upload of the reconciliation, while its result is waited for. */
export const LISTED: ListedUpload = {
  carga: 'C1',
  estado: 'ESPERANDO',
  archivo: 'ventas.csv',
  filas: 2,
  cupones: 2,
  enviados: 2,
  id: '7',
  at: 0,
};
