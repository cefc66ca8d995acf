import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../format.ts';
import { getCellText, getValueText } from './text.ts';
import type { DataColumn, RowSource, Order } from './types.ts';

/** Most rows that are printed, about forty pages: the workbook has all. */
const CAP = 2000;
const DE_A = 200;
const RIGHT_ALIGNED = ['importe', 'entero'];

/** What a printed table has besides its rows. */
export interface Sheet<F> {
  readonly label: string;
  readonly columnas: readonly DataColumn<F>[];
  readonly rowRules: Readonly<Record<string, (fila: F) => boolean>>;
  readonly totales: Readonly<Record<string, string>> | undefined;
  readonly totalsLabel: string | undefined;
}

interface Printing<F> extends Sheet<F> {
  readonly orden: Order | undefined;
  readonly source: RowSource<F>;
}

/**
 * Makes a table for printing with all rows of the filter, not only the visible ones. A note under it says when there are more than are printed.
 * Throws what the source throws.
 */
export async function makePaperTable<F>(printing: Printing<F>): Promise<HTMLElement> {
  const { orden, source: rowSource } = printing;
  const { hoja, add: put, finish } = begin(printing);
  const { applied, todas } = await leer(rowSource, orden, put);
  finish(
    applied < todas ? m.grilla_en_papel_tope({ n: formatNumber(applied), total: formatNumber(todas) }) : undefined,
  );
  return hoja;
}

/** Makes the same table from rows that are in memory: the browser's own print command cannot wait for others. `note`: says that there are others. */
export function tableOfRows<F>(sheet: Sheet<F>, filas: readonly F[], note: string | undefined): HTMLElement {
  const { hoja, add: put, finish } = begin(sheet);
  for (const fila of filas) put(fila);
  finish(note);
  return hoja;
}

function begin<F>({ label, columnas, rowRules, totales, totalsLabel }: Sheet<F>): {
  readonly hoja: HTMLElement;
  readonly add: (fila: F) => void;
  readonly finish: (note: string | undefined) => void;
} {
  const rules = Object.entries(rowRules);
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
    add: (fila) => {
      const line = cuerpo.insertRow();
      line.append(...columnas.map((columna) => makeCell(columna, textOnPaper(columna, fila))));
      for (const [clase, applies] of rules) line.classList.toggle(clase, applies(fila));
    },
    finish: (note) => {
      if (totalsLabel !== undefined) {
        const line = tabla.createTFoot().insertRow();
        line.append(...columnas.map((columna, i) => makeCell(columna, i === 0 ? totalsLabel : sumOf(columna))));
      }
      if (note === undefined) return;
      const paragraph = document.createElement('p');
      paragraph.textContent = note;
      hoja.append(paragraph);
    },
  };
}

/** Reads page by page, up to the most that are printed; also gives the number of rows as far as the source told it. */
async function leer<F>(
  rowSource: RowSource<F>,
  orden: Order | undefined,
  put: (fila: F) => void,
): Promise<{ readonly applied: number; readonly todas: number }> {
  let applied = 0;
  for (;;) {
    const { filas, total, hayMas } = await rowSource.leer(applied, Math.min(DE_A, CAP - applied), orden);
    for (const fila of filas) put(fila);
    applied += filas.length;
    const left = hayMas ?? (typeof total === 'number' ? applied < total : filas.length === DE_A);
    const todas = Math.max(applied + (left ? 1 : 0), total ?? 0);
    if (!left || filas.length === 0 || applied >= CAP) return { applied, todas };
  }
}

/** The text of a cell; empty for the heading of a group in a column that draws its own cells. */
function textOnPaper<F>(columna: DataColumn<F>, fila: F): string {
  const texto = getCellText(columna, fila);
  return columna.paint !== undefined && texto === '—' ? '' : texto;
}

function makeCell<F>(columna: DataColumn<F>, texto: string, element: 'td' | 'th' = 'td'): HTMLTableCellElement {
  const cell = document.createElement(element);
  cell.textContent = texto;
  if (RIGHT_ALIGNED.includes(columna.tipo)) cell.className = 'derecha';
  return cell;
}
