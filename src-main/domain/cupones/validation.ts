import type { CivilDate } from '../civil-date.ts';
import type { CuponField } from '../cupon.ts';
import type { DatesOfColumn, RowNotice, RowError } from '../finding.ts';
import type { Sheet } from '../sheet.ts';
import type { CardRule } from './fields.ts';
import type { TableLocation } from './table-location.ts';
import type { MappedColumn } from './mapped-column.ts';
import type { Dictionary } from './synonyms.ts';
import type { FixRule } from './template.ts';
import type { MissingColumn } from './missing-columns.ts';
import type { Totals } from './totals.ts';

/** A stretch of valid coupons, in file order. */
export interface CuponesChunk {
  readonly filas: readonly number[];
  /** `toCanonicalText` of each as UTF-8, each followed by a line break. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** `CuponWriter.identity` of each. */
  readonly identities: Float64Array<ArrayBuffer>;
  /** The rows with errors met on the way, when they were asked for. */
  readonly rechazadas: readonly RejectedRow[];
}

/** A row with errors, for the wizard's grid. `valores`: the texts of its mapped cells, card numbers covered. */
export interface RejectedRow {
  readonly fila: number;
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
  /** The values of its right cells: the texts that would be sent. */
  readonly leidos: Readonly<Partial<Record<CuponField, string>>>;
}

export interface ValidationRequest {
  readonly sheet: Sheet;
  readonly table: TableLocation;
  readonly columnas: readonly MappedColumn[];
  /** Recognises later headers with the columns in other places; absent where there can be none. */
  readonly names?: Dictionary | undefined;
  /** Today. Dates after it, or over two years before it, get a notice. */
  readonly hoy: CivilDate;
  /** The order that a person or a template chose for a field. It goes before what the column's own texts show. */
  readonly ordenFechas?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>> | undefined;
  /**
   * The order of dates that nothing decides, in columns that `ordenFechas` does not name: all of an open column, the doubtful ones of a column
   * that uses both orders. When absent, day first is taken in an open column, and `fechas` of the result says that nobody chose (`elegido`).
   */
  readonly ordenFecha?: 'dia' | 'mes' | undefined;
  /** Fields whose column is known to hold card numbers, when not all of its rows are here to show it. */
  readonly tarjetas?: readonly CuponField[] | undefined;
  /** Fixes that are applied as proposed, without asking. */
  readonly arreglos?: readonly FixRule[] | undefined;
  /** Instead of `CARD_RULES`. */
  readonly cardRules?: readonly CardRule[] | undefined;
  /** Gather the rows with errors too. */
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
  /** Bit n − 1 is set when some row fills in `auxiliar_n`. */
  readonly usedAuxiliaries: number;
  /** Fields that no column has and that some row cannot be a coupon without. */
  readonly withoutColumn: readonly MissingColumn[];
  readonly totales: Totals;
  /** Columns whose dates can all be read both ways, and how they were read. */
  readonly fechas: readonly DatesOfColumn[];
  /** Fields whose column holds card numbers: by its name, or by most of its values. */
  readonly tarjetas: readonly CuponField[];
}

export interface SheetValidation {
  /** Validates the next `limit` rows; undefined when there are none left. */
  next(limit: number): CuponesChunk | undefined;
  /** Rows read so far, and rows in all. */
  progress(): { readonly hecho: number; readonly total: number };
  /** Takes the findings since the last call, for a caller that does not want to hold all of them. `result` then has only later ones. */
  drain(): SheetFindings;
  /** The outcome, once `next` has answered undefined. */
  result(): CountedValidation;
}
