import type { CellClickedEvent, CellDoubleClickedEvent } from 'ag-grid-community';
import type { TouchedCell } from './types.ts';

/** What the mouse does over a grid besides what the library does. */
export function handlePointer(host: HTMLElement, signal: AbortSignal): void {
  host.addEventListener('click', letThrough, { capture: true, signal });
  host.addEventListener('mouseover', showWhole, { signal });
}

/** A link goes where it says: the row under it is not marked as well. */
function letThrough(event: Event): void {
  if (event.target instanceof Element && event.target.closest('a') !== null) event.stopPropagation();
}

/** A text that does not fit says itself whole when pointed at; a cell that explains something says that. */
function showWhole(event: Event): void {
  if (!(event.target instanceof Element)) return;
  const cell = event.target.closest<HTMLElement>('.g-celda, .ag-cell, .ag-header-cell-text');
  if (cell === null || cell.dataset['explica'] !== undefined) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

/** A cell of a row was clicked: not one of the totals, nor of a row that is on its way. */
export function findTouched<F>(
  { data, column, event, rowPinned }: CellClickedEvent<F> | CellDoubleClickedEvent<F>,
  work: (fila: F, cell: TouchedCell) => void,
): void {
  const target = event?.target;
  const element = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null;
  if (data === undefined || (rowPinned ?? undefined) !== undefined || element === null) return;
  work(data, { clave: column.getColId(), element });
}
