import type { CellValue, Style } from 'exceljs';
import { toColumnLetter } from '#domain/cupones/header-key.ts';
import { toCellText, toCellValue, chooseForm, toPesos } from './cell-value.ts';
import type { Cell, ColumnType, RecordTable, Formula, RecordSheet } from './workbook.ts';
import { getSheetName, getRowHeight, getNoteColumn, getTextWidth, getTitleWidth, getWidth } from './layout.ts';
import { waitDrained } from './sheet-drain.ts';
import type { TableDeps } from './table-writer.ts';

type Value = Cell | Formula;

const isFormula = (value: Value): value is Formula => typeof value === 'object' && value !== null;

const cachedValueOf = (content: Cell, type: ColumnType): number => {
  if (typeof content !== 'number' && typeof content !== 'bigint') throw new Error('A formula here gives a number');
  return type === 'importe' ? toPesos(content) : Number(content);
};

/** The exact sum of a column, including the values of its formulas. */
function sumOf(table: RecordTable, column: number): bigint {
  let sum = 0n;
  for (const row of table.filas) {
    const value = row[column] ?? null;
    const content = isFormula(value) ? value.valor : value;
    if (typeof content === 'number' || typeof content === 'bigint') sum += BigInt(content);
  }
  return sum;
}

/** The requested column widths, larger where a figure, a text or a word of a title does not fit. */
function getWidths({ widths: asked, data, tables }: RecordSheet): readonly number[] {
  const widths = [...asked];
  const widen = (column: number, width: number): void => {
    widths[column] = Math.max(widths[column] ?? 0, width);
  };
  const fit = (column: number, value: Cell, type: ColumnType): void => widen(column, getWidth(value, type));

  for (const { label, tipo, valor } of data) {
    widen(0, getTextWidth(label));
    fit(1, valor, tipo);
  }
  for (const table of tables) {
    table.columnas.forEach(({ titulo, tipo, total }, column) => {
      widen(column, getTitleWidth({ titulo, tipo }));
      for (const row of table.filas) {
        const value = row[column] ?? null;
        fit(column, isFormula(value) ? value.valor : value, tipo);
        if (tipo === 'texto' && !isFormula(value)) widen(column, getTextWidth(value));
      }
      if (total !== undefined) fit(column, sumOf(table, column), tipo);
    });
  }
  return widths;
}

/** The table whose header is repeated on every page: the first table whose columns agree with those of all later tables. */
function findRepeated(tables: readonly RecordTable[]): number {
  const isLike = (a: RecordTable, b: RecordTable): boolean =>
    a.columnas.every(({ titulo }, i) => {
      const other = b.columnas[i]?.titulo ?? '';
      return titulo === other || titulo === '' || other === '';
    });
  return tables.findIndex((table, i) => tables.slice(i).every((later) => isLike(table, later)));
}

/** Writes a record sheet: title, facts, and each table with its header and a totals row of SUM formulas. */
export async function writeRecord(
  record: RecordSheet,
  { styles, output, addSheet }: Omit<TableDeps, 'maxRows'>,
): Promise<void> {
  const widths = getWidths(record);
  const { nombre, titulo: title, hidden = [] } = record;
  const sheet = addSheet({ name: getSheetName(nombre), title, header: 0, widths, hidden });
  const repeated = record.tables[findRepeated(record.tables)];
  let number = 0;
  const writeCells = (
    cells: readonly (readonly [value: CellValue, style: Partial<Style>])[],
    height?: number | undefined,
  ): void => {
    number += 1;
    const row = sheet.getRow(number);
    if (height !== undefined) row.height = height;
    cells.forEach(([value, style], index) => {
      const cell = row.getCell(index + 1);
      cell.value = value;
      cell.style = style;
    });
    row.commit();
  };
  const skipRow = (): void => {
    number += 1;
  };

  writeCells([[toCellText(record.titulo), styles.titulo]]);
  skipRow();
  for (const { label, tipo, valor } of record.data) {
    writeCells([
      [toCellText(label), styles.label],
      [toCellValue(valor, tipo), { ...styles.cell[chooseForm(valor, tipo)], alignment: { horizontal: 'left' } }],
    ]);
  }
  for (const table of record.tables) {
    skipRow();
    writeCells([[toCellText(table.titulo), styles.subtitulo]]);
    writeCells(
      table.columnas.map(({ titulo, tipo }) => [toCellText(titulo), styles.headerStyle(tipo)]),
      getRowHeight(table.columnas.map(({ titulo }, i) => [titulo, widths[i]])),
    );
    if (table === repeated) sheet.pageSetup.printTitlesRow = `${String(number)}:${String(number)}`;
    const first = number + 1;
    if (table.filas.length === 0 && table.vacia !== undefined) writeCells([[toCellText(table.vacia), styles.label]]);
    for (const row of table.filas) {
      writeCells(
        table.columnas.map(({ tipo }, index) => {
          const datum = row[index] ?? null;
          const value = isFormula(datum)
            ? { formula: datum.formula, result: cachedValueOf(datum.valor, tipo) }
            : toCellValue(datum, tipo);
          return [value, styles.cell[chooseForm(datum, tipo)]];
        }),
      );
      if (number % 500 === 0) await waitDrained(sheet, output);
    }
    if (table.filas.length === 0 || table.columnas.every(({ total }) => total === undefined)) continue;
    const last = number;
    const totals = table.columnas.map(({ tipo, total }, index): readonly [value: CellValue, style: Partial<Style>] => {
      if (total === undefined) return [index === 0 ? 'Total' : null, styles.total.texto];
      const letter = toColumnLetter(index);
      const formula = `SUM(${letter}${String(first)}:${letter}${String(last)})`;
      return [{ formula, result: cachedValueOf(sumOf(table, index), tipo) }, styles.total[tipo]];
    });
    if (table.totalNote !== undefined) {
      const free = table.columnas.map(({ total }, i) => ({
        free: i > 0 && total === undefined,
        width: widths[i] ?? 0,
      }));
      totals[getNoteColumn(table.totalNote, free)] = [toCellText(table.totalNote), styles.total.texto];
    }
    writeCells(totals);
  }
  await waitDrained(sheet, output);
  sheet.commit();
}
