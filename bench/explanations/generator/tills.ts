import { fromDayNumber } from '#domain/civil-date.ts';
import type { Cupon, CuponField } from '#domain/cupon.ts';
import { toCentavos, formatPlain } from '#domain/money.ts';
import type { Random } from './random.ts';
import { isWallet, type Sale } from './sales.ts';

/** The optional columns that a till can export. */
export const OPTIONAL = [
  'establecimiento',
  'terminal',
  'lote',
  'autorizacion',
  'cuotas',
  'bin',
  'tarjeta_desc',
  'tarjeta_id',
] as const;
type Optional = (typeof OPTIONAL)[number];

/** What the till of a store exports: the same columns in every file, with some empty cells. */
export interface Till {
  readonly columns: ReadonlySet<Optional>;
  /** The share of empty cells in each column. */
  readonly gaps: number;
  /** The index of its spelling of brands. */
  readonly wording: number;
}

/** Creates a till that exports the required columns (`plain`), most columns (`some`) or all (`complete`). */
export function createTill(random: Random, kind: 'plain' | 'some' | 'complete'): Till {
  const columns = OPTIONAL.filter(() => random.chance(0.7) || kind === 'complete');
  return { columns: new Set(kind === 'plain' ? [] : columns), gaps: 0.03, wording: random.int(3) };
}

/** The coupon that a till writes for a sale when it makes no mistake. */
export function cuponOf(sale: Sale, till: Till, random: Random): Cupon {
  const cupon: Partial<Record<CuponField, string>> = {
    fecha_venta: fromDayNumber(sale.day),
    importe: formatPlain(toCentavos(sale.importe)),
  };
  if (isWallet(sale)) {
    cupon.wallet_referencia = sale.referencia;
    cupon.wallet_tipo_operacion = sale.importe < 0 ? 'REFUND' : 'SETTLEMENT';
  } else {
    cupon.comprobante = sale.comprobante;
    cupon.tarjeta_nro = sale.lastFour;
  }
  const values: Record<Optional, string> = {
    establecimiento: sale.establecimiento,
    terminal: isWallet(sale) ? '' : sale.terminal,
    lote: isWallet(sale) ? '' : sale.lote,
    autorizacion: sale.autorizacion,
    cuotas: String(sale.cuotas),
    bin: sale.bin,
    tarjeta_desc: sale.card.written[till.wording] ?? sale.card.tarjeta,
    tarjeta_id: String(sale.card.number),
  };
  for (const column of till.columns) {
    if (values[column] !== '' && !random.chance(till.gaps)) cupon[column] = values[column];
  }
  return cupon;
}
