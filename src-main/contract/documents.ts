import type { Cupon } from '#domain/cupon.ts';
import type {
  Doubt,
  ColumnsUsed,
  FileErrorCode,
  InFile,
  RowNotice,
  UnreadableFile,
  ValidationSummary,
} from '#domain/finding.ts';
import type { ResultOperacion, RowPlace } from '#domain/report.ts';
import type { SentIn } from '#domain/review.ts';
import type { Sentence } from '#domain/texts/upload-sentences.ts';
import type { CoverageStatus, ServiceMethod, Vista } from '#domain/views/index.ts';
import type { ErrorCode, ErrorDetail } from './errors.ts';
import type { ComparedCounter } from '#domain/service-counters.ts';
import type { Bridge, FileTotal, SheetBridge } from '#domain/till-bridge.ts';

export type { Bridge, ComparedCounter, FileTotal, SheetBridge };

// The answers of the methods: the JSON documents of docs/cli.md, key by key. A public interface: add to it, do not change it. As long as those
// documents are.

export interface Validation extends ValidationSummary {
  /** Every valid row in file order, with exactly the text to send; only if requested. */
  readonly cupones?: readonly { readonly fila: number; readonly cupon: Cupon }[];
}
export type ValidationDocument = Validation | UnreadableFile;

/** Coupons whose days were not downloaded, and the first and last of those days, for a synchronisation. */
export interface NotDownloaded {
  readonly desde: string;
  readonly hasta: string;
  readonly cupones: number;
}

interface NoticesOfUpload {
  /** The notices of its rows and files, as in `validar`, each with its file and sheet; only if requested. */
  readonly avisos?: readonly InFile<RowNotice>[];
  /** Unmatched coupons of days that were not downloaded, so that their reason is unknown; absent without any. */
  readonly sinBajar?: NotDownloaded;
  /** Doubts without an answer, and the reading that was taken; absent without any. */
  readonly dudas?: readonly (Doubt & { readonly archivo: string })[];
  /** The used and unused columns of each file and sheet; absent if this run did not read the files. */
  readonly columnas?: readonly InFile<ColumnsUsed>[];
}

/** An upload whose result was read. */
export interface FinishedUpload extends NoticesOfUpload {
  /** The reconciliation; null if the upload was abandoned before it had one. */
  readonly id: string | null;
  readonly carga: string;
  readonly estado: string;
  readonly filas: number;
  readonly enviados: number;
  readonly tandas: number;
  readonly nuevos: number;
  readonly existen: number;
  readonly error: number;
  readonly conciliados: number;
  readonly sinConciliar: number;
  readonly noInformados: number;
  /** Coupons that the service refused, or failed for (5xx), when each was sent alone: the reconciliation lacks them. */
  readonly noAceptados?: number;
  /** The places of the first of those coupons; absent without any. */
  readonly filasNoAceptadas?: readonly RowPlace[];
  /** Reconciliations that appeared meanwhile. They may hold coupons of ours that arrived twice, but nothing proves it: a person should look at them. */
  readonly sinProbar?: readonly string[];
  readonly completo: boolean;
  readonly informe: string | null;
  /** Decimal strings with a dot: the sums of the matched and of the unmatched coupons. */
  readonly importeConciliado: string;
  readonly importeSinConciliar: string;
  /** Ties the rows of the files to the sent coupons. */
  readonly puente?: Bridge;
  /** The service's counts beside those of this reading; absent if the service was not asked. */
  readonly contadores?: readonly ComparedCounter[];
  readonly codigo?: ErrorCode;
  readonly mensaje?: string;
  readonly decision?: UploadQuestionDocument;
}

/** A question for a person. Each sentence comes in Spanish, and by its code for a screen in another language. */
export interface UploadQuestionDocument {
  readonly pregunta: string;
  readonly frase: Sentence;
  readonly opciones: readonly { readonly clave: string; readonly texto: string; readonly frase: Sentence }[];
  /** The earlier upload of the question, in a person's terms; absent if the question is about this upload. */
  readonly anterior?: EarlierUpload;
  /** Coupons of the file that earlier uploads sent, if they are most of the file. */
  readonly yaEnviados?: SentBefore;
}

