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

/** A value by which the coupons of a result can be filtered; `clave` is empty for coupons without a value. */
interface FilterOption {
  readonly clave: string;
  readonly cupones: number;
}

export interface ResultReading {
  readonly conciliacion: ConciliacionDocument;
  /** When the result was last read, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly leido: string;
  /** Present if the upload read this result today to verify what was sent, so that the screens need not read the result again. */
  readonly delEnvio?: true;
  /** Present if the service later answered that it no longer has the reconciliation. */
  readonly ausente?: true;
  readonly grupos: Readonly<Record<ResultGroup, CuponSum>>;
  /** The coupons that matched since the earlier reading at `desde`; null if no coupon did, as after the first reading. */
  readonly novedades: (CuponSum & { readonly desde: string }) | null;
  /** Our coupons that the service did not accept (the group `errores` includes them), and the first of their rows; absent if none. */
  readonly noAceptados?: CuponSum & { readonly filas: readonly RowPlace[] };
  readonly tarjetas: readonly FilterOption[];
  readonly comercios: readonly FilterOption[];
  readonly archivos: readonly string[];
  /** The first and the last day of sale of the coupons; null if no coupon has a day of sale. */
  readonly dias: { readonly desde: string; readonly hasta: string } | null;
}

export interface ResultPage extends CuponSum {
  readonly leido: string;
  /** The number of rows on all pages, headings included. `cupones` and `importe` count and sum all filtered coupons. */
  readonly total: number;
  readonly desde: number;
  readonly filas: readonly ResultRow[];
}

export interface ConciliacionBridge {
  /** Null for a reconciliation that another PC made, because this PC does not have its files. */
  readonly puente: Bridge | null;
  readonly contadores: readonly ComparedCounter[];
}

/** A matched coupon whose operation has another amount. `n`: the coupon's number in the stored result. `importe`: the operation's amount. */
export interface OtherAmount {
  readonly n: number;
  readonly importe: string;
}

/** A tanda of an upload, sent or planned (`cargas.tandas`). The amount is a decimal string. */
export interface UploadTanda extends Omit<Tanda, 'generacion' | 'desde' | 'hasta'> {
  /** The number of the tanda in its upload, from 1. */
  readonly n: number;
  readonly importe: string;
}

export interface UploadTandas {
  readonly carga: string;
  readonly tandas: number;
  readonly confirmadas: number;
  readonly cupones: number;
  /** The tandas around the tanda that is being sent; all if there are few. */
  readonly filas: readonly UploadTanda[];
}

/** A file that was sent from this PC, or several files that were sent in one upload. */
export interface RecentFile extends Pick<
  ListedUpload,
  'carga' | 'at' | 'cupones' | 'estado' | 'id' | 'borrada' | 'ausente'
> {
  readonly archivos: readonly string[];
  /** Present if the result was read and the upload still waits for late coupons. */
  readonly conResultado?: true;
}

const one = { cuenta, id };

const which = {
  grupo: z.enum(RESULT_GROUPS),
  /** Words that must all be in the coupon, in any field. */
  texto: searchedUpTo(200).optional(),
  tarjeta: searchedUpTo().optional(),
  comercio: searchedUpTo().optional(),
  /** Days of sale, both included. */
  ventaDesde: date.optional(),
  ventaHasta: date.optional(),
  /** Only coupons that matched since an earlier reading (`novedades`). */
  nuevos: z.boolean().optional(),
  /** The row of one of our coupons in the workbook `archivo`. */
  fila: z.number().int().min(1).optional(),
  archivo: place.optional(),
  /** Only the coupons with these numbers in the stored result, such as the coupons of a cause. */
  ns: z.array(z.number().int().min(1)).max(100_000).optional(),
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
  /** Reads a whole result from the service, stores it, and compares it with the previous reading. */
  'conciliaciones.leer': withInput({ ...one, sinPreguntar }).answers<ResultReading>(),
  /** Returns all coupons of a result. Uses the reading that the upload made today if the counters are the same, unless `releer` is true. */
  'conciliaciones.resultado': withInput({
    ...one,
    exportar: place.optional(),
    releer: z.boolean().optional(),
  }).answers<ResultDocument>(),
  /** The stored result, without asking the service; null if none exists. */
  'conciliaciones.guardada': withInput(one).answers<ResultReading | null>(),
  /** The reconciliations that this PC sent or whose result it has stored, without asking the service. */
  'conciliaciones.conocidas': withInput({ cuenta }).answers<ListedConciliaciones>(),
  /** A page of the coupons of a stored result, by position. With `agrupar`, the headings of groups are rows too. */
  'conciliaciones.cupones': withInput({
    ...one,
    ...which,
    orden: z.strictObject({ campo: z.enum(RESULT_ORDERS), desc: z.boolean() }).optional(),
    agrupar: z.enum(GROUPINGS).optional(),
    /** The keys of folded groups. */
    cerrados: z.array(searchedUpTo()).max(10_000).optional(),
    desde: z.number().int().min(0),
    limite: z.number().int().min(1).max(500),
  }).answers<ResultPage>(),
  /** Writes the workbook of a stored result. `pantalla`: the list of the screen, written as the last sheet. */
  'conciliaciones.informe': withInput({ ...one, exportar: place, pantalla }).answers<{ readonly exportado: string }>(),
  /** Names the reconciliation on this PC, because the service has no names; null removes the name. */
  'conciliaciones.nombrar': withInput({
    ...one,
    nombre: typedUpTo(80).nullable(),
  }).answers<{ readonly id: string; readonly nombre: string | null }>(),
  /** Compares a stored result with the till: every row of its files, and the service's counters. */
  'conciliaciones.puente': withInput(one).answers<ConciliacionBridge>(),
  /** The matched coupons whose operation, as downloaded, has another amount or sign. */
  'conciliaciones.otros_importes': withInput(one).answers<{ readonly cupones: readonly OtherAmount[] }>(),
} as const;
