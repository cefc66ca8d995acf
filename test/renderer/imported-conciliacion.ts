import type { ConciliacionDocument } from '#contract/documents.ts';

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
