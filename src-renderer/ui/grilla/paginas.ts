import type { GridApi, IGetRowsParams } from 'ag-grid-community';
import type { Fuente, Orden, PaginaDeFilas } from './tipos.ts';

/** Rows in one page of a paged source. */
export const PAGINA = 100;
/** Rows past those in sight whose page is asked for before they are seen: a row that comes without its data is drawn twice. */
const ANTICIPO = 60;

/** Rows that are drawn out of sight, at either side, while the person scrolls: those of a leap or of a filter would be drawn at once, for nobody. */
const FUERA_DE_VISTA = 4;

/** Scrolls after a leap before they are: the frame after it lays out all of its rows already. */
const PASOS_TRAS_SALTO = 4;

interface Montaje<F> {
  readonly api: GridApi<F>;
  readonly orden: () => Orden | undefined;
  /** Rows that came, just before the grid has them. */
  readonly onpagina: (desde: number, pagina: PaginaDeFilas<F>) => void;
  readonly onfalla: (error: unknown) => void;
}

/** The rows of a paged source in the grid: what is read when, and who waits for what comes. */
export class Paginas<F> {
  readonly #montaje: Montaje<F>;
  #fuente: Fuente<F> | undefined;
  /** The first page of what is asked came. */
  #empezo = false;
  #contadas = false;
  /** Rows that are known apart from the pages. */
  #total = 0;
  /** Asked for before the grid does, by their first row. */
  readonly #adelantadas = new Map<
    number,
    { readonly orden: Orden | undefined; readonly leyendo: Promise<PaginaDeFilas<F>> }
  >();
  #vistaDesde = 0;
  /** How often the person scrolled since the last leap, or since this question was asked. */
  #pasos = 0;
  #esperas: readonly { readonly hay: () => boolean; readonly seguir: () => void }[] = [];

  constructor(montaje: Montaje<F>) {
    this.#montaje = montaje;
  }

  /**
   * Another question begins at the top; the same one is read again where it is. Either way the rows on screen stay until the others take their
   * place in the same elements: drawing them anew would be most of what a key press costs.
   */
  poner(fuente: Fuente<F>): void {
    const { api } = this.#montaje;
    const antes = this.#fuente;
    this.#fuente = fuente;
    this.#adelantadas.clear();
    if (antes === undefined) {
      api.setGridOption('datasource', {
        getRows: (pedido) => {
          this.#leer(pedido);
        },
      });
      return;
    }
    if (antes.clave !== fuente.clave) {
      this.#empezo = false;
      this.#contadas = false;
      this.#total = 0;
      this.#pasos = 0;
      this.dibujarAlrededor(false);
      const habia = api.getDisplayedRowCount();
      if (habia > 0 && api.getVerticalPixelRange().top > 0) api.ensureIndexVisible(0, 'top');
      const soloLaPrimera = Object.keys(api.getCacheBlockState()).join() === '0';
      // The pages after the first one are forgotten; nobody knows how many rows there are. Where there is only the first one, of many rows, the
      // page stays as tall as it was until they are counted: another height is one more turn of laying everything out.
      if (habia <= PAGINA || !soloLaPrimera) api.setRowCount(Math.min(habia, PAGINA - 1), false);
    }
    api.refreshInfiniteCache();
  }

