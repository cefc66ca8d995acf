import type { Writable } from 'node:stream';
import type { Row, Style, Worksheet } from 'exceljs';
import { cellText } from './cell-text.ts';
import { cellValue, formaDe, pesos } from './cell-value.ts';
import { capacidad, filaDeEncabezado, letraDeColumna, nombreDeHoja, type Parte } from './layout.ts';
import type { Celda, Columna, TablaForma } from './libro.ts';
import { getColumnWidth, getHeaderHeight, getNoteColumn } from './measure.ts';
import { drained } from './sheet-drain.ts';
import type { Estilos } from './styles.ts';

export interface TablaWriter {
  /** Appends rows; resolves when the compressor has caught up enough to take more. */
  rows(filas: readonly (readonly Celda[])[]): Promise<void>;
  end(): Promise<void>;
}

export interface TablaDeps {
  readonly estilos: Estilos;
  readonly output: Writable;
  readonly maxFilas: number;
  addSheet(nombre: string, titulo: string, encabezado: number): Worksheet;
}

/** Sums of centavos, and counts: exact, whatever their size. */
type Totales = bigint[];

interface HojaAbierta {
  readonly sheet: Worksheet;
  readonly nombre: string;
  readonly totales: Totales;
  filas: number;
}

const setCell = (row: Row, columna: number, value: ExcelJSValue, style: Partial<Style>): void => {
  const cell = row.getCell(columna + 1);
  cell.value = value;
  cell.style = style;
};
type ExcelJSValue = Row['getCell'] extends (column: number) => { value: infer V } ? V : never;

const sumar = (totales: Totales, columna: Columna, indice: number, celda: Celda | undefined): void => {
  if (columna.total === undefined || celda === undefined || celda === null || celda === '') return;
  if (columna.total !== 'suma') totales[indice] = (totales[indice] ?? 0n) + 1n;
  else if (typeof celda === 'number' || typeof celda === 'bigint')
    totales[indice] = (totales[indice] ?? 0n) + BigInt(celda);
};

/** What a total's formula gives now: pesos for amounts, else a count or a whole number. */
const resultado = (columna: Columna, total: bigint): number =>
  columna.total === 'suma' && columna.tipo === 'importe' ? pesos(total) : Number(total);

/**
 * Writes one table: stamp, header (frozen, with filter), rows, and a totals row of SUBTOTAL formulas, which follow the filter the way
 * the totals of the screens do. Past the last row of a sheet it goes on in "Nombre (2)"; the last of several sheets also totals all.
 */
export function createTablaWriter(forma: TablaForma, deps: TablaDeps): TablaWriter {
  const { columnas, sello, notaDeTotal } = forma;
  const { estilos, output, maxFilas } = deps;
  const porHoja = capacidad(forma, maxFilas);
  const encabezado = filaDeEncabezado(sello);
  const conTotales = columnas.some((columna) => columna.total !== undefined);
  const partes: Parte[] = [];
  const general: Totales = [];
  let abierta = abrir();

  function abrir(): HojaAbierta {
    const nombre = nombreDeHoja(forma.nombre, partes.length + 1);
    const sheet = deps.addSheet(nombre, sello[0] ?? nombre, encabezado);
    sheet.columns = columnas.map((columna) => ({ width: getColumnWidth(columna) }));
    sello.forEach((linea, indice) => {
      const row = sheet.getRow(indice + 1);
      setCell(row, 0, cellText(linea), indice === 0 ? estilos.titulo : estilos.sello);
      row.commit();
    });
    const row = sheet.getRow(encabezado);
    columnas.forEach((columna, indice) => {
      setCell(row, indice, cellText(columna.titulo), estilos.encabezado(columna.tipo));
    });
    const height = getHeaderHeight(columnas.map((columna) => [columna.titulo, getColumnWidth(columna)]));
    if (height !== undefined) row.height = height;
    row.commit();
    return { sheet, nombre, totales: [], filas: 0 };
  }

  function escribirFila(celdas: readonly Celda[]): void {
    const row = abierta.sheet.getRow(encabezado + 1 + abierta.filas);
    columnas.forEach((columna, indice) => {
      const celda = celdas[indice] ?? null;
      const value = cellValue(celda, columna.tipo);
      if (value === null) return;
      setCell(row, indice, value, estilos.celda[formaDe(celda, columna.tipo)]);
      sumar(abierta.totales, columna, indice, celda);
    });
    // A row without any value is still a row: the next one must not take its number.
    if (!row.hasValues) row.height = 15;
    row.commit();
    abierta.filas += 1;
  }

  function escribirTotales(
    numero: number,
    formula: (letra: string, cuenta: boolean) => string,
    totales: Totales,
  ): void {
    const row = abierta.sheet.getRow(numero);
    columnas.forEach((columna, indice) => {
      if (columna.total === undefined) {
        setCell(row, indice, null, estilos.total.texto);
        return;
      }
      const cuenta = columna.total !== 'suma';
      const style = columna.total === 'suma' ? estilos.total[columna.tipo] : estilos.cuenta(columna.total.cuenta);
      const result = resultado(columna, totales[indice] ?? 0n);
      setCell(row, indice, { formula: formula(letraDeColumna(indice), cuenta), result }, style);
    });
    if (notaDeTotal !== undefined) {
      const free = columnas.map((columna) => ({ free: columna.total === undefined, width: getColumnWidth(columna) }));
      setCell(row, getNoteColumn(notaDeTotal, free), cellText(notaDeTotal), estilos.total.texto);
    }
    row.commit();
  }

  async function cerrar(esUltima: boolean): Promise<void> {
    const { sheet, nombre, totales, filas } = abierta;
    const primera = encabezado + 1;
    const ultima = encabezado + filas;
    partes.push({ nombre, primera, ultima });
    columnas.forEach((_, indice) => (general[indice] = (general[indice] ?? 0n) + (totales[indice] ?? 0n)));
    if (filas === 0) {
      const row = sheet.getRow(primera);
      setCell(row, 0, cellText(forma.vacia), estilos.sello);
      row.commit();
    }
    // Of an empty list, over the header alone: what stands in place of the rows is not one of them.
    sheet.autoFilter = { from: { row: encabezado, column: 1 }, to: { row: ultima, column: columnas.length } };
    if (filas > 0 && conTotales) {
      const rango = (letra: string): string => `${letra}${String(primera)}:${letra}${String(ultima)}`;
      escribirTotales(ultima + 1, (letra, cuenta) => `SUBTOTAL(${cuenta ? '103' : '109'},${rango(letra)})`, totales);
      if (esUltima && partes.length > 1) {
        const celdas = (letra: string): string =>
          partes.map((parte) => `'${parte.nombre}'!${letra}${String(parte.ultima + 1)}`).join('+');
        escribirTotales(ultima + 2, (letra) => celdas(letra), general);
      }
    }
    await drained(sheet, output);
    sheet.commit();
  }

  return {
    rows: async (filas) => {
      for (const fila of filas) {
        if (abierta.filas === porHoja) {
          await cerrar(false);
          abierta = abrir();
        }
        escribirFila(fila);
      }
      await drained(abierta.sheet, output);
    },
    end: () => cerrar(true),
  };
}
