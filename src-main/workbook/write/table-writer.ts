import type { Writable } from 'node:stream';
import type { Row, Style } from 'exceljs';
import { toColumnLetter } from '#domain/cupones/header-key.ts';
import { toCellText, toCellValue, chooseForm, toPesos } from './cell-value.ts';
import {
  getCapacity,
  getHeaderRow,
  getSheetName,
  type SheetPart,
  getColumnWidth,
  getRowHeight,
  getNoteColumn,
  isSentence,
} from './layout.ts';
import type { Cell, Column, TableShape } from './workbook.ts';
import type { AddSheet } from './paper.ts';
import { waitDrained } from './sheet-drain.ts';
import type { Styles } from './styles.ts';

declare module 'exceljs' {
  interface Worksheet {
    /** exceljs has this member, but its types leave it out. */
    readonly dataValidations: { add(range: string, validation: DataValidation): void };
  }
}

export type TableWriter = ReturnType<typeof createTableWriter>;

export interface TableDeps {
  readonly styles: Styles;
  readonly output: Writable;
  readonly maxRows: number;
  readonly addSheet: AddSheet;
}

/** One total per column, a sum of centavos or a count, as bigint, so that it is exact at any size. */
type Totals = bigint[];

const setCell = (row: Row, column: number, value: ExcelJSValue, style: Partial<Style>): void => {
  const cell = row.getCell(column + 1);
  cell.value = value;
  cell.style = style;
};
type ExcelJSValue = Row['getCell'] extends (column: number) => { value: infer V } ? V : never;

const addUp = (totals: Totals, column: Column, index: number, content: Cell | undefined): void => {
  if (column.total === undefined || content === undefined || content === null || content === '') return;
  if (column.total !== 'suma') totals[index] = (totals[index] ?? 0n) + 1n;
  else if (typeof content === 'number' || typeof content === 'bigint')
    totals[index] = (totals[index] ?? 0n) + BigInt(content);
};

/** The cached value of a total's formula: pesos for amounts, else a count or a sum of whole numbers. */
const resultOfColumn = (column: Column, total: bigint): number =>
  column.total === 'suma' && column.tipo === 'importe' ? toPesos(total) : Number(total);

