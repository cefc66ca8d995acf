import type { CivilDate } from '../civil-date.ts';
import type { CuponField } from '../cupon.ts';
import type { RowNotice, RowError, SaleOfRow } from '../finding.ts';
import type { Sheet } from '../sheet.ts';
import type { Dictionary } from './header-key.ts';
import type { FixRule } from './map-columns.ts';
import type { MissingColumn } from './notices.ts';
import { describeCardByCode } from '../texts/row-notices.ts';

/** A stretch of valid coupons, in file order. */
export interface CuponesChunk {
  readonly filas: readonly number[];
  /** `toCanonicalText` of each as UTF-8, each followed by a line break. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** `CuponWriter.identity` of each. */
  readonly identities: Float64Array<ArrayBuffer>;
  /** The rows with errors among them, if requested. */
  readonly rechazadas: readonly RejectedRow[];
}

/** A row with errors, for the wizard's grid. `valores`: the texts of its mapped cells, card numbers covered. */
export interface RejectedRow {
  readonly fila: number;
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
  /** The values of its right cells, as they would be sent. */
  readonly leidos: Readonly<Partial<Record<CuponField, string>>>;
}

export interface ValidationRequest {
  readonly sheet: Sheet;
  readonly table: TableLocation;
  readonly columnas: readonly MappedColumn[];
  /** Recognises later headers with the columns in other places; absent where the rows have no headers. */
  readonly names?: Dictionary | undefined;
  /** Dates after this day, or over two years before it, get a notice. */
  readonly hoy: CivilDate;
  /** The date order of fields, whatever the texts show: single rows do not show the order of their column. */
  readonly dateOrders?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>> | undefined;
  /** Fields whose column is known to hold card numbers, when not all of its rows are here to show it. */
  readonly tarjetas?: readonly CuponField[] | undefined;
  /** Fixes that are applied as proposed, without asking. */
  readonly arreglos?: readonly FixRule[] | undefined;
  /** Whether a column of refunds or signs explains the negative amounts. */
  readonly hasRefundColumn?: boolean | undefined;
  readonly withRejected?: boolean | undefined;
}

/** Errors and notices of rows, in file order. */
export interface SheetFindings {
  readonly errores: readonly RowError[];
  readonly avisos: readonly RowNotice[];
}

export interface CountedValidation extends SheetFindings {
  readonly filas: number;
  readonly validas: number;
  readonly conError: number;
  readonly vacias: number;
  /** Fields without a column that some row needs to be a coupon. */
  readonly withoutColumn: readonly MissingColumn[];
  /** Fields whose column holds card numbers: by its name or by most of its values. */
  readonly tarjetas: readonly CuponField[];
}

export interface SheetValidation {
  /** Validates the next `limit` rows; undefined when none are left. */
  next(limit: number): CuponesChunk | undefined;
  progress(): { readonly hecho: number; readonly total: number };
  /** Takes the findings since the last call, for a caller that does not hold all of them. `result` then has only later ones. */
  drain(): SheetFindings;
  /** The outcome, once `next` has answered undefined. */
  result(): CountedValidation;
}

/** Why a column was given to a field (docs/screens.md, step 2). */
export type MappingMotivo = 'nombre' | 'contenido' | 'plantilla' | 'mapear';

export interface MappedColumn {
  readonly campo: CuponField;
  readonly columna: number;
  readonly motivo: MappingMotivo;
}

/** Where a table was found. Rows are the sheet's indexes, not the numbers that a person sees. */
export interface TableLocation {
  /** The last row of the header. */
  readonly headerRow: number;
  /** The header's texts by column, '' for none; two lines joined by a space. */
  readonly headers: readonly string[];
  /** Each line's own texts, to recognise a repeated header. */
  readonly headerLines: readonly (readonly string[])[];
  /** Dates of sales below a header that was passed over for this one. */
  readonly passedOver?: readonly DatedRow[];
}

export interface DatedRow {
  readonly row: number;
  /** The column of the date. */
  readonly column: number;
}

type Values = Readonly<Partial<Record<CuponField, string>>>;

/** The sale of a row that is not sent. `leidos`: its right cells as they were read. `valores`: the texts of its cells, cards masked. */
export function describeSale({
  valores,
  leidos: asRead,
}: {
  readonly valores: Values;
  readonly leidos: Values;
}): SaleOfRow {
  const saidIn = (field: CuponField): string | null => asRead[field] ?? valores[field] ?? null;
  const code = saidIn('tarjeta_id');
  const { importe = null } = asRead;
  return {
    fecha: saidIn('fecha_venta'),
    tarjeta: saidIn('tarjeta_desc') ?? (code === null ? null : describeCardByCode(code)),
    tarjeta_nro: saidIn('tarjeta_nro'),
    comprobante: saidIn('comprobante') ?? saidIn('wallet_referencia'),
    importe,
    ...(importe === null && valores.importe !== undefined ? { importeEscrito: valores.importe } : {}),
  };
}
