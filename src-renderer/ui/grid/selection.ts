import type { GridApi, IRowNode } from 'ag-grid-community';
import type { DataColumn, GridSetup } from './types.ts';
import { addUp } from '../format.ts';
import { valueOf } from './text.ts';

interface Mounting<F> extends Pick<GridSetup<F>, 'columnas' | 'idOf' | 'handlers'> {
  readonly api: GridApi<F>;
  readonly silently: (work: () => void) => void;
}

/** The marked rows: a single row for the side panel, or several rows to copy or add up. */
export class Marks<F> {
  readonly #mounting: Mounting<F>;
  #id: string | undefined;
  /** The focused position whose row is marked once it is read. */
  #toMark: number | undefined;
  /** The position at which the person began to mark several rows. */
  #anchor: number | undefined;

  constructor(mounting: Mounting<F>) {
    this.#mounting = mounting;
  }

  /** True when several rows are marked. These marks stay when the screen chooses one of these rows, or no row. */
  get #areSeveral(): boolean {
    return this.#mounting.api.getSelectedNodes().length > 1;
  }

  /** Marks only the row `id`, or marks it later if it was not read yet; undefined unmarks a single row. Several marks may stay (`#areSeveral`). */
  choose(id: string | undefined): void {
    const { api } = this.#mounting;
    this.#id = id;
    if (this.#areSeveral && (id === undefined || api.getRowNode(id)?.isSelected() === true)) return;
    this.#only(id);
  }

  #only(id: string | undefined): void {
    const { api, silently } = this.#mounting;
    const node = id === undefined ? undefined : api.getRowNode(id);
    silently(() => {
      if (node === undefined) api.deselectAll();
      else node.setSelected(true, true);
    });
  }

  /**
   * Marks all rows to `to`: from the row where the person began, or else from the marked row, or else from `from`. Stops before an unread row, which cannot be
   * added up or copied.
   */
  extend(to: number, from: number): void {
    const { api, idOf, silently } = this.#mounting;
    const anchor = (this.#areSeveral ? this.#anchor : undefined) ?? api.getSelectedNodes()[0]?.rowIndex ?? from;
    const step = to < anchor ? -1 : 1;
    const nodes: IRowNode<F>[] = [];
    for (let position = anchor; ; position += step) {
      const node = api.getDisplayedRowAtIndex(position);
      if (node?.data === undefined) break;
      nodes.push(node);
      if (position === to) break;
    }
    const last = nodes.at(-1)?.data;
    if (last !== undefined) this.#id = idOf(last);
    this.#anchor = anchor;
    this.#toMark = undefined;
    silently(() => api.deselectAll());
    api.setNodesSelected({ nodes, newValue: true });
  }

  /** Unmarks several rows; gives false when fewer are marked. The screen itself unmarks a single row. */
  releaseSeveral(): boolean {
    if (!this.#areSeveral) return false;
    this.#id = undefined;
    this.#only(undefined);
    return true;
  }

  mark(position: number): void {
    const { api, idOf } = this.#mounting;
    const node = api.getDisplayedRowAtIndex(position);
    this.#anchor = undefined;
    this.#toMark = node?.data === undefined ? position : undefined;
    if (node?.data === undefined) return;
    this.#id = idOf(node.data);
    node.setSelected(true, true);
  }

  /** Marks the next (1) or previous (-1) row that `accepts` allows, as the person would. Gives false without such a row or without a marked row. */
  moveBy(delta: 1 | -1, accepts: (row: F) => boolean): boolean {
    const { api } = this.#mounting;
    const from = this.#toMark ?? api.getSelectedNodes()[0]?.rowIndex;
    if (from === undefined || from === null) return false;
    const total = api.getDisplayedRowCount();
    for (let position = from + delta; position >= 0 && position < total; position += delta) {
      const row = api.getDisplayedRowAtIndex(position)?.data;
      if (row !== undefined && !accepts(row)) continue; // a row that was not read is accepted, and marked once it is read
      api.ensureIndexVisible(position);
      this.mark(position);
      return true;
    }
    return false;
  }

  rowsArrived(from: number, rows: readonly F[]): void {
    const { api, idOf } = this.#mounting;
    const id = this.#id;
    const place = this.#toMark;
    const withMark = id !== undefined && rows.some((row) => idOf(row) === id);
    const isInPlace = place !== undefined && place >= from && place < from + rows.length;
    if (!withMark && !isInPlace) return;
    // Waits a microtask, because AG Grid has the rows only afterwards. A mark made meanwhile stays.
    queueMicrotask(() => {
      if (api.isDestroyed()) return;
      if (withMark && this.#id === id && api.getSelectedNodes().length === 0) this.choose(id);
      if (isInPlace && this.#toMark === place) this.mark(place);
    });
  }

  all(): readonly F[] {
    return this.#mounting.api.getSelectedNodes().flatMap(({ data }) => (data === undefined ? [] : [data]));
  }

  notify(): void {
    const { api, idOf, handlers } = this.#mounting;
    const nodes = api.getSelectedNodes();
    const focused = api.getFocusedCell()?.rowIndex;
    const row = (nodes.find(({ rowIndex }) => rowIndex === focused) ?? nodes.at(-1))?.data;
    this.#id = row === undefined ? undefined : idOf(row);
    handlers.onChoose?.(row === undefined ? undefined : { fila: row, todas: this.all() });
  }

  /** What Ctrl+C copies: the focused cell if `isInCell` and at most one row is marked, otherwise the marked rows. */
  getToCopy(isInCell: boolean): { readonly columnas: readonly DataColumn<F>[]; readonly filas: readonly F[] } {
    const { api, columnas } = this.#mounting;
    const nodes = api.getSelectedNodes().sort((a, b) => (a.rowIndex ?? 0) - (b.rowIndex ?? 0));
    const rows = nodes.flatMap(({ data }) => (data === undefined ? [] : [data]));
    const cell = isInCell && rows.length <= 1 ? (api.getFocusedCell() ?? undefined) : undefined;
    const data = cell === undefined ? undefined : api.getDisplayedRowAtIndex(cell.rowIndex)?.data;
    const column = columnas.find(({ clave }) => clave === cell?.column.getColId());
    if (data === undefined || column === undefined || column.isControl === true)
      return { columnas: this.listVisible(), filas: rows };
    return { columnas: [column], filas: [data] };
  }

  listVisible(): readonly DataColumn<F>[] {
    const { api, columnas } = this.#mounting;
    const data = columnas.filter(({ isControl }) => isControl !== true);
    return api.getAllDisplayedColumns().flatMap((one) => data.filter(({ clave }) => clave === one.getColId()));
  }
}

interface Summing<F> {
  readonly columnas: readonly DataColumn<F>[];
  /** The totals of all rows: only columns with a total are added up. When undefined, all columns of amounts are. */
  readonly totales: Readonly<Record<string, string>> | undefined;
  readonly counts: (row: F) => boolean;
  /** Fewest rows to add up; two by default, because one marked row shows its own amount. */
  readonly least?: number;
}

interface Sum {
  readonly n: number;
  /** Sums by column, decimal text. A column without any amount has no sum. */
  readonly totales: Readonly<Record<string, string>>;
  /** Number of rows that some sum leaves out, because their amount is missing or cannot be read. Ignores columns whose amount is optional. */
  readonly sinImporte: number;
}

/** Adds up the marked rows; undefined for fewer than `least`. */
export function sumOfMarked<F>(
  marked: readonly F[],
  { columnas, totales, counts, least = 2 }: Summing<F>,
): Sum | undefined {
  const rows = marked.filter(counts);
  if (rows.length < least) return undefined;
  const sums = columnas
    .filter(({ clave, tipo }) => tipo === 'importe' && (totales === undefined || clave in totales))
    .map((column) => {
      const amounts = rows.map((row) => importeOf(column, row));
      const { total, sinLeer } = addUp(amounts);
      return { columna: column, amounts, total, isEmpty: sinLeer === rows.length };
    });
  // A column without a sum leaves no row out, unless no column with required amounts has a sum: then all rows are left out.
  const withSum = sums.filter(({ isEmpty }) => !isEmpty);
  const due = sums.filter(({ columna }) => columna.isOptional !== true);
  const summedDue = due.filter(({ isEmpty }) => !isEmpty);
  const judged = summedDue.length === 0 ? due : summedDue;
  const isLeftOut = (row: number): boolean => judged.some(({ amounts }) => addUp([amounts[row] ?? '']).sinLeer > 0);
  return {
    n: rows.length,
    totales: Object.fromEntries(withSum.map(({ columna, total }) => [columna.clave, total])),
    sinImporte: rows.filter((_row, row) => isLeftOut(row)).length,
  };
}

function importeOf<F>(column: DataColumn<F>, row: F): string {
  const value = valueOf(column, row);
  return typeof value === 'string' ? value : '';
}
