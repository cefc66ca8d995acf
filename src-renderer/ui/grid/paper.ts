import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../format.ts';
import { getCellText, getValueText } from './text.ts';
import type { DataColumn, RowSource, Order } from './types.ts';

/** Rows that go on paper, some forty pages: to have more of them there is the workbook. */
const CAP = 2000;
const DE_A = 200;
const RIGHT_ALIGNED = ['importe', 'entero'];

/** What a table on paper says besides its rows. */
export interface Sheet<F> {
  readonly rotulo: string;
  readonly columnas: readonly DataColumn<F>[];
  readonly reglasDeFila: Readonly<Record<string, (fila: F) => boolean>>;
  readonly totales: Readonly<Record<string, string>> | undefined;
  readonly rotuloTotales: string | undefined;
}

interface Printing<F> extends Sheet<F> {
  readonly orden: Order | undefined;
  readonly fuente: RowSource<F>;
}

/**
 * The rows of a grid as a table for paper, all that the filter gives and not only those in sight; what does not fit is said under it. Throws what
 * reading them throws.
 */
export async function makePaperTable<F>(printing: Printing<F>): Promise<HTMLElement> {
  const { orden, fuente: rowSource } = printing;
  const { hoja, poner: put, terminar: finish } = begin(printing);
  const { puestas, todas } = await leer(rowSource, orden, put);
  finish(
    puestas < todas ? m.grilla_en_papel_tope({ n: formatNumber(puestas), total: formatNumber(todas) }) : undefined,
  );
  return hoja;
}

/** The same of rows that are at hand, for the browser's own order to print, which waits for nothing. `nota`: that there are others. */
export function tableOfRows<F>(sheet: Sheet<F>, filas: readonly F[], note: string | undefined): HTMLElement {
  const { hoja, poner: put, terminar: finish } = begin(sheet);
  for (const fila of filas) put(fila);
  finish(note);
  return hoja;
}

function begin<F>({ rotulo: label, columnas, reglasDeFila, totales, rotuloTotales }: Sheet<F>): {
  readonly hoja: HTMLElement;
  readonly poner: (fila: F) => void;
  readonly terminar: (note: string | undefined) => void;
} {
  const rules = Object.entries(reglasDeFila);
  const tabla = document.createElement('table');
  tabla.createCaption().textContent = label;
  const titles = tabla.createTHead().insertRow();
  for (const columna of columnas) {
    const cell = makeCell(columna, columna.titulo, 'th');
    cell.scope = 'col';
    titles.append(cell);
  }
  const cuerpo = tabla.createTBody();
  const hoja = document.createElement('div');
  hoja.className = 'papel';
  hoja.append(tabla);
  const sumOf = ({ clave, ...columna }: DataColumn<F>): string => {
    const total = totales?.[clave];
    return total === undefined ? '' : getValueText(columna, total);
  };
  return {
    hoja,
    poner: (fila) => {
      const line = cuerpo.insertRow();
      line.append(...columnas.map((columna) => makeCell(columna, textOnPaper(columna, fila))));
      for (const [clase, tiene] of rules) line.classList.toggle(clase, tiene(fila));
    },
    terminar: (note) => {
      if (rotuloTotales !== undefined) {
        const line = tabla.createTFoot().insertRow();
        line.append(...columnas.map((columna, i) => makeCell(columna, i === 0 ? rotuloTotales : sumOf(columna))));
      }
      if (note === undefined) return;
      const paragraph = document.createElement('p');
      paragraph.textContent = note;
      hoja.append(paragraph);
    },
  };
}

/** Page by page, up to what goes on paper; how many there are as far as was told. */
async function leer<F>(
  rowSource: RowSource<F>,
  orden: Order | undefined,
  put: (fila: F) => void,
): Promise<{ readonly puestas: number; readonly todas: number }> {
  let puestas = 0;
  for (;;) {
    const { filas, total, hayMas } = await rowSource.leer(puestas, Math.min(DE_A, CAP - puestas), orden);
    for (const fila of filas) put(fila);
    puestas += filas.length;
    const left = hayMas ?? (typeof total === 'number' ? puestas < total : filas.length === DE_A);
    const todas = Math.max(puestas + (left ? 1 : 0), total ?? 0);
    if (!left || filas.length === 0 || puestas >= CAP) return { puestas, todas };
  }
}

/** A heading of a group says nothing in the columns that draw themselves. */
function textOnPaper<F>(columna: DataColumn<F>, fila: F): string {
  const texto = getCellText(columna, fila);
  return columna.pintar !== undefined && texto === '—' ? '' : texto;
}

function makeCell<F>(columna: DataColumn<F>, texto: string, elemento: 'td' | 'th' = 'td'): HTMLTableCellElement {
  const cell = document.createElement(elemento);
  cell.textContent = texto;
  if (RIGHT_ALIGNED.includes(columna.tipo)) cell.className = 'derecha';
  return cell;
}
