import type { Cupon } from '#domain/cupon.ts';
import type { ResultOperacion, RowPlace } from '#domain/result-rows.ts';
import type { Sentence } from '#domain/texts/upload-sentences.ts';
import type { DatesOfColumn, FileErrorCode, UnreadableFile, ValidationSummary } from '#domain/finding.ts';
import type { CoverageStatus, ServiceMethod, Vista } from '#domain/vista.ts';
import type { ErrorCode } from './errors.ts';
import type { ComparedCounter, Bridge } from './till-bridge.ts';

/** What the methods answer: the JSON documents of docs/cli.md, key by key. A public interface: add to it, do not change it. */

export interface ListedAccount {
  readonly nombre: string;
  readonly url: string;
  readonly tipo: 'api' | 'usuario';
  readonly predeterminada: boolean;
}

export interface AddedAccount {
  readonly nombre: string;
  /** False when there is no keychain: the secret is asked for in each session. */
  readonly claveGuardada: boolean;
}

export interface RemovedAccount {
  readonly nombre: string;
  /** False when the service could not be reached to revoke; the secrets were deleted all the same. */
  readonly revocada: boolean;
  readonly datosBorrados: boolean;
}

export interface TestedAccount {
  readonly nombre: string;
  readonly comercios: readonly TestedComercio[];
}

/** A merchant as the service gave it; what it did not say is empty. */
interface TestedComercio {
  readonly id: string;
  readonly nombre: string;
  readonly cuit?: string;
  readonly localidad?: string;
  readonly provincia?: string;
}

export interface Validation extends ValidationSummary {
  /** Every valid row in file order with exactly the text that would be sent; only when asked for. */
  readonly cupones?: readonly { readonly fila: number; readonly cupon: Cupon }[];
}
export type ValidationDocument = Validation | UnreadableFile;

/** An upload whose result was read. */
export interface FinishedUpload {
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
  /** Coupons that the service refused, or failed for, each alone: they are not in the reconciliation. */
  readonly noAceptados?: number;
  /** Where the first of those stand; absent when there are none. */
  readonly filasNoAceptadas?: readonly RowPlace[];
  /** Reconciliations that appeared meanwhile and may hold coupons of ours sent twice, without proof: a person should look at them. */
  readonly sinProbar?: readonly string[];
  readonly completo: boolean;
  readonly informe: string | null;
  /** Decimal strings with a dot: what the matched and the unmatched coupons add up to. */
  readonly importeConciliado: string;
  readonly importeSinConciliar: string;
  /** Columns whose dates can be read two ways and were read day first, because nobody said otherwise; absent where there are none. */
  readonly fechas?: readonly (DatesOfColumn & { readonly archivo: string })[];
  /** From the rows of the files to what was sent. */
  readonly puente?: Bridge;
  /** What the service counts beside what was read here; absent where it was not asked. */
  readonly contadores?: readonly ComparedCounter[];
  readonly codigo?: ErrorCode;
  readonly mensaje?: string;
  readonly decision?: Decision;
}

/** What a person has to decide. Each sentence is there in Spanish, and by its code for who says it in another language. */
export interface Decision {
  readonly pregunta: string;
  readonly frase: Sentence;
  readonly opciones: readonly { readonly clave: string; readonly texto: string; readonly frase: Sentence }[];
  /** The earlier upload that it is about, as a person knows it; absent where it is about this one. */
  readonly anterior?: EarlierUpload;
  /** Coupons of the file that went in earlier uploads, when they are most of it. */
  readonly yaEnviados?: SentBefore;
}

