import type { GridApi } from 'ag-grid-community';
import { divide, type WidthClaim, type Measures } from './measures.ts';
import { orderColumns } from './shown-columns.svelte.ts';
import type { CellPlace } from './engine.ts';
import type { DataColumn, ChosenColumn, GridSetup } from './types.ts';

interface Mounting<F> extends Pick<GridSetup<F>, 'host' | 'columnas' | 'shown'> {
  readonly api: GridApi<F>;
  readonly measures: Measures<F>;
  /** Runs `work`, and ignores the AG Grid events from it, which the person did not cause. */
  readonly silently: (work: () => void) => void;
}

/** The width in pixels that a column fixed at the right must leave for the other columns. */
const ROOM = 120;

/** Which columns are visible, in which order and width: the person's choice, if the columns fit. */
export class ColumnLayout<F> {
  readonly #mounting: Mounting<F>;
  #chosen: readonly ChosenColumn[] = [];
  #width = 0;
  #placed = 0;
  #isPending = false;
  #doNotFit: readonly string[] = [];

  constructor(mounting: Mounting<F>) {
    this.#mounting = mounting;
  }

  start(width: number, chosen: readonly ChosenColumn[]): readonly (readonly [DataColumn<F>, CellPlace])[] {
    this.#width = width;
    this.#keepChosen(chosen);
    this.#placed = width;
    const { columnas } = this.#mounting;
    return this.#plan().flatMap(({ colId, ...place }) => {
      const column = columnas.find(({ clave }) => clave === colId);
      return column === undefined ? [] : [[column, place] as const];
    });
  }

  choose(chosen: readonly ChosenColumn[]): void {
    if (chosen === this.#chosen) return;
    this.#keepChosen(chosen);
    this.locate();
  }

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

  /** Lays the columns out for a new width; gives false for an equal width. */
  fit(width: number): boolean {
    if (width === this.#width) return false;
    this.#width = width;
    this.locate();
    return true;
  }

  /** Lays the columns out again when a scrollbar has appeared or disappeared. */
  check(): void {
    if (this.#getRoom() !== this.#placed) this.locate();
  }

  /** Saves the current columns as the person's choice: all columns in order, with the widths that the person set. */
  remember(widened?: string): void {
    const { api, columnas, shown } = this.#mounting;
    const before = new Map(this.#chosen.map((one) => [one.clave, one]));
    this.#chosen = api.getColumnState().flatMap(({ colId, width }) => {
      const column = columnas.find(({ clave }) => clave === colId);
      if (column === undefined) return [];
      const { ancho, oculta = column.oculta === true, asked } = before.get(colId) ?? {};
      const own = colId === widened ? width : ancho;
      return [{ clave: colId, oculta, asked, ancho: own ?? undefined }];
    });
    shown?.save(this.#chosen);
    this.locate();
  }

  /** Lays the columns out in a later task, because together with new rows the browser would lay out the rows twice. */
  placeLater(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    setTimeout(() => {
      this.#isPending = false;
      if (!this.#mounting.api.isDestroyed()) this.locate();
    });
  }

  locate(): void {
    if (this.#width === 0) return;
    const { api, host, silently } = this.#mounting;
    this.#placed = this.#getRoom();
    const state = this.#plan();
    if (this.#areThere(state)) return;
    // AG Grid returns undefined before any cell had the focus, unlike its type.
    const focusedCell = host.contains(document.activeElement) ? (api.getFocusedCell() ?? null) : null;
    silently(() => api.applyColumnState({ applyOrder: true, state }));
    // When the layout hid the focused column, focuses the first cell of the row.
    const visible = api.getAllDisplayedColumns();
    const [first] = visible;
    if (focusedCell === null || first === undefined || visible.includes(focusedCell.column)) return;
    api.setFocusedCell(focusedCell.rowIndex, first);
  }

  #plan(): ({ readonly colId: string } & CellPlace)[] {
    const { columnas } = this.#mounting;
    const inOrder = orderColumns(columnas, this.#chosen);
    const visible = inOrder.flatMap(({ clave, oculta }) =>
      oculta === true ? [] : (columnas.find((column) => column.clave === clave) ?? []),
    );
    const widths = divide(
      visible.map((column, index) => this.#claimOf(column, index === 0 || index === visible.length - 1)),
      this.#placed,
    );
    this.#tellOverflow(visible.flatMap(({ clave }) => (widths.has(clave) ? [] : [clave])));
    return inOrder.map(({ clave }) => {
      const width = widths.get(clave);
      if (width === undefined) return { colId: clave, hide: true };
      const isFixed = columnas.some((column) => column.clave === clave && column.isFixed === true);
      // Unfixes a column that leaves the others no room to scroll; otherwise AG Grid would unfix it and never fix it again.
      return { colId: clave, hide: false, width, pinned: isFixed && width + ROOM <= this.#placed ? 'right' : null };
    });
  }

  #tellOverflow(keys: readonly string[]): void {
    if (keys.join() === this.#doNotFit.join()) return;
    this.#doNotFit = keys;
    if (this.#mounting.shown !== undefined) this.#mounting.shown.doNotFit = keys;
  }

  /** True when the grid already shows these columns, so that setting them would only repeat the layout. */
  #areThere(columns: readonly ({ readonly colId: string } & CellPlace)[]): boolean {
    const now = this.#mounting.api.getColumnState();
    return (
      now.length === columns.length &&
      columns.every(({ colId, hide, width, pinned }, index) => {
        const one = now[index];
        return one?.colId === colId && one.hide === hide && (hide || (one.width === width && one.pinned === pinned));
      })
    );
  }

  #claimOf(column: DataColumn<F>, hasEdge: boolean): WidthClaim {
    const { clave } = column;
    const chosen = this.#chosen.find((one) => one.clave === clave);
    const own = chosen?.ancho ?? column.ancho;
    // A column that the person asked for never hides, even if the grid then scrolls sideways.
    const secondary = column.oculta === true || chosen?.asked === true ? 0 : Number(column.secondary ?? 0);
    if (own === undefined) {
      const widths = this.#mounting.measures.measureColumn(column, hasEdge);
      // Among columns that may hide, columns without any value hide first.
      return { clave, ...widths, secondary: widths.isEmpty === true ? Math.min(secondary, 0.5) : secondary };
    }
    return { clave, full: own, natural: own, minimum: own, isSentence: false, secondary };
  }

  /** The width for the columns. A floating scrollbar takes no width. */
  #getRoom(): number {
    const scrollbar = this.#mounting.host.querySelector<HTMLElement>(
      '.ag-body-vertical-scroll:not(.ag-scrollbar-invisible)',
    );
    return this.#width - (scrollbar?.offsetWidth ?? 0);
  }
}
