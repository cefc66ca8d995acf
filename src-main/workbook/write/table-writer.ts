import type { Writable } from 'node:stream';
import type { Row, Style, Worksheet } from 'exceljs';
import { cellText } from './cell-text.ts';
import { cellValue, chooseForm, pesos } from './cell-value.ts';
import { getCapacity, getHeaderRow, getColumnLetter, getSheetName, type Part } from './layout.ts';
import type { Cell, Column, TableShape } from './workbook.ts';
import { getColumnWidth, getHeaderHeight, getNoteColumn } from './measure.ts';
import { drained } from './sheet-drain.ts';
import type { Styles } from './styles.ts';

export interface TableWriter {
  /** Appends rows; resolves when the compressor has room for more. */
  rows(filas: readonly (readonly Cell[])[]): Promise<void>;
  end(): Promise<void>;
}

export interface TableDeps {
  readonly styles: Styles;
  readonly output: Writable;
  readonly maxRows: number;
  addSheet(nombre: string, titulo: string, encabezado: number): Worksheet;
}

/** Sums of centavos, or counts: exact, whatever their size. */
type Totals = bigint[];

interface OpenSheet {
  readonly sheet: Worksheet;
  readonly nombre: string;
  readonly totales: Totals;
  filas: number;
}

const setCell = (row: Row, columna: number, value: ExcelJSValue, style: Partial<Style>): void => {
  const cell = row.getCell(columna + 1);
  cell.value = value;
  cell.style = style;
};
type ExcelJSValue = Row['getCell'] extends (column: number) => { value: infer V } ? V : never;

const addUp = (totales: Totals, columna: Column, index: number, content: Cell | undefined): void => {
  if (columna.total === undefined || content === undefined || content === null || content === '') return;
  if (columna.total !== 'suma') totales[index] = (totales[index] ?? 0n) + 1n;
  else if (typeof content === 'number' || typeof content === 'bigint')
    totales[index] = (totales[index] ?? 0n) + BigInt(content);
};

/** The current value of a total's formula: pesos for amounts, else a count or a whole number. */
const resultOfColumn = (columna: Column, total: bigint): number =>
  columna.total === 'suma' && columna.tipo === 'importe' ? pesos(total) : Number(total);

/**
 * Writes one table: stamp, header (frozen, with filter), rows, and a totals row of SUBTOTAL formulas, which follow the filter as the totals of the
 * screens do. Past the last row of a sheet it goes on in "Nombre (2)"; the last of several sheets also totals all.
 */
export function createTableWriter(shape: TableShape, deps: TableDeps): TableWriter {
  const { columnas, sello: stamp, notaDeTotal } = shape;
  const { styles, output, maxRows } = deps;
  const perSheet = getCapacity(shape, maxRows);
  const encabezado = getHeaderRow(stamp);
  const hasTotals = columnas.some((columna) => columna.total !== undefined);
  const parts: Part[] = [];
  const general: Totals = [];
  let abierta = openSheet();

  function openSheet(): OpenSheet {
    const nombre = getSheetName(shape.nombre, parts.length + 1);
    const sheet = deps.addSheet(nombre, stamp[0] ?? nombre, encabezado);
    sheet.columns = columnas.map((columna) => ({ width: getColumnWidth(columna) }));
    stamp.forEach((linea, index) => {
      const row = sheet.getRow(index + 1);
      setCell(row, 0, cellText(linea), index === 0 ? styles.titulo : styles.sello);
      row.commit();
    });
    const row = sheet.getRow(encabezado);
    columnas.forEach((columna, index) => {
      setCell(row, index, cellText(columna.titulo), styles.headerStyle(columna.tipo));
    });
    const height = getHeaderHeight(columnas.map((columna) => [columna.titulo, getColumnWidth(columna)]));
    if (height !== undefined) row.height = height;
    row.commit();
    return { sheet, nombre, totales: [], filas: 0 };
  }

  function writeRow(celdas: readonly Cell[]): void {
    const row = abierta.sheet.getRow(encabezado + 1 + abierta.filas);
    columnas.forEach((columna, index) => {
      const content = celdas[index] ?? null;
      const value = cellValue(content, columna.tipo);
      if (value === null) return;
      setCell(row, index, value, styles.cell[chooseForm(content, columna.tipo)]);
      addUp(abierta.totales, columna, index, content);
    });
    // A row without any value still takes its row number.
    if (!row.hasValues) row.height = 15;
    row.commit();
    abierta.filas += 1;
  }

  function writeTotals(numero: number, formula: (letra: string, cuenta: boolean) => string, totales: Totals): void {
    const row = abierta.sheet.getRow(numero);
    columnas.forEach((columna, index) => {
      if (columna.total === undefined) {
        setCell(row, index, null, styles.total.texto);
        return;
      }
      const cuenta = columna.total !== 'suma';
      const style = columna.total === 'suma' ? styles.total[columna.tipo] : styles.count(columna.total.cuenta);
      const result = resultOfColumn(columna, totales[index] ?? 0n);
      setCell(row, index, { formula: formula(getColumnLetter(index), cuenta), result }, style);
    });
    if (notaDeTotal !== undefined) {
      const free = columnas.map((columna) => ({ free: columna.total === undefined, width: getColumnWidth(columna) }));
      setCell(row, getNoteColumn(notaDeTotal, free), cellText(notaDeTotal), styles.total.texto);
    }
    row.commit();
  }

  async function closeSheet(isLast: boolean): Promise<void> {
    const { sheet, nombre, totales, filas } = abierta;
    const primera = encabezado + 1;
    const ultima = encabezado + filas;
    parts.push({ nombre, primera, ultima });
    columnas.forEach((_, index) => (general[index] = (general[index] ?? 0n) + (totales[index] ?? 0n)));
    if (filas === 0) {
      const row = sheet.getRow(primera);
      setCell(row, 0, cellText(shape.vacia), styles.sello);
      row.commit();
    }
    // The filter of an empty list covers the header alone: the text in place of the rows is no row.
    sheet.autoFilter = { from: { row: encabezado, column: 1 }, to: { row: ultima, column: columnas.length } };
    if (filas > 0 && hasTotals) {
      const cellRange = (letra: string): string => `${letra}${String(primera)}:${letra}${String(ultima)}`;
      writeTotals(ultima + 1, (letra, cuenta) => `SUBTOTAL(${cuenta ? '103' : '109'},${cellRange(letra)})`, totales);
      if (isLast && parts.length > 1) {
        const cellsOf = (letra: string): string =>
          parts.map((parte) => `'${parte.nombre}'!${letra}${String(parte.ultima + 1)}`).join('+');
        writeTotals(ultima + 2, (letra) => cellsOf(letra), general);
      }
    }
    await drained(sheet, output);
    sheet.commit();
  }

  return {
    rows: async (filas) => {
      for (const fila of filas) {
        if (abierta.filas === perSheet) {
          await closeSheet(false);
          abierta = openSheet();
        }
        writeRow(fila);
      }
      await drained(abierta.sheet, output);
    },
    end: () => closeSheet(true),
  };
}
