import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import { m } from '../../paraglide/messages.js';
import { ESTADOS } from '../estados.ts';
import { fecha, partesDeMonto } from '../format.ts';
import { ICONOS, type NombreIcono } from '../iconos.ts';
import { conSigno, horaDe, textoDeValor, valorDe } from './texto.ts';
import type { ColumnaDatos, Valor } from './tipos.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** An icon as an element: cells are drawn without components, thousands a second. */
export function icono(nombre: NombreIcono): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'ico');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONOS[nombre]);
  svg.append(path);
  return svg;
}

function trozo(clase: string, texto: string): HTMLSpanElement {
  const span = document.createElement('span');
  span.className = clase;
  span.textContent = texto;
  return span;
}

/** The parts of a cell that is not a state: the sign of the money and the hour step back (docs/visual-language.md §4). */
function partesDe(columna: ColumnaDatos<never>, valor: Valor): (Node | string)[] {
  if (valor === null || valor === undefined || valor === '') return [trozo('g-tenue', textoDeValor(columna, valor))];
  if (columna.tipo === 'importe') {
    const partes = partesDeMonto(conSigno(String(valor), columna.signo));
    if (partes === undefined) return [String(valor)];
    const nodos = [`${partes.negativo ? '−' : ''}`, trozo('g-signo', '$'), ` ${partes.cifra}`];
    if (!partes.negativo || columna.signo !== 'sorprende') return nodos;
    const rojo = trozo('g-rojo', '');
    rojo.append(...nodos);
    return [rojo];
  }
  if (columna.tipo === 'fechaHora') {
    const hora = horaDe(String(valor));
    return hora === undefined ? [fecha(String(valor))] : [`${fecha(String(valor))} `, trozo('g-tenue', hora)];
  }
  return [textoDeValor(columna, valor)];
}

const DE_TEXTO: readonly ColumnaDatos<never>['tipo'][] = ['texto', 'fecha', 'entero', 'booleano'];

/** The whole cell is the text of its value: nothing in it is marked, stepped back or led anywhere. */
export const esSoloTexto = <F>(columna: ColumnaDatos<F>, fila: F, valor: Valor): boolean =>
  DE_TEXTO.includes(columna.tipo) &&
  columna.pintar === undefined &&
  columna.explica === undefined &&
  valor !== null &&
  valor !== undefined &&
  valor !== '' &&
  columna.enlace?.(fila) === undefined &&
  columna.problema?.(fila) === undefined;

/** Fills an empty cell with what a row says. */
export function llenarCelda<F>(celda: HTMLElement, columna: ColumnaDatos<F>, fila: F): void {
  const problema = columna.problema?.(fila);
  if (problema !== undefined) {
    const esError = problema.clase === 'error';
    const marca = icono(esError ? 'circle-alert' : 'triangle-alert');
    marca.classList.add(esError ? 'g-error' : 'g-aviso');
    celda.append(marca, trozo('g-oculto', `${esError ? m.estado_error() : m.estado_aviso()}: `));
  }
  if (columna.pintar !== undefined) {
    columna.pintar(celda, fila);
    return;
  }
  if (columna.tipo === 'estado') {
    const estado = columna.estado?.(fila);
    if (estado === undefined) celda.append(trozo('g-tenue', columna.sinEstado ?? '—'));
    else {
      const marca = icono(estado.icono ?? ESTADOS[estado.estado]);
      marca.classList.add(`g-${estado.estado}`);
      celda.append(marca, ` ${estado.palabra}`);
    }
    return;
  }
  const nodos = partesDe(columna, valorDe(columna, fila));
  const destino = columna.enlace?.(fila);
  if (destino === undefined) celda.append(...nodos);
  else {
    const enlace = document.createElement('a');
    enlace.href = destino;
    enlace.tabIndex = -1; // the cell is the stop of the keyboard, and Enter opens the row
    enlace.append(...nodos);
    celda.append(enlace);
  }
}

const explicacionDe = <F>(columna: ColumnaDatos<F>, fila: F): string | undefined =>
  columna.problema?.(fila)?.mensaje ?? columna.explica?.(fila);

/** What a cell says when pointed at, whether its text fits or not. */
function explicar(celda: HTMLElement, texto: string | undefined): void {
  if (texto === undefined) {
    delete celda.dataset['explica'];
    celda.removeAttribute('title');
    return;
  }
  celda.dataset['explica'] = '';
  celda.title = texto;
}

/** What the totals row says. */
export interface FilaDeTotales {
  readonly rotulo: () => string;
  /** Undefined leaves the cell of that column empty. */
  readonly de: (clave: string) => string | undefined;
  /** Draw each of its cells again, where it is. */
  readonly celdas: Set<() => void>;
}

/** The component that draws the cells of a column, in rows and in the totals. */
export function celdaDe<F>(columna: ColumnaDatos<F>, totales: FilaDeTotales): new () => ICellRendererComp<F> {
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
      const deTotales = (node.rowPinned ?? undefined) !== undefined;
      explicar(this.#celda, data === undefined || deTotales ? undefined : explicacionDe(columna, data));
      if (deTotales) {
        const texto = totales.de(columna.clave);
        if (texto !== undefined) this.#celda.append(...partesDe(columna, texto));
        else if (column !== undefined && api.getAllDisplayedColumns()[0] === column)
          this.#celda.append(totales.rotulo());
      } else if (data === undefined) {
        this.#celda.className = 'g-en-camino';
        this.#celda.append(trozo('g-oculto', m.grilla_cargando()));
      } else llenarCelda(this.#celda, columna, data);
      return true;
    }
  };
}
