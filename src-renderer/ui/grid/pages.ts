import type { GridApi, IGetRowsParams } from 'ag-grid-community';
import type { RowSource, Order, RowsPage } from './types.ts';

export const PAGE_SIZE = 100;
/** A page is requested this many rows before it becomes visible, because a row drawn before its data comes is drawn twice. */
const AHEAD = 60;

interface Mounting<F> {
  readonly api: GridApi<F>;
  readonly currentOrder: () => Order | undefined;
  readonly onPageRead: (from: number, page: RowsPage<F>) => void;
  /** `isWhole`: true when the current query has no row to show. */
  readonly onFailure: (error: unknown, isWhole: boolean) => void;
}

export class Pages<F> {
  readonly #mounting: Mounting<F>;
  #source: RowSource<F> | undefined;
  /** True once the first page of the query was read. */
  hasStarted = false;
  areCounted = false;
  /** The number of rows, if the core counts them apart from the pages; otherwise 0. */
  #total = 0;
  #waits: readonly { readonly isReady: () => boolean; readonly proceed: () => void }[] = [];

  constructor(mounting: Mounting<F>) {
    this.#mounting = mounting;
  }

  /**
   * Sets the source; with an equal key, the grid reads its visible rows again. The old rows stay until the new rows come, because creating elements is slow.
   */
  put(rowSource: RowSource<F>): void {
    const { api } = this.#mounting;
    const before = this.#source;
    this.#source = rowSource;
    if (before === undefined) {
      api.setGridOption('datasource', { getRows: (request) => this.#read(request) });
      return;
    }
    if (before.clave !== rowSource.clave) {
      this.hasStarted = false;
      this.areCounted = false;
      this.#total = 0;
      const rowsBefore = api.getDisplayedRowCount();
      if (rowsBefore > 0 && api.getVerticalPixelRange().top > 0) api.ensureIndexVisible(0, 'top');
      const isOnlyFirst = Object.keys(api.getCacheBlockState()).join() === '0';
      // Forgets all pages but the first, and the number of rows. When only the first of many pages was loaded, keeps the height, because a new height causes a
      // new layout.
      if (rowsBefore <= PAGE_SIZE || !isOnlyFirst) api.setRowCount(Math.min(rowsBefore, PAGE_SIZE - 1), false);
    }
    api.refreshInfiniteCache();
  }

  setTotal(total: number): void {
    this.#total = total;
    if (this.hasStarted) this.#count();
    this.#notify();
  }

  /** Makes the grid request the pages near the visible rows. `from` counts from 0; `to` is not included. */
  anticipate(from: number, to: number): void {
    const { api } = this.#mounting;
    const total = api.getDisplayedRowCount();
    // Asking AG Grid for a row makes it request the row's page.
    for (const position of [to + AHEAD, from - AHEAD])
      if (this.hasStarted && position >= 0 && position < total) api.getDisplayedRowAtIndex(position);
  }

  /** Resolves when `present` gives true, after a failure, or when the grid is destroyed. Undefined when `present` gives true at once. */
  waitUntil(present: () => boolean): Promise<void> | undefined {
    if (present()) return undefined;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#waits = [...this.#waits, { isReady: present, proceed: () => resolve(undefined) }];
    return promise;
  }

  release(): void {
    const all = this.#waits;
    this.#waits = [];
    for (const { proceed } of all) proceed();
  }

  #begin(): void {
    const wasThere = this.hasStarted;
    this.hasStarted = true;
    if (!wasThere && !this.areCounted) this.#count();
  }

  /** Gives the grid the number of rows, if known. Called after the first page, because rows without data would be drawn twice. */
  #count(): void {
    if (this.#total === 0) return;
    this.areCounted = true;
    if (this.#mounting.api.getDisplayedRowCount() !== this.#total) this.#mounting.api.setRowCount(this.#total, true);
  }

  #notify(): void {
    const ready = this.#waits.filter(({ isReady }) => isReady());
    this.#waits = this.#waits.filter((one) => !ready.includes(one));
    for (const { proceed } of ready) proceed();
  }

  #read({ startRow, endRow, successCallback, failCallback }: IGetRowsParams): void {
    const { api, currentOrder, onPageRead, onFailure } = this.#mounting;
    const rowSource = this.#source;
    if (api.isDestroyed() || rowSource === undefined) return; // AG Grid asks asynchronously, and may be destroyed by then
    rowSource.read(startRow, endRow - startRow, currentOrder()).then(
      (page) => {
        if (api.isDestroyed()) return; // destroyed while the page was being read
        if (rowSource !== this.#source) {
          failCallback(); // there is a newer source, which the grid will ask
          return;
        }
        onPageRead(startRow, page);
        const last = getLastRow(startRow, endRow, page);
        this.areCounted ||= last !== undefined;
        successCallback([...page.filas], last);
        if (startRow === 0) this.#begin();
        this.#notify();
      },
      (error: unknown) => {
        if (api.isDestroyed()) return;
        failCallback();
        if (rowSource !== this.#source) return;
        onFailure(error, !this.hasStarted);
        this.release();
      },
    );
  }
}

/** The number of all rows; undefined when more rows may follow. */
function getLastRow<F>(from: number, to: number, { filas, total, hayMas }: RowsPage<F>): number | undefined {
  if (total !== null && total !== undefined) return total;
  if (hayMas === true) return undefined;
  return filas.length < to - from || hayMas === false ? from + filas.length : undefined;
}
