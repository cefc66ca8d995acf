import { byScore, centavosOf, dayOf, strip, type Baseline } from './baseline.ts';

/**
 * The score with which GnuCash's importer proposes an existing transaction (`gnucash/import-export/import-backend.cpp`, `split_find_match`), with its
 * default preferences: amount equal +3, within 3,00 +2, else −5; date equal +3, within 4 days +2, over 14 days −5; number equal +4, other −2; memo
 * equal +2, its first half +1; description equal +2, its first half +1. From 6 on it accepts the match without a person. Here the number is the
 * voucher, the memo the last four digits, and the description the card.
 */
const FUZZY_AMOUNT = 300;
const NEAR_DAYS = 4;
const FAR_DAYS = 14;
const TAKES = 6;

function scoreTexts(mine: string, theirs: string): number {
  if (mine === '') return 0;
  if (mine === theirs) return 2;
  const half = theirs.slice(0, Math.floor(theirs.length / 2));
  return half !== '' && mine.startsWith(half) ? 1 : 0;
}

export const gnucash: Baseline = byScore(
  'GnuCash',
  (cupon, operacion) => {
    const difference = Math.abs(centavosOf(cupon) - operacion.importe);
    const days = Math.abs(dayOf(cupon.fecha_venta ?? '') - dayOf(operacion.fecha_venta.fecha));
    const [number, its] = [strip(cupon.comprobante), strip(operacion.comprobante)];
    return (
      (difference === 0 ? 3 : difference <= FUZZY_AMOUNT ? 2 : -5) +
      (days === 0 ? 3 : days <= NEAR_DAYS ? 2 : days > FAR_DAYS ? -5 : 0) +
      (number === '' ? 0 : number === its ? 4 : its === '' ? 0 : -2) +
      scoreTexts(strip(cupon.tarjeta_nro), strip(operacion.tarjeta_nro)) +
      scoreTexts(strip(cupon.tarjeta_desc), strip(operacion.tarjeta))
    );
  },
  (best) => best >= TAKES,
);
