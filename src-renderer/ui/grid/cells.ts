import type { ICellRendererComp, ICellRendererParams, IHeaderComp } from 'ag-grid-community';
import { m } from '../../paraglide/messages.js';
import { STATES, ICONS, type IconName } from '../icons.ts';
import { formatDate, splitAmount } from '../format.ts';
import { withSign, extractTime, getValueText, valueOf } from './text.ts';
import type { DataColumn, Value } from './types.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Draws an icon as a plain element, because the grid draws thousands of cells a second, without Svelte components. */
export function createIcon(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'ico');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

export function createPart<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  kind: string,
  ...parts: readonly (Node | string)[]
): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag);
  if (kind !== '') made.className = kind;
  made.append(...parts);
  return made;
}
export const spanOf = (kind: string, ...parts: readonly (Node | string)[]): HTMLSpanElement =>
  createPart('span', kind, ...parts);

/** A button in a cell, at which Tab does not stop: the focus stays at the cell, where Enter calls the grid's `onOpen`. */
export function createCellButton(
  kind: string,
  onPress: () => void,
  ...parts: readonly (Node | string)[]
): HTMLButtonElement {
  const button = createPart('button', kind, ...parts);
  button.type = 'button';
  button.tabIndex = -1;
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    onPress();
  });
  return button;
}

/** The content of a cell without state; the currency sign and the time of day are faint (docs/visual-language.md §4). */
function partsOf(column: DataColumn<never>, value: Value): (Node | string)[] {
  if (value === null || value === undefined || value === '') return [spanOf('g-tenue', getValueText(column, value))];
  if (column.tipo === 'importe') {
    const parts = splitAmount(withSign(String(value), column.signo));
    if (parts === undefined) return [String(value)];
    const nodes = [parts.isNegative ? '−' : '', spanOf('g-signo', '$'), ` ${parts.digit}`];
    if (!parts.isNegative || column.signo === 'resta') return nodes;
    return [spanOf('g-rojo', ...nodes)];
  }
  if (column.tipo === 'fechaHora') {
    const time = extractTime(String(value));
    return time === undefined
      ? [formatDate(String(value))]
      : [`${formatDate(String(value))} `, spanOf('g-tenue', time)];
  }
  return [getValueText(column, value)];
}

const TEXT_KINDS: readonly DataColumn<never>['tipo'][] = ['texto', 'fecha', 'entero', 'booleano'];

/** True for a cell that shows text alone: no problem, tooltip, link or drawn content. */
export const isTextOnly = <F>(column: DataColumn<F>, row: F, value: Value): boolean =>
  TEXT_KINDS.includes(column.tipo) &&
  column.paint === undefined &&
  column.explain === undefined &&
  value !== null &&
  value !== undefined &&
  value !== '' &&
  column.enlace?.(row) === undefined &&
  column.findProblem?.(row) === undefined;

export function fillCell<F>(cell: HTMLElement, column: DataColumn<F>, row: F): void {
  const problem = column.findProblem?.(row);
  if (problem !== undefined) {
    const isError = problem.clase === 'error';
    const icon = createIcon(isError ? 'circle-alert' : 'triangle-alert');
    icon.classList.add('g-estado', isError ? 'error' : 'aviso');
    cell.append(icon, spanOf('g-oculto', `${isError ? m.estado_error() : m.estado_aviso()}: `));
  }
  if (column.paint !== undefined) {
    column.paint(cell, row);
    return;
  }
  if (column.tipo === 'estado') {
    const state = column.estado?.(row);
    if (state === undefined) cell.append(spanOf('g-tenue', column.withoutState ?? '—'));
    else {
      const stateIcon = createIcon(state.icon ?? STATES[state.state]);
      stateIcon.classList.add('g-estado', state.state);
      cell.append(stateIcon, ` ${state.word}`);
      const after = column.after?.(row);
      if (after !== undefined) cell.append(' ', after);
    }
    return;
  }
  const nodes = partsOf(column, valueOf(column, row));
  const destination = column.enlace?.(row);
  if (destination === undefined) cell.append(...nodes);
  else {
    const link = createPart('a', '', ...nodes);
    link.href = destination;
    link.tabIndex = -1; // the focus stays at the cell, and Enter opens the row
    cell.append(link);
  }
}

const getExplanation = <F>(column: DataColumn<F>, row: F): string | undefined =>
  column.findProblem?.(row)?.mensaje ?? column.explain?.(row);

function showExplanation(cell: HTMLElement, text: string | undefined): void {
  if (text === undefined) {
    delete cell.dataset['explica'];
    cell.removeAttribute('title');
    return;
  }
  cell.dataset['explica'] = '';
  cell.title = text;
}

/** True for the totals row, which is no row of the source. */
export const isTotals = (node: { readonly rowPinned?: string | null | undefined } | null): boolean =>
  (node?.rowPinned ?? undefined) !== undefined;

