import type { GridApi } from 'ag-grid-community';
import { isTotals, pressBox } from './cells.ts';
import { clampToGrid, getTarget, type GridPlace } from './moves.ts';
import type { Pages } from './pages.ts';
import type { Marks } from './selection.ts';
import type { GridSetup } from './types.ts';

export const ROW_HEIGHT = 32;
const OWN_KEYS: readonly string[] = [
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'],
  ...['Enter', 'F2'],
];

interface Mounting<F> extends Pick<GridSetup<F>, 'host' | 'handlers'> {
  readonly api: GridApi<F>;
  readonly grid: HTMLElement;
  readonly pages: Pages<F>;
  readonly marcas: Marks<F>;
}

/**
 * The keyboard in the rows. Keys act in the order of pressing: a key whose rows are still being read waits, and later keys wait for it, so that no key is lost
 * or acts on the wrong row.
 */
export class GridKeyboard<F> {
  readonly #mounting: Mounting<F>;
  /** True while a key moves the focus from the header to a row; the row is then marked. */
  #fromHeader = false;
  /** True after End while the number of rows was unknown. */
  #isAtEnd = false;
  /** True after ← or → until the pointer is pressed: Ctrl+C copies the cell instead of the row. */
  isInCell = false;
  #wasInRows = false;
  #turn: Promise<void> | undefined;

  constructor(mounting: Mounting<F>) {
    this.#mounting = mounting;
  }

  listen(signal: AbortSignal): void {
    const { host } = this.#mounting;
    const onKeyDown = (event: KeyboardEvent): void => this.#onKeyDown(event);
    const onTouch = (): void => {
      this.#fromHeader = false;
      this.#isAtEnd = false;
      this.isInCell = false;
    };
    host.addEventListener('keydown', onKeyDown, { capture: true, signal });
    host.addEventListener('pointerdown', onTouch, { capture: true, signal });
  }

