import type { GridApi } from 'ag-grid-community';
import { dentro, destinoDe } from './movimiento.ts';
import type { Paginas } from './paginas.ts';
import type { Marcas } from './seleccion.ts';
import type { CeldaTocada } from './tipos.ts';

/** Pixels. */
export const ALTO = 32;
const PROPIAS: readonly string[] = [
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'],
  ...['Enter', 'F2'],
];

interface Montaje<F> {
  readonly api: GridApi<F>;
  readonly host: HTMLElement;
  readonly paginas: Paginas<F>;
  readonly marcas: Marcas<F>;
  readonly onabrir: (fila: F, celda: CeldaTocada) => void;
  readonly oncerrar: () => void;
  readonly onfoco: (posicion: number, clave: string) => void;
  /** Keys of the screen, before the grid's: one that it prevents is not the grid's any more. */
  readonly ontecla: (event: KeyboardEvent) => void;
  /** What the next key has to wait for, if anything: something of the screen is about to move the focus. */
  readonly espera: () => Promise<void> | undefined;
}

/**
 * The keyboard in the rows. Keys are done in the order in which they came: one that needs rows that are still on their way waits for them, and
 * those after it wait for it, so that none is lost and none is done in the wrong place.
 */
export class Teclado<F> {
  readonly #montaje: Montaje<F>;
  /** A key in the header takes the focus to the rows: the mark goes with it. */
  #delTitulo = false;
  /** The last row was asked for while nobody knew which one it is. */
  #alFin = false;
  /** The person goes through cells, and it is the cell that is copied. */
  #enCelda = false;
  #turno: Promise<void> | undefined;

  constructor(montaje: Montaje<F>) {
    this.#montaje = montaje;
  }

  get enCelda(): boolean {
    return this.#enCelda;
  }

  escuchar(signal: AbortSignal): void {
    const { host } = this.#montaje;
    const alTeclear = (event: KeyboardEvent): void => {
      this.#alTeclear(event);
    };
    const alTocar = (): void => {
      this.#delTitulo = false;
      this.#alFin = false;
      this.#enCelda = false;
    };
    host.addEventListener('keydown', alTeclear, { capture: true, signal });
    host.addEventListener('pointerdown', alTocar, { capture: true, signal });
  }

