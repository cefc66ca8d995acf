import type { GridApi } from 'ag-grid-community';
import { repartir, type Pretension } from './anchos.ts';
import { ordenarColumnas } from './elegidas.ts';
import type { Medidas } from './medidas.ts';
import type { Lugar } from './motor.ts';
import type { ColumnaDatos, ColumnaElegida } from './tipos.ts';
import { otroTurno } from './turnos.ts';

interface Montaje<F> {
  readonly api: GridApi<F>;
  readonly host: HTMLElement;
  readonly columnas: readonly ColumnaDatos<F>[];
  readonly medidas: Medidas<F>;
  /** Does something of which the grid's events are not the person's doing. */
  readonly enSilencio: (hacer: () => void) => void;
  readonly oncolumnas: (columnas: readonly ColumnaElegida[]) => void;
  /** Columns that are chosen and for which there is no room, whenever they are others. */
  readonly onnoentran: (claves: readonly string[]) => void;
}

/** Which columns are seen, in which order and how wide: what the person chose, within the room there is. */
export class Acomodo<F> {
  readonly #montaje: Montaje<F>;
  #elegidas: readonly ColumnaElegida[] = [];
  #ancho = 0;
  /** The room that the columns were last given. */
  #ubicado = 0;
  #pendiente = false;
  #noEntran: readonly string[] = [];

  constructor(montaje: Montaje<F>) {
    this.#montaje = montaje;
  }

  /** The columns that the grid begins with, where they go. */
  iniciar(ancho: number, elegidas: readonly ColumnaElegida[]): readonly (readonly [ColumnaDatos<F>, Lugar])[] {
    this.#ancho = ancho;
    this.#tener(elegidas);
    this.#ubicado = ancho;
    const { columnas } = this.#montaje;
    return this.#planear().flatMap(({ colId, ...lugar }) => {
      const columna = columnas.find(({ clave }) => clave === colId);
      return columna === undefined ? [] : [[columna, lugar] as const];
    });
  }

  elegir(elegidas: readonly ColumnaElegida[]): void {
    if (elegidas === this.#elegidas) return;
    this.#tener(elegidas);
    this.ubicar();
  }

  /** The person gives a column a width, which may be less than what it shows. */
  ensanchar(): void {
    this.#montaje.host.classList.add('g-a-mano');
  }

  #tener(elegidas: readonly ColumnaElegida[]): void {
    this.#elegidas = elegidas;
    this.#montaje.host.classList.toggle(
      'g-a-mano',
      elegidas.some(({ ancho }) => ancho !== undefined),
    );
  }

  /** True when there is another room now. */
  ajustar(ancho: number): boolean {
    if (ancho === this.#ancho) return false;
    this.#ancho = ancho;
    this.ubicar();
    return true;
  }

  /** A scrollbar came or went. */
  revisar(): void {
    if (this.#sitio() !== this.#ubicado) this.ubicar();
  }

  /** What the grid has now, as a choice of the person: every column, in order, with the width that they gave by hand. */
  recordar(ensanchada?: string): void {
    const { api, columnas, oncolumnas } = this.#montaje;
    const antes = new Map(this.#elegidas.map((una) => [una.clave, una]));
    this.#elegidas = api.getColumnState().flatMap(({ colId, width }) => {
      const columna = columnas.find(({ clave }) => clave === colId);
      if (columna === undefined) return [];
      const { ancho, oculta = columna.oculta === true, pedida } = antes.get(colId) ?? {};
      const propio = colId === ensanchada ? width : ancho;
      const conPedido = pedida === undefined ? {} : { pedida };
      return [
        { clave: colId, oculta, ...conPedido, ...(propio === undefined || propio === null ? {} : { ancho: propio }) },
      ];
    });
    oncolumnas(this.#elegidas);
    this.ubicar();
  }

  /** In a turn of its own: laying out what was just put in the page and laying it out again are two. */
  ubicarLuego(): void {
    if (this.#pendiente) return;
    this.#pendiente = true;
    void otroTurno().then(() => {
      this.#pendiente = false;
      if (!this.#montaje.api.isDestroyed()) this.ubicar();
    });
  }

  ubicar(): void {
    if (this.#ancho === 0) return;
    const { api, host, enSilencio } = this.#montaje;
    this.#ubicado = this.#sitio();
    const state = this.#planear();
    if (this.#estan(state)) return;
    // Undefined too, whatever its type says, before any cell had the keyboard.
    const conFoco = host.contains(document.activeElement) ? (api.getFocusedCell() ?? null) : null;
    enSilencio(() => {
      api.applyColumnState({ applyOrder: true, state });
    });
    // The cell that had the focus may have gone with its column: the keyboard stays in its row.
    const visibles = api.getAllDisplayedColumns();
    const [primera] = visibles;
    if (conFoco === null || primera === undefined || visibles.includes(conFoco.column)) return;
    api.setFocusedCell(conFoco.rowIndex, primera);
  }

  /** Every column in its order: as wide as there is room for, or hidden. */
  #planear(): ({ readonly colId: string } & Lugar)[] {
    const { columnas } = this.#montaje;
    const enOrden = ordenarColumnas(columnas, this.#elegidas);
    const visibles = enOrden.flatMap(({ clave, oculta }) =>
      oculta === true ? [] : (columnas.find((columna) => columna.clave === clave) ?? []),
    );
    const anchos = repartir(
      visibles.map((columna, indice) => this.#pretender(columna, indice === 0 || indice === visibles.length - 1)),
      this.#ubicado,
    );
    this.#avisarNoEntran(visibles.flatMap(({ clave }) => (anchos.has(clave) ? [] : [clave])));
    return enOrden.map(({ clave }) => {
      const width = anchos.get(clave);
      return width === undefined ? { colId: clave, hide: true } : { colId: clave, hide: false, width };
    });
  }

  #avisarNoEntran(claves: readonly string[]): void {
    if (claves.join() === this.#noEntran.join()) return;
    this.#noEntran = claves;
    this.#montaje.onnoentran(claves);
  }

  /** The grid has them so: telling it again would make it lay everything out. */
  #estan(columnas: readonly ({ readonly colId: string } & Lugar)[]): boolean {
    const ahora = this.#montaje.api.getColumnState();
    return (
      ahora.length === columnas.length &&
      columnas.every(({ colId, hide, width }, indice) => {
        const una = ahora[indice];
        return una?.colId === colId && una.hide === hide && (hide || una.width === width);
      })
    );
  }

  #pretender(columna: ColumnaDatos<F>, borde: boolean): Pretension {
    const { clave } = columna;
    const elegida = this.#elegidas.find((una) => una.clave === clave);
    const propio = elegida?.ancho ?? columna.ancho;
    // What the person asked for is shown, even if it takes a sideways scroll.
    const secundaria = columna.oculta === true || elegida?.pedida === true ? 0 : Number(columna.secundaria ?? 0);
    return propio === undefined
      ? { clave, ...this.#montaje.medidas.de(columna, borde), secundaria }
      : { clave, natural: propio, minimo: propio, secundaria };
  }

  /** The room that the columns have: a scrollbar takes some of it, but for the kind that floats over. */
  #sitio(): number {
    const barra = this.#montaje.host.querySelector<HTMLElement>(
      '.ag-body-vertical-scroll:not(.ag-scrollbar-invisible)',
    );
    return this.#ancho - (barra?.offsetWidth ?? 0);
  }
}
