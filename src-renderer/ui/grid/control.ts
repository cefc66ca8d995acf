import type { GridApi, GridOptions } from 'ag-grid-community';
import { isTotals } from './cells.ts';
import { ColumnLayout } from './layout.ts';
import { createTextMeter, Measures } from './measures.ts';
import { buildGrid, defineColumns, applyLook, handlePointer, findTouched } from './engine.ts';
import { Pages } from './pages.ts';
import { Marks } from './selection.ts';
import { ROW_HEIGHT, GridKeyboard } from './keyboard.ts';
import type { DataColumn, GridSetup, RowSource, Order, RowsPage } from './types.ts';

interface Mounting<F> extends GridSetup<F> {
  /** Called with all marked rows after every change of the marks. */
  readonly onMarked: (rows: readonly F[]) => void;
  /** Called with the number of rows of the first page; for zero, the screen shows its empty state. */
  readonly onRead: (rows: number) => void;
  readonly onFailure: (error: unknown, isWhole: boolean) => void;
}

export class GridControl<F> {
  readonly #mounting: Mounting<F>;
  readonly #api: GridApi<F>;
  readonly #measures: Measures<F>;
  readonly layout: ColumnLayout<F>;
  readonly marks: Marks<F>;
  readonly keyboard: GridKeyboard<F>;
  readonly pages: Pages<F>;
  readonly #end = new AbortController();
  #totals: Readonly<Record<string, string>> | undefined;
  #totalsLabel = '';
  #key: string | undefined;
  readonly #totalCells = new Set<() => void>();
  readonly #headers = new Set<() => void>();
  /** True while this class itself changes columns, order or marks: the person then did not cause AG Grid's events. */
  #silent = false;

  constructor(mounting: Mounting<F>) {
    const { host, columnas } = mounting;
    this.#mounting = mounting;
    this.#measures = new Measures(columnas, createTextMeter(getComputedStyle(host).fontFamily));
    const api = buildGrid<F>(host, {
      ...mounting,
      onEnter: () => this.keyboard.enter(),
      opciones: this.#handle(mounting),
    });
    const runSilently = (work: () => void): void => this.#silently(work);
    this.#api = api;
    this.marks = new Marks({ ...mounting, api, silently: runSilently });
    this.layout = new ColumnLayout({ ...mounting, api, measures: this.#measures, silently: runSilently });
    this.pages = new Pages({
      api,
      currentOrder: () => this.#currentOrder(),
      onPageRead: (from, page) => this.#receive(from, page),
      onFailure: (error, isWhole) => {
        if (isWhole) this.keyboard.leaveRows(); // the failure will cover the rows
        mounting.onFailure(error, isWhole);
      },
    });
    const grid = host.querySelector<HTMLElement>('[role=grid]') ?? host;
    grid.setAttribute('aria-label', mounting.label);
    this.keyboard = new GridKeyboard({ ...mounting, api, grid, pages: this.pages, marcas: this.marks });
    const { signal } = this.#end;
    this.keyboard.listen(signal);
    handlePointer(host, signal);
    applyLook(host, api);
    this.#putColumns();
  }

  #putColumns(): void {
    const { getWidth, shown, orden } = this.#mounting;
    const columnDefs = defineColumns(this.layout.start(getWidth(), shown?.chosen ?? []), {
      orden,
      headers: this.#headers,
      totales: {
        label: () => this.#totalsLabel,
        totalOf: (key) => this.#totals?.[key],
        isLabelled: (key) => this.marks.listVisible()[0]?.clave === key,
        celdas: this.#totalCells,
      },
    });
    this.#silently(() => this.#api.setGridOption('columnDefs', columnDefs));
  }

  setSource(rowSource: RowSource<F>): void {
    // Unmarks several rows when the query changes, because the totals would add up rows that may not be on screen.
    if (this.#key !== rowSource.clave) this.marks.releaseSeveral();
    this.#key = rowSource.clave;
    this.keyboard.beforeRows();
    this.pages.put(rowSource);
    for (const redraw of this.#headers) redraw();
  }

  change(row: F): void {
    this.#api.getRowNode(this.#mounting.idOf(row))?.setData(row);
  }

  setTotals(totals: Readonly<Record<string, string>> | undefined, label: string | undefined): void {
    this.#totals = totals;
    this.#totalsLabel = label ?? '';
    if (totals !== undefined) this.#measures.lookAtTotals(totals);
    if (label !== undefined && this.#totalCells.size > 0) for (const redraw of this.#totalCells) redraw();
    else {
      this.keyboard.beforeRows(); // AG Grid draws every row again
      this.#api.setGridOption('pinnedBottomRowData', label === undefined ? [] : [{}]);
      this.keyboard.afterRows();
    }
    this.layout.placeLater();
  }

  setOrder(order: Order | undefined): void {
    const current = this.#currentOrder();
    if (current?.campo === order?.campo && current?.desc === order?.desc) return;
    this.#silently(() => {
      this.#api.applyColumnState({
        defaultState: { sort: null },
        state: order === undefined ? [] : [{ colId: order.campo, sort: order.desc ? 'desc' : 'asc' }],
      });
    });
  }

