import { codeOf, countSame, lastFourOf, MISSING, createDayReader } from '../fields/codes.ts';
import type { CuponCodes } from '../fields/cupon-table.ts';
import type { DateTime } from '../../civil-date.ts';
import type { Rechazo } from '../../views/rechazos.ts';

type SaleCodes = Pick<CuponCodes, 'day' | 'amount' | 'voucher' | 'lastFour' | 'authorisation'>;

export type RechazoEntry = Pick<Rechazo, 'id' | 'importe' | 'comprobante' | 'tarjeta_nro' | 'autorizacion'> & {
  readonly fecha: Pick<DateTime, 'fecha'>;
};

/** How many of voucher, card, amount and authorisation must agree; three are no coincidence. */
const ENOUGH = 3;
/** A return comes at most `AFTER` days after its sale, or up to `BEFORE` days earlier than the sale if the coupon's date is wrong. */
const BEFORE = 3;
const AFTER = 400;

const pairOf = (a: number, b: number): string => `${String(a)}|${String(b)}`;

/** Makes the function that finds the return of a sale. A refund is no sale and has no return, although the refund's own record would agree. */
export function createReturnFinder(rechazos: readonly RechazoEntry[]) {
  const dayOf = createDayReader();
  const known = rechazos.map((rechazo) => ({
    rechazo,
    day: dayOf(rechazo.fecha.fecha),
    amount: Math.abs(rechazo.importe),
    voucher: codeOf(rechazo.comprobante),
    lastFour: lastFourOf(rechazo.tarjeta_nro),
    authorisation: codeOf(rechazo.autorizacion),
  }));
  // If three of the four agree, so does card with amount or voucher with authorisation: these two indexes find all.
  const byCard = Map.groupBy(known, ({ lastFour, amount }) => pairOf(lastFour, amount));
  const byVoucher = Map.groupBy(known, ({ voucher, authorisation }) => pairOf(voucher, authorisation));
  return (sale: SaleCodes): RechazoEntry | undefined => {
    const { amount } = sale;
    if (amount < 0) return undefined;
    const near = [
      ...(byCard.get(pairOf(sale.lastFour, amount)) ?? []),
      ...(byVoucher.get(pairOf(sale.voucher, sale.authorisation)) ?? []),
    ];
    const found = near
      .filter(({ day }) => sale.day === MISSING || (day >= sale.day - BEFORE && day <= sale.day + AFTER))
      .map((one) => ({
        rechazo: one.rechazo,
        agreements:
          countSame(one.voucher, sale.voucher) +
          countSame(one.lastFour, sale.lastFour) +
          (one.amount === amount ? 1 : 0) +
          countSame(one.authorisation, sale.authorisation),
      }))
      .filter(({ agreements }) => agreements >= ENOUGH)
      .sort((a, b) => b.agreements - a.agreements || (a.rechazo.id < b.rechazo.id ? -1 : 1));
    return found[0]?.rechazo;
  };
}
