import type { ConciliacionDocument } from '#contract/documents.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';

/** The keys of docs/cli.md, `conciliaciones listar --json`. */
export const documentOf = (conciliacion: Conciliacion, upload: string | null): ConciliacionDocument => ({
  id: conciliacion.id,
  fecha: conciliacion.fecha,
  origen_desde: conciliacion.origenDesde,
  origen_hasta: conciliacion.origenHasta,
  total: conciliacion.total,
  nuevos: conciliacion.nuevos,
  existentes: conciliacion.existentes,
  error: conciliacion.error,
  conciliados: conciliacion.conciliados,
  sin_conciliar: conciliacion.sinConciliar,
  estado: conciliacion.estado,
  carga: upload,
});
