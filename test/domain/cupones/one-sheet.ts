import { CELL, type CellKind, type Sheet, type TallMerge } from '#domain/sheet.ts';

/** A cell as a test writes it: a text, a number, a date (`fecha('2026-11-01')`), … */
export type TestCell = string | number | null | Especial;

interface Especial {
  readonly kind: CellKind;
  readonly text: string;
  readonly number: number;
  readonly lost: boolean;
}

const especial = (kind: CellKind, text = '', number = Number.NaN, lost = false): Especial => ({
  kind,
  text,
  number,
  lost,
});

export const date = (iso: string): TestCell => especial(CELL.fecha, iso, 46_000);
export const errorCell = (codigo: string): TestCell => especial(CELL.error, codigo);
export const sinValor: TestCell = especial(CELL.formulaSinValor);
export const booleanCell = (value: boolean): TestCell => especial(CELL.booleano, value ? 'VERDADERO' : 'FALSO');
/** A number with what the spreadsheet shows for it. */
export const formattedCell = (number: number, text: string): TestCell => especial(CELL.numero, text, number);
export const sinPrecision = (number: number, text: string): TestCell => especial(CELL.numero, text, number, true);

const toCell = (cell: TestCell | undefined): Especial => {
  if (cell === undefined || cell === null || cell === '') return especial(CELL.vacia);
  if (typeof cell === 'string') return especial(CELL.texto, cell);
  if (typeof cell === 'number') return especial(CELL.numero, String(cell), cell);
  return cell;
};

interface SheetTraits {
  readonly name?: string | null;
  readonly hidden?: boolean;
  readonly date1904?: boolean;
  /** Row numbers (1 is the first) that are hidden. */
  readonly hiddenRows?: readonly number[];
  readonly combinadas?: readonly TallMerge[];
}

/** A sheet in memory. `undefined` in place of a row is a blank row, which a file does not hold. */
export function aSheet(filas: readonly (readonly TestCell[] | undefined)[], rasgos: SheetTraits = {}): Sheet {
  const rows = filas.flatMap((cells, index) =>
    cells === undefined ? [] : [{ number: index + 1, cells: cells.map(toCell) }],
  );
  const at = (row: number, column: number): Especial => rows[row]?.cells[column] ?? toCell(null);
  return {
    name: rasgos.name === undefined ? 'Hoja1' : rasgos.name,
    hidden: rasgos.hidden ?? false,
    date1904: rasgos.date1904 ?? false,
    tallMerges: rasgos.combinadas ?? [],
    rowCount: rows.length,
    columnCount: Math.max(0, ...rows.map(({ cells }) => cells.length)),
    rowNumber: (row) => rows[row]?.number ?? 0,
    rowHidden: (row) => rasgos.hiddenRows?.includes(rows[row]?.number ?? 0) ?? false,
    kind: (row, column) => at(row, column).kind,
    text: (row, column) => at(row, column).text,
    number: (row, column) => at(row, column).number,
    precisionLost: (row, column) => at(row, column).lost,
  };
}
