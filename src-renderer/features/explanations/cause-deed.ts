import type { StatedCause } from '#contract/explanations.ts';
import { m } from '../../paraglide/messages.js';
import { withText } from '../../ui/format.ts';
import type { BulkDeed } from './bulk.svelte.ts';

/** What is done first about the coupons of a cause. `download`: nothing can be said of them before their days are here. */
export type CauseDeed = BulkDeed | 'download';

/** By the reason that the coupons share. Reasons in which a field differs have an operation, which is accepted. */
const DEEDS: Readonly<Partial<Record<StatedCause['motivo'], CauseDeed>>> = {
  FUERA_DE_COBERTURA: 'download',
  COMERCIO_AJENO: 'explicado',
  DUPLICADO_EN_CARGA: 'explicado',
  YA_USADA: 'explicado',
  DEVUELTA: 'explicado',
  AMBIGUO: 'nota',
  DIVIDIDA: 'nota',
  SIN_OPERACION: 'reclamo',
};
export const deedOfCause = ({ motivo }: Pick<StatedCause, 'motivo'>): CauseDeed => DEEDS[motivo] ?? 'accept';

const WORDS: Readonly<Record<CauseDeed, (many: { n: number; texto: string }) => string>> = {
  download: m.causa_descargar,
  accept: m.causa_vincular,
  explicado: m.causa_explicar,
  reclamo: m.causa_reclamar,
  mirar: m.causa_mirar,
  nota: m.causa_anotar,
  ajuste: m.cola_decidir_los,
  vinculo: m.cola_decidir_los,
};

/** The words of the button that does it. A lote is claimed whole. */
export function wordsOfCause(cause: StatedCause): string {
  const deed = deedOfCause(cause);
  if (cause.codigo === 'LOTE_SIN_OPERACIONES' && deed === 'reclamo') return m.causa_reclamar_lote();
  return WORDS[deed](withText(cause.cupones));
}
