import type { StatedDecision } from '#contract/decisions.ts';
import type { ExplainedCupon } from '#contract/explanations.ts';
import { isToBeLookedAt } from '#domain/far-amounts.ts';
import { addUp, withOtherSign } from '../../ui/format.ts';

/** Identifies a coupon by its reconciliation and its number in the kept result. */
export interface ReadingPlace {
  readonly conciliacion: string;
  readonly n: number;
}
/** Identifies a coupon by reconciliation, file, row and fields. A coupon that another PC uploaded has no row. */
export type UploadedRow = Pick<ExplainedCupon, 'conciliacion' | 'archivo' | 'fila' | 'cupon'>;
export type QueueRow = UploadedRow & Pick<ExplainedCupon, 'n'>;
/** What a row says about its coupon: reason, certainty of the candidate, and the decision or the day until which the coupon waits. */
export interface RowReason extends Pick<ExplainedCupon, 'certeza' | 'motivo' | 'nombre'> {
  readonly decision: Pick<StatedDecision, 'texto'> | null;
  readonly espera: string | undefined;
}
/** The filters of the queue; each coupon is in exactly one of the first four. */
export const QUEUE_PARTS = ['to_do', 'waiting', 'decided', 'replaced', 'all'] as const;
/** Filters for a part of the coupons that `QUEUE_PARTS` has. */
export const QUEUE_AMONG = ['to_look_again', 'claims'] as const;
export type QueueFilter = (typeof QUEUE_PARTS)[number] | (typeof QUEUE_AMONG)[number];

export interface Queued extends RowReason {
  readonly place: ReadingPlace;
  readonly estado: ExplainedCupon['estado'];
  readonly decision: StatedDecision | null;
  readonly primera: ExplainedCupon['candidatos'][number] | undefined;
  readonly causa: number | null;
  /** The coupon's amount minus the amount of its likeliest operation, decimal text; see `differenceOf`. */
  readonly diferencia: string | undefined;
}

/** Identifies a coupon for a decision; undefined when this PC does not keep its result. */
export const placeOf = ({ conciliacion, n }: Pick<ExplainedCupon, 'conciliacion' | 'n'>): ReadingPlace | undefined =>
  conciliacion === null || n === null ? undefined : { conciliacion, n };

type Standing = Pick<Queued, 'decision' | 'estado'>;
const SHOWS: Readonly<Record<QueueFilter, (standing: Standing) => boolean>> = {
  to_do: ({ estado }) => estado === 'por_hacer',
  waiting: ({ estado }) => estado === 'espera',
  decided: ({ estado }) => estado === 'resuelto',
  replaced: ({ estado }) => estado === 'reemplazado',
  to_look_again: ({ decision }) =>
    (decision?.mirar ?? null) !== null && (decision?.mirar?.llego === true || decision?.resuelto === false),
  claims: ({ decision }) => decision?.reclamo?.abierto === true,
  all: () => true,
};

export const isShownBy = (filter: QueueFilter, queued: Standing | undefined): boolean =>
  SHOWS[filter](queued ?? { decision: null, estado: 'por_hacer' });

export const isSamePlace = (a: ReadingPlace | undefined, b: ReadingPlace | undefined): boolean =>
  a?.conciliacion === b?.conciliacion && a?.n === b?.n;

/** Fields that tell apart coupons without a row number, and equal row numbers in two sheets. */
const OF_THE_SALE = [
  'fecha_venta', 'importe', 'comprobante', 'tarjeta_nro', 'establecimiento', 'terminal', 'lote', 'cuotas', 'autorizacion', 'wallet_referencia',
] as const satisfies readonly (keyof ExplainedCupon['cupon'])[]; // prettier-ignore

const rowKeyOf = ({ conciliacion, archivo, fila, cupon }: UploadedRow): string =>
  JSON.stringify([conciliacion, archivo, fila, ...OF_THE_SALE.map((field) => cupon[field] ?? null)]);
const placeKeyOf = ({ conciliacion, n }: ReadingPlace): string => JSON.stringify([conciliacion, n]);

export const isSameRow = (a: UploadedRow, b: UploadedRow): boolean => rowKeyOf(a) === rowKeyOf(b);

type Candidate = ExplainedCupon['candidatos'][number];

export function idOfOperation(candidate: Candidate | undefined): string | undefined {
  const id = candidate?.operacion['id'];
  return typeof id === 'string' ? id : undefined;
}

/** The coupon's amount minus the operation's amount, decimal text; undefined when either is missing. */
export function differenceWith({ importe }: ExplainedCupon['cupon'], { operacion }: Candidate): string | undefined {
  const theirs = operacion['importe'];
  if (importe === undefined || typeof theirs !== 'string') return undefined;
  return addUp([importe, withOtherSign(theirs)]).total;
}

