import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import { m } from '../../paraglide/messages.js';
import { STATES } from '../states.ts';
import { fecha, splitAmount } from '../format.ts';
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

/** The parts of a cell that is not a state: the sign of the money and the hour step back (docs/visual-language.md §4). */
function partsOf(columna: DataColumn<never>, valor: Valor): (Node | string)[] {
  if (valor === null || valor === undefined || valor === '') return [spanOf('g-tenue', getValueText(columna, valor))];
  if (columna.tipo === 'importe') {
    const partes = splitAmount(withSign(String(valor), columna.signo));
    if (partes === undefined) return [String(valor)];
    const nodes = [`${partes.negativo ? '−' : ''}`, spanOf('g-signo', '$'), ` ${partes.cifra}`];
    if (!partes.negativo || columna.signo !== 'sorprende') return nodes;
    const red = spanOf('g-rojo', '');
    red.append(...nodes);
    return [red];
  }
  if (columna.tipo === 'fechaHora') {
    const hora = extractTime(String(valor));
    return hora === undefined ? [fecha(String(valor))] : [`${fecha(String(valor))} `, spanOf('g-tenue', hora)];
  }
  return [getValueText(columna, valor)];
}

const TEXT_KINDS: readonly DataColumn<never>['tipo'][] = ['texto', 'fecha', 'entero', 'booleano'];

/** The whole cell is the text of its value: nothing in it is marked, stepped back or led anywhere. */
export const isTextOnly = <F>(columna: DataColumn<F>, fila: F, valor: Valor): boolean =>
  TEXT_KINDS.includes(columna.tipo) &&
  columna.pintar === undefined &&
  columna.explica === undefined &&
  valor !== null &&
  valor !== undefined &&
  valor !== '' &&
  columna.enlace?.(fila) === undefined &&
  columna.problema?.(fila) === undefined;

/** Fills an empty cell with what a row says. */
export function fillCell<F>(cell: HTMLElement, columna: DataColumn<F>, fila: F): void {
  const problema = columna.problema?.(fila);
  if (problema !== undefined) {
    const esError = problema.clase === 'error';
    const marca = icon(esError ? 'circle-alert' : 'triangle-alert');
    marca.classList.add(esError ? 'g-error' : 'g-aviso');
    cell.append(marca, spanOf('g-oculto', `${esError ? m.estado_error() : m.estado_aviso()}: `));
  }
  if (columna.pintar !== undefined) {
    columna.pintar(cell, fila);
    return;
  }
  if (columna.tipo === 'estado') {
    const estado = columna.estado?.(fila);
    if (estado === undefined) cell.append(spanOf('g-tenue', columna.sinEstado ?? '—'));
    else {
      const marca = icon(estado.icono ?? STATES[estado.estado]);
      marca.classList.add(`g-${estado.estado}`);
      cell.append(marca, ` ${estado.palabra}`);
    }
    return;
  }
  const nodes = partsOf(columna, valorDe(columna, fila));
  const destination = columna.enlace?.(fila);
  if (destination === undefined) cell.append(...nodes);
  else {
    const link = document.createElement('a');
    link.href = destination;
    link.tabIndex = -1; // the cell is the stop of the keyboard, and Enter opens the row
    link.append(...nodes);
    cell.append(link);
  }
}

const getExplanation = <F>(columna: DataColumn<F>, fila: F): string | undefined =>
  columna.problema?.(fila)?.mensaje ?? columna.explica?.(fila);

/** What a cell says when pointed at, whether its text fits or not. */
function showExplanation(cell: HTMLElement, texto: string | undefined): void {
  if (texto === undefined) {
    delete cell.dataset['explica'];
    cell.removeAttribute('title');
    return;
  }
  cell.dataset['explica'] = '';
  cell.title = texto;
}

/** What the totals row says. */
export interface TotalsRow {
  readonly rotulo: () => string;
  /** Undefined leaves the cell of that column empty. */
  readonly de: (clave: string) => string | undefined;
  /** Draw each of its cells again, where it is. */
  readonly celdas: Set<() => void>;
}

/** The component that draws the cells of a column, in rows and in the totals. */
export function makeCellRenderer<F>(columna: DataColumn<F>, totales: TotalsRow): new () => ICellRendererComp<F> {
  return class {
    readonly #celda = document.createElement('span');
    #redibujar: (() => void) | undefined;

    init(params: ICellRendererParams<F>): void {
      this.refresh(params);
      if ((params.node.rowPinned ?? undefined) === undefined) return;
      this.#redibujar = () => {
        this.refresh(params);
      };
      totales.celdas.add(this.#redibujar);
    }

    destroy(): void {
      if (this.#redibujar !== undefined) totales.celdas.delete(this.#redibujar);
    }

    getGui(): HTMLElement {
      return this.#celda;
    }

    refresh({ data, node, api, column }: ICellRendererParams<F>): boolean {
      this.#celda.replaceChildren();
      this.#celda.className = 'g-celda';
      const isTotals = (node.rowPinned ?? undefined) !== undefined;
      showExplanation(this.#celda, data === undefined || isTotals ? undefined : getExplanation(columna, data));
      if (isTotals) {
        const texto = totales.de(columna.clave);
        if (texto !== undefined) this.#celda.append(...partsOf(columna, texto));
        else if (column !== undefined && api.getAllDisplayedColumns()[0] === column)
          this.#celda.append(totales.rotulo());
      } else if (data === undefined) {
        this.#celda.className = 'g-en-camino';
        this.#celda.append(spanOf('g-oculto', m.grilla_cargando()));
      } else fillCell(this.#celda, columna, data);
      return true;
    }
  };
}
