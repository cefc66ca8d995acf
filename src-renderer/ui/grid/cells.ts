import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import { m } from '../../paraglide/messages.js';
import { STATES } from '../states.ts';
import { date, splitAmount } from '../format.ts';
import { ICONS, type IconName } from '../icons.ts';
import { withSign, extractTime, getValueText, valorDe } from './text.ts';
import type { DataColumn, Valor } from './types.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** An icon as an element: cells are drawn without components, thousands a second. */
export function icon(nombre: IconName): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'ico');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[nombre]);
  svg.append(path);
  return svg;
}

function spanOf(clase: string, texto: string): HTMLSpanElement {
  const span = document.createElement('span');
  span.className = clase;
  span.textContent = texto;
  return span;
}

/** The parts of a cell that is not a state: the currency sign and the hour are faint (docs/visual-language.md §4). */
function partsOf(columna: DataColumn<never>, valor: Valor): (Node | string)[] {
  if (valor === null || valor === undefined || valor === '') return [spanOf('g-tenue', getValueText(columna, valor))];
  if (columna.tipo === 'importe') {
    const parts = splitAmount(withSign(String(valor), columna.signo));
    if (parts === undefined) return [String(valor)];
    const nodes = [`${parts.isNegative ? '−' : ''}`, spanOf('g-signo', '$'), ` ${parts.digit}`];
    if (!parts.isNegative || columna.signo !== 'sorprende') return nodes;
    const red = spanOf('g-rojo', '');
    red.append(...nodes);
    return [red];
  }
  if (columna.tipo === 'fechaHora') {
    const hora = extractTime(String(valor));
    return hora === undefined ? [date(String(valor))] : [`${date(String(valor))} `, spanOf('g-tenue', hora)];
  }
  return [getValueText(columna, valor)];
}

const TEXT_KINDS: readonly DataColumn<never>['tipo'][] = ['texto', 'fecha', 'entero', 'booleano'];

/** True when a cell is plain text: without mark, faint part or link. */
export const isTextOnly = <F>(columna: DataColumn<F>, fila: F, valor: Valor): boolean =>
  TEXT_KINDS.includes(columna.tipo) &&
  columna.paint === undefined &&
  columna.explain === undefined &&
  valor !== null &&
  valor !== undefined &&
  valor !== '' &&
  columna.enlace?.(fila) === undefined &&
  columna.findProblem?.(fila) === undefined;

/** Fills an empty cell with what a row says. */
export function fillCell<F>(cell: HTMLElement, columna: DataColumn<F>, fila: F): void {
  const problema = columna.findProblem?.(fila);
  if (problema !== undefined) {
    const esError = problema.clase === 'error';
    const marca = icon(esError ? 'circle-alert' : 'triangle-alert');
    marca.classList.add(esError ? 'g-error' : 'g-aviso');
    cell.append(marca, spanOf('g-oculto', `${esError ? m.estado_error() : m.estado_aviso()}: `));
  }
  if (columna.paint !== undefined) {
    columna.paint(cell, fila);
    return;
  }
  if (columna.tipo === 'estado') {
    const estado = columna.estado?.(fila);
    if (estado === undefined) cell.append(spanOf('g-tenue', columna.withoutState ?? '—'));
    else {
      const marca = icon(estado.icono ?? STATES[estado.estado]);
      marca.classList.add(`g-${estado.estado}`);
      cell.append(marca, ` ${estado.word}`);
    }
    return;
  }
  const nodes = partsOf(columna, valorDe(columna, fila));
  const destination = columna.enlace?.(fila);
  if (destination === undefined) cell.append(...nodes);
  else {
    const link = document.createElement('a');
    link.href = destination;
    link.tabIndex = -1; // the keyboard stops at the cell, and Enter opens the row
    link.append(...nodes);
    cell.append(link);
  }
}

const getExplanation = <F>(columna: DataColumn<F>, fila: F): string | undefined =>
  columna.findProblem?.(fila)?.mensaje ?? columna.explain?.(fila);

/** Sets what a cell says when pointed at, whether its text fits or not. */
function showExplanation(cell: HTMLElement, texto: string | undefined): void {
  if (texto === undefined) {
    delete cell.dataset['explica'];
    cell.removeAttribute('title');
    return;
  }
  cell.dataset['explica'] = '';
  cell.title = texto;
}

/** The texts of the totals row. */
export interface TotalsRow {
  readonly label: () => string;
  /** The total of a column; undefined leaves its cell empty. */
  readonly de: (clave: string) => string | undefined;
  /** Functions that draw each cell of the row again in place. */
  readonly celdas: Set<() => void>;
}

/** The component that draws the cells of a column, in rows and in the totals. */
export function makeCellRenderer<F>(columna: DataColumn<F>, totales: TotalsRow): new () => ICellRendererComp<F> {
  return class {
    readonly #cell = document.createElement('span');
    #redraw: (() => void) | undefined;

    init(params: ICellRendererParams<F>): void {
      this.refresh(params);
      if ((params.node.rowPinned ?? undefined) === undefined) return;
      this.#redraw = () => {
        this.refresh(params);
      };
      totales.celdas.add(this.#redraw);
    }

    destroy(): void {
      if (this.#redraw !== undefined) totales.celdas.delete(this.#redraw);
    }

    getGui(): HTMLElement {
      return this.#cell;
    }

    refresh({ data, node, api, column }: ICellRendererParams<F>): boolean {
      this.#cell.replaceChildren();
      this.#cell.className = 'g-celda';
      const isTotals = (node.rowPinned ?? undefined) !== undefined;
      showExplanation(this.#cell, data === undefined || isTotals ? undefined : getExplanation(columna, data));
      if (isTotals) {
        const texto = totales.de(columna.clave);
        if (texto !== undefined) this.#cell.append(...partsOf(columna, texto));
        else if (column !== undefined && api.getAllDisplayedColumns()[0] === column) this.#cell.append(totales.label());
      } else if (data === undefined) {
        this.#cell.className = 'g-en-camino';
        this.#cell.append(spanOf('g-oculto', m.grilla_cargando()));
      } else fillCell(this.#cell, columna, data);
      return true;
    }
  };
}
