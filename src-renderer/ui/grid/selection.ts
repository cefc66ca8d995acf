import type { GridApi, IRowNode } from 'ag-grid-community';
import type { DataColumn, RowSelection } from './types.ts';

interface Mounting<F> {
  readonly api: GridApi<F>;
  readonly columnas: readonly DataColumn<F>[];
  readonly idDe: (fila: F) => string;
  readonly silently: (work: () => void) => void;
  readonly onSelections: (selection: RowSelection<F> | undefined) => void;
}

/** The rows that are marked: one for the side panel, several to be copied. */
export class Marks<F> {
  readonly #mounting: Mounting<F>;
  /** The row that is marked, or is to be when it comes. */
  #id: string | undefined;
  /** A place whose row is to be marked when it comes: the keyboard is there. */
  #toMark: number | undefined;
  /** The person marked several: what the screen answers about one of them, or about none, leaves them marked. */
  #several = false;
  /** From where several are marked by the keyboard. */
  #anchor: number | undefined;

  constructor(mounting: Mounting<F>) {
    this.#mounting = mounting;
  }

  /** Marks the row of this name, when it is among the ones that were read; none for undefined. */
  choose(id: string | undefined): void {
    const { api, silently } = this.#mounting;
    this.#id = id;
    if (this.#several && (id === undefined || api.getRowNode(id)?.isSelected() === true)) return;
    this.#several = false;
    silently(() => {
      if (id === undefined) api.deselectAll();
      else api.getRowNode(id)?.setSelected(true, true);
    });
  }

  /**
   * Marks every row from the marked one to this place, as the person's doing, as far as they were read: what is not here could not be summed nor
   * copied.
   */
  extend(hasta: number): void {
    const { api, silently } = this.#mounting;
    const anchor = (this.#several ? this.#anchor : undefined) ?? api.getSelectedNodes()[0]?.rowIndex ?? hasta;
    const step = hasta < anchor ? -1 : 1;
    const nodes: IRowNode<F>[] = [];
    for (let posicion = anchor; ; posicion += step) {
      const node = api.getDisplayedRowAtIndex(posicion);
      if (node?.data === undefined) break;
      nodes.push(node);
      if (posicion === hasta) break;
    }
    this.#anchor = anchor;
    this.#toMark = undefined;
    silently(() => {
      api.deselectAll();
    });
    api.setNodesSelected({ nodes, newValue: true });
  }

  /** Unmarks several; false when there were not. One is the screen's to let go of. */
  releaseSeveral(): boolean {
    if (!this.#several) return false;
    this.#several = false;
    this.choose(undefined);
    return true;
  }

  /** Marks the row of a place, as the person's doing. */
  mark(posicion: number): void {
    this.#several = false;
    const node = this.#mounting.api.getDisplayedRowAtIndex(posicion);
    this.#toMark = node?.data === undefined ? posicion : undefined;
    if (this.#toMark === undefined) node?.setSelected(true, true);
  }

  /** Marks the row before (-1) or after (1) the marked one, as the person's doing, past those that `sirve` refuses. False when there is none. */
  moveBy(delta: 1 | -1, accepts: (fila: F) => boolean): boolean {
    const { api } = this.#mounting;
    const desde = this.#toMark ?? api.getSelectedNodes()[0]?.rowIndex;
    if (desde === undefined || desde === null) return false;
    const total = api.getDisplayedRowCount();
    for (let posicion = desde + delta; posicion >= 0 && posicion < total; posicion += delta) {
      const fila = api.getDisplayedRowAtIndex(posicion)?.data;
      if (fila !== undefined && !accepts(fila)) continue; // one that is on its way is waited for
      api.ensureIndexVisible(posicion);
      this.mark(posicion);
      return true;
    }
    return false;
  }

  /** Rows came: the one that waited to be marked may be among them. */
  rowsArrived(desde: number, filas: readonly F[]): void {
    const { api, idDe } = this.#mounting;
    const id = this.#id;
    const place = this.#toMark;
    const conMarca = id !== undefined && filas.some((fila) => idDe(fila) === id);
    const isInPlace = place !== undefined && place >= desde && place < desde + filas.length;
    if (!conMarca && !isInPlace) return;
    // The rows are in the grid once this turn ends.
    queueMicrotask(() => {
      if (api.isDestroyed()) return;
      if (conMarca) this.choose(id);
      if (isInPlace && this.#toMark === place) this.mark(place);
    });
  }

  /** The rows that are marked. */
  all(): readonly F[] {
    return this.#mounting.api.getSelectedNodes().flatMap(({ data }) => (data === undefined ? [] : [data]));
  }

  /** The marks changed by the person's doing. */
  notify(): void {
    const { api, idDe, onSelections } = this.#mounting;
    const nodes = api.getSelectedNodes();
    const focused = api.getFocusedCell()?.rowIndex;
    const fila = (nodes.find(({ rowIndex }) => rowIndex === focused) ?? nodes.at(-1))?.data;
    this.#several = nodes.length > 1;
    this.#id = fila === undefined ? undefined : idDe(fila);
    onSelections(fila === undefined ? undefined : { fila, todas: this.all() });
  }

  /** What the person would copy now: the cell with the ring (`enCelda`), or the rows that are marked. */
  getToCopy(isInCell: boolean): { readonly columnas: readonly DataColumn<F>[]; readonly filas: readonly F[] } {
    const { api, columnas } = this.#mounting;
    const nodes = api.getSelectedNodes().sort((a, b) => (a.rowIndex ?? 0) - (b.rowIndex ?? 0));
    const filas = nodes.flatMap(({ data }) => (data === undefined ? [] : [data]));
    const cell = isInCell && filas.length <= 1 ? (api.getFocusedCell() ?? undefined) : undefined;
    const data = cell === undefined ? undefined : api.getDisplayedRowAtIndex(cell.rowIndex)?.data;
    if (cell === undefined || data === undefined) return { columnas: this.aLaVista(), filas };
    return { columnas: columnas.filter(({ clave }) => clave === cell.column.getColId()), filas: [data] };
  }

  /** The columns that are shown, from left to right. */
  aLaVista(): readonly DataColumn<F>[] {
    const { api, columnas } = this.#mounting;
    return api.getAllDisplayedColumns().flatMap((one) => columnas.filter(({ clave }) => clave === one.getColId()));
  }
}
