import type { StatedDecision } from '#contract/decisions.ts';
import type { ExplainedCupon } from '#contract/explanations.ts';
import { isToBeLookedAt } from '#domain/far-amounts.ts';
import { addUp, withOtherSign } from '../../ui/format.ts';

/** A coupon by its reconciliation and its number in the kept result. */
export interface ReadingPlace {
  readonly conciliacion: string;
  readonly n: number;
}
/** A coupon by its reconciliation, its file and row on this PC, and its fields. A coupon that another PC uploaded has no row. */
export type UploadedRow = Pick<ExplainedCupon, 'conciliacion' | 'archivo' | 'fila' | 'cupon'>;
/** An `UploadedRow` with the number of the coupon in the kept result. */
export type QueueRow = UploadedRow & Pick<ExplainedCupon, 'n'>;
/** What a row of a list says about a coupon: short reason, certainty of the candidate, and its decision or the day until which it waits. */
export interface RowReason extends Pick<ExplainedCupon, 'certeza' | 'nombre'> {
  readonly decision: Pick<StatedDecision, 'texto'> | null;
  readonly espera: string | undefined;
}
/** The filters of the queue. Each coupon is in exactly one of the first four. */
export const QUEUE_PARTS = ['to_do', 'waiting', 'decided', 'replaced', 'all'] as const;
/** Filters whose coupons are also in one of `QUEUE_PARTS`. */
export const QUEUE_AMONG = ['to_look_again', 'claims'] as const;
export type QueueFilter = (typeof QUEUE_PARTS)[number] | (typeof QUEUE_AMONG)[number];

export interface Queued extends RowReason {
  readonly place: ReadingPlace;
  readonly estado: ExplainedCupon['estado'];
  readonly decision: StatedDecision | null;
  /** The first candidate; undefined without candidates. */
  readonly primera: ExplainedCupon['candidatos'][number] | undefined;
  /** The index of the coupon's systematic cause among all causes. */
  readonly causa: number | null;
  /** Amount of the coupon minus its likeliest operation, decimal text; undefined where `differenceOf` gives none. */
  readonly diferencia: string | undefined;
}

/** The place of a coupon for a decision about it; undefined when this PC does not keep its result. */
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

/** True when a filter shows a coupon. A coupon without an explanation counts as still to do. */
export const isShownBy = (filter: QueueFilter, queued: Standing | undefined): boolean =>
  SHOWS[filter](queued ?? { decision: null, estado: 'por_hacer' });

export const isSamePlace = (a: ReadingPlace | undefined, b: ReadingPlace | undefined): boolean =>
  a?.conciliacion === b?.conciliacion && a?.n === b?.n;

/** Fields that tell apart coupons without a row number, and coupons with the same row number in two sheets of a file. */
const OF_THE_SALE = [
  'fecha_venta', 'importe', 'comprobante', 'tarjeta_nro', 'establecimiento', 'terminal', 'lote', 'cuotas', 'autorizacion', 'wallet_referencia',
] as const satisfies readonly (keyof ExplainedCupon['cupon'])[]; // prettier-ignore

const rowKeyOf = ({ conciliacion, archivo, fila, cupon }: UploadedRow): string =>
  JSON.stringify([conciliacion, archivo, fila, ...OF_THE_SALE.map((field) => cupon[field] ?? null)]);
const placeKeyOf = ({ conciliacion, n }: ReadingPlace): string => JSON.stringify([conciliacion, n]);

export const isSameRow = (a: UploadedRow, b: UploadedRow): boolean => rowKeyOf(a) === rowKeyOf(b);

type Candidate = ExplainedCupon['candidatos'][number];

/** The id of the candidate's operation, if it has one. */
export function idOfOperation(candidate: Candidate | undefined): string | undefined {
  const id = candidate?.operacion['id'];
  return typeof id === 'string' ? id : undefined;
}

