import type { GridApi, GridOptions } from 'ag-grid-community';
import { ColumnLayout } from './layout.ts';
import { Measures } from './measures.ts';
import { buildGrid, defineColumns, applyLook } from './motor.ts';
import { Pages } from './pages.ts';
import { handlePointer, findTouched } from './pointer.ts';
import { handleLeaps } from './leap.ts';
import { Marks } from './selection.ts';
import { ALTO, GridKeyboard } from './keyboard.ts';
import type { TouchedCell, DataColumn, ChosenColumn, RowSource, Order, RowsPage, RowSelection } from './types.ts';
import { waitTurn } from './turns.ts';

interface Listeners<F> {
  readonly onselecciones: (selection: RowSelection<F> | undefined) => void;
  /** Every row that is marked, whoever marked it. */
  readonly onmarcadas: (filas: readonly F[]) => void;
  readonly onabrir: (fila: F, cell: TouchedCell) => void;
  readonly ontocar: (fila: F, cell: TouchedCell) => void;
  readonly oncerrar: () => void;
  readonly onfoco: (posicion: number, clave: string) => void;
  readonly ontecla: (event: KeyboardEvent) => void;
  readonly espera: () => Promise<void> | undefined;
  readonly onorden: (orden: Order | undefined) => void;
  readonly oncolumnas: (columnas: readonly ChosenColumn[]) => void;
  /** Columns that are chosen and for which there is no room. */
  readonly onnoentran: (keys: readonly string[]) => void;
  /** Rows in sight, from 1, both included. */
  readonly onvista: (desde: number, hasta: number) => void;
  /** How many rows there are, once the first ones came: zero is an empty state. */
  readonly onleidas: (filas: number) => void;
  readonly onfalla: (error: unknown) => void;
}

interface Mounting<F> extends Listeners<F> {
  readonly host: HTMLElement;
  readonly rotulo: string;
  readonly columnas: readonly DataColumn<F>[];
  readonly orden: Order | undefined;
  readonly idDe: (fila: F) => string;
  readonly reglasDeFila: Readonly<Record<string, (fila: F) => boolean>>;
  readonly reglaDeCinco: () => boolean;
  /** The room that it has, and the columns as the person left them, when they are put in. */
  readonly ancho: () => number;
  readonly elegidas: () => readonly ChosenColumn[];
}

/**
 * Makes a grid in several turns of the page's thread, none of them long: the library, its looks, its columns, and then what they show, which is told
 * to what this gives. Undefined when it was not wanted any more; wanted no more while it was made, it is for the caller to destroy.
 */
export async function mountGrid<F>(mounting: Mounting<F>, signal: AbortSignal): Promise<GridControl<F> | undefined> {
  await waitTurn();
  if (signal.aborted) return undefined;
  const control = new GridControl<F>(mounting);
  for (const step of ['mostrar', 'empezar'] as const) {
    await waitTurn();
    if (!signal.aborted) control[step]();
  }
  await waitTurn();
  return control;
}

/** A grid that is on the page: what `DataGrid.svelte` tells it, and what it tells back. */
export class GridControl<F> {
  readonly #montaje: Mounting<F>;
  readonly #api: GridApi<F>;
  readonly #medidas: Measures<F>;
  readonly #acomodo: ColumnLayout<F>;
  readonly #marcas: Marks<F>;
  readonly #teclado: GridKeyboard<F>;
  readonly #paginas: Pages<F>;
  readonly #fin = new AbortController();
  #totales: Readonly<Record<string, string>> | undefined;
  #rotuloTotales = '';
  /** What is asked now. */
  #clave: string | undefined;
  readonly #celdasDeTotales = new Set<() => void>();
  /** While we change columns, order or marks ourselves. */
  #callado = false;

