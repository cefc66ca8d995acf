import type { InDoubt } from '#contract/home.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber, formatAmount } from '../../ui/format.ts';
import { getHref } from './open.ts';
import type { CoverageDocument } from '#contract/documents.ts';

const VIEWS: Readonly<Record<InDoubt['vista'], () => string>> = {
  operaciones: m.seccion_operaciones,
  liquidaciones: m.seccion_liquidaciones,
  rechazos: m.seccion_rechazos,
};

/** `Liquidaciones: 1, $ 1.234,00`, and where its rows are. */
export const describeDoubt = ({ vista, filas, importe, abrir }: InDoubt) => ({
  vista,
  href: getHref(abrir),
  words: `${VIEWS[vista]()}: ${formatNumber(filas)}, ${formatAmount(importe)}`,
});

/** Days since the sale, both ends included, in words. */
export function describeAge({ desde, hasta }: { readonly desde: number; readonly hasta: number | null }): string {
  if (hasta === null) return m.edad_mas_de({ dias: desde - 1 });
  return desde === 0 ? m.edad_hasta({ dias: hasta }) : m.edad_entre({ desde, hasta });
}

/** The note of figures whose rows the service lists by payment date, so that some may be missing; undefined otherwise. */
export const describeOtherDate = ({ porOtraFecha }: CoverageDocument): string | undefined =>
  porOtraFecha === true ? m.inicio_otra_fecha() : undefined;
