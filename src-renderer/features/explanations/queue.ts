import type { StatedDecision } from '#contract/decisions.ts';
import type { ExplainedCupon } from '#contract/explanations.ts';
import { isToBeLookedAt } from '#domain/far-amounts.ts';
import { addUp, withOtherSign } from '../../ui/format.ts';

/** A coupon by its reconciliation and its number in the kept reading. */
export interface ReadingPlace {
  readonly conciliacion: string;
  readonly n: number;
}
/** A coupon by its reconciliation, the row that it was uploaded from and its fields. A coupon of another PC has no row. */
export type UploadedRow = Pick<ExplainedCupon, 'conciliacion' | 'archivo' | 'fila' | 'cupon'>;
/** An `UploadedRow` with the number of the coupon in the kept reading. */
export type QueueRow = UploadedRow & Pick<ExplainedCupon, 'n'>;
/** The reason of a row in a few words, the certainty of its candidate, and its decision or the day until which it waits. */
export interface RowReason extends Pick<ExplainedCupon, 'certeza' | 'nombre'> {
  readonly decision: Pick<StatedDecision, 'texto'> | null;
  readonly espera: string | undefined;
}
/** The filters of a queue. Each coupon is in exactly one of the filters before `all`. */
export const QUEUE_PARTS = ['to_do', 'waiting', 'decided', 'replaced', 'all'] as const;
/** Filters that show coupons which are also in one of `QUEUE_PARTS`. */
export const QUEUE_AMONG = ['to_look_again', 'claims'] as const;
export type QueueFilter = (typeof QUEUE_PARTS)[number] | (typeof QUEUE_AMONG)[number];

/** A row of a queue: its reason, its place, and its decision. */
export interface Queued extends RowReason {
  readonly place: ReadingPlace;
  readonly estado: ExplainedCupon['estado'];
  readonly decision: StatedDecision | null;
  /** Its first operation; undefined without operations. */
  readonly primera: ExplainedCupon['candidatos'][number] | undefined;
  /** The index of its systematic cause among all causes. */
  readonly causa: number | null;
  /** Amount of the coupon minus its operation, decimal text, while it is not linked; undefined without an operation of its own. */
  readonly diferencia: string | undefined;
}

/** The place of a coupon for decisions; undefined when its reading is not kept. */
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

/** Whether a filter shows a coupon. A coupon without an explanation counts as to do. */
export const isShownBy = (filter: QueueFilter, queued: Standing | undefined): boolean =>
  SHOWS[filter](queued ?? { decision: null, estado: 'por_hacer' });

export const isSamePlace = (a: ReadingPlace | undefined, b: ReadingPlace | undefined): boolean =>
  a?.conciliacion === b?.conciliacion && a?.n === b?.n;

/** Fields that distinguish coupons without a row, and coupons with the same row number, as in two sheets of a file. */
const OF_THE_SALE = [
  'fecha_venta', 'importe', 'comprobante', 'tarjeta_nro', 'establecimiento', 'terminal', 'lote', 'cuotas', 'autorizacion', 'wallet_referencia',
] as const satisfies readonly (keyof ExplainedCupon['cupon'])[]; // prettier-ignore

const rowKeyOf = ({ conciliacion, archivo, fila, cupon }: UploadedRow): string =>
  JSON.stringify([conciliacion, archivo, fila, ...OF_THE_SALE.map((field) => cupon[field] ?? null)]);
const placeKeyOf = ({ conciliacion, n }: ReadingPlace): string => JSON.stringify([conciliacion, n]);

export const isSameRow = (a: UploadedRow, b: UploadedRow): boolean => rowKeyOf(a) === rowKeyOf(b);

type Candidate = ExplainedCupon['candidatos'][number];

/** The identifier of a candidate, where it has one. */
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

/** Whether the amounts of a coupon and its first operation are too far apart for a decision about many. `cause`: see `isToBeLookedAt`. */
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

/** Amount of the coupon minus its likeliest operation, decimal text. Undefined for a sale that may be divided: its first operation is not the whole sale. */
function differenceOf({ certeza, motivo, cupon, candidatos }: ExplainedCupon): string | undefined {
  const [first] = candidatos;
  return certeza === 'ninguna' || motivo === 'DIVIDIDA' || first === undefined
    ? undefined
    : differenceWith(cupon, first);
}

/**
 * The differences of some coupons, decimal text. A link has one difference for all its coupons and operations: its first coupon has it, and the
 * others have none.
 */
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

/** The explained coupons in the order in which they are added, found by their number in the reading. */
export function createQueue() {
  const byPlace = new Map<string, { readonly row: string; queued: Queued }>();
  const placesOfRow = new Map<string, Set<string>>();

  /** The coupon of a row; undefined when several coupons have the same values. */
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
    /**
     * The explanation of a row; undefined for a row without a number, whose reading is not kept. When the result was read again, the number may
     * belong to another coupon, so the coupon is looked up by its row and its fields instead.
     */
    of(row: QueueRow): Queued | undefined {
      const place = placeOf(row);
      if (place === undefined) return undefined;
      const key = rowKeyOf(row);
      const found = byPlace.get(placeKeyOf(place));
      return (found?.row === key ? found : findOnly(key))?.queued;
    },
    /** Stores the decision about a row. Does nothing when several coupons have the same values: the right one is unknown until they are explained again. */
    hold(row: UploadedRow, decision: StatedDecision | null): void {
      const found = findOnly(rowKeyOf(row));
      if (found === undefined) return;
      const open = found.queued.espera === undefined ? 'por_hacer' : 'espera';
      found.queued = { ...found.queued, decision, estado: decision?.pendiente === false ? 'resuelto' : open };
    },
  };
}

const SURENESS: readonly ExplainedCupon['certeza'][] = ['muy_probable', 'probable', 'posible', 'ninguna'];

/** The values that order a queue. */
interface Ordered {
  /** Undefined for a coupon without an explanation. */
  readonly queued: Queued | undefined;
  readonly fecha: string;
  readonly importe: string;
}

/** Orders by certainty, then the oldest, then the largest. Coupons without an explanation come last. */
export function byCertainty(a: Ordered, b: Ordered): number {
  const placeOfCertainty = ({ queued }: Ordered): number =>
    queued === undefined ? SURENESS.length : SURENESS.indexOf(queued.certeza);
  const sizeOf = ({ importe }: Ordered): number => Math.abs(Number(importe));
  return (
    placeOfCertainty(a) - placeOfCertainty(b) ||
    (a.fecha < b.fecha ? -1 : a.fecha > b.fecha ? 1 : sizeOf(b) - sizeOf(a))
  );
}

// Creates plain maps and sets here, because the linter refuses them in a state class.

/** Reasons by the number of their coupon in one reading. */
export const createReasons = (): Map<number, RowReason> => new Map();

/** Looks each row up once; gives the result of each. */
export const lookUp = <K, V>(rows: readonly K[], of: (row: K) => V): ReadonlyMap<K, V> =>
  new Map(rows.map((row) => [row, of(row)]));
export const setOf = <K>(rows: readonly K[]): ReadonlySet<K> => new Set(rows);
