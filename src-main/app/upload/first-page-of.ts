import type { ConciliacionesService, ResultPage } from '#domain/conciliacion.ts';

/** The first page of a result; undefined when the service says that there is no such reconciliation. */
export async function firstPageOf(
  service: Pick<ConciliacionesService, 'readResult'>,
  id: string,
  signal: AbortSignal,
): Promise<ResultPage | undefined> {
  for await (const page of service.readResult(id, signal)) return page;
  return undefined;
}