  /** Called whenever AG Grid moves the focus, for example out of the header or after a click. */
  focusMoved(position: number, key: string): void {
    if (this.#fromHeader) this.#mounting.marcas.mark(position);
    this.#fromHeader = false;
    this.#mounting.handlers.onFocusMove?.(position, key);
  }

  /** Scrolls to a cell, focuses the cell and marks its row, once the row exists; without `key`, in the current column. */
  async goTo(position: number, key?: string): Promise<void> {
    const { api, pages } = this.#mounting;
    await pages.waitUntil(() => pages.hasStarted && (pages.areCounted || position < api.getDisplayedRowCount()));
    if (api.isDestroyed() || position >= api.getDisplayedRowCount()) return;
    const columns = this.#columnKeys();
    const column = columns.findIndex((one) => one === key);
    const { top, bottom } = api.getVerticalPixelRange();
    // Scrolls a row that is out of sight to the middle, so that its neighbours are visible and a popover has room.
    const isInView = position * ROW_HEIGHT >= top && (position + 1) * ROW_HEIGHT <= bottom;
    if (!isInView) api.ensureIndexVisible(position, 'middle');
    this.#put(position, column === -1 ? this.#getPlace().columna : column);
  }

  /** Focuses a cell in the last focused column: in the marked row, or else in the last focused row. Without rows, focuses the grid itself. */
  restoreFocus(): void {
    const { api } = this.#mounting;
    const total = api.getDisplayedRowCount();
    const place = this.#getPlace();
    const destination = { ...place, posicion: api.getSelectedNodes()[0]?.rowIndex ?? place.posicion };
    const { posicion, columna } = clampToGrid(destination, total, this.#columnKeys().length);
    const key = this.#columnKeys()[columna];
    if (total > 0 && key !== undefined) this.#focusCell(posicion, key);
    else this.#holdKeyboard();
  }

  /** Called before a note covers the rows: moves a focus that is in the rows to the grid itself. */
  leaveRows(): void {
    if (this.#isInRows) this.#holdKeyboard();
  }

  /** Focuses a cell, or the grid itself while a note covers the rows. */
  #focusCell(position: number, key: string): void {
    this.#mounting.api.setFocusedCell(position, key);
    if (!this.#isInRows) this.#holdKeyboard();
  }

  /** Focuses the grid itself, until `recover` can focus a row. */
  #holdKeyboard(): void {
    this.#mounting.grid.tabIndex = -1;
    this.#mounting.grid.focus();
  }

  get #isHeld(): boolean {
    return document.activeElement === this.#mounting.grid;
  }

  /** Moves a focus that is in the rows to the row just marked. */
  follow(): void {
    if (this.#isInRows) this.#goToMarked(false);
  }

  /** Called before other rows are shown, because AG Grid may then remove the focused row. */
  beforeRows(): void {
    this.#wasInRows ||= this.#isInRows;
  }

  /** Called after other rows are shown. Moves a focus that was in the rows to the marked row, or else to its old position. */
  afterRows(): void {
    this.recover();
    if (this.#wasInRows && this.#isInRows) this.#goToMarked(false);
    this.#wasInRows &&= this.#isLost; // the row may not be read yet
  }

  /** Focuses a row again, after AG Grid replaced its element, or after the grid itself had the focus. */
  recover(): void {
    if (this.#isHeld || (this.#wasInRows && this.#isLost)) this.#goToMarked(true);
  }

  /** True after the focused row was removed: AG Grid focuses the header while no rows are left. */
  get #isLost(): boolean {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return true;
    return activeElement.closest('.ag-header') !== null && this.#mounting.host.contains(activeElement);
  }

  /** Focuses the marked row if exactly one is marked. Otherwise, when the focus was lost, focuses its last position. */
  #goToMarked(isLost: boolean): void {
    const { api } = this.#mounting;
    const [marked, ...others] = api.getSelectedNodes();
    const { posicion: now, columna } = this.#getPlace();
    const position = others.length > 0 ? now : (marked?.rowIndex ?? now);
    const key = this.#columnKeys()[columna];
    if ((position === now && !isLost) || key === undefined || position >= api.getDisplayedRowCount()) return;
    api.ensureIndexVisible(position);
    this.#focusCell(position, key);
  }

  get #isInRows(): boolean {
    const { activeElement } = document;
    return (
      activeElement !== null && this.#mounting.host.contains(activeElement) && activeElement.closest('.ag-row') !== null
    );
  }

  /** Called when Tab enters the grid. Focuses the last focused cell; gives false without rows. */
  enter(): boolean {
    const { api } = this.#mounting;
    if (api.getDisplayedRowCount() === 0) return false;
    const { posicion, columna } = clampToGrid(this.#getPlace(), api.getDisplayedRowCount(), this.#columnKeys().length);
    this.#put(posicion, columna, false);
    return true;
  }

  #columnKeys(): readonly string[] {
    return this.#mounting.api.getAllDisplayedColumns().map((column) => column.getColId());
  }

  #getPlace(): GridPlace {
    const { api, host } = this.#mounting;
    const { activeElement } = document;
    const cell = activeElement !== null && host.contains(activeElement) ? activeElement.closest('[col-id]') : null;
    const row = cell?.closest('.ag-row[row-index]')?.getAttribute('row-index') ?? '';
    // Row indexes with letters, such as `b-0`, belong to the totals.
    const isFromHere = /^\d+$/.test(row);
    // AG Grid returns undefined before any cell had the focus, unlike its type.
    const stored = api.getFocusedCell() ?? undefined;
    const isInRows = stored !== undefined && !isTotals(stored);
    const key = isFromHere ? cell?.getAttribute('col-id') : stored?.column.getColId();
    return {
      posicion: isFromHere ? Number(row) : isInRows ? stored.rowIndex : 0,
      columna: Math.max(0, this.#columnKeys().indexOf(key ?? '')),
    };
  }

  #put(position: number, column: number, withMark = true): void {
    const { api, marcas: marks, handlers } = this.#mounting;
    const key = this.#columnKeys()[column];
    if (key === undefined) return;
    api.ensureIndexVisible(position);
    api.ensureColumnVisible(key);
    this.#focusCell(position, key);
    if (withMark) marks.mark(position);
    handlers.onFocusMove?.(position, key);
  }