  /** The library moved the focus (from the header, by a click). */
  enfocada(posicion: number, clave: string): void {
    if (this.#delTitulo) this.#montaje.marcas.marcar(posicion);
    this.#delTitulo = false;
    this.#montaje.onfoco(posicion, clave);
  }

  /** Brings a cell into sight and gives it the keyboard, once its row exists; without a column, in the one where the keyboard is. */
  async ir(posicion: number, clave?: string): Promise<void> {
    const { api, paginas } = this.#montaje;
    await paginas.hasta(() => paginas.empezo && (paginas.contadas || posicion < api.getDisplayedRowCount()));
    if (api.isDestroyed() || posicion >= api.getDisplayedRowCount()) return;
    const columnas = this.#columnas();
    const columna = columnas.findIndex((una) => una === clave);
    const { top, bottom } = api.getVerticalPixelRange();
    // Come from elsewhere, a row is seen with those around it, and with room for what opens beside its cell.
    const aLaVista = posicion * ALTO >= top && (posicion + 1) * ALTO <= bottom;
    if (!aLaVista) api.ensureIndexVisible(posicion, 'middle');
    this.#poner(posicion, columna === -1 ? this.#lugar().columna : columna);
  }

  /** Gives the keyboard back to the cell that had it, or to the row that has the mark. */
  enfocar(): void {
    const { api, host } = this.#montaje;
    const total = api.getDisplayedRowCount();
    const marcada = api.getSelectedNodes()[0]?.rowIndex ?? undefined;
    const lugar = this.#lugar();
    const destino = marcada === undefined || marcada === lugar.posicion ? lugar : { posicion: marcada, columna: 0 };
    const { posicion, columna } = dentro(destino, total, this.#columnas().length);
    const clave = this.#columnas()[columna];
    if (total > 0 && clave !== undefined) {
      api.setFocusedCell(posicion, clave);
      return;
    }
    host.tabIndex = -1; // no row is left: the keyboard stays with the grid
    host.focus();
  }

  /** The Tab key came into the grid: it goes where the keyboard was. False when there is no row to go to. */
  entrar(): boolean {
    const { api } = this.#montaje;
    if (api.getDisplayedRowCount() === 0) return false;
    const { posicion, columna } = dentro(this.#lugar(), api.getDisplayedRowCount(), this.#columnas().length);
    this.#poner(posicion, columna, false);
    return true;
  }

  #columnas(): readonly string[] {
    return this.#montaje.api.getAllDisplayedColumns().map((columna) => columna.getColId());
  }

  /** Where the keyboard is: in the cell that has it, else in the one that had it last. */
  #lugar(): { readonly posicion: number; readonly columna: number } {
    const { api, host } = this.#montaje;
    const { activeElement } = document;
    const celda = activeElement !== null && host.contains(activeElement) ? activeElement.closest('[col-id]') : null;
    const fila = celda?.closest('.ag-row[row-index]')?.getAttribute('row-index') ?? '';
    // `b-0` and the like are the totals.
    const deAqui = /^\d+$/.test(fila);
    // Undefined too, whatever its type says, before any cell had it.
    const guardada = api.getFocusedCell() ?? undefined;
    const enFilas = guardada !== undefined && (guardada.rowPinned ?? undefined) === undefined;
    const clave = deAqui ? celda?.getAttribute('col-id') : guardada?.column.getColId();
    return {
      posicion: deAqui ? Number(fila) : enFilas ? guardada.rowIndex : 0,
      columna: Math.max(0, this.#columnas().indexOf(clave ?? '')),
    };
  }

  #poner(posicion: number, columna: number, conMarca = true): void {
    const { api, marcas, onfoco } = this.#montaje;
    const clave = this.#columnas()[columna];
    if (clave === undefined) return;
    api.ensureIndexVisible(posicion);
    api.ensureColumnVisible(clave);
    api.setFocusedCell(posicion, clave);
    if (conMarca) marcas.marcar(posicion);
    onfoco(posicion, clave);
  }

  #alTeclear(event: KeyboardEvent): void {
    const { target, key, altKey, ctrlKey, metaKey } = event;
    if (!(target instanceof Element)) return;
    if (target.closest('.ag-row') === null) {
      this.#delTitulo = key === 'ArrowDown';
      return;
    }
    this.#montaje.ontecla(event);
    if (event.defaultPrevented || altKey || ctrlKey || metaKey) return;
    this.#alFin = false;
    if (key === 'Escape') {
      if (!this.#montaje.marcas.soltarVarias()) this.#montaje.oncerrar();
      return;
    }
    // From the first row up, the header is the library's.
    const alTitulo = key === 'ArrowUp' && this.#turno === undefined && this.#lugar().posicion === 0;
    if (!PROPIAS.includes(key) || alTitulo) return;
    event.preventDefault();
    this.#enTurno(key, event.shiftKey);
  }

  #enTurno(tecla: string, extiende: boolean): void {
    if (this.#turno === undefined && this.#falta(tecla) === undefined) {
      this.#hacer(tecla, extiende);
      return;
    }
    const turno = (this.#turno ?? Promise.resolve())
      .then(() => this.#falta(tecla))
      .then(() => {
        if (!this.#montaje.api.isDestroyed()) this.#hacer(tecla, extiende);
        if (this.#turno === turno) this.#turno = undefined;
      });
    this.#turno = turno;
  }

  /** What a key needs that is not here yet. */
  #falta(tecla: string): Promise<void> | undefined {
    const { paginas, espera } = this.#montaje;
    const delaPantalla = espera();
    if (delaPantalla !== undefined) return delaPantalla.then(() => this.#falta(tecla));
    if (tecla === 'Enter' || tecla === 'F2') return paginas.hasta(() => this.#filaEnfocada() !== undefined);
    return paginas.hasta(() => paginas.empezo);
  }

  #filaEnfocada(): F | undefined {
    return this.#montaje.api.getDisplayedRowAtIndex(this.#lugar().posicion)?.data;
  }

  /** `extiende`: the rows on the way are marked too, from the one that was. */
  #hacer(tecla: string, extiende = false): void {
    const { api, marcas } = this.#montaje;
    if (tecla === 'Enter' || tecla === 'F2') {
      this.#abrir();
      return;
    }
    const { top, bottom } = api.getVerticalPixelRange();
    const pagina = Math.max(1, Math.floor((bottom - top) / ALTO) - 1);
    const total = api.getDisplayedRowCount();
    const destino = destinoDe(tecla, this.#lugar(), { pagina, total });
    if (destino === undefined || total === 0) return;
    if (tecla === 'End') this.#seguirAlFin();
    if (tecla === 'ArrowLeft' || tecla === 'ArrowRight') this.#enCelda = true;
    const { posicion, columna } = dentro(destino, total, this.#columnas().length);
    const aLoLargo = tecla !== 'ArrowLeft' && tecla !== 'ArrowRight';
    this.#poner(posicion, columna, aLoLargo && !extiende);
    if (extiende && aLoLargo) marcas.extender(posicion);
  }

  /** The rows are being counted: the last one is gone to again once it is known, unless the person does something else. */
  #seguirAlFin(): void {
    const { api, paginas } = this.#montaje;
    const contadas = paginas.hasta(() => paginas.contadas);
    this.#alFin = contadas !== undefined;
    void contadas?.then(() => {
      if (this.#alFin && paginas.contadas && !api.isDestroyed()) this.#hacer('End');
    });
  }

  #abrir(): void {
    const { host, onabrir } = this.#montaje;
    const fila = this.#filaEnfocada();
    const { posicion, columna } = this.#lugar();
    const clave = this.#columnas()[columna] ?? '';
    const elemento = host.querySelector<HTMLElement>(
      `[role=row][row-index="${String(posicion)}"] [col-id="${CSS.escape(clave)}"]`,
    );
    if (fila !== undefined && elemento !== null) onabrir(fila, { clave, elemento });
  }
}
