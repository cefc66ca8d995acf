import type { AdjustmentDocument, CierreDocument } from '#contract/cierre.ts';
import { formatCuit, type Taxpayer } from '#domain/cierre/taxpayers.ts';
import { formatDayMonthYear } from '#domain/civil-date.ts';
import type { Cell, Formula, RecordFact, RecordTable } from '#workbook/write/workbook.ts';
import { asFact } from '../../sheets.ts';
import type { Evaluation } from '../evaluate.ts';

export interface BookInput {
  readonly evaluation: Evaluation;
  readonly contribuyente: Taxpayer;
  readonly plan: Readonly<Record<string, string>>;
  readonly jurisdicciones: Readonly<Record<string, string>>;
  readonly ajustes: readonly AdjustmentDocument[];
  /** Who closes the month, when and why; absent while it is open. */
  readonly cerrado?: Omit<NonNullable<CierreDocument['cerrado']>, 'version'>;
}

export type Column = RecordTable['columnas'][number];

/** A column with a function that gives the cell of a row. `i`: the row's index in its table, from 0. */
interface Shown<T> {
  readonly columna: Column;
  readonly cellOf: (row: T, i: number) => Cell | Formula;
}
const columnOf =
  (kind: Omit<Column, 'titulo'>) =>
  <T>(titulo: string, cellOf: Shown<T>['cellOf']): Shown<T> => ({ columna: { titulo, ...kind }, cellOf });
export const asText = columnOf({ tipo: 'texto' });
export const asDate = columnOf({ tipo: 'fecha' });
export const asCount = columnOf({ tipo: 'entero' });
export const asRate = columnOf({ tipo: 'porcentaje' });
export const asMoney = columnOf({ tipo: 'importe', total: 'suma' });
export const asPlainMoney = columnOf({ tipo: 'importe' });

export const toTable = <T>(titulo: string, rows: readonly T[], columns: readonly Shown<T>[]): RecordTable => ({
  titulo,
  columnas: columns.map(({ columna }) => columna),
  filas: rows.map((row, i) => columns.map(({ cellOf }) => cellOf(row, i))),
});

export const headingsOf = ({ contribuyente, evaluation: { mes } }: BookInput): readonly RecordFact[] => [
  asFact('Razón social', contribuyente.razonSocial),
  asFact('CUIT', formatCuit(contribuyente.cuit)),
  asFact('Período', `${formatDayMonthYear(mes.desde)} – ${formatDayMonthYear(mes.hasta)}`),
  asFact('Criterio', 'Por fecha de liquidación'),
];

/** The sheet's row numbers of each table's first row and total (`record-writer.ts`). `lengths`: the number of rows of each table, at least 1. */
export function placeTables(
  facts: number,
  lengths: readonly number[],
): readonly { readonly first: number; readonly total: number }[] {
  let last = 2 + facts;
  return lengths.map((length) => {
    const first = last + 4;
    last = first + length;
    return { first, total: last };
  });
}
