import type { GridApi } from 'ag-grid-community';
import { repartir, type Pretension } from './anchos.ts';
import { ordenarColumnas } from './elegidas.ts';
import { Medidas } from './medidas.ts';
import { crearGrilla } from './motor.ts';
import type { ColumnaDatos, ColumnaElegida, Fuente, Orden, PaginaDeFilas, Seleccion } from './tipos.ts';

export interface Oyentes<F> {
  readonly onselecciones: (seleccion: Seleccion<F> | undefined) => void;
  readonly onabrir: (fila: F) => void;
  readonly oncerrar: () => void;
  readonly onorden: (orden: Orden | undefined) => void;
  readonly oncolumnas: (columnas: readonly ColumnaElegida[]) => void;
  /** Rows in sight, from 1, both included. */
  readonly onvista: (desde: number, hasta: number) => void;
  /** How many rows there are, once the first ones came: zero is an empty state. */
  readonly onleidas: (filas: number) => void;
  readonly onfalla: (error: unknown) => void;
}

interface Montaje<F> extends Oyentes<F> {
  readonly rotulo: string;
  readonly columnas: readonly ColumnaDatos<F>[];
  readonly fuente: Fuente<F>;
  readonly orden: Orden | undefined;
  readonly idDe: (fila: F) => string;
  readonly claseDeFila: ((fila: F) => string | undefined) | undefined;
  readonly reglaDeCinco: () => boolean;
}

const ALTO = 32;
const VERTICALES: readonly string[] = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];

/** A grid that is on the page: what `GrillaDatos.svelte` tells it, and what it tells back. */
export class ControlGrilla<F> {
  readonly #montaje: Montaje<F>;
  readonly #api: GridApi<F>;
  readonly #medidas: Medidas<F>;
  readonly #fin = new AbortController();
  #elegidas: readonly ColumnaElegida[] = [];
  #totales: Readonly<Record<string, string>> | undefined;
  #rotuloTotales = '';
  #vueltaTotales = 0;
  #clave: string | undefined;
  #id: string | undefined;
  readonly #host: HTMLElement;
  #ancho = 0;
  /** The room that the columns were last given. */
  #ubicado = 0;
  /** Set by the keyboard, unset by the mouse: only then the row follows the focus, and what is copied is the cell that has the ring. */
  #tecla: string | undefined;
  #enCelda = false;
  /** While we change columns or selection ourselves. */
  #callado = false;

