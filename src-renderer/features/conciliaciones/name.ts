import type { ConciliacionDocument } from '#contract/documents.ts';
import { m } from '../../paraglide/messages.js';
import { describeFiles } from '../sending/core-texts.ts';

type Named = Pick<ConciliacionDocument, 'id' | 'archivos'> & { readonly nombre?: string | undefined };

/** What a reconciliation is called: as the person named it, else by its file, else by its number. */
export const getConciliacionName = ({ id, archivos = [], nombre }: Named): string =>
  nombre ?? (archivos.length > 0 ? describeFiles(archivos) : m.resultado_titulo({ id }));

/** The days of sale of its coupons: as the service says, else as they were read here; undefined while nobody said. */
export function daysOf({
  origen_desde,
  origen_hasta,
  leida,
}: Pick<ConciliacionDocument, 'origen_desde' | 'origen_hasta' | 'leida'>):
  | { readonly desde: string; readonly hasta: string }
  | undefined {
  const from = origen_desde ?? leida?.desde ?? null;
  const to = origen_hasta ?? leida?.hasta ?? null;
  return from === null || to === null ? undefined : { desde: from, hasta: to };
}
