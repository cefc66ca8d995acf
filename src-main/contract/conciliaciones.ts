import { z } from 'zod';
import {
  GROUPINGS,
  RESULT_GROUPS,
  RESULT_ORDERS,
  type CuponSum,
  type ResultGroup,
  type ResultRow,
  type RowPlace,
} from '#domain/report.ts';
import type { ComparedCounter } from '#domain/service-counters.ts';
import type { Bridge } from '#domain/till-bridge.ts';
import type {
  ConciliacionDocument,
  DeletedConciliacion,
  ListedConciliaciones,
  ListedUpload,
  ResultDocument,
} from './documents.ts';
import type { Tanda } from '#domain/upload/tandas.ts';
import {
  cuenta,
  date,
  id,
  pantalla,
  place,
  searchedUpTo,
  sinPreguntar,
  withInput,
  typedUpTo,
} from './common-inputs.ts';

export type * from '#domain/report.ts';

// Reconciliations, and their results on this PC: `conciliaciones.*`. Amounts are decimal strings.

/** A value to filter the coupons of a result by; `clave` is empty for coupons without one. */
interface FilterOption {
  readonly clave: string;
  readonly cupones: number;
}

export interface ResultReading {
  /** The header as the service sent it. */
  readonly conciliacion: ConciliacionDocument;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires: the time of the last reading. Grows with every reading. */
  readonly leido: string;
  /** The upload read this result today while it verified its sends. The screens can show it without reading it again. */
  readonly delEnvio?: true;
  /** A later answer of the service said that it no longer has the reconciliation. */
  readonly ausente?: true;
  readonly grupos: Readonly<Record<ResultGroup, CuponSum>>;
  /** The coupons that matched since an earlier reading; null after the first one, and until something changes. */
  readonly novedades: (CuponSum & { readonly desde: string }) | null;
  /** Coupons of ours that the service did not accept, among those of `errores`, and the places of the first; absent without any. */
  readonly noAceptados?: CuponSum & { readonly filas: readonly RowPlace[] };
  readonly tarjetas: readonly FilterOption[];
  readonly comercios: readonly FilterOption[];
  readonly archivos: readonly string[];
  /** The first and the last day of sale of its coupons; null if none has one. */
  readonly dias: { readonly desde: string; readonly hasta: string } | null;
}

export interface ResultPage extends CuponSum {
  readonly leido: string;
  /** Rows to show, headings included; `cupones` and `importe` cover the whole filter. */
  readonly total: number;
  readonly desde: number;
  readonly filas: readonly ResultRow[];
}

/** A kept result beside its files and beside the service's counts. */
export interface ConciliacionBridge {
  /** Null if the reconciliation was not made on this PC, which then lacks its files. */
  readonly puente: Bridge | null;
  readonly contadores: readonly ComparedCounter[];
}

/** One send of an upload, made or to be made (`cargas.tandas`). The amount is a decimal string. */
export interface UploadTanda extends Omit<Tanda, 'generacion' | 'desde' | 'hasta'> {
  /** Its place among the sends of the upload, from 1. */
  readonly n: number;
  readonly importe: string;
}

export interface UploadTandas {
  readonly carga: string;
  /** All sends; those still to be made as planned now. */
  readonly tandas: number;
  readonly confirmadas: number;
  readonly cupones: number;
  /** The sends around the running one; all if they are few. */
  readonly filas: readonly UploadTanda[];
}

/** A file that was sent from this PC, or several that were sent as one. */
export interface RecentFile extends Pick<
  ListedUpload,
  'carga' | 'at' | 'cupones' | 'estado' | 'id' | 'borrada' | 'ausente'
> {
  readonly archivos: readonly string[];
  /** Its result was read, and only its safety wait is left. */
  readonly conResultado?: true;
}

const one = { cuenta, id };

const which = {
  grupo: z.enum(RESULT_GROUPS),
  /** Words that the coupon must have, all of them, in any field. */
  texto: searchedUpTo(200).optional(),
  tarjeta: searchedUpTo().optional(),
  comercio: searchedUpTo().optional(),
  /** Days of sale, both included. */
  ventaDesde: date.optional(),
  ventaHasta: date.optional(),
  /** Only coupons that matched since the reading before. */
  nuevos: z.boolean().optional(),
  /** One coupon of ours: its row, and the upload's workbook with that row. */
  fila: z.number().int().min(1).optional(),
  archivo: place.optional(),
  /** Only these coupons of a cause, by their number in the reading. */
  ns: z.array(z.number().int().min(1)).max(10_000).optional(),
};

export const CONCILIACIONES_INPUTS = {
  'conciliaciones.listar': withInput({
    cuenta,
    desde: date.optional(),
    hasta: date.optional(),
    sinPreguntar,
  }).answers<ListedConciliaciones>(),
  'conciliaciones.ver': withInput({ cuenta, id }).answers<ConciliacionDocument>(),
  'conciliaciones.borrar': withInput({ cuenta, id, si: z.boolean() }).answers<DeletedConciliacion>(),
  /** Reads the whole result from the service, stores it here and compares it with the reading before. */
  'conciliaciones.leer': withInput({ ...one, sinPreguntar }).answers<ResultReading>(),
  /**
   * Every coupon of a result. Returns the kept reading if the upload made it today and the service's header is still the same; otherwise, and with
   * `releer`, reads the result from the service and stores it. `exportar`: also writes its workbook.
   */
  'conciliaciones.resultado': withInput({
    ...one,
    exportar: place.optional(),
    releer: z.boolean().optional(),
  }).answers<ResultDocument>(),
  /** The last kept reading, without asking the service; null without one. */
  'conciliaciones.guardada': withInput(one).answers<ResultReading | null>(),
  /** All reconciliations that this PC knows, without asking the service: those with a kept result and those that it sent. */
  'conciliaciones.conocidas': withInput({ cuenta }).answers<ListedConciliaciones>(),
  /** A page of the coupons of a kept result, by position; with `agrupar`, the headings of the groups are rows too. */
  'conciliaciones.cupones': withInput({
    ...one,
    ...which,
    orden: z.strictObject({ campo: z.enum(RESULT_ORDERS), desc: z.boolean() }).optional(),
    agrupar: z.enum(GROUPINGS).optional(),
    /** Keys of the collapsed groups. */
    cerrados: z.array(searchedUpTo()).max(10_000).optional(),
    desde: z.number().int().min(0),
    limite: z.number().int().min(1).max(500),
  }).answers<ResultPage>(),
  /** Writes the workbook of a kept result. */
  /** `pantalla`: the list of the screen, written as the last sheet. */
  'conciliaciones.informe': withInput({ ...one, exportar: place, pantalla }).answers<{ readonly exportado: string }>(),
  /** Names the reconciliation on this PC; null removes the name. The service has no names. */
  'conciliaciones.nombrar': withInput({
    ...one,
    nombre: typedUpTo(80).nullable(),
  }).answers<{ readonly id: string; readonly nombre: string | null }>(),
  /** Ties a kept result to the till: every row of its files, beside the service's counts. */
  'conciliaciones.puente': withInput(one).answers<ConciliacionBridge>(),
} as const;
