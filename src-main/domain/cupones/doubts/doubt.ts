/** A question about a whole column or file, whose answer chooses one of its readings (docs/coupons.md, "Doubts"). `index.ts` lists the finders. */
import type { CivilDate } from '../../civil-date.ts';
import { CUPON_FIELDS, type CuponField } from '../../cupon.ts';
import type { Doubt } from '../../finding.ts';
import { formatPlain } from '../../money.ts';
import { CELL, changeCells, type Sheet, type ShownCell } from '../../sheet.ts';
import { readAmountText } from '../amount-text.ts';
import { cleanText } from '../cell-text.ts';
import { readDateText, remember } from '../date-text.ts';
import { nameOfColumn } from '../map-columns.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import type { MappedColumn } from '../validation.ts';

export interface FoundDoubt extends Omit<Doubt, 'tomada' | 'elegida'> {
  /** The reading to take if there is no answer; null to take none. */
  readonly normal: string | null;
  /** Whether the sheet proves the reading `normal`, so that no question is needed. */
  readonly isProven?: boolean;
  apply(sheet: PreparedSheet, valor: string): PreparedSheet;
}

export const toNumberCell = (value: number): ShownCell => ({ kind: CELL.numero, text: String(value), number: value });

export const toDateCell = (date: CivilDate): ShownCell => ({ kind: CELL.fecha, text: date, number: Number.NaN });

/** Replaces some cells of the coupons; `shown` gives undefined for a cell that stays. */
export const withCells = (prepared: PreparedSheet, shown: Parameters<typeof changeCells>[1]): PreparedSheet => ({
  ...prepared,
  cupones: changeCells(prepared.cupones, shown),
});

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
  // A doubt about the amount needs no field in its key, because only one column can be the amount.
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

/** Makes the function that reads the text of a cell in a column of dates; undefined for other cells. */
export function createDateTexts({ cupones: sheet }: PreparedSheet, { columna }: MappedColumn) {
  const read = remember((text: string) => {
    const escrito = cleanText(text);
    return { escrito, reading: readDateText(escrito) };
  });
  return (row: number) => (sheet.kind(row, columna) === CELL.texto ? read(sheet.text(row, columna)) : undefined);
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
