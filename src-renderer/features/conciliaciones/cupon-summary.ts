import type { ReadCupon } from '#contract/conciliaciones.ts';
import { m } from '../../paraglide/messages.js';

/** The row and the card of a coupon: they tell coupons apart for somebody who goes from one to the next. */
export function describeRowAndCard({
  fila: row,
  tarjeta_desc: card,
  tarjeta_nro: lastFour,
}: Pick<ReadCupon['operacion'], 'fila' | 'tarjeta_desc' | 'tarjeta_nro'>): string {
  const digits = lastFour === undefined ? undefined : `··\u{a0}${lastFour}`;
  return [
    row === null ? undefined : m.panel_fila_n({ n: String(row) }),
    card === undefined ? digits && m.panel_tarjeta({ digits }) : [card, digits].filter(Boolean).join(' '),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}