/** True when coupon and first operation differ so much in amount that the coupon needs a decision of its own. `cause`: see `isToBeLookedAt`. */
export function isLookedAtAlone(
  { importe }: ExplainedCupon['cupon'],
  first: Candidate | undefined,
  cause: ExplainedCupon['motivo'] | undefined,
): boolean {
  const theirs = first?.operacion['importe'];
  if (importe === undefined || typeof theirs !== 'string') return false;
  return isToBeLookedAt(toCents(importe), toCents(theirs), cause);
}
const toCents = (importe: string): number => Math.round(Number(importe) * 100);

/** The coupon's amount minus its likeliest operation's. Undefined without a possible operation, and for a sale that may be divided. */
function differenceOf({ certeza, motivo, cupon, candidatos }: ExplainedCupon): string | undefined {
  const [first] = candidatos;
  return certeza === 'ninguna' || motivo === 'DIVIDIDA' || first === undefined
    ? undefined
    : differenceWith(cupon, first);
}

/** Differences by coupon, decimal text. The coupons of a link share one difference, which only the first coupon gets. */
export function differencesOf<K>(rows: readonly K[], of: (row: K) => Queued | undefined): ReadonlyMap<K, string> {
  const told = new Set<number>();
  return new Map(
    rows.flatMap((row): [K, string][] => {
      const queued = of(row);
      const link = queued?.decision?.vinculo ?? null;
      const difference = link === null ? queued?.diferencia : told.has(link.n) ? undefined : link.diferencia;
      if (link !== null) told.add(link.n);
      return difference === undefined ? [] : [[row, difference]];
    }),
  );
}

/** Keeps explained coupons; finds them by number in the kept result, or else by row and fields. */
export function createQueue() {
  const byPlace = new Map<string, { readonly row: string; queued: Queued }>();
  const placesOfRow = new Map<string, Set<string>>();

  /** The only coupon with this `rowKeyOf`; undefined when several coupons have it. */
  function findOnly(row: string) {
    const [place, ...more] = placesOfRow.get(row) ?? [];
    return place === undefined || more.length > 0 ? undefined : byPlace.get(place);
  }
  return {
    add(cupon: ExplainedCupon): void {
      const { certeza, causa, decision, estado, espera, motivo, nombre } = cupon;
      const place = placeOf(cupon);
      if (place === undefined) return;
      const [primera] = cupon.candidatos;
      const diferencia = differenceOf(cupon);
      const [key, row] = [placeKeyOf(place), rowKeyOf(cupon)];
      placesOfRow.set(row, (placesOfRow.get(row) ?? new Set()).add(key));
      const queued = { place, estado, espera, certeza, causa, motivo, nombre, diferencia, decision, primera };
      byPlace.set(key, { row, queued });
    },
    /** The explanation of a coupon. If a new reading gave the coupon's number to another coupon, finds it by row and fields. */
    of(row: QueueRow): Queued | undefined {
      const place = placeOf(row);
      if (place === undefined) return undefined;
      const key = rowKeyOf(row);
      const found = byPlace.get(placeKeyOf(place));
      return (found?.row === key ? found : findOnly(key))?.queued;
    },
    /** Shows a decision in its row. Does nothing when several coupons have equal values, because the right coupon is unknown. */
    hold(row: UploadedRow, decision: StatedDecision | null): void {
      const found = findOnly(rowKeyOf(row));
      if (found === undefined) return;
      const open = found.queued.espera === undefined ? 'por_hacer' : 'espera';
      found.queued = { ...found.queued, decision, estado: decision?.pendiente === false ? 'resuelto' : open };
    },
  };
}

const SURENESS: readonly ExplainedCupon['certeza'][] = ['muy_probable', 'probable', 'posible', 'ninguna'];

interface Ordered {
  readonly queued: Queued | undefined;
  readonly fecha: string;
  readonly importe: string;
}

/** Orders by certainty, then oldest sale, then largest amount. Coupons without an explanation come last. */
export function byCertainty(a: Ordered, b: Ordered): number {
  const placeOfCertainty = ({ queued }: Ordered): number =>
    queued === undefined ? SURENESS.length : SURENESS.indexOf(queued.certeza);
  const sizeOf = ({ importe }: Ordered): number => Math.abs(Number(importe));
  return (
    placeOfCertainty(a) - placeOfCertainty(b) ||
    (a.fecha < b.fecha ? -1 : a.fecha > b.fecha ? 1 : sizeOf(b) - sizeOf(a))
  );
}

// Functions for state classes, in which the linter refuses plain maps and sets.

export const createReasons = (): Map<number, RowReason> => new Map();

export const lookUp = <K, V>(rows: readonly K[], of: (row: K) => V): ReadonlyMap<K, V> =>
  new Map(rows.map((row) => [row, of(row)]));
export const setOf = <K>(rows: readonly K[]): ReadonlySet<K> => new Set(rows);
