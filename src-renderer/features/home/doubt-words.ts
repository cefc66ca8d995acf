import type { InDoubt } from '#contract/home.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber, formatAmount } from '../../ui/format.ts';
import { getHref } from './open.ts';

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
