import type { Cupon } from '../../cupon.ts';
import { parseMoney } from '../../money.ts';
import { fold } from '../../fold-text.ts';
import {
  binOf,
  codeOf,
  hashOf,
  instalmentsOf,
  lastFourOf,
  MISSING,
  createDayReader,
  f64,
  float64Column,
} from './codes.ts';

export interface CuponEntry {
  /** Identifies the coupon in all answers; unique in the table. */
  readonly key: string;
  /** The reconciliation or upload of the coupon; empty for files that were not sent. Only coupons of the same `carga` can repeat each other. */
  readonly carga: string;
  readonly cupon: Cupon;
  /** The settlement in which the service matched the coupon (`liquidaciones_id`); absent or null if unmatched or unknown. */
  readonly liquidacionesId?: string | null;
}

/** The fields of a coupon as numbers (`codes.ts`); `MISSING` for fields that the coupon lacks. */
export interface CuponCodes {
  readonly day: number;
  /** In centavos; NaN if it could not be read. */
  readonly amount: number;
  readonly voucher: number;
  readonly lastFour: number;
  readonly authorisation: number;
  readonly terminal: number;
  readonly lote: number;
  readonly store: number;
  readonly instalments: number;
  readonly bin: number;
  readonly reference: number;
  /** The codes of `tarjeta_desc` and `tarjeta_id`. Their meaning is learnt from matched coupons. */
  readonly brandText: number;
  readonly brandNumber: number;
}

export type CuponTable = ReturnType<ReturnType<typeof createCuponTable>['finish']>;

const NAMES = [
  'day', 'amount', 'voucher', 'lastFour', 'authorisation', 'terminal', 'lote', 'store', 'instalments', 'bin', 'reference',
  'brandText', 'brandNumber',
] as const satisfies readonly (keyof CuponCodes)[]; // prettier-ignore

export function createCuponReader() {
  const dayOf = createDayReader();
  return (cupon: Cupon): CuponCodes => ({
    day: dayOf(cupon.fecha_venta),
    amount: parseMoney(cupon.importe ?? '', 'sin-miles') ?? Number.NaN,
    voucher: codeOf(cupon.comprobante),
    lastFour: lastFourOf(cupon.tarjeta_nro),
    authorisation: codeOf(cupon.autorizacion),
    terminal: codeOf(cupon.terminal),
    lote: codeOf(cupon.lote),
    store: codeOf(cupon.establecimiento),
    instalments: instalmentsOf(cupon.cuotas),
    bin: binOf(cupon.bin),
    reference: codeOf(cupon.wallet_referencia),
    brandText: brandTextOf(cupon.tarjeta_desc),
    brandNumber: codeOf(cupon.tarjeta_id),
  });
}

const brandTextOf = (text: string | undefined): number => {
  const folded = fold(text?.trim() ?? '');
  return folded === '' ? MISSING : hashOf(folded);
};

/** A code of all compared fields and the merchant's own references. Two coupons of an upload with the same code look like one sale. */
const identityOf = (codes: CuponCodes, cupon: Cupon): number =>
  hashOf([...NAMES.map((name) => codes[name]), cupon.referencia ?? '', cupon.referencia_extra ?? ''].join('|'));

export function createCuponTable(expected = 256) {
  const read = createCuponReader();
  const arrived: string[] = [];
  const columnOf = (width = 1) => float64Column(expected * width);
  const [uploads, identities, settlements, codes] = [columnOf(), columnOf(), columnOf(), columnOf(NAMES.length)];
  return {
    add({ key, carga, cupon, liquidacionesId }: CuponEntry): void {
      const own = read(cupon);
      arrived.push(key);
      for (const name of NAMES) codes.push(own[name]);
      uploads.push(hashOf(carga));
      identities.push(identityOf(own, cupon));
      settlements.push(codeOf(liquidacionesId));
    },
    finish() {
      const order = Array.from(arrived.keys()).sort((a, b) => compareTexts(arrived[a] ?? '', arrived[b] ?? ''));
      const keys = order.map((place) => arrived[place] ?? '');
      const places = new Map(keys.map((key, index) => [key, index]));
      if (places.size < keys.length) throw new Error('Two coupons have one key');
      const sortColumn = (values: Float64Array): Float64Array =>
        Float64Array.from(order, (place) => f64(values, place));
      const [carga, identity, values] = [sortColumn(uploads.done()), sortColumn(identities.done()), codes.done()];
      return {
        size: keys.length,
        keys,
        /** The key that equal coupons of one upload share, without the marker. It does not depend on the table. */
        saleOf: (index: number): string => `${String(f64(carga, index))}|${String(f64(identity, index))}`,
        settlement: sortColumn(settlements.done()),
        codesOf(index: number): CuponCodes {
          const from = (order[index] ?? 0) * NAMES.length;
          return {
            day: f64(values, from),
            amount: f64(values, from + 1),
            voucher: f64(values, from + 2),
            lastFour: f64(values, from + 3),
            authorisation: f64(values, from + 4),
            terminal: f64(values, from + 5),
            lote: f64(values, from + 6),
            store: f64(values, from + 7),
            instalments: f64(values, from + 8),
            bin: f64(values, from + 9),
            reference: f64(values, from + 10),
            brandText: f64(values, from + 11),
            brandNumber: f64(values, from + 12),
          };
        },
        indexOf: (key: string): number | undefined => places.get(key),
      };
    },
  };
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
