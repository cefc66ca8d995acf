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
import type { ConciliacionDocument, DeletedConciliacion, ListedConciliaciones, ResultDocument } from './documents.ts';
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

// Reconciliations, and their results as they are kept on this PC: `conciliaciones.*`. Amounts are decimal strings.

/** One value that coupons of a result can be filtered by; `clave` is empty for those that say none. */
interface FilterOption {
  readonly clave: string;
  readonly cupones: number;
}

export interface ResultReading {
  /** The header as the service gave it. */
  readonly conciliacion: ConciliacionDocument;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires: when it was read last. Grows with every reading. */
  readonly leido: string;
  /** The upload read this result today, when it verified what it had sent. The screens can show it without reading it again. */
  readonly delEnvio?: true;
  /** The service said afterwards that it no longer has the reconciliation. */
  readonly ausente?: true;
  readonly grupos: Readonly<Record<ResultGroup, CuponSum>>;
  /** What matched since an earlier reading; null after the first one, and until something changes. */
  readonly novedades: (CuponSum & { readonly desde: string }) | null;
  /** Coupons of ours that the service did not take, among those of `errores`, and where the first of them stand; absent without any. */
  readonly noAceptados?: CuponSum & { readonly filas: readonly RowPlace[] };
  readonly tarjetas: readonly FilterOption[];
  readonly comercios: readonly FilterOption[];
  readonly archivos: readonly string[];
  /** The first and the last day of sale of its coupons; null where none has one. */
  readonly dias: { readonly desde: string; readonly hasta: string } | null;
}

export interface ResultPage extends CuponSum {
  readonly leido: string;
  /** Rows to show, headings included; `cupones` and `importe` are of the whole filter. */
  readonly total: number;
  readonly desde: number;
  readonly filas: readonly ResultRow[];
}

/** A kept result beside the files that it was made from and beside what the service counts. */
export interface ConciliacionBridge {
  /** Null when the reconciliation was not made on this PC: its files are not here. */
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
  /** All sends, those still to be made as they are planned now. */
  readonly tandas: number;
  readonly confirmadas: number;
  readonly cupones: number;
  /** The sends around the one under way; all of them where they are few. */
  readonly filas: readonly UploadTanda[];
}

/** A file that was sent from this PC, or several that went as one. */
export interface RecentFile {
  readonly carga: string;
  readonly archivos: readonly string[];
  /** Epoch ms: when sending was decided. */
  readonly at: number;
  readonly cupones: number;
  /** As in `ListedUpload`. */
  readonly estado: string;
  readonly id: string | null;
  readonly borrada?: true;
  readonly ausente?: true;
}

const one = { cuenta, id };

const which = {
  grupo: z.enum(RESULT_GROUPS),
  /** Words that the coupon has to have, all of them, in any field. */
  texto: searchedUpTo(200).optional(),
  tarjeta: searchedUpTo().optional(),
  comercio: searchedUpTo().optional(),
  /** Days of sale, both included. */
  ventaDesde: date.optional(),
  ventaHasta: date.optional(),
  /** Only coupons that matched since the reading before. */
  nuevos: z.boolean().optional(),
  /** One coupon of ours: its row, and the workbook of the upload that has the row. */
  fila: z.number().int().min(1).optional(),
  archivo: place.optional(),
  /** Only these coupons of the reading, by their number in it: those of a cause. */
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
  /** Reads the whole result from the service, keeps it here and compares it with the reading before. */
  'conciliaciones.leer': withInput({ ...one, sinPreguntar }).answers<ResultReading>(),
  /**
   * Every coupon of a result. What its upload read today is given as it is kept while the header at the service says the same; otherwise, and with
   * `releer`, the result is read from the service and kept. `exportar`: also writes its workbook.
   */
  'conciliaciones.resultado': withInput({
    ...one,
    exportar: place.optional(),
    releer: z.boolean().optional(),
  }).answers<ResultDocument>(),
  /** The last reading that is kept, without asking the service; null without one. */
  'conciliaciones.guardada': withInput(one).answers<ResultReading | null>(),
  /** All reconciliations that this PC knows, without asking the service: those whose results it keeps and those that it sent. */
  'conciliaciones.conocidas': withInput({ cuenta }).answers<ListedConciliaciones>(),
  /** A page of the coupons of a kept result, by position; with `agrupar`, the headings of the groups are rows too. */
  'conciliaciones.cupones': withInput({
    ...one,
    ...which,
    orden: z.strictObject({ campo: z.enum(RESULT_ORDERS), desc: z.boolean() }).optional(),
    agrupar: z.enum(GROUPINGS).optional(),
    /** Keys of the groups whose coupons are not shown. */
    cerrados: z.array(searchedUpTo()).max(10_000).optional(),
    desde: z.number().int().min(0),
    limite: z.number().int().min(1).max(500),
  }).answers<ResultPage>(),
  /** Writes the workbook of a kept result. */
  /** `pantalla`: the list of the screen, which is written as the last sheet. */
  'conciliaciones.informe': withInput({ ...one, exportar: place, pantalla }).answers<{ readonly exportado: string }>(),
  /** Gives the reconciliation a name on this PC; null takes the name away. The service has no names. */
  'conciliaciones.nombrar': withInput({
    ...one,
    nombre: typedUpTo(80).nullable(),
  }).answers<{ readonly id: string; readonly nombre: string | null }>(),
  /** Ties a kept result to the till: every row of its files, beside what the service counts. */
  'conciliaciones.puente': withInput(one).answers<ConciliacionBridge>(),
} as const;