  #onKeyDown(event: KeyboardEvent): void {
    const { target, key, altKey, ctrlKey, metaKey } = event;
    if (!(target instanceof Element)) return;
    if (target.closest('.ag-row') === null && !this.#isHeld) {
      this.#fromHeader = key === 'ArrowDown';
      if (key === ' ' || key === 'Enter') pressBox(target, event);
      if (!this.#fromHeader || this.#mounting.pages.hasStarted) return;
      event.stopPropagation(); // AG Grid would focus a row that was not read
      return this.#holdKeyboard();
    }
    // Passes undefined for the totals row, because the source does not contain it.
    this.#mounting.handlers.onKey?.(event, target.closest('.ag-row-pinned') === null ? this.#focusedRow() : undefined);
    if (event.defaultPrevented || altKey || ctrlKey || metaKey) return;
    if (key === ' ') pressBox(target.closest('.ag-row'), event);
    this.#isAtEnd = false;
    this.#fromHeader = false; // a key pressed in a row ends the move from the header
    if (key === 'Escape') {
      if (!this.#mounting.marcas.releaseSeveral()) this.#mounting.handlers.onClose?.();
      return;
    }
    // Leaves ↑ in the first row to AG Grid, which moves the focus to the header.
    const goesToTitle = key === 'ArrowUp' && this.#turn === undefined && this.#getPlace().posicion === 0;
    if (!OWN_KEYS.includes(key) || goesToTitle) return;
    event.preventDefault();
    this.#inTurn(key, event.shiftKey);
  }

  #inTurn(pressedKey: string, isExtending: boolean): void {
    if (this.#turn === undefined && this.#handleKey(pressedKey) === undefined) {
      this.#perform(pressedKey, isExtending);
      return;
    }
    const turn = (this.#turn ?? Promise.resolve())
      .then(() => this.#handleKey(pressedKey))
      .then(() => {
        if (!this.#mounting.api.isDestroyed()) this.#perform(pressedKey, isExtending);
        if (this.#turn === turn) this.#turn = undefined;
      });
    this.#turn = turn;
  }

  /** The promise that a key has to wait for; undefined when the rows for the key are read. */
  #handleKey(pressedKey: string): Promise<void> | undefined {
    const { pages, handlers } = this.#mounting;
    const fromScreen = handlers.waitFor?.();
    if (fromScreen !== undefined) return fromScreen.then(() => this.#handleKey(pressedKey));
    if (pressedKey === 'Enter' || pressedKey === 'F2') return pages.waitUntil(() => this.#focusedRow() !== undefined);
    return pages.waitUntil(() => pages.hasStarted);
  }

  #focusedRow(): F | undefined {
    return this.#mounting.api.getDisplayedRowAtIndex(this.#getPlace().posicion)?.data;
  }

  /** Runs a key. `isExtending`: marks all rows between the marked row and the destination. */
  #perform(pressedKey: string, isExtending = false): void {
    const { api, marcas: marks } = this.#mounting;
    if (pressedKey === 'Enter' || pressedKey === 'F2') {
      this.#open();
      return;
    }
    const { top, bottom } = api.getVerticalPixelRange();
    const page = Math.max(1, Math.floor((bottom - top) / ROW_HEIGHT) - 1);
    const total = api.getDisplayedRowCount();
    const before = this.#getPlace();
    const destination = getTarget(pressedKey, before, { pagina: page, total });
    if (destination === undefined || total === 0) return;
    if (pressedKey === 'End') this.#keepAtEnd();
    if (pressedKey === 'ArrowLeft' || pressedKey === 'ArrowRight') this.isInCell = true;
    const { posicion, columna } = clampToGrid(destination, total, this.#columnKeys().length);
    const isAlong = pressedKey !== 'ArrowLeft' && pressedKey !== 'ArrowRight';
    this.#put(posicion, columna, isAlong && !isExtending);
    if (isExtending && isAlong) marks.extend(posicion, before.posicion);
  }

  /** Goes to the last row again once the number of rows is known, unless the person has pressed another key. */
  #keepAtEnd(): void {
    const { api, pages } = this.#mounting;
    const counted = pages.waitUntil(() => pages.areCounted);
    this.#isAtEnd = counted !== undefined;
    void counted?.then(() => {
      if (this.#isAtEnd && pages.areCounted && !api.isDestroyed()) this.#perform('End');
    });
  }

  #open(): void {
    const { host, handlers } = this.#mounting;
    const row = this.#focusedRow();
    const { posicion, columna } = this.#getPlace();
    const key = this.#columnKeys()[columna] ?? '';
    const element = host.querySelector<HTMLElement>(
      `[role=row][row-index="${String(posicion)}"] [col-id="${CSS.escape(key)}"]`,
    );
    if (row !== undefined && element !== null) handlers.onOpen?.(row, { clave: key, element });
  }
}
