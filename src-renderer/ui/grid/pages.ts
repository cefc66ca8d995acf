import type { GridApi, IGetRowsParams } from 'ag-grid-community';
import type { RowSource, Order, RowsPage } from './types.ts';

/** Rows in one page of a paged source. */
export const PAGE_SIZE = 100;
/** Rows past those in sight whose page is asked for before they are seen: a row that comes without its data is drawn twice. */
const AHEAD = 60;

/** Rows that are drawn out of sight, at either side, while the person scrolls: those of a leap or of a filter would be drawn at once, for nobody. */
const OUT_OF_SIGHT = 4;

/** Scrolls after a leap before they are: the frame after it lays out all of its rows already. */
const STEPS_AFTER_LEAP = 4;

interface Mounting<F> {
  readonly api: GridApi<F>;
  readonly orden: () => Order | undefined;
  /** Rows that came, just before the grid has them. */
  readonly onPageRead: (desde: number, page: RowsPage<F>) => void;
  readonly onFailure: (error: unknown) => void;
}

/** The rows of a paged source in the grid: what is read when, and who waits for what comes. */
export class Pages<F> {
  readonly #mounting: Mounting<F>;
  #source: RowSource<F> | undefined;
  /** The first page of what is asked came. */
  #hasBegun = false;
  #isCounted = false;
  /** Rows that are known apart from the pages. */
  #total = 0;
  /** Asked for before the grid does, by their first row. */
  readonly #prefetched = new Map<
    number,
    { readonly orden: Order | undefined; readonly reading: Promise<RowsPage<F>> }
  >();
  #visibleFrom = 0;
  /** How often the person scrolled since the last leap, or since this question was asked. */
  #pasos = 0;
  #waits: readonly { readonly hay: () => boolean; readonly proceed: () => void }[] = [];

  constructor(mounting: Mounting<F>) {
    this.#mounting = mounting;
  }

  /**
   * Another question begins at the top; the same one is read again where it is. Either way the rows on screen stay until the others take their
   * place in the same elements: drawing them anew would be most of what a key press costs.
   */
  put(rowSource: RowSource<F>): void {
    const { api } = this.#mounting;
    const antes = this.#source;
    this.#source = rowSource;
    this.#prefetched.clear();
    if (antes === undefined) {
      api.setGridOption('datasource', {
        getRows: (request) => {
          this.#leer(request);
        },
      });
      return;
    }
    if (antes.clave !== rowSource.clave) {
      this.#hasBegun = false;
      this.#isCounted = false;
      this.#total = 0;
      this.#pasos = 0;
      this.drawAround(false);
      const hadData = api.getDisplayedRowCount();
      if (hadData > 0 && api.getVerticalPixelRange().top > 0) api.ensureIndexVisible(0, 'top');
      const isOnlyFirst = Object.keys(api.getCacheBlockState()).join() === '0';
      // The pages after the first one are forgotten; nobody knows how many rows there are. Where there is only the first one, of many rows, the
      // page stays as tall as it was until they are counted: another height is one more turn of laying everything out.
      if (hadData <= PAGE_SIZE || !isOnlyFirst) api.setRowCount(Math.min(hadData, PAGE_SIZE - 1), false);
    }
    api.refreshInfiniteCache();
  }

