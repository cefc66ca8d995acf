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

// The answers of the methods: the JSON documents of docs/cli.md, key by key. They are public: keys may be added, never changed.

export interface Validation extends ValidationSummary {
  /** Every valid row in file order, with exactly the text to send; only if requested. */
  readonly cupones?: readonly { readonly fila: number; readonly cupon: Cupon }[];
}
export type ValidationDocument = Validation | UnreadableFile;

/** The coupons whose days of sale were not downloaded, and the first and last of these days. */
export interface NotDownloaded {
  readonly desde: string;
  readonly hasta: string;
  readonly cupones: number;
}

interface NoticesOfUpload {
  /** The notices about rows and files, as in `validar`, each with file and sheet; only if requested. */
  readonly avisos?: readonly InFile<RowNotice>[];
  /** Unmatched coupons whose days were not downloaded, so that it is unknown why they did not match; absent if none. */
  readonly sinBajar?: NotDownloaded;
  /** Doubts without an answer, with the interpretation that was used; absent if none. */
  readonly dudas?: readonly (Doubt & { readonly archivo: string })[];
  /** The used and unused columns of each sheet; absent if this run did not read the files. */
  readonly columnas?: readonly InFile<ColumnsUsed>[];
}

export interface FinishedUpload extends NoticesOfUpload {
  /** The reconciliation; null if the upload was abandoned before the service made a reconciliation. */
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
  /** How many coupons the service refused, or answered with 5xx, when a request had only this coupon. The reconciliation lacks these coupons. */
  readonly noAceptados?: number;
  /** The rows of the first coupons that were not accepted; absent if none. */
  readonly filasNoAceptadas?: readonly RowPlace[];
  /** Reconciliations that appeared during the upload and may have our coupons a second time. This is not proven: a person should look at them. */
  readonly sinProbar?: readonly string[];
  readonly completo: boolean;
  readonly informe: string | null;
  /** Decimal strings with a dot. */
  readonly importeConciliado: string;
  readonly importeSinConciliar: string;
  /** Compares every row of the files with the sent coupons. */
  readonly puente?: Bridge;
  /** The service's counters beside the counts of this result; absent if the service was not asked. */
  readonly contadores?: readonly ComparedCounter[];
  readonly codigo?: ErrorCode;
  readonly mensaje?: string;
  readonly decision?: UploadQuestionDocument;
}

/** A question to a person. `pregunta` and `texto` are Spanish sentences; `frase` is the same sentence as data, for screens in another language. */
export interface UploadQuestionDocument {
  readonly pregunta: string;
  readonly frase: Sentence;
  readonly opciones: readonly { readonly clave: string; readonly texto: string; readonly frase: Sentence }[];
  /** The earlier upload that the question is about; absent for a question about this upload. */
  readonly anterior?: EarlierUpload;
  /** The coupons that earlier uploads sent; absent unless they are most of the coupons of a file. */
  readonly yaEnviados?: SentBefore;
}

export interface SentBefore {
  readonly cupones: number;
  /** The number of coupons of the file, sent before or not. */
  readonly de: number;
  /** The number of files of this upload; absent for a single file. */
  readonly archivos?: number;
  /** The uploads that sent these coupons, most coupons first. */
  readonly cargas: readonly UploadWithSent[];
}

export type UploadWithSent = Pick<SentIn, 'carga' | 'archivo' | 'dia' | 'cupones'>;

interface EarlierUpload {
  readonly carga: string;
  readonly archivos: readonly string[];
  /** When the person decided to send, in epoch ms. */
  readonly at: number;
}

/** A stopped upload, which can be resumed. `codigo`: why the upload stopped, which also decides the exit code. */
export interface StoppedUpload extends NoticesOfUpload {
  readonly carga: string | null;
  readonly estado: string;
  readonly codigo: ErrorCode | FileErrorCode;
  readonly mensaje: string;
  readonly enviados: number;
  readonly pendientes: number;
  readonly detalle?: ErrorDetail;
  readonly decision?: UploadQuestionDocument;
  /** The document of `validar` for a refused file; an array for several files. */
  readonly validacion?: ValidationDocument | readonly ValidationDocument[];
}
export type UploadDocument = FinishedUpload | StoppedUpload;

/** The counts and sums of a stored result. Amounts are decimal strings with a dot. */
interface ReadConciliacion {
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly leido: string;
  readonly conciliados: number;
  readonly sin_conciliar: number;
  readonly importe_conciliado: string;
  readonly importe_sin_conciliar: string;
  /** The service's counters when the result was read. They may be lower than the rows of the result. */
  readonly contados: { readonly conciliados: number; readonly sin_conciliar: number };
  /** The first and the last day of sale of the coupons; null if no coupon has a day of sale. */
  readonly desde: string | null;
  readonly hasta: string | null;
}

