import type { MethodInput } from '#contract/inputs.ts';
import { m } from '../../paraglide/messages.js';
import { getLanguage } from '../language.ts';
import { createPart } from './cells.ts';
import { orderColumns } from './shown-columns.svelte.ts';
import { getCellText, getValueText, isRightAligned, valueOf, withSign } from './text.ts';
import type { ChosenColumn, DataColumn, Order, RowSource } from './types.ts';

/** Rows that are printed at most, about forty pages. */
export const MAX_PRINTED = 2000;
/** Rows of a screen that a workbook gets at most, in the sheet “En pantalla”. */
export const MAX_IN_WORKBOOK = 5000;
const PAGE = 500;

/** Reads the first rows of a source, and the number of all rows; while that number is unknown, one more than the rows read. Throws when the source throws. */
export async function readRows<F>(
  source: RowSource<F>,
  order: Order | undefined,
  most = MAX_IN_WORKBOOK,
): Promise<{ readonly rows: readonly F[]; readonly all: number }> {
  const rows: F[] = [];
  for (;;) {
    const asked = Math.min(PAGE, most - rows.length);
    const { filas, total, hayMas } = await source.read(rows.length, asked, order);
    rows.push(...filas);
    const left = hayMas ?? (typeof total === 'number' ? rows.length < total : filas.length === asked);
    if (!left || filas.length === 0 || rows.length >= most)
      return { rows, all: Math.max(rows.length + (left ? 1 : 0), total ?? 0) };
  }
}

export interface PaperSheet<F> {
  readonly label: string;
  readonly columnas: readonly DataColumn<F>[];
  readonly rowRules: Readonly<Record<string, (row: F) => boolean>>;
  readonly totales: Readonly<Record<string, string>> | undefined;
  readonly totalsLabel: string | undefined;
}

export function tableOfRows<F>(
  { label, columnas, rowRules, totales, totalsLabel }: PaperSheet<F>,
  rows: readonly F[],
  note: string | undefined,
): HTMLElement {
  const table = document.createElement('table');
  table.createCaption().textContent = label;
  const titles = columnas.map((column) => makeCell(column, column.title, 'th'));
  for (const title of titles) title.scope = 'col';
  table
    .createTHead()
    .insertRow()
    .append(...titles);
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    line.append(...columnas.map((column) => makeCell(column, textOnPaper(column, row))));
    for (const [kind, applies] of Object.entries(rowRules)) line.classList.toggle(kind, applies(row));
  }
  if (totalsLabel !== undefined) {
    const textOf = (column: DataColumn<F>, i: number): string => {
      const total = totales?.[column.clave];
      return i === 0 ? totalsLabel : total === undefined ? '' : getValueText(column, total);
    };
    table
      .createTFoot()
      .insertRow()
      .append(...columnas.map((column, i) => makeCell(column, textOf(column, i))));
  }
  const sheet = createPart('div', 'papel', table);
  if (note !== undefined) sheet.appendChild(document.createElement('p')).textContent = note;
  return sheet;
}

/** The text of a cell. A column that draws its own cells prints nothing instead of a dash, for example in the heading of a group. */
function textOnPaper<F>(column: DataColumn<F>, row: F): string {
  const text = getCellText(column, row);
  return column.paint !== undefined && text === '—' ? '' : text;
}

const makeCell = <F>(column: DataColumn<F>, text: string, element: 'td' | 'th' = 'td'): HTMLTableCellElement =>
  createPart(element, isRightAligned(column) ? 'derecha' : '', text);

/** The value of a cell for a spreadsheet; null where the screen shows a dash. */
function textInWorkbook<F>(column: DataColumn<F>, row: F): string | null {
  if (column.tipo === 'estado') return column.estado?.(row)?.word ?? (column.withoutState || null);
  const value = valueOf(column, row);
  if (value === null || value === undefined || value === '') return column.nulo === 'sin-datos' ? m.sin_datos() : null;
  if (typeof value === 'boolean') return value ? m.si() : m.no();
  return column.tipo === 'importe' ? withSign(String(value), column.signo) : String(value);
}

/** The shown columns in the person's order, as words and signs for a report. Undefined in English, because reports are in Spanish. */
export function toShownList<F>(
  { columns, chosen }: { readonly columns: readonly DataColumn<F>[]; readonly chosen: readonly ChosenColumn[] },
  rows: readonly F[],
  all = rows.length,
): MethodInput<'explicaciones.exportar'>['pantalla'] {
  if (getLanguage() === 'en') return undefined;
  const shown = orderColumns(columns, chosen).flatMap(({ clave, oculta }) =>
    columns.filter((one) => one.clave === clave && one.isControl !== true && oculta !== true),
  );
  const written = rows.slice(0, MAX_IN_WORKBOOK);
  return {
    titulo: m.libro_en_pantalla(),
    columnas: shown.map(({ title, tipo }) => ({
      titulo: title,
      tipo: tipo === 'estado' || tipo === 'booleano' ? 'texto' : tipo,
    })),
    filas: written.map((row) => shown.map((column) => textInWorkbook(column, row))),
    ...(all > written.length ? { de: all } : {}),
  };
}
