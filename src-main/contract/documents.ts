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
import type { Sentence } from '#domain/texts/upload-sentences.ts';
import type { CoverageStatus, ServiceMethod, Vista } from '#domain/views/index.ts';
import type { ErrorCode, ErrorDetail } from './errors.ts';
import type { ComparedCounter } from '#domain/service-counters.ts';
import type { Bridge, FileTotal, SheetBridge } from '#domain/till-bridge.ts';

export type { Bridge, ComparedCounter, FileTotal, SheetBridge };

// What the methods answer: the JSON documents of docs/cli.md, key by key. A public interface: add to it, do not change it. Long as those documents are.

export interface Validation extends ValidationSummary {
  /** Every valid row in file order, with exactly the text that would be sent; only when asked for. */
  readonly cupones?: readonly { readonly fila: number; readonly cupon: Cupon }[];
}
export type ValidationDocument = Validation | UnreadableFile;

/** Coupons whose days were not downloaded, and the first and last of those days, which a synchronisation would have to bring. */
export interface NotDownloaded {
  readonly desde: string;
  readonly hasta: string;
  readonly cupones: number;
}

interface NoticesOfUpload {
  /** The notices of its rows and files, as `validar` has them, each with its file and sheet; only when they were asked for. */
  readonly avisos?: readonly InFile<RowNotice>[];
  /** Unmatched coupons of days that were not downloaded here, so that no reason is known; absent without any. */
  readonly sinBajar?: NotDownloaded;
  /** Doubts without an answer, and how each was read; absent without any. */
  readonly dudas?: readonly (Doubt & { readonly archivo: string })[];
  /** Which columns of each file and sheet were used, and which not; absent where the files were not read in this run. */
  readonly columnas?: readonly InFile<ColumnsUsed>[];
}

/** An upload whose result was read. */
export interface FinishedUpload extends NoticesOfUpload {
  /** The reconciliation; null in an upload that was abandoned before the service had one. */
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
  /** Coupons that the service refused, or failed for (5xx), when each was sent alone: they are not in the reconciliation. */
  readonly noAceptados?: number;
  /** The places of the first of those; absent without any. */
  readonly filasNoAceptadas?: readonly RowPlace[];
  /** Reconciliations that appeared meanwhile. They may hold coupons of ours that arrived twice, but nothing proves it: a person should look at them. */
  readonly sinProbar?: readonly string[];
  readonly completo: boolean;
  readonly informe: string | null;
  /** Decimal strings with a dot: the sums of the matched and of the unmatched coupons. */
  readonly importeConciliado: string;
  readonly importeSinConciliar: string;
  /** Ties the rows of the files to what was sent. */
  readonly puente?: Bridge;
  /** The counts of the service beside those of this reading; absent where the service was not asked. */
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
  /** The earlier upload that the question is about, as a person knows it; absent where it is about this upload. */
  readonly anterior?: EarlierUpload;
  /** Coupons of the file that earlier uploads sent, when they are most of the file. */
  readonly yaEnviados?: SentBefore;
}

export interface SentBefore {
  readonly cupones: number;
  /** All coupons of the file, those included. */
  readonly de: number;
  /** How many files the coupons come from; absent: one. */
  readonly archivos?: number;
  /** The uploads that sent them, the one with most of them first. */
  readonly cargas: readonly UploadWithSent[];
}

export interface UploadWithSent {
  readonly carga: string;
  readonly archivo: string;
  /** `YYYY-MM-DD`. */
  readonly dia: string;
  readonly cupones: number;
}

/** An upload by what a person remembers of it. */
interface EarlierUpload {
  readonly carga: string;
  readonly archivos: readonly string[];
  /** Epoch ms: when it was decided to send it. */
  readonly at: number;
}

/** An upload that stopped. It is kept and can be resumed. `codigo` says why, and decides the exit code. */
export interface StoppedUpload extends NoticesOfUpload {
  readonly carga: string | null;
  readonly estado: string;
  readonly codigo: ErrorCode | FileErrorCode;
  readonly mensaje: string;
  readonly enviados: number;
  readonly pendientes: number;
  /** Why the service or this PC did not let it go on, besides the sentence; absent where there is nothing more to say. */
  readonly detalle?: ErrorDetail;
  readonly decision?: UploadQuestionDocument;
  /** The document of `validar`, when the file was refused; an array where there are several files. */
  readonly validacion?: ValidationDocument | readonly ValidationDocument[];
}
export type UploadDocument = FinishedUpload | StoppedUpload;

/** What a kept reading of a result adds up to. Amounts are decimal strings with a dot. */
interface ReadConciliacion {
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly leido: string;
  readonly conciliados: number;
  readonly sin_conciliar: number;
  readonly importe_conciliado: string;
  readonly importe_sin_conciliar: string;
  /** What the service counted then: it may count fewer than its result lists. */
  readonly contados: { readonly conciliados: number; readonly sin_conciliar: number };
  /** The first and the last day of sale of its coupons; null where none has one. */
  readonly desde: string | null;
  readonly hasta: string | null;
}

