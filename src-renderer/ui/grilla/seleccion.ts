import type { GridApi, IRowNode } from 'ag-grid-community';
import type { ColumnaDatos, Seleccion } from './tipos.ts';

interface Montaje<F> {
  readonly api: GridApi<F>;
  readonly columnas: readonly ColumnaDatos<F>[];
  readonly idDe: (fila: F) => string;
  readonly enSilencio: (hacer: () => void) => void;
  readonly onselecciones: (seleccion: Seleccion<F> | undefined) => void;
}

/** The rows that are marked: one for the side panel, several to be copied. */
export class Marcas<F> {
  readonly #montaje: Montaje<F>;
  /** The row that is marked, or is to be when it comes. */
  #id: string | undefined;
  /** A place whose row is to be marked when it comes: the keyboard is there. */
  #porMarcar: number | undefined;
  /** The person marked several: what the screen answers about one of them, or about none, leaves them marked. */
  #varias = false;
  /** From where several are marked by the keyboard. */
  #ancla: number | undefined;

  constructor(montaje: Montaje<F>) {
    this.#montaje = montaje;
  }

  /** Marks the row of this name, when it is among the ones that were read; none for undefined. */
  elegir(id: string | undefined): void {
    const { api, enSilencio } = this.#montaje;
    this.#id = id;
    if (this.#varias && (id === undefined || api.getRowNode(id)?.isSelected() === true)) return;
    this.#varias = false;
    enSilencio(() => {
      if (id === undefined) api.deselectAll();
      else api.getRowNode(id)?.setSelected(true, true);
    });
  }

  /**
   * Marks every row from the marked one to this place, as the person's doing, as far as they were read: what is not here could not be summed nor
   * copied.
   */
  extender(hasta: number): void {
    const { api, enSilencio } = this.#montaje;
    const ancla = (this.#varias ? this.#ancla : undefined) ?? api.getSelectedNodes()[0]?.rowIndex ?? hasta;
    const paso = hasta < ancla ? -1 : 1;
    const nodes: IRowNode<F>[] = [];
    for (let posicion = ancla; ; posicion += paso) {
      const nodo = api.getDisplayedRowAtIndex(posicion);
      if (nodo?.data === undefined) break;
      nodes.push(nodo);
      if (posicion === hasta) break;
    }
    this.#ancla = ancla;
    this.#porMarcar = undefined;
    enSilencio(() => {
      api.deselectAll();
    });
    api.setNodesSelected({ nodes, newValue: true });
  }

  /** Unmarks several; false when there were not. One is the screen's to let go of. */
  soltarVarias(): boolean {
    if (!this.#varias) return false;
    this.#varias = false;
    this.elegir(undefined);
    return true;
  }

  /** Marks the row of a place, as the person's doing. */
  marcar(posicion: number): void {
    this.#varias = false;
    const nodo = this.#montaje.api.getDisplayedRowAtIndex(posicion);
    this.#porMarcar = nodo?.data === undefined ? posicion : undefined;
    if (this.#porMarcar === undefined) nodo?.setSelected(true, true);
  }

  /** Marks the row before (-1) or after (1) the marked one, as the person's doing, past those that `sirve` refuses. False when there is none. */
  pasar(delta: 1 | -1, sirve: (fila: F) => boolean): boolean {
    const { api } = this.#montaje;
    const desde = this.#porMarcar ?? api.getSelectedNodes()[0]?.rowIndex;
    if (desde === undefined || desde === null) return false;
    const total = api.getDisplayedRowCount();
    for (let posicion = desde + delta; posicion >= 0 && posicion < total; posicion += delta) {
      const fila = api.getDisplayedRowAtIndex(posicion)?.data;
      if (fila !== undefined && !sirve(fila)) continue; // one that is on its way is waited for
      api.ensureIndexVisible(posicion);
      this.marcar(posicion);
      return true;
    }
    return false;
  }

  /** Rows came: the one that waited to be marked may be among them. */
  llegaron(desde: number, filas: readonly F[]): void {
    const { api, idDe } = this.#montaje;
    const id = this.#id;
    const lugar = this.#porMarcar;
    const conMarca = id !== undefined && filas.some((fila) => idDe(fila) === id);
    const enLugar = lugar !== undefined && lugar >= desde && lugar < desde + filas.length;
    if (!conMarca && !enLugar) return;
    // The rows are in the grid once this turn ends.
    queueMicrotask(() => {
      if (api.isDestroyed()) return;
      if (conMarca) this.elegir(id);
      if (enLugar && this.#porMarcar === lugar) this.marcar(lugar);
    });
  }

  /** The rows that are marked. */
  todas(): readonly F[] {
    return this.#montaje.api.getSelectedNodes().flatMap(({ data }) => (data === undefined ? [] : [data]));
  }

  /** The marks changed by the person's doing. */
  avisar(): void {
    const { api, idDe, onselecciones } = this.#montaje;
    const nodos = api.getSelectedNodes();
    const foco = api.getFocusedCell()?.rowIndex;
    const fila = (nodos.find(({ rowIndex }) => rowIndex === foco) ?? nodos.at(-1))?.data;
    this.#varias = nodos.length > 1;
    this.#id = fila === undefined ? undefined : idDe(fila);
    onselecciones(fila === undefined ? undefined : { fila, todas: this.todas() });
  }

  /** What the person would copy now: the cell with the ring (`enCelda`), or the rows that are marked. */
  paraCopiar(enCelda: boolean): { readonly columnas: readonly ColumnaDatos<F>[]; readonly filas: readonly F[] } {
    const { api, columnas } = this.#montaje;
    const nodos = api.getSelectedNodes().sort((a, b) => (a.rowIndex ?? 0) - (b.rowIndex ?? 0));
    const filas = nodos.flatMap(({ data }) => (data === undefined ? [] : [data]));
    const celda = enCelda && filas.length <= 1 ? (api.getFocusedCell() ?? undefined) : undefined;
    const data = celda === undefined ? undefined : api.getDisplayedRowAtIndex(celda.rowIndex)?.data;
    if (celda === undefined || data === undefined) return { columnas: this.aLaVista(), filas };
    return { columnas: columnas.filter(({ clave }) => clave === celda.column.getColId()), filas: [data] };
  }

  /** The columns that are shown, from left to right. */
  aLaVista(): readonly ColumnaDatos<F>[] {
    const { api, columnas } = this.#montaje;
    return api.getAllDisplayedColumns().flatMap((una) => columnas.filter(({ clave }) => clave === una.getColId()));
  }
}
