import type { InDoubt } from '#contract/inicio.ts';
import { m } from '../../paraglide/messages.js';
import { cantidad, monto } from '../../ui/format.ts';
import { hrefDe } from './abrir.ts';

const VIEWS: Readonly<Record<InDoubt['vista'], () => string>> = {
  operaciones: m.seccion_operaciones,
  liquidaciones: m.seccion_liquidaciones,
  rechazos: m.seccion_rechazos,
};

/** `Liquidaciones: 1, $ 1.234,00`, and where its rows are. */
export const describeDoubt = ({ vista, filas, importe, abrir }: InDoubt) => ({
  vista,
  href: hrefDe(abrir),
  words: `${VIEWS[vista]()}: ${cantidad(filas)}, ${monto(importe)}`,
});