  constructor(mounting: Mounting<F>) {
    const {
      host,
      columnas,
      idDe,
      oncolumnas: oncolumns,
      onnoentran: onoverflow,
      onselecciones: onselections,
      onfalla: onfailure,
    } = mounting;
    this.#montaje = mounting;
    this.#medidas = new Measures(columnas, getComputedStyle(host).fontFamily);
    const api = buildGrid<F>(host, {
      ...mounting,
      conReglaDeCinco: mounting.reglaDeCinco,
      alEntrar: () => this.#teclado.enter(),
      opciones: this.#handle(mounting),
    });
    const silently = (work: () => void): void => {
      this.#silently(work);
    };
    this.#api = api;
    this.#marcas = new Marks({ api, columnas, idDe, enSilencio: silently, onselecciones: onselections });
    this.#acomodo = new ColumnLayout({
      api,
      host,
      columnas,
      medidas: this.#medidas,
      enSilencio: silently,
      oncolumnas: oncolumns,
      onnoentran: onoverflow,
    });
    this.#paginas = new Pages({
      api,
      orden: () => this.#currentOrder(),
      onpagina: (desde, page) => {
        this.#receive(desde, page);
      },
      onfalla: onfailure,
    });
    this.#teclado = new GridKeyboard({ ...mounting, api, paginas: this.#paginas, marcas: this.#marcas });
    host.querySelector('[role=grid], [role=treegrid]')?.setAttribute('aria-label', mounting.rotulo);
    const { signal } = this.#fin;
    this.#teclado.listen(signal);
    handleLeaps({ host, api, paginas: this.#paginas }, signal);
    handlePointer(host, signal);
  }

  mostrar(): void {
    applyLook(this.#montaje.host, this.#api);
  }

  /** Puts the columns in, where they go. */
  empezar(): void {
    const { ancho, elegidas: chosen, orden } = this.#montaje;
    const columnDefs = defineColumns(this.#acomodo.start(ancho(), chosen()), {
      orden,
      totales: {
        rotulo: () => this.#rotuloTotales,
        de: (clave) => this.#totales?.[clave],
        celdas: this.#celdasDeTotales,
      },
    });
    this.#silently(() => {
      this.#api.setGridOption('columnDefs', columnDefs);
    });
  }

  setSource(rowSource: RowSource<F>): void {
    // Several marked rows of another question would be summed without being seen.
    if (this.#clave !== rowSource.clave) this.#marcas.releaseSeveral();
    this.#clave = rowSource.clave;
    this.#paginas.put(rowSource);
  }

  setTotal(total: number): void {
    this.#paginas.setTotal(total);
  }

  /** A row that changed, where it is shown, before anything is read again. */
  change(fila: F): void {
    this.#paginas.change(this.#montaje.idDe(fila), fila);
  }

  setTotals(totales: Readonly<Record<string, string>> | undefined, label: string | undefined): void {
    this.#totales = totales;
    this.#rotuloTotales = label ?? '';
    if (totales !== undefined) this.#medidas.lookAtTotals(totales);
    if (label !== undefined && this.#celdasDeTotales.size > 0) for (const redraw of this.#celdasDeTotales) redraw();
    else this.#api.setGridOption('pinnedBottomRowData', label === undefined ? [] : [{}]);
    this.#acomodo.placeLater();
  }

  setColumns(chosen: readonly ChosenColumn[]): void {
    this.#acomodo.choose(chosen);
  }

  setOrder(orden: Order | undefined): void {
    const actual = this.#currentOrder();
    if (actual?.campo === orden?.campo && actual?.desc === orden?.desc) return;
    this.#silently(() => {
      this.#api.applyColumnState({
        defaultState: { sort: null },
        state: orden === undefined ? [] : [{ colId: orden.campo, sort: orden.desc ? 'desc' : 'asc' }],
      });
    });
  }

  choose(id: string | undefined): void {
    this.#marcas.choose(id);
  }

  fit(ancho: number): void {
    if (this.#acomodo.fit(ancho)) this.#avisarVista();
  }

  /** The rows in sight, from 1, and how many there are as far as is known; undefined without any. */
  get vista(): { readonly desde: number; readonly hasta: number; readonly filas: number } | undefined {
    const { top, bottom } = this.#api.getVerticalPixelRange();
    const filas = this.#api.getDisplayedRowCount();
    if (filas === 0 || bottom === 0) return undefined;
    return {
      desde: Math.min(filas, Math.floor(top / ALTO) + 1),
      hasta: Math.min(filas, Math.floor(bottom / ALTO)),
      filas,
    };
  }

  /** Brings a cell into sight and gives it the keyboard, once its row exists. */
  ir(posicion: number, clave?: string): Promise<void> {
    return this.#teclado.ir(posicion, clave);
  }

  /** Marks the row before or after the marked one; the keyboard stays where it is. False when there is none. */
  moveBy(delta: 1 | -1, accepts: (fila: F) => boolean): boolean {
    return this.#marcas.moveBy(delta, accepts);
  }

  /** Gives the keyboard back to the grid. */
  restoreFocus(): void {
    this.#teclado.restoreFocus();
  }

  /** What a sheet of paper has: the columns in sight, and how the rows are ordered. */
  get sheet(): { readonly columnas: readonly DataColumn<F>[]; readonly orden: Order | undefined } {
    return { columnas: this.#marcas.aLaVista(), orden: this.#currentOrder() };
  }

  /** The rows in sight that were read. */
  get aLaVista(): readonly F[] {
    const { vista } = this;
    if (vista === undefined) return [];
    return Array.from({ length: vista.hasta - vista.desde + 1 }, (_, i) => i + vista.desde - 1).flatMap(
      (posicion) => this.#api.getDisplayedRowAtIndex(posicion)?.data ?? [],
    );
  }

  /** What the person would copy now. */
  getToCopy(): { readonly columnas: readonly DataColumn<F>[]; readonly filas: readonly F[] } {
    return this.#marcas.getToCopy(this.#teclado.isInCell);
  }

  destroy(): void {
    this.#fin.abort();
    this.#api.destroy();
    this.#paginas.release();
  }

  /** What the library tells. It tells it in a later turn. */
  #handle({ onabrir: onopen, ontocar: ontouch, onorden: onorder, onmarcadas: onmarked }: Listeners<F>): GridOptions<F> {
    return {
      onSelectionChanged: () => {
        onmarked(this.#marcas.all());
        if (!this.#callado) this.#marcas.notify();
      },
      onCellFocused: ({ rowIndex, rowPinned, column }) => {
        if (rowIndex === null || (rowPinned ?? undefined) !== undefined || column === null) return;
        this.#teclado.focusMoved(rowIndex, typeof column === 'string' ? column : column.getColId());
      },
      onCellClicked: (event) => {
        findTouched(event, ontouch);
      },
      onCellDoubleClicked: (event) => {
        findTouched(event, onopen);
      },
      onSortChanged: () => {
        if (!this.#callado) onorder(this.#currentOrder());
      },
      onColumnMoved: ({ finished }) => {
        if (finished && !this.#callado) this.#acomodo.remember();
      },
      onColumnResized: ({ finished, source, column }) => {
        if (source === 'api' || column === null || this.#callado) return;
        this.#acomodo.widen();
        if (finished) this.#acomodo.remember(column.getColId());
      },
      onBodyScroll: () => {
        this.#avisarVista();
      },
      onModelUpdated: () => {
        this.#avisarVista();
        this.#revisarLuego();
      },
      // Another height too: other rows are in sight.
      onGridSizeChanged: () => {
        this.#revisarLuego(true);
      },
    };
  }

  /** Once the grid knows whether it has a scrollbar; `conVista`: and which rows are in sight. */
  #revisarLuego(conVista = false): void {
    requestAnimationFrame(() => {
      if (this.#fin.signal.aborted) return;
      if (conVista) this.#avisarVista();
      this.#acomodo.check();
    });
  }

  #receive(desde: number, page: RowsPage<F>): void {
    if (this.#medidas.inspect(page.filas, desde === 0)) this.#acomodo.locate();
    if (desde === 0) this.#montaje.onleidas(page.filas.length);
    this.#marcas.rowsArrived(desde, page.filas);
  }

  #currentOrder(): Order | undefined {
    const columna = this.#api.getColumnState().find(({ sort }) => sort === 'asc' || sort === 'desc');
    return columna === undefined ? undefined : { campo: columna.colId, desc: columna.sort === 'desc' };
  }

  #avisarVista(): void {
    const { vista } = this;
    if (vista === undefined) return;
    this.#paginas.anticipate(vista.desde - 1, vista.hasta);
    this.#montaje.onvista(vista.desde, vista.hasta);
  }

  #silently(work: () => void): void {
    this.#callado = true;
    try {
      work();
    } finally {
      this.#callado = false;
    }
  }
}
