import { establecimientoOf, TARJETAS } from './catalogue.ts';
import type { ReadCupon } from './received-cupon.ts';
import type { SandboxData } from './data.ts';
import { valueAt } from './columns.ts';
import { canonicalize } from './format.ts';
import { getIdentity, integersBetween } from './list-operaciones.ts';

/** The operation of a coupon and how it was found: `A` by voucher and card (or wallet reference), `B` by authorization and card. */
export interface Pairing {
  readonly operacion: number;
  readonly modo: 'A' | 'B';
}

/**
 * Matches coupons with operations by day, amount, card and voucher (else authorization); a wallet sale by its reference. Lote, terminal,
 * establishment and authorization choose between several. A reconciliation uses each operation once, in the order of the coupons. Numbers
 * are compared without leading zeros.
 */
export function createMatcher(data: SandboxData) {
  /** Rows of each day by amount; built when the first coupon of the day comes. */
  const days = new Map<number, Map<number, number[]>>();
  const { ops } = data;

  const indexOfDay = (day: number): Map<number, number[]> => {
    let byImporte = days.get(day);
    if (byImporte === undefined) {
      const rows = integersBetween(data.getDayStart(day), data.getDayStart(day + 1));
      byImporte = Map.groupBy(rows, (i) => valueAt(ops.importe, i));
      days.set(day, byImporte);
    }
    return byImporte;
  };
  const findCandidates = (day: number, importe: number): readonly number[] => {
    const rows = day < data.desde || day > data.hoy ? [] : (indexOfDay(day).get(importe) ?? []);
    if (ops.count === data.fixed) return rows;
    const live = [];
    for (let i = data.fixed; i < ops.count; i++) {
      if (valueAt(ops.day, i) === day && valueAt(ops.importe, i) === importe) live.push(i);
    }
    return [...rows, ...live];
  };

  /** How well a candidate fits: 0 when not at all; each optional field that agrees adds one. */
  const scoreOf = (cupon: ReadCupon, i: number): { score: number; modo: 'A' | 'B' } => {
    const op = getIdentity(data, i);
    if (cupon.walletReferencia !== '') {
      return {
        score: op.referencia !== '' && canonicalize(op.referencia) === cupon.walletReferencia ? 100 : 0,
        modo: 'A',
      };
    }
    const isSameComprobante = canonicalize(op.comprobante) === cupon.comprobante;
    const isSameAutorizacion = cupon.autorizacion !== '' && canonicalize(op.autorizacion) === cupon.autorizacion;
    if (canonicalize(op.tarjetaNro) !== cupon.tarjetaNro || (!isSameComprobante && !isSameAutorizacion)) {
      return { score: 0, modo: 'A' };
    }
    const marca = TARJETAS[valueAt(ops.tarjeta, i)]?.marca;
    const scoreAgreement = (request: string, real: string): number =>
      request !== '' && request === canonicalize(real) ? 1 : 0;
    const extras =
      (isSameAutorizacion ? 1 : 0) +
      scoreAgreement(cupon.lote, op.lote) +
      scoreAgreement(cupon.terminal, op.terminal) +
      scoreAgreement(
        cupon.establecimiento,
        marca === undefined ? '' : establecimientoOf(valueAt(ops.comercio, i), marca),
      );
    return { score: (isSameComprobante ? 50 : 20) + extras, modo: isSameComprobante ? 'A' : 'B' };
  };

  return (cupones: readonly ReadCupon[]): readonly (Pairing | undefined)[] => {
    const used = new Set<number>();
    return cupones.map((cupon) => {
      let best: Pairing | undefined;
      let points = 0;
      // A refund of a wallet is written with either sign.
      const importes =
        cupon.walletReferencia !== '' && cupon.importe !== 0 ? [cupon.importe, -cupon.importe] : [cupon.importe];
      for (const importe of importes) {
        for (const i of findCandidates(cupon.dia, importe)) {
          if (used.has(i)) continue;
          const own = scoreOf(cupon, i);
          if (own.score > points) {
            points = own.score;
            best = { operacion: i, modo: own.modo };
          }
        }
      }
      if (best !== undefined) used.add(best.operacion);
      return best;
    });
  };
}
