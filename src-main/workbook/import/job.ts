import type { CivilDate } from '#domain/civil-date.ts';
import type { CuponField } from '#domain/cupon.ts';
import type { ColumnReport } from '#domain/cupones/prepare-sheet.ts';
import type { RequestedMapping } from '#domain/cupones/map-columns.ts';
import type { Template } from '#domain/cupones/map-columns.ts';
import type { Doubt, DoubtAnswers, UnreadableFile, ValidationSummary, RowNotice, RowError } from '#domain/finding.ts';
import type { CuponesChunk, SheetFindings } from '#domain/cupones/validation.ts';
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

export interface ImportJob {
  readonly archivo: string;
  readonly hoy: CivilDate;
  readonly hoja?: string | undefined;
  readonly encabezado?: number | undefined;
  readonly mapear?: RequestedMapping | undefined;
  readonly plantilla?: Template | undefined;
  readonly plantillas?: readonly Template[] | undefined;
  /** Whether dates of a field begin with the day or the month; overrides what the column shows. */
  readonly dateOrders?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>> | undefined;
  /** Answers to doubts; they override the template's. */
  readonly respuestas?: DoubtAnswers | undefined;
  /** Whether the worker sends the valid coupons to the main thread. `withRejected`: also the rejected rows. */
  readonly conCupones: boolean;
  readonly withRejected?: boolean | undefined;
  /** The path of a new file to which the cells are copied, with card numbers masked; absent for no copy. */
  readonly copyTo?: string | undefined;
  /** Whether to stop once columns are recognised, without validating rows: the wizard's second step. */
  readonly onlyColumns?: boolean | undefined;
}

/** What the wizard needs besides the document that `validar` prints. */
export interface ImportDetail {
  readonly columnas: readonly ColumnReport[];
  /** The first rows of the sheet with their numbers, as shown, card numbers masked. */
  readonly vista: readonly { readonly fila: number; readonly celdas: readonly string[] }[];
  readonly hojas: readonly string[];
  /** The row of the header. `filas`: how many coupons follow it, valid or not. */
  readonly encabezado: number;
  readonly filas: number;
  /** Every sheet that can be read as coupons, with its count; empty for a file without sheets. */
  readonly conCupones: readonly { readonly hoja: string; readonly filas: number }[];
  readonly dudas: readonly Doubt[];
  /** The name of the applied template; null for none. `huella`: the fingerprint of this form of sheet, under which a new template is saved. */
  readonly plantilla: string | null;
  readonly templateSheets: readonly string[];
  readonly huella: string;
  /** Fields whose column holds card numbers; empty until the rows are read. */
  readonly tarjetas: readonly CuponField[];
}

export type ImportOutcome =
  | { readonly tipo: 'leido'; readonly resumen: ValidationSummary; readonly detalle: ImportDetail }
  /** `detalle` is not null if a table was found, so that the wizard can let the person choose its columns. */
  | {
      readonly tipo: 'ilegible';
      readonly ilegible: UnreadableFile;
      readonly detalle: ImportDetail | null;
      /** Whether the command named a column by a title that several columns have. */
      readonly wrongUsage?: true;
    };

/** Messages from the worker. `bytes`: coupons as canonical text, one per line; the buffer moves to the main thread without copying. */
export type WorkerMessage =
  | {
      readonly tipo: 'avance';
      readonly fase: 'lectura' | 'validacion';
      readonly hecho: number;
      readonly total: number | null;
    }
  | { readonly tipo: 'formatoViejo' }
  | ({ readonly tipo: 'cupones'; readonly hoja: string | null } & CuponesChunk)
  /** The findings of a chunk of rows, as `packFindings` writes them. */
  | { readonly tipo: 'hallazgos'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly tipo: 'fin'; readonly outcome: ImportOutcome }
  | { readonly tipo: 'error'; readonly code: ErrorCode; readonly detail: ErrorDetail };

/** Tells the worker that the main thread has taken one more chunk. */
export type MainMessage = { readonly tipo: 'tomado' };

// Compresses findings until the worker ends: as objects they would be most of an import's memory, compressed they take a twentieth of that.

/** The lowest compression level: sentences repeat so much that a higher level hardly gains anything. */
const LEVEL = 1;

export function packFindings(found: SheetFindings): Uint8Array<ArrayBuffer> {
  // A copy, because zlib's result may be a view of a shared buffer, which cannot move to another thread.
  return new Uint8Array(deflateRawSync(JSON.stringify(found), { level: LEVEL }));
}

/** Joins the findings of several packs, in order. Decompresses one pack at a time and keeps repeated texts once. */
export function unpackFindings(packs: readonly Uint8Array[]): SheetFindings {
  const errors: RowError[] = [];
  const notices: RowNotice[] = [];
  const texts = new Map<string, string>();
  const shareText = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const known = texts.get(value);
    if (known === undefined) texts.set(value, value);
    return known ?? value;
  };
  for (const pack of packs) {
    const found: SheetFindings = JSON.parse(inflateRawSync(pack).toString('utf8'), shareText);
    for (const one of found.errores) errors.push(one);
    for (const one of found.avisos) notices.push(one);
  }
  return { errores: errors, avisos: notices };
}
