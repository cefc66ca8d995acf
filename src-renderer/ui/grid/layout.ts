import type { GridApi } from 'ag-grid-community';
import { divide, type Pretension } from './widths.ts';
import { orderColumns } from './chosen.ts';
import type { Measures } from './measures.ts';
import type { Place } from './motor.ts';
import type { DataColumn, ChosenColumn } from './types.ts';
import { waitTurn } from './turns.ts';

interface Mounting<F> {
  readonly api: GridApi<F>;
  readonly host: HTMLElement;
  readonly columnas: readonly DataColumn<F>[];
  readonly measures: Measures<F>;
  /** Does something of which the grid's events are not the person's doing. */
  readonly silently: (work: () => void) => void;
  readonly onColumns: (columnas: readonly ChosenColumn[]) => void;
  /** Columns that are chosen and for which there is no room, whenever they are others. */
  readonly onOverflow: (keys: readonly string[]) => void;
}

/** Which columns are seen, in which order and how wide: what the person chose, within the room there is. */
export class ColumnLayout<F> {
  readonly #mounting: Mounting<F>;
  #chosen: readonly ChosenColumn[] = [];
  #ancho = 0;
  /** The room that the columns were last given. */
  #placed = 0;
  #pendiente = false;
  #doNotFit: readonly string[] = [];

  constructor(mounting: Mounting<F>) {
    this.#mounting = mounting;
  }

  /** The columns that the grid begins with, where they go. */
  start(ancho: number, chosen: readonly ChosenColumn[]): readonly (readonly [DataColumn<F>, Place])[] {
    this.#ancho = ancho;
    this.#keepChosen(chosen);
    this.#placed = ancho;
    const { columnas } = this.#mounting;
    return this.#plan().flatMap(({ colId, ...place }) => {
      const columna = columnas.find(({ clave }) => clave === colId);
      return columna === undefined ? [] : [[columna, place] as const];
    });
  }

  choose(chosen: readonly ChosenColumn[]): void {
    if (chosen === this.#chosen) return;
    this.#keepChosen(chosen);
    this.locate();
  }

  /** The person gives a column a width, which may be less than what it shows. */
  widen(): void {
    this.#mounting.host.classList.add('g-a-mano');
  }

  #keepChosen(chosen: readonly ChosenColumn[]): void {
    this.#chosen = chosen;
    this.#mounting.host.classList.toggle(
      'g-a-mano',
      chosen.some(({ ancho }) => ancho !== undefined),
    );
  }

  /** True when there is another room now. */
  fit(ancho: number): boolean {
    if (ancho === this.#ancho) return false;
    this.#ancho = ancho;
    this.locate();
    return true;
  }

  /** A scrollbar came or went. */
  check(): void {
    if (this.#getRoom() !== this.#placed) this.locate();
  }

  /** What the grid has now, as a choice of the person: every column, in order, with the width that they gave by hand. */
  remember(widened?: string): void {
    const { api, columnas, onColumns } = this.#mounting;
    const antes = new Map(this.#chosen.map((one) => [one.clave, one]));
    this.#chosen = api.getColumnState().flatMap(({ colId, width }) => {
      const columna = columnas.find(({ clave }) => clave === colId);
      if (columna === undefined) return [];
      const { ancho, oculta = columna.oculta === true, asked } = antes.get(colId) ?? {};
      const propio = colId === widened ? width : ancho;
      const withRequested = asked === undefined ? {} : { asked };
      return [
        {
          clave: colId,
          oculta,
          ...withRequested,
          ...(propio === undefined || propio === null ? {} : { ancho: propio }),
        },
      ];
    });
    onColumns(this.#chosen);
    this.locate();
  }

  /** In a turn of its own: laying out what was just put in the page and laying it out again are two. */
  placeLater(): void {
    if (this.#pendiente) return;
    this.#pendiente = true;
    void waitTurn().then(() => {
      this.#pendiente = false;
      if (!this.#mounting.api.isDestroyed()) this.locate();
    });
  }

  locate(): void {
    if (this.#ancho === 0) return;
    const { api, host, silently } = this.#mounting;
    this.#placed = this.#getRoom();
    const state = this.#plan();
    if (this.#areThere(state)) return;
    // Undefined too, whatever its type says, before any cell had the keyboard.
    const focusedCell = host.contains(document.activeElement) ? (api.getFocusedCell() ?? null) : null;
    silently(() => {
      api.applyColumnState({ applyOrder: true, state });
    });
    // The cell that had the focus may have gone with its column: the keyboard stays in its row.
    const visible = api.getAllDisplayedColumns();
    const [primera] = visible;
    if (focusedCell === null || primera === undefined || visible.includes(focusedCell.column)) return;
    api.setFocusedCell(focusedCell.rowIndex, primera);
  }

  /** Every column in its order: as wide as there is room for, or hidden. */
  #plan(): ({ readonly colId: string } & Place)[] {
    const { columnas } = this.#mounting;
    const inOrder = orderColumns(columnas, this.#chosen);
    const visible = inOrder.flatMap(({ clave, oculta }) =>
      oculta === true ? [] : (columnas.find((columna) => columna.clave === clave) ?? []),
    );
    const anchos = divide(
      visible.map((columna, index) => this.#pretender(columna, index === 0 || index === visible.length - 1)),
      this.#placed,
    );
    this.#tellOverflow(visible.flatMap(({ clave }) => (anchos.has(clave) ? [] : [clave])));
    return inOrder.map(({ clave }) => {
      const width = anchos.get(clave);
      return width === undefined ? { colId: clave, hide: true } : { colId: clave, hide: false, width };
    });
  }

  #tellOverflow(keys: readonly string[]): void {
    if (keys.join() === this.#doNotFit.join()) return;
    this.#doNotFit = keys;
    this.#mounting.onOverflow(keys);
  }

  /** The grid has them so: telling it again would make it lay everything out. */
  #areThere(columnas: readonly ({ readonly colId: string } & Place)[]): boolean {
    const ahora = this.#mounting.api.getColumnState();
    return (
      ahora.length === columnas.length &&
      columnas.every(({ colId, hide, width }, index) => {
        const one = ahora[index];
        return one?.colId === colId && one.hide === hide && (hide || one.width === width);
      })
    );
  }

  #pretender(columna: DataColumn<F>, hasEdge: boolean): Pretension {
    const { clave } = columna;
    const elegida = this.#chosen.find((one) => one.clave === clave);
    const propio = elegida?.ancho ?? columna.ancho;
    // What the person asked for is shown, even if it takes a sideways scroll.
    const isSecondary = columna.oculta === true || elegida?.asked === true ? 0 : Number(columna.isSecondary ?? 0);
    return propio === undefined
      ? { clave, ...this.#mounting.measures.de(columna, hasEdge), isSecondary }
      : { clave, natural: propio, minimum: propio, isSecondary };
  }

  /** The room that the columns have: a scrollbar takes some of it, but for the kind that floats over. */
  #getRoom(): number {
    const scrollbar = this.#mounting.host.querySelector<HTMLElement>(
      '.ag-body-vertical-scroll:not(.ag-scrollbar-invisible)',
    );
    return this.#ancho - (scrollbar?.offsetWidth ?? 0);
  }
}