  constructor(host: HTMLElement, montaje: Montaje<F>) {
    this.#montaje = montaje;
    this.#host = host;
    this.#medidas = new Medidas(montaje.columnas, getComputedStyle(host).fontFamily);
    this.#api = crearGrilla(host, {
      ...montaje,
      deAPaginas: montaje.fuente.tipo === 'paginas',
      conReglaDeCinco: montaje.reglaDeCinco,
      rotuloTotales: () => this.#rotuloTotales,
      total: (clave) => this.#totales?.[clave],
      idDeTotales: () => `totales ${String(this.#vueltaTotales)}`,
      opciones: {
        onSelectionChanged: () => {
          this.#avisarSeleccion();
        },
        onCellFocused: ({ rowIndex, rowPinned }) => {
          if (rowIndex === null || (rowPinned ?? undefined) !== undefined || !VERTICALES.includes(this.#tecla ?? ''))
            return;
          this.#api.getDisplayedRowAtIndex(rowIndex)?.setSelected(true, true);
        },
        onCellDoubleClicked: ({ data }) => {
          if (data !== undefined) montaje.onabrir(data);
        },
        onSortChanged: () => {
          if (!this.#callado) montaje.onorden(this.#orden());
        },
        onColumnMoved: ({ finished }) => {
          if (finished) this.#avisarColumnas();
        },
        onColumnResized: ({ finished, source, column }) => {
          if (finished && source !== 'api' && column !== null) this.#avisarColumnas(column.getColId());
        },
        onBodyScroll: () => {
          this.#avisarVista();
        },
        onModelUpdated: () => {
          this.#avisarVista();
          requestAnimationFrame(() => {
            if (!this.#fin.signal.aborted && this.#sitio() !== this.#ubicado) this.#ubicar();
          });
        },
      },
    });
    host.querySelector('[role=grid], [role=treegrid]')?.setAttribute('aria-label', montaje.rotulo);
    const { signal } = this.#fin;
    host.addEventListener(
      'keydown',
      (event) => {
        this.#alTeclear(event);
      },
      { capture: true, signal },
    );
    host.addEventListener('pointerdown', () => { this.#tecla = undefined; this.#enCelda = false; }, { capture: true, signal }); // prettier-ignore
    host.addEventListener('click', dejarPasar, { capture: true, signal });
    host.addEventListener('mouseover', mostrarEntero, { signal });
  }

  ponerFuente(fuente: Fuente<F>): void {
    if (fuente.tipo === 'filas') {
      this.#medidas.mirar(fuente.filas, true);
      this.#api.setGridOption('rowData', [...fuente.filas]);
      this.#montaje.onleidas(fuente.filas.length);
      this.#ubicar();
      return;
    }
    const nueva = this.#clave !== fuente.clave;
    this.#clave = fuente.clave;
    this.#api.setGridOption('datasource', {
      getRows: ({ startRow, endRow, successCallback, failCallback }) => {
        if (this.#api.isDestroyed()) return; // asked for in a later turn
        const llegar = (pagina: PaginaDeFilas<F>): void => {
          if (this.#api.isDestroyed()) return; // the screen went elsewhere while this was on its way
          this.#recibir(startRow, pagina);
          successCallback([...pagina.filas], ultimaDe(startRow, endRow, pagina));
        };
        fuente.leer(startRow, endRow - startRow, this.#orden()).then(llegar, (error: unknown) => {
          if (this.#api.isDestroyed()) return;
          failCallback();
          this.#montaje.onfalla(error);
        });
      },
    });
    if (nueva) this.#api.ensureIndexVisible(0, 'top');
  }

  /** How many rows there are, when that is known apart from the pages. */
  ponerTotal(total: number): void {
    if (this.#montaje.fuente.tipo === 'paginas' && total > 0) this.#api.setRowCount(total, true);
  }

  ponerTotales(totales: Readonly<Record<string, string>> | undefined, rotulo: string | undefined): void {
    this.#totales = totales;
    this.#rotuloTotales = rotulo ?? '';
    this.#vueltaTotales += 1;
    if (totales !== undefined) this.#medidas.mirarTotales(totales);
    this.#api.setGridOption('pinnedBottomRowData', rotulo === undefined ? [] : [{}]);
    this.#ubicar();
  }

  ponerColumnas(elegidas: readonly ColumnaElegida[]): void {
    if (elegidas === this.#elegidas) return;
    this.#elegidas = elegidas;
    this.#ubicar();
  }

  ponerOrden(orden: Orden | undefined): void {
    const actual = this.#orden();
    if (actual?.campo === orden?.campo && actual?.desc === orden?.desc) return;
    this.#enSilencio(() => {
      this.#api.applyColumnState({
        defaultState: { sort: null },
        state: orden === undefined ? [] : [{ colId: orden.campo, sort: orden.desc ? 'desc' : 'asc' }],
      });
    });
  }

  /** Marks the row of this name, when it is among the ones that were read; none for undefined. */
  elegir(id: string | undefined): void {
    this.#id = id;
    this.#enSilencio(() => {
      if (id === undefined) this.#api.deselectAll();
      else this.#api.getRowNode(id)?.setSelected(true, true);
    });
  }

