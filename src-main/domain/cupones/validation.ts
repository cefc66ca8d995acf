import type { CivilDate } from '../civil-date.ts';
import type { CuponField } from '../cupon.ts';
import type { DatesOfColumn, RowNotice, RowError } from '../finding.ts';
import type { Sheet } from '../sheet.ts';
import type { CardRule } from './fields.ts';
import type { TableLocation } from './find-table.ts';
import type { MappedColumn } from './mapped-column.ts';
import type { FixRule } from './template.ts';
import type { Totals } from './totals.ts';

/** A stretch of valid coupons, in file order. */
export interface CuponesChunk {
  readonly filas: readonly number[];
  /** `canonicalText` of each as UTF-8, each followed by a line break. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** `CuponWriter.identity` of each. */
  readonly identities: Float64Array<ArrayBuffer>;
  /** The rows with errors met on the way, when they were asked for. */
  readonly rechazadas: readonly RejectedRow[];
}

/** A row with errors, for the wizard's grid: what its mapped cells say, card numbers covered. */
export interface RejectedRow {
  readonly fila: number;
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
  /** What its right cells were read as: the text that would be sent. */
  readonly leidos: Readonly<Partial<Record<CuponField, string>>>;
}

export interface ValidationRequest {
  readonly sheet: Sheet;
  readonly table: TableLocation;
  readonly columnas: readonly MappedColumn[];
  /** Today: dates after it, and over two years before, are told. */
  readonly hoy: CivilDate;
  /** The person's answer where a column's dates are ambiguous. */
  readonly ordenFechas?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>> | undefined;
  /** How dates that nothing decides are read, in every column of which the above says nothing; day first when left out, and that is said. */
  readonly ordenFecha?: 'dia' | 'mes' | undefined;
  /** Fields whose column was seen to hold card numbers, where not all of its rows are here to show it. */
  readonly tarjetas?: readonly CuponField[] | undefined;
  /** What is mended by itself, each as it is proposed. */
  readonly arreglos?: readonly FixRule[] | undefined;
  /** Instead of `CARD_RULES`. */
  readonly cardRules?: readonly CardRule[] | undefined;
  /** Gather the rows with errors too. */
  readonly withRejected?: boolean | undefined;
}

/** What is wrong with rows, and what is worth knowing about them, in file order. */
export interface Findings {
  readonly errores: readonly RowError[];
  readonly avisos: readonly RowNotice[];
}

export interface CountedValidation extends Findings {
  readonly filas: number;
  readonly validas: number;
  readonly conError: number;
  readonly vacias: number;
  /** Bit n − 1 set: some row fills auxiliar_n in. */
  readonly usedAuxiliaries: number;
  readonly totales: Totals;
  /** Columns whose dates can all be read both ways, and how they were read. */
  readonly fechas: readonly DatesOfColumn[];
  /** Fields whose column holds card numbers: by its name, or by most of its values. */
  readonly tarjetas: readonly CuponField[];
}

export interface SheetValidation {
  /** Validates the next `limit` rows; undefined when there are none left. */
  next(limit: number): CuponesChunk | undefined;
  /** Rows read so far and in all. */
  progress(): { readonly hecho: number; readonly total: number };
  /** The findings since the last call, for who does not want to hold them all; `result` then has only those after. */
  drain(): Findings;
  /** What was found, once `next` answered undefined. */
  result(): CountedValidation;
}