/** Amount of the coupon minus the amount of the operation, decimal text; undefined when either is missing. */
export function differenceWith({ importe }: ExplainedCupon['cupon'], { operacion }: Candidate): string | undefined {
  const theirs = operacion['importe'];
  if (importe === undefined || typeof theirs !== 'string') return undefined;
  return addUp([importe, withOtherSign(theirs)]).total;
}

/** True when the amounts of coupon and first operation differ so much that the coupon needs a decision of its own. `cause`: see `isToBeLookedAt`. */
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

/** Amount of the coupon minus its likeliest operation, decimal text. Undefined without a possible operation, and for a sale that may be divided. */
function differenceOf({ certeza, motivo, cupon, candidatos }: ExplainedCupon): string | undefined {
  const [first] = candidatos;
  return certeza === 'ninguna' || motivo === 'DIVIDIDA' || first === undefined
    ? undefined
    : differenceWith(cupon, first);
}

/** The differences of some coupons, decimal text. All coupons and operations of a link share one difference: only the first coupon of the link gets it. */
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

/** Stores explained coupons, and finds them by their number in the kept result or else by row and fields. */
export function createQueue() {
  const byPlace = new Map<string, { readonly row: string; queued: Queued }>();
  const placesOfRow = new Map<string, Set<string>>();

  /** The only coupon with this key (`rowKeyOf`); undefined when there are several. */
  function findOnly(row: string) {
    const [place, ...more] = placesOfRow.get(row) ?? [];
    return place === undefined || more.length > 0 ? undefined : byPlace.get(place);
  }
  return {
    add(cupon: ExplainedCupon): void {
      const { certeza, causa, decision, estado, espera, nombre } = cupon;
      const place = placeOf(cupon);
      if (place === undefined) return;
      const [primera] = cupon.candidatos;
      const diferencia = differenceOf(cupon);
      const [key, row] = [placeKeyOf(place), rowKeyOf(cupon)];
      placesOfRow.set(row, (placesOfRow.get(row) ?? new Set()).add(key));
      const queued = { place, estado, espera, certeza, causa, nombre, diferencia, decision, primera };
      byPlace.set(key, { row, queued });
    },
    /** The explanation of a row with a number. A new reading may give the number to another coupon: then searches by row and fields. */
    of(row: QueueRow): Queued | undefined {
      const place = placeOf(row);
      if (place === undefined) return undefined;
      const key = rowKeyOf(row);
      const found = byPlace.get(placeKeyOf(place));
      return (found?.row === key ? found : findOnly(key))?.queued;
    },
    /** Shows a decision in its row. Does nothing when several coupons have the same values, because the right coupon is unknown. */
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
  /** Undefined for a coupon without an explanation. */
  readonly queued: Queued | undefined;
  readonly fecha: string;
  readonly importe: string;
}

/** Orders by certainty, then the oldest sale, then the largest amount. Coupons without an explanation come last. */
export function byCertainty(a: Ordered, b: Ordered): number {
  const placeOfCertainty = ({ queued }: Ordered): number =>
    queued === undefined ? SURENESS.length : SURENESS.indexOf(queued.certeza);
  const sizeOf = ({ importe }: Ordered): number => Math.abs(Number(importe));
  return (
    placeOfCertainty(a) - placeOfCertainty(b) ||
    (a.fecha < b.fecha ? -1 : a.fecha > b.fecha ? 1 : sizeOf(b) - sizeOf(a))
  );
}

// The next functions are in this file because the linter refuses plain maps and sets in a state class.

/** Reasons, by the numbers of their coupons in one kept result. */
export const createReasons = (): Map<number, RowReason> => new Map();

/** Calls `of` once for each row and keeps the results. */
export const lookUp = <K, V>(rows: readonly K[], of: (row: K) => V): ReadonlyMap<K, V> =>
  new Map(rows.map((row) => [row, of(row)]));
export const setOf = <K>(rows: readonly K[]): ReadonlySet<K> => new Set(rows);