/** A reconciliation of the service; the counts as numbers. `carga` names our upload, when it was ours. */
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
  /** The files that it was made from, when it was made here. */
  readonly archivos?: readonly string[];
  /** The sums of the last whole reading of its result on this PC; absent without one. */
  readonly leida?: ReadConciliacion;
  /** When it was last asked, the service said that it no longer has the reconciliation. */
  readonly ausente?: true;
}

export interface ListedUpload {
  readonly carga: string;
  readonly estado: string;
  readonly archivo: string;
  readonly filas: number;
  /** How many coupons there are to send: the rows without those that were left out. */
  readonly cupones: number;
  readonly enviados: number;
  readonly id: string | null;
  /** The name that the person gave to its reconciliation. */
  readonly nombre?: string;
  /** Epoch ms: when it was decided to send it. */
  readonly at: number;
  /** The counts of the last reading of its result, taken as *Inicio* counts unmatched coupons; absent while there is none. */
  readonly leida?: { readonly conciliados: number; readonly sin_conciliar: number };
  /** This PC deleted its reconciliation: nothing of it is on the service. */
  readonly borrada?: true;
  /** When it was last asked, the service said that it no longer has the reconciliation. */
  readonly ausente?: true;
}

export interface ListedConciliaciones {
  readonly conciliaciones: readonly ConciliacionDocument[];
  readonly cargas: readonly ListedUpload[];
  /** The service has more than these, by its own total, or some of its rows were not understood; absent where the list is whole. */
  readonly incompleta?: true;
}

export interface ResultDocument extends ConciliacionDocument {
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires: when it was read from the service. */
  readonly leido: string;
  readonly operaciones: readonly ResultOperacion[];
  /** Rows that came and could not be understood: they are not among the operations. Absent without any. */
  readonly cuarentena?: number;
  /** The workbook that was written, when it was asked for. */
  readonly exportado?: string;
}

export interface DeletedConciliacion {
  readonly id: string;
  readonly borrada: true;
}

/**
 * What the service answered when a method was last asked for and could not be read at all. `sin_permiso`: the account may not ask it. `no_existe`: the
 * service has no such method. `falla`: the answer was of no use. `sin_respuesta` (only of days): no answer came.
 */
export interface MethodFailure {
  readonly clase: 'sin_permiso' | 'no_existe' | 'falla' | 'sin_respuesta';
  /** The HTTP status; null where the answer could not be understood. */
  readonly respuesta: number | null;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly cuando: string;
}

/** The failure for some days of a method that was read for other days. */
export interface DaysFailure extends MethodFailure {
  readonly desde: string;
  readonly hasta: string;
}

/** The period that a view covers, and when that was read. The dates are null where nothing was read, and in views without dates. */
export interface CoverageDocument {
  readonly estado: CoverageStatus;
  /** False: the account has not contracted this service, which is not the same as zero rows. */
  readonly contratado: boolean;
  readonly desde: string | null;
  readonly hasta: string | null;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires: the oldest reading of what is covered. */
  readonly sincronizado: string | null;
  /** Rows of those days that came and could not be understood: as many may be missing from what is shown. Absent without any. */
  readonly apartadas?: number;
  /** With `estado` `parcial`: every day was read, and only those rows are missing. */
  readonly soloApartadas?: true;
  /** With `estado` `parcial`: the view was read by another date field than the one that is asked for, so which of these days are whole is not known. */
  readonly porOtraFecha?: true;
  /** Rows of those days that the last complete reading lacked. They are shown and added up until another reading confirms that they are gone. */
  readonly enDuda: number;
  /** The last failure. Absent when the last attempt could read the view, or when there was none. Rows of earlier readings stay. */
  readonly falla?: MethodFailure;
  /** Days of what was asked that the service did not give when they were last asked for, in order. Absent without any. */
  readonly fallas?: readonly DaysFailure[];
}

export interface SyncedMethod {
  readonly metodo: ServiceMethod;
  readonly nuevos: number;
  readonly cambiados: number;
  readonly iguales: number;
  /** Rows that the service stopped giving and that are now marked as withdrawn. */
  readonly bajas: number;
  /** Rows of the period that the service stopped giving and that another reading has yet to confirm. */
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
  /** What the service answered, or what of its answer was not as described; absent where there is nothing more to say. */
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
  /** Rows of the filter, whatever the limit. */
  readonly total: number;
  readonly filas: readonly RowDocument[];
  readonly cobertura: CoverageDocument;
  /** Sums of the filter by field, decimal strings; only when asked for. */
  readonly totales?: Readonly<Record<string, string>>;
  /** Rows of the filter that do not say an amount, by field: they are not in its sum. With `totales`, where there are any. */
  readonly sinInformar?: Readonly<Record<string, number>>;
}

export interface ExportDocument {
  readonly vista: Vista;
  readonly archivo: string;
  /** Only of a `.csv`: the text file beside it, which says what the rows are and which days they cover. */
  readonly leeme?: string;
  readonly filas: number;
  readonly cobertura: CoverageDocument;
}