export interface TotalsRow {
  readonly label: () => string;
  readonly totalOf: (key: string) => string | undefined;
  readonly isLabelled: (key: string) => boolean;
  /** Functions that each redraw one cell of the totals. */
  readonly celdas: Set<() => void>;
}

/** Makes the component of a column's header, and adds to `redraws` the function that draws the header again. */
export function makeHeaderRenderer(
  paint: (cell: HTMLElement) => void,
  redraws: Set<() => void>,
): new () => IHeaderComp {
  return class {
    readonly #cell = document.createElement('span');
    readonly #redraw = (): void => {
      this.#cell.replaceChildren();
      paint(this.#cell);
    };

    init(): void {
      this.#redraw();
      redraws.add(this.#redraw);
    }

    destroy(): void {
      redraws.delete(this.#redraw);
    }

    getGui(): HTMLElement {
      return this.#cell;
    }

    refresh(): boolean {
      this.#redraw();
      return true;
    }
  };
}

export function makeCellRenderer<F>(column: DataColumn<F>, totals: TotalsRow): new () => ICellRendererComp<F> {
  return class {
    readonly #cell = document.createElement('span');
    #redraw: (() => void) | undefined;

    init(params: ICellRendererParams<F>): void {
      this.refresh(params);
      if (!isTotals(params.node)) return;
      this.#redraw = () => this.refresh(params);
      totals.celdas.add(this.#redraw);
    }

    destroy(): void {
      if (this.#redraw !== undefined) totals.celdas.delete(this.#redraw);
    }

    getGui(): HTMLElement {
      return this.#cell;
    }

    refresh({ data, node }: ICellRendererParams<F>): boolean {
      this.#cell.replaceChildren();
      this.#cell.className = 'g-celda';
      const ofTotals = isTotals(node);
      showExplanation(this.#cell, data === undefined || ofTotals ? undefined : getExplanation(column, data));
      if (ofTotals) {
        const text = totals.totalOf(column.clave);
        if (text !== undefined) this.#cell.append(...partsOf(column, text));
        else if (totals.isLabelled(column.clave)) {
          this.#cell.classList.add('g-rotulo');
          this.#cell.append(totals.label());
        }
      } else if (data === undefined) {
        this.#cell.className = 'g-en-camino';
        this.#cell.append(spanOf('g-oculto', m.grilla_cargando()));
      } else fillCell(this.#cell, column, data);
      return true;
    }
  };
}

/** Makes a column of texts without sorting; `rest` changes both. */
export const createColumn = <F>(clave: string, title: string, rest: Partial<DataColumn<F>> = {}): DataColumn<F> => ({
  clave,
  title,
  tipo: 'texto',
  isSortable: false,
  ...rest,
});

/** The checked rows, which the screen keeps, even while the page of a row is not loaded. */
export interface Checks<F> {
  readonly isChecked: (row: F) => boolean;
  readonly onCheck: (row: F, isIn: boolean) => void;
  readonly howMany: () => 'none' | 'some' | 'all';
  readonly onCheckAll: (isIn: boolean) => void;
  readonly labelOf: (row: F) => string;
}

/** Puts a checkbox into a cell. Keeps the focus at the cell, because each change replaces the checkbox. */
function putBox(cell: HTMLElement, label: string, onChange: (isIn: boolean) => void): HTMLInputElement {
  const input = document.createElement('input');
  input.type = 'checkbox';
  input.tabIndex = -1;
  input.setAttribute('aria-label', label);
  input.addEventListener('change', () => {
    input.closest<HTMLElement>('.ag-cell, .ag-header-cell')?.focus();
    onChange(input.checked);
  });
  cell.append(createPart('label', 'g-casilla', input));
  return input;
}

/** A column of checkboxes. The space bar anywhere in a row checks the row; the checkbox in the header checks all rows. */
export const checkColumn = <F>({ isChecked, onCheck, howMany, onCheckAll, labelOf }: Checks<F>): DataColumn<F> =>
  createColumn('elegida', m.grilla_elegir(), {
    ancho: 48,
    isControl: true,
    clase: 'g-elige',
    // Makes the grid draw the checkbox again when the value changes.
    valor: isChecked,
    paint: (cell, row) => (putBox(cell, labelOf(row), (isIn) => onCheck(row, isIn)).checked = isChecked(row)),
    paintHeader: (cell) => {
      const input = putBox(cell, m.grilla_elegir_todas(), onCheckAll);
      input.checked = howMany() === 'all';
      input.indeterminate = howMany() === 'some';
    },
  });

export function pressBox(place: Element | null, event: KeyboardEvent): void {
  const box = place?.querySelector<HTMLInputElement>('.g-casilla input');
  if (box === null || box === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  box.click();
}
