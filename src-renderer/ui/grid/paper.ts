import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../format.ts';
import { getCellText, getValueText, isRightAligned } from './text.ts';
import type { DataColumn, RowSource, Order } from './types.ts';

/** Most rows that are printed, about forty pages: the workbook has all. */
const CAP = 2000;
const PAGE = 200;

/** What a printed table has besides its rows. */
export interface PaperSheet<F> {
  readonly label: string;
  readonly columnas: readonly DataColumn<F>[];
  readonly rowRules: Readonly<Record<string, (row: F) => boolean>>;
  readonly totales: Readonly<Record<string, string>> | undefined;
  readonly totalsLabel: string | undefined;
}

interface Printing<F> extends PaperSheet<F> {
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
  const { printed, all } = await readRows(rowSource, orden, put);
  finish(printed < all ? m.grilla_en_papel_tope({ n: formatNumber(printed), total: formatNumber(all) }) : undefined);
  return hoja;
}

/** Makes the same table from rows that are in memory: the browser's own print command cannot wait for others. `note`: says that there are others. */
export function tableOfRows<F>(sheet: PaperSheet<F>, rows: readonly F[], note: string | undefined): HTMLElement {
  const { hoja, add: put, finish } = begin(sheet);
  for (const row of rows) put(row);
  finish(note);
  return hoja;
}

function begin<F>({ label, columnas, rowRules, totales, totalsLabel }: PaperSheet<F>): {
  readonly hoja: HTMLElement;
  readonly add: (row: F) => void;
  readonly finish: (note: string | undefined) => void;
} {
  const rules = Object.entries(rowRules);
  const table = document.createElement('table');
  table.createCaption().textContent = label;
  const titles = table.createTHead().insertRow();
  for (const column of columnas) {
    const cell = makeCell(column, column.title, 'th');
    cell.scope = 'col';
    titles.append(cell);
  }
  const body = table.createTBody();
  const sheet = document.createElement('div');
  sheet.className = 'papel';
  sheet.append(table);
  const sumOf = ({ clave, ...column }: DataColumn<F>): string => {
    const total = totales?.[clave];
    return total === undefined ? '' : getValueText(column, total);
  };
  return {
    hoja: sheet,
    add: (row) => {
      const line = body.insertRow();
      line.append(...columnas.map((column) => makeCell(column, textOnPaper(column, row))));
      for (const [kind, applies] of rules) line.classList.toggle(kind, applies(row));
    },
    finish: (note) => {
      if (totalsLabel !== undefined) {
        const line = table.createTFoot().insertRow();
        line.append(...columnas.map((column, i) => makeCell(column, i === 0 ? totalsLabel : sumOf(column))));
      }
      if (note === undefined) return;
      const paragraph = document.createElement('p');
      paragraph.textContent = note;
      sheet.append(paragraph);
    },
  };
}

/** Reads page by page, up to the most that are printed; also gives the number of rows as far as the source told it. */
async function readRows<F>(
  rowSource: RowSource<F>,
  order: Order | undefined,
  put: (row: F) => void,
): Promise<{ readonly printed: number; readonly all: number }> {
  let printed = 0;
  for (;;) {
    const { filas, total, hayMas } = await rowSource.read(printed, Math.min(PAGE, CAP - printed), order);
    for (const row of filas) put(row);
    printed += filas.length;
    const left = hayMas ?? (typeof total === 'number' ? printed < total : filas.length === PAGE);
    const all = Math.max(printed + (left ? 1 : 0), total ?? 0);
    if (!left || filas.length === 0 || printed >= CAP) return { printed, all };
  }
}

/** The text of a cell; empty for the heading of a group in a column that draws its own cells. */
function textOnPaper<F>(column: DataColumn<F>, row: F): string {
  const text = getCellText(column, row);
  return column.paint !== undefined && text === '—' ? '' : text;
}

function makeCell<F>(column: DataColumn<F>, text: string, element: 'td' | 'th' = 'td'): HTMLTableCellElement {
  const cell = document.createElement(element);
  cell.textContent = text;
  if (isRightAligned(column)) cell.className = 'derecha';
  return cell;
}