/** A reconciliation of the service. `carga`: our upload that made it; null if another PC or program did. */
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
  /** The person's name for the reconciliation, on this PC. */
  readonly nombre?: string;
  readonly archivos?: readonly string[];
  /** Counts and sums of the last complete reading on this PC; absent without such a reading. */
  readonly leida?: ReadConciliacion;
  /** Present if the service last answered that it no longer has the reconciliation. */
  readonly ausente?: true;
}

export interface ListedUpload {
  readonly carga: string;
  readonly estado: string;
  readonly archivo: string;
  readonly filas: number;
  readonly cupones: number;
  readonly enviados: number;
  readonly id: string | null;
  readonly nombre?: string;
  /** When the person decided to send, in epoch ms. */
  readonly at: number;
  /** The counts of the last reading of the result, with unmatched coupons counted as in *Inicio*; absent without a reading. */
  readonly leida?: { readonly conciliados: number; readonly sin_conciliar: number };
  /** Why the upload stopped, if the ledger knows. */
  readonly detenida?: Pick<StoppedUpload, 'codigo' | 'detalle'>;
  /** Present if this PC deleted the reconciliation at the service. */
  readonly borrada?: true;
  readonly ausente?: true;
}

export interface ListedConciliaciones {
  readonly conciliaciones: readonly ConciliacionDocument[];
  readonly cargas: readonly ListedUpload[];
  /** Present if the list lacks rows: the service stated a higher total, or some rows could not be parsed. */
  readonly incompleta?: true;
}

export interface ResultDocument extends ConciliacionDocument {
  /** When the result was read from the service, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly leido: string;
  readonly operaciones: readonly ResultOperacion[];
  /** How many rows could not be parsed and are not among the operations. Absent if none. */
  readonly cuarentena?: number;
  readonly exportado?: string;
}

export interface DeletedConciliacion {
  readonly id: string;
  readonly borrada: true;
}

/** Why a method could not be read: not permitted to the account, absent at the service, an unusable answer, or no answer. */
export interface MethodFailure {
  readonly clase: 'sin_permiso' | 'no_existe' | 'falla' | 'sin_respuesta';
  /** The HTTP status; null if unknown, as without an answer. */
  readonly respuesta: number | null;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly cuando: string;
}

/** The failure for some days of a method whose other days were read. */
export interface DaysFailure extends MethodFailure {
  readonly desde: string;
  readonly hasta: string;
}

/** The period of a view that was read, and when. The days are null if nothing was read, and for views without dates. */
export interface CoverageDocument {
  readonly estado: CoverageStatus;
  /** False if the account does not have this list, which is different from a list with zero rows. */
  readonly contratado: boolean;
  readonly desde: string | null;
  readonly hasta: string | null;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires: the oldest reading of the covered days. */
  readonly sincronizado: string | null;
  /** How many rows of these days were set aside, and are therefore missing. Absent if none. */
  readonly apartadas?: number;
  /** `parcial` only because of rows set aside: every day was read. */
  readonly soloApartadas?: true;
  /** `parcial` because the view was read by another date field than the requested field: which days are complete is unknown. */
  readonly porOtraFecha?: true;
  /** How many rows of these days the last complete reading lacked. Lists and sums include these rows until another reading confirms that they are gone. */
  readonly enDuda: number;
  /** The failure of the last attempt; absent if it succeeded, and without any attempt. Rows of earlier readings stay. */
  readonly falla?: MethodFailure;
  /** The requested days that the last attempt could not read, in order. Absent if none. */
  readonly fallas?: readonly DaysFailure[];
}

export interface SyncedMethod {
  readonly metodo: ServiceMethod;
  readonly nuevos: number;
  readonly cambiados: number;
  readonly iguales: number;
  /** How many rows the service no longer has, which are now withdrawn. */
  readonly bajas: number;
  /** How many rows of the period were missing in this reading; another reading has to confirm that they are gone. */
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
  readonly detalle?: ErrorDetail;
}

export interface SyncDocument {
  readonly metodos: readonly SyncedMethod[];
  readonly fallas: readonly SyncFailure[];
  readonly codigo?: ErrorCode;
  readonly mensaje?: string;
}

/** A row with the API's field names: amounts are decimal strings, dates ISO. `detalle` has the API's structure. */
export type RowDocument = Readonly<Record<string, unknown>>;

export interface QueryDocument {
  readonly vista: Vista;
  /** The number of filtered rows, without the limit. */
  readonly total: number;
  readonly filas: readonly RowDocument[];
  readonly cobertura: CoverageDocument;
}

export interface ExportDocument {
  readonly vista: Vista;
  readonly archivo: string;
  /** For a `.csv`: the path of the text file beside it, which says what the rows are and which days they cover. */
  readonly leeme?: string;
  readonly filas: number;
  readonly cobertura: CoverageDocument;
}