export interface SentBefore {
  readonly cupones: number;
  /** All coupons of the file, sent before or not. */
  readonly de: number;
  /** The number of files with the coupons; absent for one. */
  readonly archivos?: number;
  /** The uploads that sent them, most coupons first. */
  readonly cargas: readonly UploadWithSent[];
}

export type UploadWithSent = Pick<SentIn, 'carga' | 'archivo' | 'dia' | 'cupones'>;

/** An upload in terms that a person remembers. */
interface EarlierUpload {
  readonly carga: string;
  readonly archivos: readonly string[];
  /** Epoch ms: the time of the decision to send it. */
  readonly at: number;
}

/** A stopped upload, which is kept and can be resumed. `codigo` is the reason and decides the exit code. */
export interface StoppedUpload extends NoticesOfUpload {
  readonly carga: string | null;
  readonly estado: string;
  readonly codigo: ErrorCode | FileErrorCode;
  readonly mensaje: string;
  readonly enviados: number;
  readonly pendientes: number;
  /** Why the service or this PC stopped it, besides the sentence; absent if no more is known. */
  readonly detalle?: ErrorDetail;
  readonly decision?: UploadQuestionDocument;
  /** The document of `validar` for a refused file; an array for several files. */
  readonly validacion?: ValidationDocument | readonly ValidationDocument[];
}
export type UploadDocument = FinishedUpload | StoppedUpload;

/** The sums of a kept reading of a result. Amounts are decimal strings with a dot. */
interface ReadConciliacion {
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly leido: string;
  readonly conciliados: number;
  readonly sin_conciliar: number;
  readonly importe_conciliado: string;
  readonly importe_sin_conciliar: string;
  /** The service's counts at that time: they may be lower than the rows of its result. */
  readonly contados: { readonly conciliados: number; readonly sin_conciliar: number };
  /** The first and the last day of sale of its coupons; null if none has one. */
  readonly desde: string | null;
  readonly hasta: string | null;
}

/** One reconciliation as the service keeps it. `carga` is our upload that made it; null if it was made elsewhere. */
export interface ConciliacionDocument {
  readonly id: string;
  readonly fecha: string | null;
  readonly origen_desde: string | null;
  readonly origen_hasta: string | null;
  readonly total: number;
  readonly nuevos: number;
  readonly existentes: number;
  readonly error: number;
  readonly conciliados: number;
  readonly sin_conciliar: number;
  readonly estado: string;
  readonly carga: string | null;
  /** The name that the person gave it on this PC. */
  readonly nombre?: string;
  /** Its files, if it was made here. */
  readonly archivos?: readonly string[];
  /** The sums of the last whole reading of its result on this PC; absent without one. */
  readonly leida?: ReadConciliacion;
  /** The service's last answer said that it no longer has the reconciliation. */
  readonly ausente?: true;
}

export interface ListedUpload {
  readonly carga: string;
  readonly estado: string;
  readonly archivo: string;
  readonly filas: number;
  /** The number of coupons to send, without the left-out ones. */
  readonly cupones: number;
  readonly enviados: number;
  readonly id: string | null;
  /** The name that the person gave to its reconciliation. */
  readonly nombre?: string;
  /** Epoch ms: the time of the decision to send it. */
  readonly at: number;
  /** The counts of the last reading of its result, in which unmatched coupons count as in *Inicio*; absent without one. */
  readonly leida?: { readonly conciliados: number; readonly sin_conciliar: number };
  /** This PC deleted its reconciliation, so the service has none of it. */
  readonly borrada?: true;
  /** The service's last answer said that it no longer has the reconciliation. */
  readonly ausente?: true;
}

export interface ListedConciliaciones {
  readonly conciliaciones: readonly ConciliacionDocument[];
  readonly cargas: readonly ListedUpload[];
  /** The service's total exceeds these, or some of its rows were not understood; absent for a complete list. */
  readonly incompleta?: true;
}

