import type { GridApi, GridOptions } from 'ag-grid-community';
import { Acomodo } from './acomodo.ts';
import { Medidas } from './medidas.ts';
import { crearGrilla, definirColumnas, vestir } from './motor.ts';
import { Paginas } from './paginas.ts';
import { atenderPuntero, tocada } from './puntero.ts';
import { atenderSaltos } from './salto.ts';
import { Marcas } from './seleccion.ts';
import { ALTO, Teclado } from './teclado.ts';
import type { CeldaTocada, ColumnaDatos, ColumnaElegida, Fuente, Orden, PaginaDeFilas, Seleccion } from './tipos.ts';
import { otroTurno } from './turnos.ts';

interface Oyentes<F> {
  readonly onselecciones: (seleccion: Seleccion<F> | undefined) => void;
  /** Every row that is marked, whoever marked it. */
  readonly onmarcadas: (filas: readonly F[]) => void;
  readonly onabrir: (fila: F, celda: CeldaTocada) => void;
  readonly ontocar: (fila: F, celda: CeldaTocada) => void;
  readonly oncerrar: () => void;
  readonly onfoco: (posicion: number, clave: string) => void;
  readonly ontecla: (event: KeyboardEvent) => void;
  readonly espera: () => Promise<void> | undefined;
  readonly onorden: (orden: Orden | undefined) => void;
  readonly oncolumnas: (columnas: readonly ColumnaElegida[]) => void;
  /** Columns that are chosen and for which there is no room. */
  readonly onnoentran: (claves: readonly string[]) => void;
  /** Rows in sight, from 1, both included. */
  readonly onvista: (desde: number, hasta: number) => void;
  /** How many rows there are, once the first ones came: zero is an empty state. */
  readonly onleidas: (filas: number) => void;
  readonly onfalla: (error: unknown) => void;
}

interface Montaje<F> extends Oyentes<F> {
  readonly host: HTMLElement;
  readonly rotulo: string;
  readonly columnas: readonly ColumnaDatos<F>[];
  readonly orden: Orden | undefined;
  readonly idDe: (fila: F) => string;
  readonly reglasDeFila: Readonly<Record<string, (fila: F) => boolean>>;
  readonly reglaDeCinco: () => boolean;
  /** The room that it has, and the columns as the person left them, when they are put in. */
  readonly ancho: () => number;
  readonly elegidas: () => readonly ColumnaElegida[];
}

/**
 * Makes a grid in several turns of the page's thread, none of them long: the library, its looks, its columns, and then what they show, which is told
 * to what this gives. Undefined when it was not wanted any more; wanted no more while it was made, it is for the caller to destroy.
 */
export async function montarGrilla<F>(montaje: Montaje<F>, signal: AbortSignal): Promise<ControlGrilla<F> | undefined> {
  await otroTurno();
  if (signal.aborted) return undefined;
  const control = new ControlGrilla<F>(montaje);
  for (const paso of ['mostrar', 'empezar'] as const) {
    await otroTurno();
    if (!signal.aborted) control[paso]();
  }
  await otroTurno();
  return control;
}

/** A grid that is on the page: what `GrillaDatos.svelte` tells it, and what it tells back. */
export class ControlGrilla<F> {
  readonly #montaje: Montaje<F>;
  readonly #api: GridApi<F>;
  readonly #medidas: Medidas<F>;
  readonly #acomodo: Acomodo<F>;
  readonly #marcas: Marcas<F>;
  readonly #teclado: Teclado<F>;
  readonly #paginas: Paginas<F>;
  readonly #fin = new AbortController();
  #totales: Readonly<Record<string, string>> | undefined;
  #rotuloTotales = '';
  /** What is asked now. */
  #clave: string | undefined;
  readonly #celdasDeTotales = new Set<() => void>();
  /** While we change columns, order or marks ourselves. */
  #callado = false;