/** Writes a table: stamp, header, rows, and a totals row of SUBTOTAL formulas, which follow the filter. A full sheet continues in the sheet "Nombre (2)". */
export function createTableWriter(shape: TableShape, deps: TableDeps) {
  const { columnas, sello: stamp, totalNote } = shape;
  const { styles, output, maxRows } = deps;
  const perSheet = getCapacity(shape, maxRows);
  const header = getHeaderRow(stamp);
  const widths = columnas.map(getColumnWidth);
  const sentenceColumns = columnas.flatMap((column, index) => (isSentence(column) ? [index] : []));
  const hasTotals = columnas.some((column) => column.total !== undefined);
  const parts: SheetPart[] = [];
  const general: Totals = [];
  let opened = openSheet();

  function openSheet() {
    const name = getSheetName(shape.nombre, parts.length + 1);
    const sheet = deps.addSheet({ name, title: stamp[0] ?? name, header, widths, empty: shape.empty });
    stamp.forEach((line, index) => {
      const row = sheet.getRow(index + 1);
      setCell(row, 0, toCellText(line), index === 0 ? styles.titulo : styles.sello);
      row.commit();
    });
    const row = sheet.getRow(header);
    columnas.forEach((column, index) =>
      setCell(row, index, toCellText(column.titulo), styles.headerStyle(column.tipo)),
    );
    const height = getRowHeight(columnas.map((column, index) => [column.titulo, widths[index]]));
    if (height !== undefined) row.height = height;
    row.commit();
    const totales: Totals = [];
    return { sheet, nombre: name, totales, filas: 0 };
  }

  function writeRow(cells: readonly Cell[]): void {
    const row = opened.sheet.getRow(header + 1 + opened.filas);
    const sentences = sentenceColumns.flatMap((index) => {
      const text = cells[index];
      return typeof text === 'string' ? [[text, widths[index]] as const] : [];
    });
    const height = getRowHeight(sentences);
    if (height !== undefined) row.height = height;
    columnas.forEach((column, index) => {
      const content = cells[index] ?? null;
      const value = toCellValue(content, column.tipo);
      if (value === null) return;
      setCell(row, index, value, isSentence(column) ? styles.sentence : styles.cell[chooseForm(content, column.tipo)]);
      addUp(opened.totales, column, index, content);
    });
    // exceljs leaves out a row without values unless it has a height, and the next row would take its place.
    if (!row.hasValues) row.height = 15;
    row.commit();
    opened.filas += 1;
  }

  function writeTotals(number: number, formula: (letter: string, isCount: boolean) => string, totals: Totals): void {
    const row = opened.sheet.getRow(number);
    columnas.forEach((column, index) => {
      if (column.total === undefined) {
        setCell(row, index, null, styles.total.texto);
        return;
      }
      const isCount = column.total !== 'suma';
      const style = column.total === 'suma' ? styles.total[column.tipo] : styles.count(column.total.cuenta);
      const result = resultOfColumn(column, totals[index] ?? 0n);
      setCell(row, index, { formula: formula(toColumnLetter(index), isCount), result }, style);
    });
    if (totalNote !== undefined) {
      const free = columnas.map((column, index) => ({ free: column.total === undefined, width: widths[index] ?? 0 }));
      setCell(row, getNoteColumn(totalNote, free), toCellText(totalNote), styles.total.texto);
    }
    row.commit();
  }

  async function closeSheet(isLast: boolean): Promise<void> {
    const { sheet, nombre, totales, filas } = opened;
    const first = header + 1;
    const last = header + filas;
    parts.push({ nombre, primera: first, ultima: last });
    columnas.forEach((_, index) => (general[index] = (general[index] ?? 0n) + (totales[index] ?? 0n)));
    for (const [index, { opciones: choices }] of columnas.entries()) {
      if (choices === undefined || filas === 0) continue;
      const letter = toColumnLetter(index);
      sheet.dataValidations.add(`${letter}${String(first)}:${letter}${String(last)}`, {
        type: 'list',
        allowBlank: true,
        formulae: [`"${choices.join(',')}"`],
        showErrorMessage: true,
        error: choices.join(', '),
      });
    }
    if (filas === 0) {
      const row = sheet.getRow(first);
      setCell(row, 0, toCellText(shape.vacia), styles.sello);
      row.commit();
    }
    // In an empty table the filter covers only the header, because the text below it is no row.
    sheet.autoFilter = { from: { row: header, column: 1 }, to: { row: last, column: columnas.length } };
    if (filas > 0 && hasTotals) {
      const toCellRange = (letter: string): string => `${letter}${String(first)}:${letter}${String(last)}`;
      writeTotals(
        last + 1,
        (letter, isCount) => `SUBTOTAL(${isCount ? '103' : '109'},${toCellRange(letter)})`,
        totales,
      );
      if (isLast && parts.length > 1) {
        const cellsOf = (letter: string): string =>
          parts.map((part) => `'${part.nombre}'!${letter}${String(part.ultima + 1)}`).join('+');
        writeTotals(last + 2, (letter) => cellsOf(letter), general);
      }
    }
    await waitDrained(sheet, output);
    sheet.commit();
  }

  return {
    /** Adds rows. Resolves when the compressor has room for more. */
    rows: async (rows: readonly (readonly Cell[])[]): Promise<void> => {
      for (const row of rows) {
        if (opened.filas === perSheet) {
          await closeSheet(false);
          opened = openSheet();
        }
        writeRow(row);
      }
      await waitDrained(opened.sheet, output);
    },
    end: (): Promise<void> => closeSheet(true),
  };
}
