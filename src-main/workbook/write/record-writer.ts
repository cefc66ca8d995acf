import type { Writable } from 'node:stream';
import type { CellValue, Style, Worksheet } from 'exceljs';
import { cellText } from './cell-text.ts';
import { cellValue, chooseForm, pesos } from './cell-value.ts';
import { getColumnLetter } from './layout.ts';
import type { Cell, ColumnType, RecordTable, Formula, RecordSheet } from './workbook.ts';
import { getHeaderHeight, getNoteColumn, getWidth } from './measure.ts';
import { drained } from './sheet-drain.ts';
import type { Styles } from './styles.ts';

interface RecordDeps {
  readonly styles: Styles;
  readonly output: Writable;
  readonly sheet: Worksheet;
}

type Valor = Cell | Formula;

const esFormula = (valor: Valor): valor is Formula => typeof valor === 'object' && valor !== null;

const cachedValue = (content: Cell, tipo: ColumnType): number => {
  if (typeof content !== 'number' && typeof content !== 'bigint') throw new Error('A formula here gives a number');
  return tipo === 'importe' ? pesos(content) : Number(content);
};

/** The exact sum of a column of a small table: its numbers and the values of its formulas. */
function sumOf(tabla: RecordTable, columna: number): bigint {
  let sum = 0n;
  for (const fila of tabla.filas) {
    const valor = fila[columna] ?? null;
    const content = esFormula(valor) ? valor.valor : valor;
    if (typeof content === 'number' || typeof content === 'bigint') sum += BigInt(content);
  }
  return sum;
}

/** The requested widths, larger where a figure of a table or of the facts would not fit. */
function getWidths({ anchos, data, tablas }: RecordSheet): readonly number[] {
  const widths = [...anchos];
  const fit = (columna: number, valor: Cell, tipo: ColumnType): void => {
    widths[columna] = Math.max(widths[columna] ?? 0, getWidth(valor, tipo));
  };
  for (const { tipo, valor } of data) fit(1, valor, tipo);
  for (const tabla of tablas) {
    tabla.columnas.forEach(({ tipo, total }, columna) => {
      for (const fila of tabla.filas) {
        const valor = fila[columna] ?? null;
        fit(columna, esFormula(valor) ? valor.valor : valor, tipo);
      }
      if (total !== undefined) fit(columna, sumOf(tabla, columna), tipo);
    });
  }
  return widths;
}

/** Writes a record sheet: title, facts, and each table with its header and, where a column is added up, a totals row of SUM formulas. */
export async function writeRecord(record: RecordSheet, { styles, output, sheet }: RecordDeps): Promise<void> {
  const widths = getWidths(record);
  sheet.columns = widths.map((width) => ({ width }));
  let numero = 0;
  const writeCells = (
    celdas: readonly (readonly [value: CellValue, style: Partial<Style>])[],
    height?: number | undefined,
  ): void => {
    numero += 1;
    const row = sheet.getRow(numero);
    if (height !== undefined) row.height = height;
    celdas.forEach(([value, style], index) => {
      const cell = row.getCell(index + 1);
      cell.value = value;
      cell.style = style;
    });
    row.commit();
  };
  const skipRow = (): void => {
    numero += 1;
  };

  writeCells([[cellText(record.titulo), styles.titulo]]);
  skipRow();
  for (const { label, tipo, valor } of record.data) {
    writeCells([
      [cellText(label), styles.label],
      [cellValue(valor, tipo), { ...styles.cell[chooseForm(valor, tipo)], alignment: { horizontal: 'left' } }],
    ]);
  }
  for (const tabla of record.tablas) {
    skipRow();
    writeCells([[cellText(tabla.titulo), styles.subtitulo]]);
    writeCells(
      tabla.columnas.map(({ titulo, tipo }) => [cellText(titulo), styles.headerStyle(tipo)]),
      getHeaderHeight(tabla.columnas.map(({ titulo }, i) => [titulo, widths[i]])),
    );
    const primera = numero + 1;
    for (const fila of tabla.filas) {
      writeCells(
        tabla.columnas.map(({ tipo }, index) => {
          const valor = fila[index] ?? null;
          const value = esFormula(valor)
            ? { formula: valor.formula, result: cachedValue(valor.valor, tipo) }
            : cellValue(valor, tipo);
          return [value, styles.cell[chooseForm(valor, tipo)]];
        }),
      );
      if (numero % 500 === 0) await drained(sheet, output);
    }
    if (tabla.filas.length === 0 || tabla.columnas.every(({ total }) => total === undefined)) continue;
    const ultima = numero;
    const totals = tabla.columnas.map(({ tipo, total }, index): readonly [value: CellValue, style: Partial<Style>] => {
      if (total === undefined) return [index === 0 ? 'Total' : null, styles.total.texto];
      const letra = getColumnLetter(index);
      const formula = `SUM(${letra}${String(primera)}:${letra}${String(ultima)})`;
      return [{ formula, result: cachedValue(sumOf(tabla, index), tipo) }, styles.total[tipo]];
    });
    if (tabla.notaDeTotal !== undefined) {
      const free = tabla.columnas.map(({ total }, i) => ({
        free: i > 0 && total === undefined,
        width: widths[i] ?? 0,
      }));
      totals[getNoteColumn(tabla.notaDeTotal, free)] = [cellText(tabla.notaDeTotal), styles.total.texto];
    }
    writeCells(totals);
  }
  await drained(sheet, output);
  sheet.commit();
}
