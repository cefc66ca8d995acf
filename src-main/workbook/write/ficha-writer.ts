import type { Writable } from 'node:stream';
import type { CellValue, Style, Worksheet } from 'exceljs';
import { cellText } from './cell-text.ts';
import { cellValue, formaDe, pesos } from './cell-value.ts';
import { letraDeColumna } from './layout.ts';
import type { Celda, ColumnaTipo, FichaTabla, Formula, HojaFicha } from './libro.ts';
import { getHeaderHeight, getNoteColumn, getWidth } from './measure.ts';
import { drained } from './sheet-drain.ts';
import type { Estilos } from './styles.ts';

interface FichaDeps {
  readonly estilos: Estilos;
  readonly output: Writable;
  readonly sheet: Worksheet;
}

type Valor = Celda | Formula;

const esFormula = (valor: Valor): valor is Formula => typeof valor === 'object' && valor !== null;

const cachedValue = (celda: Celda, tipo: ColumnaTipo): number => {
  if (typeof celda !== 'number' && typeof celda !== 'bigint') throw new Error('A formula here gives a number');
  return tipo === 'importe' ? pesos(celda) : Number(celda);
};

/** The exact sum of a column of a small table: of its numbers, and of what its formulas give. */
function sumaDe(tabla: FichaTabla, columna: number): bigint {
  let suma = 0n;
  for (const fila of tabla.filas) {
    const valor = fila[columna] ?? null;
    const celda = esFormula(valor) ? valor.valor : valor;
    if (typeof celda === 'number' || typeof celda === 'bigint') suma += BigInt(celda);
  }
  return suma;
}

/** The widths that were asked for, and more where a figure of a table or of the facts would not fit. */
function getWidths({ anchos, datos, tablas }: HojaFicha): readonly number[] {
  const widths = [...anchos];
  const fit = (columna: number, valor: Celda, tipo: ColumnaTipo): void => {
    widths[columna] = Math.max(widths[columna] ?? 0, getWidth(valor, tipo));
  };
  for (const { tipo, valor } of datos) fit(1, valor, tipo);
  for (const tabla of tablas) {
    tabla.columnas.forEach(({ tipo, total }, columna) => {
      for (const fila of tabla.filas) {
        const valor = fila[columna] ?? null;
        fit(columna, esFormula(valor) ? valor.valor : valor, tipo);
      }
      if (total !== undefined) fit(columna, sumaDe(tabla, columna), tipo);
    });
  }
  return widths;
}

/** Writes a ficha: title, facts, and each table with its header and, where something of it is added, a totals row of SUM formulas. */
export async function writeFicha(ficha: HojaFicha, { estilos, output, sheet }: FichaDeps): Promise<void> {
  const widths = getWidths(ficha);
  sheet.columns = widths.map((width) => ({ width }));
  let numero = 0;
  const escribir = (
    celdas: readonly (readonly [value: CellValue, style: Partial<Style>])[],
    height?: number | undefined,
  ): void => {
    numero += 1;
    const row = sheet.getRow(numero);
    if (height !== undefined) row.height = height;
    celdas.forEach(([value, style], indice) => {
      const cell = row.getCell(indice + 1);
      cell.value = value;
      cell.style = style;
    });
    row.commit();
  };
  const saltear = (): void => {
    numero += 1;
  };

  escribir([[cellText(ficha.titulo), estilos.titulo]]);
  saltear();
  for (const { etiqueta, tipo, valor } of ficha.datos) {
    escribir([
      [cellText(etiqueta), estilos.etiqueta],
      [cellValue(valor, tipo), { ...estilos.celda[formaDe(valor, tipo)], alignment: { horizontal: 'left' } }],
    ]);
  }
  for (const tabla of ficha.tablas) {
    saltear();
    escribir([[cellText(tabla.titulo), estilos.subtitulo]]);
    escribir(
      tabla.columnas.map(({ titulo, tipo }) => [cellText(titulo), estilos.encabezado(tipo)]),
      getHeaderHeight(tabla.columnas.map(({ titulo }, i) => [titulo, widths[i]])),
    );
    const primera = numero + 1;
    for (const fila of tabla.filas) {
      escribir(
        tabla.columnas.map(({ tipo }, indice) => {
          const valor = fila[indice] ?? null;
          const value = esFormula(valor)
            ? { formula: valor.formula, result: cachedValue(valor.valor, tipo) }
            : cellValue(valor, tipo);
          return [value, estilos.celda[formaDe(valor, tipo)]];
        }),
      );
      if (numero % 500 === 0) await drained(sheet, output);
    }
    if (tabla.filas.length === 0 || tabla.columnas.every(({ total }) => total === undefined)) continue;
    const ultima = numero;
    const totals = tabla.columnas.map(({ tipo, total }, indice): readonly [value: CellValue, style: Partial<Style>] => {
      if (total === undefined) return [indice === 0 ? 'Total' : null, estilos.total.texto];
      const letra = letraDeColumna(indice);
      const formula = `SUM(${letra}${String(primera)}:${letra}${String(ultima)})`;
      return [{ formula, result: cachedValue(sumaDe(tabla, indice), tipo) }, estilos.total[tipo]];
    });
    if (tabla.notaDeTotal !== undefined) {
      const free = tabla.columnas.map(({ total }, i) => ({
        free: i > 0 && total === undefined,
        width: widths[i] ?? 0,
      }));
      totals[getNoteColumn(tabla.notaDeTotal, free)] = [cellText(tabla.notaDeTotal), estilos.total.texto];
    }
    escribir(totals);
  }
  await drained(sheet, output);
  sheet.commit();
}