/** Coupons that were sent before, among those of a file. */
export interface SentBefore {
  readonly cupones: number;
  /** Coupons of the file, those included. */
  readonly de: number;
  /** The uploads that they went in, the one with most of them first. */
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

/** An upload that stopped: kept, and resumable. `codigo` says why, and with it the exit code. */
export interface StoppedUpload {
  readonly carga: string | null;
  readonly estado: string;
  readonly codigo: ErrorCode | FileErrorCode;
  readonly mensaje: string;
  readonly enviados: number;
  readonly pendientes: number;
  readonly decision?: Decision;
  /** Columns whose dates can be read two ways and were read day first, because nobody said otherwise; absent where there are none. */
  readonly fechas?: readonly (DatesOfColumn & { readonly archivo: string })[];
  /** What `validar` says, when the file was refused: one document, or one for each of several files. */
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
  /** The name that the person gave it, on this PC. */
  readonly nombre?: string;
  /** The files that it was made from, when it was made here. */
  readonly archivos?: readonly string[];
  /** What the last whole reading of its result here had; absent when there is none. */
  readonly leida?: ReadConciliacion;
  /** The service said, when it was last asked for it, that it has it no more. */
  readonly ausente?: true;
}

export interface ListedUpload {
  readonly carga: string;
  readonly estado: string;
  readonly archivo: string;
  readonly filas: number;
  /** What there is to send: its rows without those that were left out. */
  readonly cupones: number;
  readonly enviados: number;
  readonly id: string | null;
  /** The name that the person gave to its reconciliation. */
  readonly nombre?: string;
  /** Epoch ms: when it was decided to send it. */
  readonly at: number;
  /** What is known last of its result, as the unmatched coupons of `inicio.ver` are counted; absent while none was read. */
  readonly leida?: { readonly conciliados: number; readonly sin_conciliar: number };
  /** Its reconciliation was deleted from this PC: there is nothing of it on the service. */
  readonly borrada?: true;
  /** The service said, when it was last asked, that it has its reconciliation no more. */
  readonly ausente?: true;
}

export interface ListedConciliaciones {
  readonly conciliaciones: readonly ConciliacionDocument[];
  readonly cargas: readonly ListedUpload[];
}

export interface ResultDocument extends ConciliacionDocument {
  readonly operaciones: readonly ResultOperacion[];
  /** Rows that came and could not be understood: they are not among the operations. Only where there are any. */
  readonly cuarentena?: number;
  /** The workbook that was written, when it was asked for. */
  readonly exportado?: string;
}

export interface DeletedConciliacion {
  readonly id: string;
  readonly borrada: true;
}

/** The example, ready: the name of its account and a workbook to reconcile with it. */
export interface StartedExample {
  readonly nombre: string;
  readonly archivo: string;
}

/**
 * What the service answered when a method was last asked for and could not be read at all: it does not let this account (`sin_permiso`), it has no such
 * method (`no_existe`), it answered something that is of no use (`falla`), or nothing (`sin_respuesta`, only of days).
 */
export interface MethodFailure {
  readonly clase: 'sin_permiso' | 'no_existe' | 'falla' | 'sin_respuesta';
  /** The HTTP status; null where what came could not be understood. */
  readonly respuesta: number | null;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly cuando: string;
}

/** The same of some days, of a method that was read for others. */
export interface DaysFailure extends MethodFailure {
  readonly desde: string;
  readonly hasta: string;
}

/** What period a view covers and since when; the dates are null where nothing was read, and for what has no date. */
export interface CoverageDocument {
  readonly estado: CoverageStatus;
  /** False: the account has not contracted the service. Not zero rows. */
  readonly contratado: boolean;
  readonly desde: string | null;
  readonly hasta: string | null;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires: the oldest reading of what is covered. */
  readonly sincronizado: string | null;
  /** Rows of those days that came and could not be understood: what is shown may miss as many. Absent when there are none. */
  readonly apartadas?: number;
  /** With `estado` `parcial`: every day was read, and only those rows are missing. */
  readonly soloApartadas?: true;
  /** With `estado` `parcial`: it was read by another date than the one that is asked, so that nobody can say which of these days are whole. */
  readonly porOtraFecha?: true;
  /** Rows of those days that the last complete reading lacked: they are shown and added up until another one confirms that they are gone. */
  readonly enDuda: number;
  /** Absent when it was read the last time it was asked for, or never asked for. What was read before stays. */
  readonly falla?: MethodFailure;
  /** Days of what was asked that the service did not give when they were last asked for, in order. Absent when there are none. */
  readonly fallas?: readonly DaysFailure[];
}

export interface SyncedMethod {
  readonly metodo: ServiceMethod;
  readonly nuevos: number;
  readonly cambiados: number;
  readonly iguales: number;
  /** Rows that the service stopped giving, and were given up. */
  readonly bajas: number;
  /** Rows of the period that the service stopped giving, and were not given up yet. */
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
  /** What `despues` takes to go on; absent on the last page. */
  readonly siguiente?: readonly (string | number | null)[];
  /** Sums of the filter by field, decimal strings; only when asked for. */
  readonly totales?: Readonly<Record<string, string>>;
  /** Rows of the filter that do not say an amount, by field: they are not in its sum. With `totales`, where there are any. */
  readonly sinInformar?: Readonly<Record<string, number>>;
}

export interface ExportDocument {
  readonly vista: Vista;
  readonly archivo: string;
  /** Of a `.csv`: the text beside it with what it is of and what it covers. */
  readonly leeme?: string;
  readonly filas: number;
  readonly cobertura: CoverageDocument;
}
