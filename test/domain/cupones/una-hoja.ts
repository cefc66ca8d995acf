import { CELDA, type CeldaKind, type Sheet, type TallMerge } from '#domain/sheet.ts';

/** A cell as a test writes it: a text, a number, a date (`fecha('2026-11-01')`), … */
export type Celda = string | number | null | Especial;

interface Especial {
  readonly kind: CeldaKind;
  readonly text: string;
  readonly number: number;
  readonly lost: boolean;
}

const especial = (kind: CeldaKind, text = '', number = Number.NaN, lost = false): Especial => ({
  kind,
  text,
  number,
  lost,
});

export const fecha = (iso: string): Celda => especial(CELDA.fecha, iso, 46_000);
export const errorCelda = (codigo: string): Celda => especial(CELDA.error, codigo);
export const sinValor: Celda = especial(CELDA.formulaSinValor);
export const booleano = (value: boolean): Celda => especial(CELDA.booleano, value ? 'VERDADERO' : 'FALSO');
/** A number with what the spreadsheet shows for it. */
export const formateado = (number: number, text: string): Celda => especial(CELDA.numero, text, number);
export const sinPrecision = (number: number, text: string): Celda => especial(CELDA.numero, text, number, true);

const toCell = (celda: Celda | undefined): Especial => {
  if (celda === undefined || celda === null || celda === '') return especial(CELDA.vacia);
  if (typeof celda === 'string') return especial(CELDA.texto, celda);
  if (typeof celda === 'number') return especial(CELDA.numero, String(celda), celda);
  return celda;
};

interface Rasgos {
  readonly name?: string | null;
  readonly hidden?: boolean;
  readonly date1904?: boolean;
  /** Row numbers (1 is the first) that are hidden. */
  readonly ocultas?: readonly number[];
  readonly combinadas?: readonly TallMerge[];
}

/** A sheet in memory. `undefined` in place of a row is a blank row, which a file does not hold. */
export function unaHoja(filas: readonly (readonly Celda[] | undefined)[], rasgos: Rasgos = {}): Sheet {
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
    rowHidden: (row) => rasgos.ocultas?.includes(rows[row]?.number ?? 0) ?? false,
    kind: (row, column) => at(row, column).kind,
    text: (row, column) => at(row, column).text,
    number: (row, column) => at(row, column).number,
    precisionLost: (row, column) => at(row, column).lost,
  };
}
