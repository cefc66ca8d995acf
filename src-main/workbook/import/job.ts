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
  /** The date order of fields, whatever their columns show. */
  readonly dateOrders?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>> | undefined;
  /** Answers to doubts, before the template's. */
  readonly respuestas?: DoubtAnswers | undefined;
  /** Whether to send the valid coupons back. */
  readonly conCupones: boolean;
  readonly withRejected?: boolean | undefined;
  /** Also writes the cells, without card numbers, to a new file of this name. */
  readonly copyTo?: string | undefined;
  /** Stops after the columns: the wizard's second step. */
  readonly onlyColumns?: boolean | undefined;
}

/** The facts that the wizard needs besides the document of `validar`. */
export interface ImportDetail {
  readonly columnas: readonly ColumnReport[];
  /** The first rows of the sheet as shown, card numbers covered, each with its number. */
  readonly vista: readonly { readonly fila: number; readonly celdas: readonly string[] }[];
  readonly hojas: readonly string[];
  /** The row of the header, and how many coupons are below it, valid or not. */
  readonly encabezado: number;
  readonly filas: number;
  /** Every sheet that can be read as coupons, with its count; empty for a file without sheets. */
  readonly conCupones: readonly { readonly hoja: string; readonly filas: number }[];
  /** Questions about whole columns or the sheet, and how each is read. */
  readonly dudas: readonly Doubt[];
  /** The applied template, and the fingerprint under which to save a new one. */
  readonly plantilla: string | null;
  readonly templateSheets: readonly string[];
  readonly huella: string;
  /** Fields whose column holds card numbers, once its rows were read. */
  readonly tarjetas: readonly CuponField[];
}

export type ImportOutcome =
  | { readonly tipo: 'leido'; readonly resumen: ValidationSummary; readonly detalle: ImportDetail }
  /** `detalle`: present if there is a table, so that the wizard can ask for the columns. */
  | {
      readonly tipo: 'ilegible';
      readonly ilegible: UnreadableFile;
      readonly detalle: ImportDetail | null;
      /** The request names several columns. */
      readonly wrongUsage?: true;
    };

/** Messages from the worker. `bytes` are canonical texts, one per line, moved without copying. */
export type WorkerMessage =
  | {
      readonly tipo: 'avance';
      readonly fase: 'lectura' | 'validacion';
      readonly hecho: number;
      readonly total: number | null;
    }
  | { readonly tipo: 'formatoViejo' }
  | ({ readonly tipo: 'cupones'; readonly hoja: string | null } & CuponesChunk)
  /** The findings of a chunk of rows, packed by `packFindings`. */
  | { readonly tipo: 'hallazgos'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The outcome, without the findings sent before. */
  | { readonly tipo: 'fin'; readonly outcome: ImportOutcome }
  | { readonly tipo: 'error'; readonly code: ErrorCode; readonly detail: ErrorDetail };

/** To the worker: one more chunk was taken. */
export type MainMessage = { readonly tipo: 'tomado' };

// Packs findings: as objects they would be most of an import's memory, packed they take a twentieth until the worker ends.

/** The fastest level: the sentences repeat so much that higher levels hardly gain. */
const LEVEL = 1;

export function packFindings(found: SheetFindings): Uint8Array<ArrayBuffer> {
  // A copy, because zlib's result may share a buffer, and this one moves to another thread.
  return new Uint8Array(deflateRawSync(JSON.stringify(found), { level: LEVEL }));
}

/** The findings of several packs, in order. Only one pack at a time is text, and repeated texts are kept once. */
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
