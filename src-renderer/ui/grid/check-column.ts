import { m } from '../../paraglide/messages.js';
import type { DataColumn } from './types.ts';

/** Which rows are checked: the screen keeps them, also those that the grid did not read yet. */
export interface Checks<F> {
  readonly isChecked: (row: F) => boolean;
  readonly onCheck: (row: F, isIn: boolean) => void;
  /** How many of all the rows of the source are checked. */
  readonly howMany: () => 'none' | 'some' | 'all';
  readonly onCheckAll: (isIn: boolean) => void;
  /** The label of the box of a row. */
  readonly labelOf: (row: F) => string;
}

/** Puts a box into a cell. The keyboard stays at the cell, since another box is drawn once this one changed. */
function putBox(cell: HTMLElement, label: string, onChange: (isIn: boolean) => void): HTMLInputElement {
  const input = document.createElement('input');
  input.type = 'checkbox';
  input.tabIndex = -1;
  input.setAttribute('aria-label', label);
  input.addEventListener('change', () => {
    input.closest<HTMLElement>('.ag-cell, .ag-header-cell')?.focus();
    onChange(input.checked);
  });
  const room = document.createElement('label');
  room.className = 'g-casilla';
  room.append(input);
  cell.append(room);
  return input;
}

/** A column of boxes: each checks its row, by a click or by the space bar anywhere in the row; the box of the header checks all rows. */
export const checkColumn = <F>({ isChecked, onCheck, howMany, onCheckAll, labelOf }: Checks<F>): DataColumn<F> => ({
  clave: 'elegida',
  title: m.grilla_elegir(),
  tipo: 'texto',
  ancho: 48,
  isSortable: false,
  isControl: true,
  clase: 'g-elige',
  // A row is drawn again when this changes.
  valor: isChecked,
  paint: (cell, row) => (putBox(cell, labelOf(row), (isIn) => onCheck(row, isIn)).checked = isChecked(row)),
  paintHeader: (cell) => {
    const input = putBox(cell, m.grilla_elegir_todas(), onCheckAll);
    input.checked = howMany() === 'all';
    input.indeterminate = howMany() === 'some';
  },
});

/** Changes the box of a row, or of a header, if it has one. */
export function pressBox(place: Element | null, event: KeyboardEvent): void {
  const box = place?.querySelector<HTMLInputElement>('.g-casilla input');
  if (box === null || box === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  box.click();
}
