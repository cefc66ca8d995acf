import type { CivilDate } from '../civil-date.ts';
import type { CuponField } from '../cupon.ts';
import type { RowNotice, RowError, SaleOfRow } from '../finding.ts';
import type { Sheet } from '../sheet.ts';
import type { Dictionary } from './header-key.ts';
import type { FixRule } from './map-columns.ts';
import type { MissingColumn } from './notices.ts';
import { describeCardByCode } from '../texts/row-notices.ts';

export interface CuponesChunk {
  readonly filas: readonly number[];
  /** The canonical text (`toCanonicalText`) of each coupon in UTF-8, followed by a line break. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The number of each coupon's identity (`identity` of `createCuponWriter`). */
  readonly identities: Float64Array<ArrayBuffer>;
  /** The rows with errors among the rows that were read for this chunk, if requested. */
  readonly rechazadas: readonly RejectedRow[];
}

/** A row with errors, for the wizard. `valores`: the texts of its cells with fields, with card numbers masked. */
export interface RejectedRow {
  readonly fila: number;
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
  /** The valid values, as they would be sent. */
  readonly leidos: Readonly<Partial<Record<CuponField, string>>>;
}

export interface ValidationRequest {
  readonly sheet: Sheet;
  readonly table: TableLocation;
  readonly columnas: readonly MappedColumn[];
  /** The names of fields, to recognise another header below; absent if the rows have no headers. */
  readonly names?: Dictionary | undefined;
  /** Dates after this day (except payment dates), or more than two years before it, get a notice. */
  readonly hoy: CivilDate;
  /** Whether dates of a field begin with the day or the month; for single rows, which do not show the order of their column. */
  readonly dateOrders?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>> | undefined;
  /** Fields whose column is known to hold card numbers; for rows that do not show it themselves. */
  readonly tarjetas?: readonly CuponField[] | undefined;
  readonly arreglos?: readonly FixRule[] | undefined;
  /** Whether a column of refunds or signs explains negative amounts. */
  readonly hasRefundColumn?: boolean | undefined;
  readonly withRejected?: boolean | undefined;
}

/** The errors and notices of rows, in file order; notices of a whole column or file come first. */
export interface SheetFindings {
  readonly errores: readonly RowError[];
  readonly avisos: readonly RowNotice[];
}

export interface CountedValidation extends SheetFindings {
  readonly filas: number;
  readonly validas: number;
  readonly conError: number;
  readonly vacias: number;
  /** Fields that rows need and that have no column. */
  readonly withoutColumn: readonly MissingColumn[];
  /** Fields whose column holds card numbers, by its field, its header or most of its values. */
  readonly tarjetas: readonly CuponField[];
}

export interface SheetValidation {
  /** Validates up to `limit` further rows; undefined if no rows are left. */
  next(limit: number): CuponesChunk | undefined;
  progress(): { readonly hecho: number; readonly total: number };
  /** Returns the findings since the last call and forgets them, so that a long import does not keep all in memory; `result` has only later findings. */
  drain(): SheetFindings;
  /** The outcome; call it after `next` has returned undefined. */
  result(): CountedValidation;
}

/** How a column got its field (docs/screens.md, step 2). */
export type MappingMotivo = 'nombre' | 'contenido' | 'plantilla' | 'mapear';

export interface MappedColumn {
  readonly campo: CuponField;
  readonly columna: number;
  readonly motivo: MappingMotivo;
}

/** Where the table is. Rows are indexes of the sheet, not the numbers that a person sees. */
export interface TableLocation {
  readonly headerRow: number;
  /** The header of each column, '' for none; two lines are joined by a space. */
  readonly headers: readonly string[];
  /** The texts of each line of the header, to recognise a repeated header. */
  readonly headerLines: readonly (readonly string[])[];
  /** Dates of sales below another header that was not chosen. */
  readonly passedOver?: readonly DatedRow[];
}

export interface DatedRow {
  readonly row: number;
  readonly column: number;
}

/** The sale of a row that is not sent. `leidos`: its valid values. `valores`: the texts of its cells, with card numbers masked. */
export function describeSale({ valores, leidos: asRead }: Pick<RejectedRow, 'valores' | 'leidos'>): SaleOfRow {
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
