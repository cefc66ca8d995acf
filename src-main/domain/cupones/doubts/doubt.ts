/** A doubt is a question about a whole column or file: several readings, one answer (docs/coupons.md, "Doubts"). `index.ts` lists what finds them. */
import type { CivilDate } from '../../civil-date.ts';
import { CUPON_FIELDS, type CuponField } from '../../cupon.ts';
import type { Doubt } from '../../finding.ts';
import { formatPlain } from '../../money.ts';
import { CELL, type CellKind, type Sheet } from '../../sheet.ts';
import { readAmountText } from '../amount-text.ts';
import { cleanText } from '../cell-text.ts';
import { nameOfColumn } from '../map-columns.ts';
import { delegateSheet } from '../merged-cells.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import { createRowKind } from '../row-kind.ts';
import type { MappedColumn } from '../validation.ts';

export interface FoundDoubt extends Omit<Doubt, 'tomada' | 'elegida'> {
  /** The reading to take if there is no answer; null to take none. */
  readonly normal: string | null;
  /** Whether the sheet proves the reading `normal`, so that no question is needed. */
  readonly isProven?: boolean;
  apply(sheet: PreparedSheet, valor: string): PreparedSheet;
}

/** What a changed sheet gives for a cell instead of its own value. */
export interface ShownCell {
  readonly kind: CellKind;
  readonly text: string;
  readonly number: number;
}

export const EMPTY_CELL: ShownCell = { kind: CELL.vacia, text: '', number: Number.NaN };

export const toNumberCell = (value: number): ShownCell => ({ kind: CELL.numero, text: String(value), number: value });

export const toTextCell = (text: string): ShownCell => ({ kind: CELL.texto, text, number: Number.NaN });

export const toDateCell = (date: CivilDate): ShownCell => ({ kind: CELL.fecha, text: date, number: Number.NaN });

/** Replaces some cells of a sheet; `shown` gives undefined for a cell that stays. */
export function withCells(
  prepared: PreparedSheet,
  shown: (row: number, column: number) => ShownCell | undefined,
): PreparedSheet {
  const sheet = prepared.cupones;
  const { tallMerges, separator } = sheet;
  const cupones: Sheet = {
    ...delegateSheet(sheet),
    ...(tallMerges === undefined ? {} : { tallMerges }),
    ...(separator === undefined ? {} : { separator }),
    kind: (row, column) => shown(row, column)?.kind ?? sheet.kind(row, column),
    text: (row, column) => shown(row, column)?.text ?? sheet.text(row, column),
    number: (row, column) => shown(row, column)?.number ?? sheet.number(row, column),
    precisionLost: (row, column) => shown(row, column) === undefined && sheet.precisionLost(row, column),
  };
  return { ...prepared, cupones };
}

/** Makes the doubt about a column. `keeps`: the reading that leaves all cells as they are. `shown`: a cell in another reading; undefined if it stays. */
export const doubtOfColumn = (
  { table }: PreparedSheet,
  { campo, columna }: Pick<MappedColumn, 'campo' | 'columna'>,
  {
    keeps,
    shown,
    ...doubt
  }: Pick<FoundDoubt, 'tipo' | 'filas' | 'lecturas' | 'normal'> & {
    readonly keeps?: string;
    readonly shown: (row: number, valor: string) => ShownCell | undefined;
  },
): FoundDoubt => ({
  ...doubt,
  // Only one column can be the amount, so its key needs no field.
  clave: campo === 'importe' ? doubt.tipo : `${doubt.tipo}.${campo}`,
  campo,
  columnas: [nameOfColumn(table.headers, columna)],
  apply: (before, valor) =>
    valor === keeps ? before : withCells(before, (row, at) => (at === columna ? shown(row, valor) : undefined)),
});

export const columnOf = ({ mapeo }: PreparedSheet, field: CuponField): number | undefined =>
  mapeo.columnas.find(({ campo }) => campo === field)?.columna;

export const listDateColumns = ({ mapeo }: PreparedSheet): readonly MappedColumn[] =>
  mapeo.columnas.filter(({ campo }) => CUPON_FIELDS[campo].tipo === 'fecha');

export function* rowsOf({ cupones, table, mapeo }: PreparedSheet): Generator<number> {
  const kindOf = createRowKind(cupones, table, mapeo.columnas);
  for (let row = table.headerRow + 1; row < cupones.rowCount; row++) if (kindOf(row) === 'cupon') yield row;
}

/** The centavos of a cell, with a doubtful mark read as thousands; undefined if it is no amount. */
export function centavosAt(sheet: Sheet, row: number, column: number): number | undefined {
  const kind = sheet.kind(row, column);
  if (kind === CELL.numero) return Math.round(sheet.number(row, column) * 100);
  if (kind !== CELL.texto) return undefined;
  const reading = readAmountText(cleanText(sheet.text(row, column)));
  return reading.kind === 'importe' ? reading.centavos : reading.kind === 'dudoso' ? reading.miles : undefined;
}

export const formatCentavos = (centavos: number): string => formatPlain(BigInt(Math.round(centavos)));
