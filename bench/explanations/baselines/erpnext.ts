import { byScore, centavosOf, strip, type Baseline } from './baseline.ts';

/**
 * The rank by which ERPNext's bank reconciliation lists vouchers for a transaction (`bank_reconciliation_tool.py`, `get_pe_matching_query`): one, and one
 * more for each of equal reference number, amount and party. With equal reference and amount it accepts a voucher without a person. Here the reference
 * is the voucher number, and the party the last four digits of the card.
 */
const TAKES = 3;

export const erpnext: Baseline = byScore(
  'ERPNext',
  (cupon, operacion) => {
    const scoreSame = (mine: string | undefined, its: string | null): number =>
      strip(mine) !== '' && strip(mine) === strip(its) ? 1 : 0;
    const reference =
      scoreSame(cupon.comprobante, operacion.comprobante) || scoreSame(cupon.wallet_referencia, operacion.referencia);
    return (
      1 +
      reference +
      (centavosOf(cupon) === operacion.importe ? 1 : 0) +
      scoreSame(cupon.tarjeta_nro, operacion.tarjeta_nro)
    );
  },
  (best) => best >= TAKES,
);
