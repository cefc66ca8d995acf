import type { CellClickedEvent, CellDoubleClickedEvent } from 'ag-grid-community';
import type { CeldaTocada } from './tipos.ts';

/** What the mouse does over a grid besides what the library does. */
export function atenderPuntero(host: HTMLElement, signal: AbortSignal): void {
  host.addEventListener('click', dejarPasar, { capture: true, signal });
  host.addEventListener('mouseover', mostrarEntero, { signal });
}

/** A link goes where it says: the row under it is not marked as well. */
function dejarPasar(event: Event): void {
  if (event.target instanceof Element && event.target.closest('a') !== null) event.stopPropagation();
}

/** A text that does not fit says itself whole when pointed at; a cell that explains something says that. */
function mostrarEntero(event: Event): void {
  if (!(event.target instanceof Element)) return;
  const celda = event.target.closest<HTMLElement>('.g-celda, .ag-cell, .ag-header-cell-text');
  if (celda === null || celda.dataset['explica'] !== undefined) return;
  if (celda.scrollWidth > celda.clientWidth) celda.title = celda.textContent;
  else celda.removeAttribute('title');
}

/** A cell of a row was clicked: not one of the totals, nor of a row that is on its way. */
export function tocada<F>(
  { data, column, event, rowPinned }: CellClickedEvent<F> | CellDoubleClickedEvent<F>,
  hacer: (fila: F, celda: CeldaTocada) => void,
): void {
  const target = event?.target;
  const elemento = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null;
  if (data === undefined || (rowPinned ?? undefined) !== undefined || elemento === null) return;
  hacer(data, { clave: column.getColId(), elemento });
}