  ajustar(ancho: number): void {
    if (ancho === this.#ancho) return;
    this.#ancho = ancho;
    this.#ubicar();
    this.#avisarVista();
  }

  /** Gives the keyboard back to the row that has the mark. */
  enfocar(): void {
    const nodo = this.#api.getSelectedNodes()[0];
    const columna = this.#api.getAllDisplayedColumns()[0];
    if (columna !== undefined) this.#api.setFocusedCell(nodo?.rowIndex ?? 0, columna);
  }

  /** What the person would copy now: the cell with the ring, or the rows that are marked. */
  paraCopiar(): { readonly columnas: readonly ColumnaDatos<F>[]; readonly filas: readonly F[] } {
    const filas = this.#api.getSelectedNodes().sort((a, b) => (a.rowIndex ?? 0) - (b.rowIndex ?? 0));
    const datos = filas.flatMap(({ data }) => (data === undefined ? [] : [data]));
    const enCelda = this.#enCelda && datos.length <= 1 ? this.#api.getFocusedCell() : null;
    if (enCelda !== null) {
      const data = this.#api.getDisplayedRowAtIndex(enCelda.rowIndex)?.data;
      const columna = this.#columna(enCelda.column.getColId());
      if (data !== undefined && columna !== undefined) return { columnas: [columna], filas: [data] };
    }
    const columnas = this.#api.getAllDisplayedColumns().flatMap((una) => this.#columna(una.getColId()) ?? []);
    return { columnas, filas: datos };
  }

  destruir(): void {
    this.#fin.abort();
    this.#api.destroy();
  }

  #columna(clave: string): ColumnaDatos<F> | undefined {
    return this.#montaje.columnas.find((columna) => columna.clave === clave);
  }

  #recibir(desde: number, pagina: PaginaDeFilas<F>): void {
    if (this.#medidas.mirar(pagina.filas, desde === 0)) this.#ubicar();
    if (desde === 0) this.#montaje.onleidas(pagina.filas.length);
    const id = this.#id;
    if (id === undefined || !pagina.filas.some((fila) => this.#montaje.idDe(fila) === id)) return;
    // The rows are in the grid once this turn ends.
    queueMicrotask(() => {
      if (!this.#api.isDestroyed()) this.elegir(id);
    });
  }

  #orden(): Orden | undefined {
    const columna = this.#api.getColumnState().find(({ sort }) => sort === 'asc' || sort === 'desc');
    return columna === undefined ? undefined : { campo: columna.colId, desc: columna.sort === 'desc' };
  }

  #alTeclear(event: KeyboardEvent): void {
    const enFila = event.target instanceof Element && event.target.closest('.ag-row') !== null;
    this.#tecla = event.key;
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') this.#enCelda = true;
    if (!enFila) return;
    if (event.key === 'Escape') this.#montaje.oncerrar();
    else if (event.key === 'Enter') {
      const data = this.#api.getDisplayedRowAtIndex(this.#api.getFocusedCell()?.rowIndex ?? -1)?.data;
      if (data !== undefined) this.#montaje.onabrir(data);
    }
  }

  #avisarSeleccion(): void {
    if (this.#callado) return;
    const nodos = this.#api.getSelectedNodes();
    const foco = this.#api.getFocusedCell()?.rowIndex;
    const fila = (nodos.find(({ rowIndex }) => rowIndex === foco) ?? nodos.at(-1))?.data;
    this.#id = fila === undefined ? undefined : this.#montaje.idDe(fila);
    const todas = nodos.flatMap(({ data }) => (data === undefined ? [] : [data]));
    this.#montaje.onselecciones(fila === undefined ? undefined : { fila, todas });
  }

  #avisarVista(): void {
    const { top, bottom } = this.#api.getVerticalPixelRange();
    const filas = this.#api.getDisplayedRowCount();
    if (filas === 0 || bottom === 0) return;
    this.#montaje.onvista(Math.min(filas, Math.floor(top / ALTO) + 1), Math.min(filas, Math.floor(bottom / ALTO)));
  }

