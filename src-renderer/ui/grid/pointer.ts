import type { CellClickedEvent, CellDoubleClickedEvent } from 'ag-grid-community';
import { isTotals } from './cells.ts';
import type { TouchedCell } from './types.ts';

/** Handles the mouse over a grid, in addition to the library. */
export function handlePointer(host: HTMLElement, signal: AbortSignal): void {
  host.addEventListener('click', letThrough, { capture: true, signal });
  host.addEventListener('mouseover', showWhole, { signal });
}

/** A click on a link only follows the link, and one on a box, or beside it, only checks its row: the row is not marked too. */
function letThrough(event: Event): void {
  if (!(event.target instanceof Element)) return;
  const cell = event.target.closest('.g-elige');
  if (cell === null && event.target.closest('a') === null) return;
  event.stopPropagation();
  if (event.target.closest('.g-casilla') === null) cell?.querySelector('input')?.click();
}

/** Shows the whole text of a cell that is cut when pointed at; for a cell with an explanation, the explanation. */
function showWhole(event: Event): void {
  if (!(event.target instanceof Element)) return;
  const cell = event.target.closest<HTMLElement>('.g-celda, .ag-cell, .ag-header-cell-text');
  if (cell === null || cell.dataset['explica'] !== undefined) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

/** Calls `work` for a click on a cell of a row: not for the totals, nor for a row that was not read yet. */
export function findTouched<F>(
  clicked: CellClickedEvent<F> | CellDoubleClickedEvent<F>,
  work: (row: F, cell: TouchedCell) => void,
): void {
  const { data, column, event } = clicked;
  const target = event?.target;
  // With these keys a click marks rows besides others.
  if (event instanceof MouseEvent && (event.shiftKey || event.ctrlKey || event.metaKey)) return;
  const element = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null;
  if (data === undefined || isTotals(clicked) || element === null) return;
  work(data, { clave: column.getColId(), element });
}