  constructor(montaje: Montaje<F>) {
    const { host, columnas, idDe, oncolumnas, onnoentran, onselecciones, onfalla } = montaje;
    this.#montaje = montaje;
    this.#medidas = new Medidas(columnas, getComputedStyle(host).fontFamily);
    const api = crearGrilla<F>(host, {
      ...montaje,
      conReglaDeCinco: montaje.reglaDeCinco,
      alEntrar: () => this.#teclado.entrar(),
      opciones: this.#atender(montaje),
    });
    const enSilencio = (hacer: () => void): void => {
      this.#enSilencio(hacer);
    };
    this.#api = api;
    this.#marcas = new Marcas({ api, columnas, idDe, enSilencio, onselecciones });
    this.#acomodo = new Acomodo({ api, host, columnas, medidas: this.#medidas, enSilencio, oncolumnas, onnoentran });
    this.#paginas = new Paginas({
      api,
      orden: () => this.#orden(),
      onpagina: (desde, pagina) => {
        this.#recibir(desde, pagina);
      },
      onfalla,
    });
    this.#teclado = new Teclado({ ...montaje, api, paginas: this.#paginas, marcas: this.#marcas });
    host.querySelector('[role=grid], [role=treegrid]')?.setAttribute('aria-label', montaje.rotulo);
    const { signal } = this.#fin;
    this.#teclado.escuchar(signal);
    atenderSaltos({ host, api, paginas: this.#paginas }, signal);
    atenderPuntero(host, signal);
  }

  mostrar(): void {
    vestir(this.#montaje.host, this.#api);
  }

  /** Puts the columns in, where they go. */
  empezar(): void {
    const { ancho, elegidas, orden } = this.#montaje;
    const columnDefs = definirColumnas(this.#acomodo.iniciar(ancho(), elegidas()), {
      orden,
      totales: {
        rotulo: () => this.#rotuloTotales,
        de: (clave) => this.#totales?.[clave],
        celdas: this.#celdasDeTotales,
      },
    });
    this.#enSilencio(() => {
      this.#api.setGridOption('columnDefs', columnDefs);
    });
  }

  ponerFuente(fuente: Fuente<F>): void {
    // Several marked rows of another question would be summed without being seen.
    if (this.#clave !== fuente.clave) this.#marcas.soltarVarias();
    this.#clave = fuente.clave;
    this.#paginas.poner(fuente);
  }

  ponerTotal(total: number): void {
    this.#paginas.ponerTotal(total);
  }

  /** A row that changed, where it is shown, before anything is read again. */
  cambiar(fila: F): void {
    this.#paginas.cambiar(this.#montaje.idDe(fila), fila);
  }

  ponerTotales(totales: Readonly<Record<string, string>> | undefined, rotulo: string | undefined): void {
    this.#totales = totales;
    this.#rotuloTotales = rotulo ?? '';
    if (totales !== undefined) this.#medidas.mirarTotales(totales);
    if (rotulo !== undefined && this.#celdasDeTotales.size > 0)
      for (const redibujar of this.#celdasDeTotales) redibujar();
    else this.#api.setGridOption('pinnedBottomRowData', rotulo === undefined ? [] : [{}]);
    this.#acomodo.ubicarLuego();
  }

  ponerColumnas(elegidas: readonly ColumnaElegida[]): void {
    this.#acomodo.elegir(elegidas);
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

  elegir(id: string | undefined): void {
    this.#marcas.elegir(id);
  }

  ajustar(ancho: number): void {
    if (this.#acomodo.ajustar(ancho)) this.#avisarVista();
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
  pasar(delta: 1 | -1, sirve: (fila: F) => boolean): boolean {
    return this.#marcas.pasar(delta, sirve);
  }

  /** Gives the keyboard back to the grid. */
  enfocar(): void {
    this.#teclado.enfocar();
  }

  /** What a sheet of paper has: the columns in sight, and how the rows are ordered. */
  get hoja(): { readonly columnas: readonly ColumnaDatos<F>[]; readonly orden: Orden | undefined } {
    return { columnas: this.#marcas.aLaVista(), orden: this.#orden() };
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
  paraCopiar(): { readonly columnas: readonly ColumnaDatos<F>[]; readonly filas: readonly F[] } {
    return this.#marcas.paraCopiar(this.#teclado.enCelda);
  }

  destruir(): void {
    this.#fin.abort();
    this.#api.destroy();
    this.#paginas.soltar();
  }

  /** What the library tells. It tells it in a later turn. */
  #atender({ onabrir, ontocar, onorden, onmarcadas }: Oyentes<F>): GridOptions<F> {
    return {
      onSelectionChanged: () => {
        onmarcadas(this.#marcas.todas());
        if (!this.#callado) this.#marcas.avisar();
      },
      onCellFocused: ({ rowIndex, rowPinned, column }) => {
        if (rowIndex === null || (rowPinned ?? undefined) !== undefined || column === null) return;
        this.#teclado.enfocada(rowIndex, typeof column === 'string' ? column : column.getColId());
      },
      onCellClicked: (event) => {
        tocada(event, ontocar);
      },
      onCellDoubleClicked: (event) => {
        tocada(event, onabrir);
      },
      onSortChanged: () => {
        if (!this.#callado) onorden(this.#orden());
      },
      onColumnMoved: ({ finished }) => {
        if (finished && !this.#callado) this.#acomodo.recordar();
      },
      onColumnResized: ({ finished, source, column }) => {
        if (source === 'api' || column === null || this.#callado) return;
        this.#acomodo.ensanchar();
        if (finished) this.#acomodo.recordar(column.getColId());
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
      this.#acomodo.revisar();
    });
  }

  #recibir(desde: number, pagina: PaginaDeFilas<F>): void {
    if (this.#medidas.mirar(pagina.filas, desde === 0)) this.#acomodo.ubicar();
    if (desde === 0) this.#montaje.onleidas(pagina.filas.length);
    this.#marcas.llegaron(desde, pagina.filas);
  }

  #orden(): Orden | undefined {
    const columna = this.#api.getColumnState().find(({ sort }) => sort === 'asc' || sort === 'desc');
    return columna === undefined ? undefined : { campo: columna.colId, desc: columna.sort === 'desc' };
  }

  #avisarVista(): void {
    const { vista } = this;
    if (vista === undefined) return;
    this.#paginas.anticipar(vista.desde - 1, vista.hasta);
    this.#montaje.onvista(vista.desde, vista.hasta);
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
