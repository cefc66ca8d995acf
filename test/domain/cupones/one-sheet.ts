import { CELL, type CellKind, type Sheet, type TallMerge } from '#domain/sheet.ts';

/** A cell as a test writes it: a text, a number, a date (`fecha('2026-11-01')`), … */
export type TestCell = string | number | null | Special;

interface Special {
  readonly kind: CellKind;
  readonly text: string;
  readonly number: number;
  readonly lost: boolean;
}

const makeSpecial = (kind: CellKind, text = '', number = Number.NaN, lost = false): Special => ({
  kind,
  text,
  number,
  lost,
});

export const date = (iso: string): TestCell => makeSpecial(CELL.fecha, iso, 46_000);
export const errorCell = (code: string): TestCell => makeSpecial(CELL.error, code);
export const withoutValue: TestCell = makeSpecial(CELL.formulaWithoutValue);
export const booleanCell = (value: boolean): TestCell => makeSpecial(CELL.booleano, value ? 'VERDADERO' : 'FALSO');
export const formattedCell = (number: number, text: string): TestCell => makeSpecial(CELL.numero, text, number);
export const makeImprecise = (number: number, text: string): TestCell => makeSpecial(CELL.numero, text, number, true);

/** The titles of a plain spreadsheet; `cupon` makes its row with the number `n`. */
export const HEADER = ['Fecha', 'Comprobante', 'Últimos 4', 'Importe', 'Marca'];
export const cupon = (n: number): TestCell[] => ['01/11/2026', `0000${String(n)}`, '4905', '100,00', 'Visa'];

const toCell = (cell: TestCell | undefined): Special => {
  if (cell === undefined || cell === null || cell === '') return makeSpecial(CELL.vacia);
  if (typeof cell === 'string') return makeSpecial(CELL.texto, cell);
  if (typeof cell === 'number') return makeSpecial(CELL.numero, String(cell), cell);
  return cell;
};

interface SheetTraits {
  readonly name?: string | null;
  readonly hidden?: boolean;
  readonly date1904?: boolean;
  readonly hiddenRows?: readonly number[];
  readonly combinadas?: readonly TallMerge[];
}

/** A sheet of texts alone: one line a row, cells separated by semicolons. */
export const textSheet = (...lines: readonly string[]): Sheet => aSheet(lines.map((line) => line.split(';')));

/** A sheet in memory. `undefined` instead of a row: a blank row that the file does not hold. */
export function aSheet(items: readonly (readonly TestCell[] | undefined)[], switches: SheetTraits = {}): Sheet {
  const rows = items.flatMap((cells, index) =>
    cells === undefined ? [] : [{ number: index + 1, cells: cells.map(toCell) }],
  );
  const at = (row: number, column: number): Special => rows[row]?.cells[column] ?? toCell(null);
  return {
    name: switches.name === undefined ? 'Hoja1' : switches.name,
    hidden: switches.hidden ?? false,
    date1904: switches.date1904 ?? false,
    tallMerges: switches.combinadas ?? [],
    rowCount: rows.length,
    columnCount: Math.max(0, ...rows.map(({ cells }) => cells.length)),
    rowNumber: (row) => rows[row]?.number ?? 0,
    rowHidden: (row) => switches.hiddenRows?.includes(rows[row]?.number ?? 0) ?? false,
    kind: (row, column) => at(row, column).kind,
    text: (row, column) => at(row, column).text,
    number: (row, column) => at(row, column).number,
    precisionLost: (row, column) => at(row, column).lost,
  };
}
