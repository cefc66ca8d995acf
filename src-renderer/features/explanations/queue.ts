import type { ExplainedCupon } from '#contract/explanations.ts';
import { addUp } from '../../ui/format.ts';

/** A coupon by its reconciliation and its number in the kept reading. */
export interface CouponPlace {
  readonly conciliacion: string;
  readonly n: number;
}
/** A coupon by the row that it was uploaded from. */
export type CouponRow = Pick<ExplainedCupon, 'conciliacion' | 'archivo' | 'fila'>;
/** The reason of a row in a few words, and how sure its candidate is. */
export type RowReason = Pick<ExplainedCupon, 'certeza'> & { readonly nombre: string };
/** A row of a queue: its reason, where it is asked for, and its place by certainty, age and amount. */
export interface Queued extends RowReason {
  readonly place: CouponPlace;
  readonly order: number;
  /** Place of its systematic cause among all of them. */
  readonly causa: number | null;
  /** Coupon less operation, decimal text; absent where there is no candidate. */
  readonly diferencia: string | undefined;
}

const rowKey = ({ conciliacion, archivo, fila }: CouponRow): string => JSON.stringify([conciliacion, archivo, fila]);

type Candidate = ExplainedCupon['candidatos'][number];

/** The identifier of a candidate, where it has one. */
export function operationId(candidate: Candidate | undefined): string | undefined {
  const id = candidate?.operacion['id'];
  return typeof id === 'string' ? id : undefined;
}

/** Coupon less operation, decimal text; undefined where one of them says no amount. */
export function differenceWith({ importe }: ExplainedCupon['cupon'], { operacion }: Candidate): string | undefined {
  const theirs = operacion['importe'];
  if (importe === undefined || typeof theirs !== 'string') return undefined;
  return addUp([importe, theirs.startsWith('-') ? theirs.slice(1) : `-${theirs}`]).total;
}

/** In pesos, with the likeliest operation. */
function differenceOf({ certeza, cupon, candidatos }: ExplainedCupon): string | undefined {
  const [first] = candidatos;
  return certeza === 'ninguna' || first === undefined ? undefined : differenceWith(cupon, first);
}

/** Coupons in the order in which they are added, found by their row. */
export function createQueue() {
  const rows = new Map<string, Queued>();
  return {
    add(cupon: ExplainedCupon, nombre: string): void {
      const { conciliacion, n, certeza, causa: cause } = cupon;
      if (conciliacion === null || n === null) return;
      const diferencia = differenceOf(cupon);
      const order = rows.size;
      rows.set(rowKey(cupon), { place: { conciliacion, n }, certeza, causa: cause, nombre, order, diferencia });
    },
    of: (row: CouponRow): Queued | undefined => rows.get(rowKey(row)),
  };
}

/** Reasons by the number of their coupon in one reading. */
export const createReasons = (): Map<number, RowReason> => new Map();
