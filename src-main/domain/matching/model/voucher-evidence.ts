import type { Sought } from '../candidates/keys.ts';
import { MISSING } from '../fields/codes.ts';
import { f64 } from '../fields/columns.ts';
import { COMPROBANTE_LEVELS, compareComprobante, NOT_COMPARED } from '../levels/level.ts';
import { setEvidence, type Evidence, placesOf } from './layout.ts';
import type { Frequencies } from './frequencies.ts';

/** The chance of one number among those that each slip could have given. */
const REACH = {
  recortado: 1 / 3,
  un_digito: 1 / 50,
  traspuesto: 1 / 5,
  largo: 1 / 20,
  en_autorizacion: 1,
  en_lote: 1,
} as const;
/** The share of the evidence from all days instead of the coupon's day, because the day itself may be wrong. */
export const OTHER_DAYS = 0.1;
/** Vouchers that differ by no more than this belong to one roll. */
const NEIGHBOURS = 10;
/** A row of the coupon's own terminal counts as four others, and so does one of its own lote. */
const OWN_ROLL = 4;

/**
 * Vouchers of a terminal are consecutive, so *u* is the density of the vouchers of that day, terminal and lote around the coupon's: a voucher in the
 * middle of a roll says little, one outside of every roll says much.
 */
export function createVoucherEvidence(frequencies: Frequencies) {
  const placeOf = placesOf('comprobante');
  const slips = COMPROBANTE_LEVELS.flatMap((level, place) =>
    level === 'igual' || level === 'otro' ? [] : [{ place, to: placeOf(level), reach: REACH[level] }],
  );
  const [equal, other] = [placeOf('igual'), placeOf('otro')];
  const found = new Float64Array(COMPROBANTE_LEVELS.length);

  return (cupon: Sought, into: Evidence): void => {
    found.fill(0);
    let [weight, near] = [0, 0];
    for (const sale of frequencies.sampleOf(cupon.day)) {
      const level = compareComprobante(cupon, sale);
      if (level === NOT_COMPARED) continue;
      const ownTerminal = cupon.terminal !== MISSING && sale.terminal === cupon.terminal;
      const ownLote = cupon.lote !== MISSING && sale.lote === cupon.lote;
      const counts = (ownTerminal ? OWN_ROLL : 1) * (ownLote ? OWN_ROLL : 1);
      weight += counts;
      if (Math.abs(sale.voucher - cupon.voucher) <= NEIGHBOURS) near += counts;
      found[level] = f64(found, level) + counts;
    }
    const total = Math.max(1, weight);
    const everywhere = cupon.voucher < 0 ? 0 : frequencies.voucher(cupon.voucher);
    const roll = near / total / (2 * NEIGHBOURS + 1);
    const same = (1 - OTHER_DAYS) * roll + OTHER_DAYS * everywhere;
    // For a number that no operation has: any other number of the shop, of any length.
    const digits = Math.min(8, Math.ceil(Math.log10(Math.max(10, cupon.voucher + 1))));
    const any = same / 2 + 10 ** -digits / 5;
    setEvidence(into, equal, 1, same);
    for (const { place, to, reach } of slips) {
      setEvidence(into, to, reach, reach * ((1 - OTHER_DAYS) * (f64(found, place) / total) + OTHER_DAYS * everywhere));
    }
    setEvidence(into, other, any, any);
  };
}