  fit(width: number): void {
    if (this.layout.fit(width)) this.#tellVisible();
  }

  /** The visible rows, counted from 1, and the number of rows known so far; undefined without rows. */
  get vista(): { readonly desde: number; readonly hasta: number; readonly filas: number } | undefined {
    const { top, bottom } = this.#api.getVerticalPixelRange();
    const rows = this.#api.getDisplayedRowCount();
    if (rows === 0 || bottom === 0) return undefined;
    return {
      desde: Math.min(rows, Math.floor(top / ROW_HEIGHT) + 1),
      hasta: Math.min(rows, Math.floor(bottom / ROW_HEIGHT)),
      filas: rows,
    };
  }

  /** Marks the next or previous row that `accepts` allows, and gives false without such a row. A focus in the rows moves along. */
  moveBy(delta: 1 | -1, accepts: (row: F) => boolean): boolean {
    const hasMoved = this.marks.moveBy(delta, accepts);
    if (hasMoved) this.keyboard.follow();
    return hasMoved;
  }

  get sheet(): { readonly columnas: readonly DataColumn<F>[]; readonly orden: Order | undefined } {
    return { columnas: this.marks.listVisible(), orden: this.#currentOrder() };
  }

  get visibleRows(): readonly F[] {
    const { vista } = this;
    if (vista === undefined) return [];
    return Array.from({ length: vista.hasta - vista.desde + 1 }, (_, i) => i + vista.desde - 1).flatMap(
      (position) => this.#api.getDisplayedRowAtIndex(position)?.data ?? [],
    );
  }

  getToCopy(): { readonly columnas: readonly DataColumn<F>[]; readonly filas: readonly F[] } {
    return this.marks.getToCopy(this.keyboard.isInCell);
  }

  destroy(): void {
    this.#end.abort();
    this.#api.destroy();
    this.pages.release();
  }

  #handle({ handlers, onMarked }: Mounting<F>): GridOptions<F> {
    return {
      onSelectionChanged: () => {
        onMarked(this.marks.all());
        if (!this.#silent) this.marks.notify();
      },
      onCellFocused: (focused) => {
        const { rowIndex, column } = focused;
        if (rowIndex === null || isTotals(focused) || column === null) return;
        this.keyboard.focusMoved(rowIndex, typeof column === 'string' ? column : column.getColId());
      },
      onCellClicked: (event) => findTouched(event, (row, cell) => handlers.onTouch?.(row, cell)),
      onCellDoubleClicked: (event) => findTouched(event, (row, cell) => handlers.onOpen?.(row, cell)),
      onSortChanged: () => {
        if (!this.#silent) handlers.onOrder?.(this.#currentOrder());
      },
      onColumnMoved: ({ finished }) => {
        if (finished && !this.#silent) this.layout.remember();
      },
      onColumnResized: ({ finished, source, column }) => {
        if (source === 'api' || column === null || this.#silent) return;
        this.layout.widen();
        if (finished) this.layout.remember(column.getColId());
      },
      onBodyScroll: () => this.#tellVisible(),
      onModelUpdated: () => {
        this.keyboard.afterRows();
        this.#tellVisible();
        this.#checkLater();
      },
      // Also called when the height changes, which shows other rows.
      onGridSizeChanged: () => this.#checkLater(true),
    };
  }

  /** Checks the column widths once AG Grid has shown or hidden its scrollbar. `withView`: also tells the screen which rows are visible. */
  #checkLater(withView = false): void {
    requestAnimationFrame(() => {
      if (this.#end.signal.aborted) return;
      if (withView) this.#tellVisible();
      this.layout.check();
    });
  }

  #receive(from: number, page: RowsPage<F>): void {
    this.keyboard.beforeRows();
    if (this.#measures.inspect(page.filas, from === 0)) this.layout.locate();
    if (from === 0) this.#mounting.onRead(page.filas.length);
    this.marks.rowsArrived(from, page.filas);
    // Waits a microtask, because AG Grid has the new rows only afterwards.
    queueMicrotask(() => {
      if (!this.#end.signal.aborted) this.keyboard.recover();
    });
  }

  #currentOrder(): Order | undefined {
    const column = this.#api.getColumnState().find(({ sort }) => sort === 'asc' || sort === 'desc');
    return column === undefined ? undefined : { campo: column.colId, desc: column.sort === 'desc' };
  }

  #tellVisible(): void {
    const { vista } = this;
    if (vista === undefined) return;
    this.pages.anticipate(vista.desde - 1, vista.hasta);
    this.#mounting.handlers.onVisible?.(vista.desde, vista.hasta);
  }

  #silently(work: () => void): void {
    this.#silent = true;
    try {
      work();
    } finally {
      this.#silent = false;
    }
  }
}
