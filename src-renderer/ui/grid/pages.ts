import type { GridApi, IGetRowsParams } from 'ag-grid-community';
import type { RowSource, Order, RowsPage } from './types.ts';

/** Rows in one page of a paged source. */
export const PAGE_SIZE = 100;
/** Distance, in rows, at which a page is asked for before its rows are visible: a row that is drawn before its data comes is drawn twice. */
const AHEAD = 60;

/** Rows that are drawn out of sight at either side while the person scrolls. Not after a leap or a filter: there they would only delay the visible rows. */
const OUT_OF_SIGHT = 4;

/** Scrolls after a leap before rows out of sight are drawn: the frame after a leap already lays out all visible rows. */
const STEPS_AFTER_LEAP = 4;

interface Mounting<F> {
  readonly api: GridApi<F>;
  readonly orden: () => Order | undefined;
  /** Gets the rows of a page just before the grid gets them. */
  readonly onPageRead: (from: number, page: RowsPage<F>) => void;
  /** `isWhole`: no row of the current query is here. */
  readonly onFailure: (error: unknown, isWhole: boolean) => void;
}

/** The rows of a paged source in the grid: which pages are read when, and who waits for them. */
export class Pages<F> {
  readonly #mounting: Mounting<F>;
  #source: RowSource<F> | undefined;
  /** The first page of the current query came. */
  #hasBegun = false;
  #isCounted = false;
  /** The number of rows, when it is known apart from the pages; else 0. */
  #total = 0;
  /** Pages that were asked for before the grid asks for them, by their first row. */
  readonly #prefetched = new Map<
    number,
    { readonly orden: Order | undefined; readonly reading: Promise<RowsPage<F>> }
  >();
  #visibleFrom = 0;
  /** How often the person scrolled since the last leap or the last new query. */
  #steps = 0;
  #waits: readonly { readonly isReady: () => boolean; readonly proceed: () => void }[] = [];

  constructor(mounting: Mounting<F>) {
    this.#mounting = mounting;
  }

  /**
   * Sets the source. A source with another key begins at the top; with the same key the visible rows are read again. In both cases the rows on screen
   * stay until the new ones replace them in the same elements: drawing new elements would be most of the cost of a key press.
   */
  put(rowSource: RowSource<F>): void {
    const { api } = this.#mounting;
    const before = this.#source;
    this.#source = rowSource;
    this.#prefetched.clear();
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
      this.#steps = 0;
      this.drawAround(false);
      const rowsBefore = api.getDisplayedRowCount();
      if (rowsBefore > 0 && api.getVerticalPixelRange().top > 0) api.ensureIndexVisible(0, 'top');
      const isOnlyFirst = Object.keys(api.getCacheBlockState()).join() === '0';
      // The pages after the first one are forgotten, and the number of rows is unknown. If only the first of many pages was loaded, the height
      // stays until the rows are counted: another height would lay everything out once more.
      if (rowsBefore <= PAGE_SIZE || !isOnlyFirst) api.setRowCount(Math.min(rowsBefore, PAGE_SIZE - 1), false);
    }
    api.refreshInfiniteCache();
  }

  /** Sets the number of rows, when it is known apart from the pages. */
  setTotal(total: number): void {
    this.#total = total;
    if (this.#hasBegun) this.#count();
    this.#notify();
  }

  /** Reads the pages around the visible rows too (`from` from 0, `to` not included). */
  anticipate(from: number, to: number): void {
    const { api } = this.#mounting;
    const total = api.getDisplayedRowCount();
    // Asking the grid for a row makes it ask for the row's page.
    for (const position of [to + AHEAD, from - AHEAD])
      if (this.#hasBegun && position >= 0 && position < total) api.getDisplayedRowAtIndex(position);
  }

  /**
   * Called when these rows are about to be visible (`from` from 0, `to` not included). After a leap their pages are asked for at once; the promise
   * settles when the grid has them, or when it will not get them. Undefined when it is no leap, or when the rows are here.
   */
  leap(from: number, to: number): Promise<void> | undefined {
    const { orden, api } = this.#mounting;
    const rowSource = this.#source;
    const isFar = Math.abs(from - this.#visibleFrom) > PAGE_SIZE;
    if (isFar) this.#steps = 0;
    else if (Math.abs(from - this.#visibleFrom) > 1) this.#steps += 1;
    if (this.#steps > STEPS_AFTER_LEAP) this.drawAround(true);
    this.#visibleFrom = from;
    if (!isFar || !this.#hasBegun || rowSource === undefined) return undefined;
    this.#prefetched.clear();
    const order = orden();
    const last = api.getDisplayedRowCount() - 1;
    const [first, end] = [Math.max(0, from), Math.min(last, to)];
    const missing: number[] = [];
    for (let row = first - (first % PAGE_SIZE); row <= end; row += PAGE_SIZE) {
      // Asking the grid for a row makes it ask for the page in a later turn: it then gets the reading that is under way.
      if (api.getDisplayedRowAtIndex(row)?.data !== undefined) continue;
      const reading = rowSource.read(row, PAGE_SIZE, order);
      reading.catch(() => undefined); // whoever takes the reading gets its failure; perhaps nobody does
      this.#prefetched.set(row, { orden: order, reading });
      missing.push(row);
    }
    return this.waitUntil(() => missing.every((row) => api.getDisplayedRowAtIndex(row)?.data !== undefined));
  }

  /** Sets whether rows out of sight are drawn too. */
  drawAround(includesUnseen: boolean): void {
    this.#mounting.api.setGridOption('rowBuffer', includesUnseen ? OUT_OF_SIGHT : 0);
  }

  get hasStarted(): boolean {
    return this.#hasBegun;
  }

  /** True when the number of rows is known. */
  get areCounted(): boolean {
    return this.#isCounted;
  }

  /** Resolves when `present` becomes true, or when it never will (a failure, or the grid is gone); undefined when it is true already. */
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

  /** Resolves all waits. */
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

  /** Tells the grid the number of rows. Not before the first page came: rows would be drawn without data, and then again. */
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
    const { api, orden, onPageRead, onFailure } = this.#mounting;
    const rowSource = this.#source;
    if (api.isDestroyed() || rowSource === undefined) return; // the grid asks in a later turn, and may be gone by then
    const order = orden();
    const prefetched = this.#prefetched.get(startRow);
    this.#prefetched.delete(startRow);
    const isSameOrder = prefetched?.orden?.campo === order?.campo && prefetched?.orden?.desc === order?.desc;
    const reading = isSameOrder ? prefetched?.reading : undefined;
    (reading ?? rowSource.read(startRow, endRow - startRow, order)).then(
      (page) => {
        if (api.isDestroyed()) return; // the grid went while the page was on its way
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
