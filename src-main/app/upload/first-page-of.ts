import type { ConciliacionesServicio, ResultadoPagina } from '#domain/conciliacion.ts';

/** The first page of a result; undefined when the service says that there is no such reconciliation. */
export async function firstPageOf(
  servicio: Pick<ConciliacionesServicio, 'resultado'>,
  id: string,
  signal: AbortSignal,
): Promise<ResultadoPagina | undefined> {
  for await (const page of servicio.resultado(id, signal)) return page;
  return undefined;
}