export interface ResultDocument extends ConciliacionDocument {
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires: when it was read from the service. */
  readonly leido: string;
  readonly operaciones: readonly ResultOperacion[];
  /** Rows that could not be understood and are not among the operations. Absent without any. */
  readonly cuarentena?: number;
  /** The written workbook, if requested. */
  readonly exportado?: string;
}

export interface DeletedConciliacion {
  readonly id: string;
  readonly borrada: true;
}

/**
 * The service's last answer to a method that could not be read at all. `sin_permiso`: the account may not use it. `no_existe`: the service has no
 * such method. `falla`: the answer was useless. `sin_respuesta` (only for days): no answer came.
 */
export interface MethodFailure {
  readonly clase: 'sin_permiso' | 'no_existe' | 'falla' | 'sin_respuesta';
  /** The HTTP status; null if the answer could not be understood. */
  readonly respuesta: number | null;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly cuando: string;
}

/** The failure for some days of a method whose other days were read. */
export interface DaysFailure extends MethodFailure {
  readonly desde: string;
  readonly hasta: string;
}

/** The period that a view covers, and the time of its reading. The dates are null if nothing was read, and for views without dates. */
export interface CoverageDocument {
  readonly estado: CoverageStatus;
  /** False: the account has not contracted this service, which is not the same as zero rows. */
  readonly contratado: boolean;
  readonly desde: string | null;
  readonly hasta: string | null;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires: the oldest reading of the covered days. */
  readonly sincronizado: string | null;
  /** Rows of those days that could not be understood: as many rows may be missing. Absent without any. */
  readonly apartadas?: number;
  /** With `estado` `parcial`: every day was read, and only those rows are missing. */
  readonly soloApartadas?: true;
  /** With `estado` `parcial`: the view was read by another date field than the requested one, so the complete days are unknown. */
  readonly porOtraFecha?: true;
  /** Rows of those days that the last complete reading lacked. They are shown and added up until another reading confirms that they are gone. */
  readonly enDuda: number;
  /** The last failure. Absent if the last attempt succeeded, or without one. Rows of earlier readings stay. */
  readonly falla?: MethodFailure;
  /** Requested days that the service failed to give at the last attempt, in order. Absent without any. */
  readonly fallas?: readonly DaysFailure[];
}

export interface SyncedMethod {
  readonly metodo: ServiceMethod;
  readonly nuevos: number;
  readonly cambiados: number;
  readonly iguales: number;
  /** Rows that the service no longer has and that are now withdrawn. */
  readonly bajas: number;
  /** Rows of the period that the service no longer has, to be confirmed by another reading. */
  readonly enDuda: number;
  readonly cuarentena: number;
  readonly pedidos: number;
  readonly cobertura: CoverageDocument;
}

export interface SyncFailure {
  readonly metodo: ServiceMethod;
  /** `YYYY-MM-DD..YYYY-MM-DD`. */
  readonly ventana: string;
  readonly codigo: ErrorCode;
  readonly mensaje: string;
  /** The service's answer, or its part that differs from the description; absent if no more is known. */
  readonly detalle?: ErrorDetail;
}

export interface SyncDocument {
  readonly metodos: readonly SyncedMethod[];
  readonly fallas: readonly SyncFailure[];
  readonly codigo?: ErrorCode;
  readonly mensaje?: string;
}

/** A row by the API's field names: amounts as decimal strings, dates ISO, booleans and null. `detalle` is the API's own structure. */
export type RowDocument = Readonly<Record<string, unknown>>;

export interface QueryDocument {
  readonly vista: Vista;
  /** The number of filtered rows, without the limit. */
  readonly total: number;
  readonly filas: readonly RowDocument[];
  readonly cobertura: CoverageDocument;
  /** Sums of the filter by field, decimal strings; only if requested. */
  readonly totales?: Readonly<Record<string, string>>;
  /** Filtered rows without an amount, by field: its sum leaves them out. With `totales`, if there are any. */
  readonly sinInformar?: Readonly<Record<string, number>>;
}

export interface ExportDocument {
  readonly vista: Vista;
  readonly archivo: string;
  /** Only for a `.csv`: the text file beside it, with the contents of the rows and the covered days. */
  readonly leeme?: string;
  readonly filas: number;
  readonly cobertura: CoverageDocument;
}
