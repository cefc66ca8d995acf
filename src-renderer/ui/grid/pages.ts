import type { GridApi, IGetRowsParams } from 'ag-grid-community';
import type { RowSource, Order, RowsPage } from './types.ts';

export const PAGE_SIZE = 100;
/** How many rows ahead of the visible ones a page is requested. A row that is drawn before its data comes is drawn twice. */
const AHEAD = 60;

interface Mounting<F> {
  readonly api: GridApi<F>;
  readonly currentOrder: () => Order | undefined;
  /** Called with the rows of a page just before the grid gets them. */
  readonly onPageRead: (from: number, page: RowsPage<F>) => void;
  /** `isWhole`: no row of the current query was read. */
  readonly onFailure: (error: unknown, isWhole: boolean) => void;
}

/** The rows of a paged source in the grid: reads the pages, and has the promises that wait for them. */
export class Pages<F> {
  readonly #mounting: Mounting<F>;
  #source: RowSource<F> | undefined;
  #hasBegun = false;
  #isCounted = false;
  /** The number of rows, when it is known apart from the pages; else 0. */
  #total = 0;
  #waits: readonly { readonly isReady: () => boolean; readonly proceed: () => void }[] = [];

  constructor(mounting: Mounting<F>) {
    this.#mounting = mounting;
  }

  /**
   * Sets the source. With another key the grid begins at the top; with the same key the visible rows are read again. In both cases the present rows
   * stay until the new ones replace them in the same elements, because drawing new elements would be most of the cost of a key press.
   */
  put(rowSource: RowSource<F>): void {
    const { api } = this.#mounting;
    const before = this.#source;
    this.#source = rowSource;
    if (before === undefined) {
      api.setGridOption('datasource', {
        getRows: (request) => this.#read(request),
      });
      return;
    }
    if (before.clave !== rowSource.clave) {
      this.#hasBegun = false;
      this.#isCounted = false;
      this.#total = 0;
      const rowsBefore = api.getDisplayedRowCount();
      if (rowsBefore > 0 && api.getVerticalPixelRange().top > 0) api.ensureIndexVisible(0, 'top');
      const isOnlyFirst = Object.keys(api.getCacheBlockState()).join() === '0';
      // Forgets the pages after the first one, and the number of rows. If only the first of many pages was loaded, the height stays until the rows
      // are counted: another height would lay everything out once more.
      if (rowsBefore <= PAGE_SIZE || !isOnlyFirst) api.setRowCount(Math.min(rowsBefore, PAGE_SIZE - 1), false);
    }
    api.refreshInfiniteCache();
  }

  setTotal(total: number): void {
    this.#total = total;
    if (this.#hasBegun) this.#count();
    this.#notify();
  }

  /** Also reads the pages around the visible rows (`from` from 0, `to` not included). */
  anticipate(from: number, to: number): void {
    const { api } = this.#mounting;
    const total = api.getDisplayedRowCount();
    // The grid requests the page of a row when it is asked for the row.
    for (const position of [to + AHEAD, from - AHEAD])
      if (this.#hasBegun && position >= 0 && position < total) api.getDisplayedRowAtIndex(position);
  }

  get hasStarted(): boolean {
    return this.#hasBegun;
  }

  get areCounted(): boolean {
    return this.#isCounted;
  }

  /** Resolves when `present` becomes true, or when it never will (after a failure, or when the grid is gone); undefined when it is true already. */
  waitUntil(present: () => boolean): Promise<void> | undefined {
    if (present()) return undefined;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#waits = [
      ...this.#waits,
      {
        isReady: present,
        proceed: () => resolve(undefined),
      },
    ];
    return promise;
  }

  release(): void {
    const all = this.#waits;
    this.#waits = [];
    for (const { proceed } of all) proceed();
  }

  #begin(): void {
    const wasThere = this.#hasBegun;
    this.#hasBegun = true;
    if (!wasThere && !this.areCounted) this.#count();
  }

  /** Tells the grid the number of rows. Waits for the first page: rows would otherwise be drawn without data, and then again. */
  #count(): void {
    if (this.#total === 0) return;
    this.#isCounted = true;
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
    if (api.isDestroyed() || rowSource === undefined) return; // the grid asks in a later turn and may have been destroyed
    rowSource.read(startRow, endRow - startRow, currentOrder()).then(
      (page) => {
        if (api.isDestroyed()) return; // destroyed while the page was read
        if (rowSource !== this.#source) {
          failCallback(); // there is another source by now: the grid asks that one
          return;
        }
        onPageRead(startRow, page);
        const last = getLastRow(startRow, endRow, page);
        this.#isCounted ||= last !== undefined;
        successCallback([...page.filas], last);
        if (startRow === 0) this.#begin();
        this.#notify();
      },
      (error: unknown) => {
        if (api.isDestroyed()) return;
        failCallback();
        if (rowSource !== this.#source) return;
        onFailure(error, !this.#hasBegun);
        this.release();
      },
    );
  }
}

/** The number of rows when it is known; undefined while there may be more. */
function getLastRow<F>(from: number, to: number, { filas, total, hayMas }: RowsPage<F>): number | undefined {
  if (total !== null && total !== undefined) return total;
  if (hayMas === true) return undefined;
  return filas.length < to - from || hayMas === false ? from + filas.length : undefined;
}
