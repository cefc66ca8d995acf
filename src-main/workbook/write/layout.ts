import type { TablaForma } from './libro.ts';

/** Rows of a sheet in every spreadsheet program of today. */
export const MAX_FILAS = 1_048_576;
const MAX_NOMBRE = 31;
/** Under the rows: the totals of the sheet and, in the last of several, those of all. */
const FILAS_DE_TOTALES = 2;

/** A sheet that holds rows `primera` … `ultima` of a table (numbers that a person sees; `ultima` < `primera` when it is empty). */
export interface Parte {
  readonly nombre: string;
  readonly primera: number;
  readonly ultima: number;
}

/** The row of the header: under the stamp and a blank line, or the first. */
export const filaDeEncabezado = (sello: readonly string[]): number => (sello.length === 0 ? 1 : sello.length + 2);

/** How many rows of data fit in one sheet of the table. */
export function capacidad(tabla: Pick<TablaForma, 'sello'>, maxFilas: number): number {
  return maxFilas - filaDeEncabezado(tabla.sello) - FILAS_DE_TOTALES;
}

/**
 * A sheet name that Excel accepts: at most 31 UTF-16 units, without []:*?/\ and apostrophes (which would have to be doubled in every
 * reference). `parte` is 1 for the first sheet of a table, whose name carries no number.
 */
export function nombreDeHoja(nombre: string, parte = 1): string {
  const limpio = nombre.replace(/[[\]:*?/\\']/g, ' ').trim() || 'Hoja';
  const sufijo = parte === 1 ? '' : ` (${String(parte)})`;
  return `${limpio.slice(0, MAX_NOMBRE - sufijo.length).trimEnd()}${sufijo}`;
}

/** Where the rows of a table will be, sheet by sheet. The writer follows it, so that formulas can be written before the rows. */
export function partesDe(tabla: Pick<TablaForma, 'nombre' | 'sello'>, filas: number, maxFilas = MAX_FILAS): Parte[] {
  const porHoja = capacidad(tabla, maxFilas);
  const primera = filaDeEncabezado(tabla.sello) + 1;
  const cuantas = Math.max(1, Math.ceil(filas / porHoja));
  return Array.from({ length: cuantas }, (_, parte) => ({
    nombre: nombreDeHoja(tabla.nombre, parte + 1),
    primera,
    ultima: primera - 1 + Math.min(porHoja, filas - parte * porHoja),
  }));
}

/** The letters of a column, counted from 0: A … Z, AA … XFD. */
export function letraDeColumna(indice: number): string {
  let letras = '';
  for (let resto = indice + 1; resto > 0; resto = Math.floor((resto - 1) / 26)) {
    letras = String.fromCharCode(65 + ((resto - 1) % 26)) + letras;
  }
  return letras;
}

/** An absolute reference to the cells of a column in a part: `'Sin conciliar'!$P$5:$P$104`. */
export function referencia(parte: Parte, columna: number): string {
  const letra = letraDeColumna(columna);
  return `'${parte.nombre}'!$${letra}$${String(parte.primera)}:$${letra}$${String(parte.ultima)}`;
}