  /** How many rows there are, when that is known apart from the pages. */
  ponerTotal(total: number): void {
    this.#total = total;
    if (this.#empezo) this.#contar();
    this.#avisar();
  }

  /** Somebody looks at these rows (from 0, the last one not included): the pages around them are read too. */
  anticipar(desde: number, hasta: number): void {
    const { api } = this.#montaje;
    const total = api.getDisplayedRowCount();
    // Asking for a row makes the grid ask for its page.
    for (const posicion of [hasta + ANTICIPO, desde - ANTICIPO])
      if (this.#empezo && posicion >= 0 && posicion < total) api.getDisplayedRowAtIndex(posicion);
  }

  /**
   * The person is about to see these rows (from 0, the last one not included): after a leap their pages are asked for at once. What it gives
   * settles when the grid has them, or will not; undefined when it is no leap, or they are here.
   */
  saltar(desde: number, hasta: number): Promise<void> | undefined {
    const { orden, api } = this.#montaje;
    const fuente = this.#fuente;
    const lejos = Math.abs(desde - this.#vistaDesde) > PAGINA;
    if (lejos) this.#pasos = 0;
    else if (Math.abs(desde - this.#vistaDesde) > 1) this.#pasos += 1;
    if (this.#pasos > PASOS_TRAS_SALTO) this.dibujarAlrededor(true);
    this.#vistaDesde = desde;
    if (!lejos || !this.#empezo || fuente === undefined) return undefined;
    this.#adelantadas.clear();
    const pedido = orden();
    const ultima = api.getDisplayedRowCount() - 1;
    const [primera, fin] = [Math.max(0, desde), Math.min(ultima, hasta)];
    const faltan: number[] = [];
    for (let fila = primera - (primera % PAGINA); fila <= fin; fila += PAGINA) {
      // Asking for a row makes the grid ask for its page, in a later turn: it is given the one that is on its way.
      if (api.getDisplayedRowAtIndex(fila)?.data !== undefined) continue;
      const leyendo = fuente.leer(fila, PAGINA, pedido);
      leyendo.catch(() => undefined); // told to whoever takes it; nobody may
      this.#adelantadas.set(fila, { orden: pedido, leyendo });
      faltan.push(fila);
    }
    return this.hasta(() => faltan.every((fila) => api.getDisplayedRowAtIndex(fila)?.data !== undefined));
  }

  /** Rows out of sight are drawn from now on, or only the ones that are seen. */
  dibujarAlrededor(tambien: boolean): void {
    this.#montaje.api.setGridOption('rowBuffer', tambien ? FUERA_DE_VISTA : 0);
  }

  /** A row that changed, where it is, before anything is read again. */
  cambiar(id: string, fila: F): void {
    this.#montaje.api.getRowNode(id)?.setData(fila);
  }

  get empezo(): boolean {
    return this.#empezo;
  }

  /** How many rows there are is known. */
  get contadas(): boolean {
    return this.#contadas;
  }

  /** Undefined when it is already so; else when what comes makes it so, or nothing will (a failure, the grid is gone). */
  hasta(hay: () => boolean): Promise<void> | undefined {
    if (hay()) return undefined;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#esperas = [
      ...this.#esperas,
      {
        hay,
        seguir: () => {
          resolve(undefined);
        },
      },
    ];
    return promise;
  }

  /** Nobody waits any more. */
  soltar(): void {
    const todas = this.#esperas;
    this.#esperas = [];
    for (const { seguir } of todas) seguir();
  }

  #empezar(): void {
    const yaEstaba = this.#empezo;
    this.#empezo = true;
    if (!yaEstaba && !this.contadas) this.#contar();
  }

  /** Not before the first page came: rows without their data are drawn, and then drawn again. */
  #contar(): void {
    if (this.#total === 0) return;
    this.#contadas = true;
    if (this.#montaje.api.getDisplayedRowCount() !== this.#total) this.#montaje.api.setRowCount(this.#total, true);
  }

  #avisar(): void {
    const listas = this.#esperas.filter(({ hay }) => hay());
    this.#esperas = this.#esperas.filter((una) => !listas.includes(una));
    for (const { seguir } of listas) seguir();
  }

  #leer({ startRow, endRow, successCallback, failCallback }: IGetRowsParams): void {
    const { api, orden, onpagina, onfalla } = this.#montaje;
    const fuente = this.#fuente;
    if (api.isDestroyed() || fuente === undefined) return; // asked for in a later turn
    const pedido = orden();
    const adelantada = this.#adelantadas.get(startRow);
    this.#adelantadas.delete(startRow);
    const igual = adelantada?.orden?.campo === pedido?.campo && adelantada?.orden?.desc === pedido?.desc;
    const leyendo = igual ? adelantada?.leyendo : undefined;
    (leyendo ?? fuente.leer(startRow, endRow - startRow, pedido)).then(
      (pagina) => {
        if (api.isDestroyed()) return; // the screen went elsewhere while this was on its way
        if (fuente !== this.#fuente) {
          failCallback(); // another question took its place: the grid asks that one
          return;
        }
        onpagina(startRow, pagina);
        const ultima = ultimaDe(startRow, endRow, pagina);
        this.#contadas ||= ultima !== undefined;
        successCallback([...pagina.filas], ultima);
        if (startRow === 0) this.#empezar();
        this.#avisar();
      },
      (error: unknown) => {
        if (api.isDestroyed()) return;
        failCallback();
        if (fuente !== this.#fuente) return;
        onfalla(error);
        this.soltar();
      },
    );
  }
}

/** The row after the last one, when it is known; undefined while there may be more. */
function ultimaDe<F>(desde: number, hasta: number, { filas, total, hayMas }: PaginaDeFilas<F>): number | undefined {
  if (total !== null && total !== undefined) return total;
  if (hayMas === true) return undefined;
  return filas.length < hasta - desde || hayMas === false ? desde + filas.length : undefined;
}