  /** How many rows there are, when that is known apart from the pages. */
  setTotal(total: number): void {
    this.#total = total;
    if (this.#hasBegun) this.#count();
    this.#notify();
  }

  /** Somebody looks at these rows (from 0, the last one not included): the pages around them are read too. */
  anticipate(desde: number, hasta: number): void {
    const { api } = this.#mounting;
    const total = api.getDisplayedRowCount();
    // Asking for a row makes the grid ask for its page.
    for (const posicion of [hasta + AHEAD, desde - AHEAD])
      if (this.#hasBegun && posicion >= 0 && posicion < total) api.getDisplayedRowAtIndex(posicion);
  }

  /**
   * The person is about to see these rows (from 0, the last one not included): after a leap their pages are asked for at once. What it gives
   * settles when the grid has them, or will not; undefined when it is no leap, or they are here.
   */
  leap(desde: number, hasta: number): Promise<void> | undefined {
    const { orden, api } = this.#mounting;
    const rowSource = this.#source;
    const isFar = Math.abs(desde - this.#visibleFrom) > PAGE_SIZE;
    if (isFar) this.#pasos = 0;
    else if (Math.abs(desde - this.#visibleFrom) > 1) this.#pasos += 1;
    if (this.#pasos > STEPS_AFTER_LEAP) this.drawAround(true);
    this.#visibleFrom = desde;
    if (!isFar || !this.#hasBegun || rowSource === undefined) return undefined;
    this.#prefetched.clear();
    const request = orden();
    const ultima = api.getDisplayedRowCount() - 1;
    const [primera, fin] = [Math.max(0, desde), Math.min(ultima, hasta)];
    const faltan: number[] = [];
    for (let fila = primera - (primera % PAGE_SIZE); fila <= fin; fila += PAGE_SIZE) {
      // Asking for a row makes the grid ask for its page, in a later turn: it is given the one that is on its way.
      if (api.getDisplayedRowAtIndex(fila)?.data !== undefined) continue;
      const reading = rowSource.leer(fila, PAGE_SIZE, request);
      reading.catch(() => undefined); // told to whoever takes it; nobody may
      this.#prefetched.set(fila, { orden: request, reading });
      faltan.push(fila);
    }
    return this.waitUntil(() => faltan.every((fila) => api.getDisplayedRowAtIndex(fila)?.data !== undefined));
  }

  /** Rows out of sight are drawn from now on, or only the ones that are seen. */
  drawAround(includesUnseen: boolean): void {
    this.#mounting.api.setGridOption('rowBuffer', includesUnseen ? OUT_OF_SIGHT : 0);
  }

  /** A row that changed, where it is, before anything is read again. */
  change(id: string, fila: F): void {
    this.#mounting.api.getRowNode(id)?.setData(fila);
  }

  get hasStarted(): boolean {
    return this.#hasBegun;
  }

  /** How many rows there are is known. */
  get areCounted(): boolean {
    return this.#isCounted;
  }

  /** Undefined when it is already so; else when what comes makes it so, or nothing will (a failure, the grid is gone). */
  waitUntil(hay: () => boolean): Promise<void> | undefined {
    if (hay()) return undefined;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#waits = [
      ...this.#waits,
      {
        hay,
        proceed: () => {
          resolve(undefined);
        },
      },
    ];
    return promise;
  }

  /** Nobody waits any more. */
  release(): void {
    const todas = this.#waits;
    this.#waits = [];
    for (const { proceed: keepGoing } of todas) keepGoing();
  }

  #begin(): void {
    const wasThere = this.#hasBegun;
    this.#hasBegun = true;
    if (!wasThere && !this.areCounted) this.#count();
  }

  /** Not before the first page came: rows without their data are drawn, and then drawn again. */
  #count(): void {
    if (this.#total === 0) return;
    this.#isCounted = true;
    if (this.#mounting.api.getDisplayedRowCount() !== this.#total) this.#mounting.api.setRowCount(this.#total, true);
  }

  #notify(): void {
    const listas = this.#waits.filter(({ hay }) => hay());
    this.#waits = this.#waits.filter((one) => !listas.includes(one));
    for (const { proceed: keepGoing } of listas) keepGoing();
  }

  #leer({ startRow, endRow, successCallback, failCallback }: IGetRowsParams): void {
    const { api, orden, onPageRead, onFailure: onfailure } = this.#mounting;
    const rowSource = this.#source;
    if (api.isDestroyed() || rowSource === undefined) return; // asked for in a later turn
    const request = orden();
    const prefetched = this.#prefetched.get(startRow);
    this.#prefetched.delete(startRow);
    const igual = prefetched?.orden?.campo === request?.campo && prefetched?.orden?.desc === request?.desc;
    const reading = igual ? prefetched?.reading : undefined;
    (reading ?? rowSource.leer(startRow, endRow - startRow, request)).then(
      (page) => {
        if (api.isDestroyed()) return; // the screen went elsewhere while this was on its way
        if (rowSource !== this.#source) {
          failCallback(); // another question took its place: the grid asks that one
          return;
        }
        onPageRead(startRow, page);
        const ultima = getLastRow(startRow, endRow, page);
        this.#isCounted ||= ultima !== undefined;
        successCallback([...page.filas], ultima);
        if (startRow === 0) this.#begin();
        this.#notify();
      },
      (error: unknown) => {
        if (api.isDestroyed()) return;
        failCallback();
        if (rowSource !== this.#source) return;
        onfailure(error);
        this.release();
      },
    );
  }
}

/** The row after the last one, when it is known; undefined while there may be more. */
function getLastRow<F>(desde: number, hasta: number, { filas, total, hayMas }: RowsPage<F>): number | undefined {
  if (total !== null && total !== undefined) return total;
  if (hayMas === true) return undefined;
  return filas.length < hasta - desde || hayMas === false ? desde + filas.length : undefined;
}