  /** What the grid has now, as a choice of the person: every column, in order, with the width that they gave by hand. */
  #avisarColumnas(ensanchada?: string): void {
    if (this.#callado) return;
    const antes = new Map(this.#elegidas.map((una) => [una.clave, una]));
    this.#elegidas = this.#api.getColumnState().flatMap(({ colId, width }) => {
      const columna = this.#columna(colId);
      if (columna === undefined) return [];
      const { ancho, oculta = columna.oculta === true } = antes.get(colId) ?? {};
      const propio = colId === ensanchada ? width : ancho;
      return [{ clave: colId, oculta, ...(propio === undefined || propio === null ? {} : { ancho: propio }) }];
    });
    this.#montaje.oncolumnas(this.#elegidas);
    this.#ubicar();
  }

  /** The room that the columns have: a scrollbar takes some of it, but for the kind that floats over. */
  #sitio(): number {
    const barra = this.#host.querySelector<HTMLElement>('.ag-body-vertical-scroll:not(.ag-scrollbar-invisible)');
    return this.#ancho - (barra?.offsetWidth ?? 0);
  }

  #ubicar(): void {
    if (this.#ancho === 0) return;
    const elegida = new Map(this.#elegidas.map((una) => [una.clave, una]));
    const enOrden = ordenarColumnas(this.#montaje.columnas, this.#elegidas);
    const visibles = enOrden.flatMap(({ clave, oculta }) => (oculta === true ? [] : (this.#columna(clave) ?? [])));
    const pretensiones = visibles.map((columna, indice): Pretension => {
      const borde = indice === 0 || indice === visibles.length - 1;
      const propio = elegida.get(columna.clave)?.ancho ?? columna.ancho;
      const { natural, minimo } = this.#medidas.de(columna, borde);
      // What the person asked for is shown, even if it takes a sideways scroll.
      const secundaria = columna.oculta === true ? 0 : Number(columna.secundaria ?? 0);
      return propio === undefined
        ? { clave: columna.clave, natural, minimo, secundaria }
        : { clave: columna.clave, natural: propio, minimo: propio, secundaria };
    });
    this.#ubicado = this.#sitio();
    const anchos = repartir(pretensiones, this.#ubicado);
    const conFoco = this.#host.contains(document.activeElement) ? this.#api.getFocusedCell() : null;
    this.#enSilencio(() => {
      this.#api.applyColumnState({
        applyOrder: true,
        state: enOrden.map(({ clave }) => {
          const width = anchos.get(clave);
          return width === undefined ? { colId: clave, hide: true } : { colId: clave, hide: false, width };
        }),
      });
    });
    // The cell that had the focus may have gone with its column: the keyboard stays in its row.
    const [primera] = this.#api.getAllDisplayedColumns();
    // A grid that is being taken away has no cell to say, whatever its type says.
    if (!conFoco || primera === undefined || anchos.has(conFoco.column.getColId())) return;
    this.#api.setFocusedCell(conFoco.rowIndex, primera);
  }

  #enSilencio(hacer: () => void): void {
    this.#callado = true;
    try {
      hacer();
    } finally {
      this.#callado = false;
    }
  }
}

/** The row after the last one, when it is known; undefined while there may be more. */
function ultimaDe<F>(desde: number, hasta: number, { filas, total, hayMas }: PaginaDeFilas<F>): number | undefined {
  if (total !== null && total !== undefined) return total;
  if (hayMas === true) return undefined;
  return filas.length < hasta - desde || hayMas === false ? desde + filas.length : undefined;
}

/** A link goes where it says: the row under it is not marked as well. */
function dejarPasar(event: Event): void {
  if (event.target instanceof Element && event.target.closest('a') !== null) event.stopPropagation();
}

/** A text that does not fit says itself whole when pointed at. */
function mostrarEntero(event: Event): void {
  if (!(event.target instanceof Element)) return;
  const celda = event.target.closest<HTMLElement>('.g-celda, .ag-header-cell-text');
  if (celda === null) return;
  if (celda.scrollWidth > celda.clientWidth) celda.title = celda.textContent;
  else celda.removeAttribute('title');
}
