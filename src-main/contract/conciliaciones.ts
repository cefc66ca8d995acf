import type { CuponSum, ResultGroup, ResultRow, RowPlace } from '#domain/result-rows.ts';
import type { ComparedCounter } from '#domain/service-counters.ts';
import type { Bridge } from '#domain/till-bridge.ts';
import type { ConciliacionDocument, ListedConciliaciones, ResultDocument } from './documents.ts';
import type { Tanda } from '#domain/upload/tandas.ts';

export { GROUPINGS, RESULT_GROUPS, RESULT_ORDERS } from '#domain/result-rows.ts';
export type * from '#domain/result-rows.ts';

/** What the methods over a kept result answer: `conciliaciones.leer`, `.guardada`, `.cupones`, `.informe`. Amounts are decimal strings. */

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

/** The name that the reconciliation has from now on; null: none. */
interface NamedConciliacion {
  readonly id: string;
  readonly nombre: string | null;
}

/** The answer of each method. */
export interface ConciliacionesOutputs {
  'conciliaciones.leer': ResultReading;
  'conciliaciones.resultado': ResultDocument;
  'conciliaciones.guardada': ResultReading | null;
  'conciliaciones.conocidas': ListedConciliaciones;
  'conciliaciones.cupones': ResultPage;
  'conciliaciones.informe': { readonly exportado: string };
  'conciliaciones.nombrar': NamedConciliacion;
  'conciliaciones.puente': ConciliacionBridge;
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

export interface UploadsOutputs {
  'cargas.recientes': readonly RecentFile[];
  'cargas.tandas': UploadTandas;
}
