import type { Sought } from '../candidates/keys.ts';
import { MISSING } from '../fields/codes.ts';
import { f64 } from '../fields/columns.ts';
import { COMPROBANTE_LEVELS, compareComprobante } from '../levels/comprobante.ts';
import { NOT_COMPARED } from '../levels/level.ts';
import { setEvidence, type Evidence } from './evidence-row.ts';
import type { Frequencies } from './frequencies.ts';
import { placesOf } from './layout.ts';

/** One number among those that each slip could have given. */
const REACH = {
  recortado: 1 / 3,
  un_digito: 1 / 50,
  traspuesto: 1 / 5,
  largo: 1 / 20,
  en_autorizacion: 1,
  en_lote: 1,
} as const;
/** What the day of a coupon does not explain, all days do: the day may be what is wrong. */
export const OTHER_DAYS = 0.1;
/** Vouchers so near are of one roll. */
const NEIGHBOURS = 10;
/** A row of the coupon's own terminal says as much as four others. */
const OWN_TERMINAL = 4;

/**
 * The evidence of vouchers. Those of a terminal are one apart, so that *u* is not how many operations have the voucher: it is how dense the
 * vouchers of that day and terminal are around it. Little is said by a voucher in the middle of a roll, much by one that is in none.
 */
export function createVoucherEvidence(frequencies: Frequencies) {
  const placeOf = placesOf('comprobante');
  const slips = COMPROBANTE_LEVELS.flatMap((level, place) =>
    level === 'igual' || level === 'otro' ? [] : [{ place, to: placeOf(level), reach: REACH[level] }],
  );
  const [igual, otro] = [placeOf('igual'), placeOf('otro')];
  const found = new Float64Array(COMPROBANTE_LEVELS.length);

  return (cupon: Sought, into: Evidence): void => {
    found.fill(0);
    let [weight, near] = [0, 0];
    for (const sale of frequencies.sampleOf(cupon.day)) {
      const level = compareComprobante(cupon, sale);
      if (level === NOT_COMPARED) continue;
      const own = cupon.terminal !== MISSING && sale.terminal === cupon.terminal;
      const counts = own ? OWN_TERMINAL : 1;
      weight += counts;
      if (Math.abs(sale.voucher - cupon.voucher) <= NEIGHBOURS) near += counts;
      found[level] = f64(found, level) + counts;
    }
    const total = Math.max(1, weight);
    const everywhere = cupon.voucher < 0 ? 0 : frequencies.voucher(cupon.voucher);
    const roll = near / total / (2 * NEIGHBOURS + 1);
    const same = (1 - OTHER_DAYS) * roll + OTHER_DAYS * everywhere;
    // The number belongs to no operation: it may be another number of the shop, of any length.
    const digits = Math.min(8, Math.ceil(Math.log10(Math.max(10, cupon.voucher + 1))));
    const any = same / 2 + 10 ** -digits / 5;
    setEvidence(into, igual, 1, same);
    for (const { place, to, reach } of slips) {
      setEvidence(into, to, reach, reach * ((1 - OTHER_DAYS) * (f64(found, place) / total) + OTHER_DAYS * everywhere));
    }
    setEvidence(into, otro, any, any);
  };
}
