import { getCellText, getValueText } from './text.ts';
import type { DataColumn } from './types.ts';

const PADDING = 20;
/** First and last cells have the margin of the page (24 px) instead of that of a cell (10 px): this is the difference. */
const BORDER = 14;
const ICON = 22;
const ARROW = 18;
const MAX_TEXT = 280;
const MIN_TEXT = 72;
/** The word of a state is never cut, up to this width: what is longer is a sentence. */
const MIN_STATE = 120;
/** Figures and dates are never cut: they are measured in every page that comes. */
export const WHOLE_KINDS: readonly string[] = ['importe', 'fecha', 'fechaHora', 'entero'];

/** The width of the content of each column, from the rows that came so far. */
export class Measures<F> {
  readonly #columnas: readonly DataColumn<F>[];
  readonly #canvas: CanvasRenderingContext2D | null;
  readonly #letra: string;
  readonly #anchos = new Map<string, number>();
  readonly #largos = new Map<string, number>();

  constructor(columnas: readonly DataColumn<F>[], letra: string) {
    this.#columnas = columnas;
    this.#letra = letra;
    this.#canvas = document.createElement('canvas').getContext('2d');
  }

  /** Measures rows; true when a column became wider. Only the longest text of each column is measured: letters are of similar width, digits of equal. */
  inspect(filas: readonly F[], first: boolean): boolean {
    let hasWidened = false;
    const sample = filas.length > 1000 ? [...filas.slice(0, 500), ...filas.slice(-500)] : filas;
    for (const columna of this.#columnas) {
      if (columna.paint !== undefined && columna.valor === undefined) continue;
      if (!first && !WHOLE_KINDS.includes(columna.tipo)) continue;
      let largo = '';
      for (const fila of WHOLE_KINDS.includes(columna.tipo) ? filas : sample) {
        const texto = getCellText(columna, fila);
        if (texto.length > largo.length) largo = texto;
      }
      hasWidened = this.#note(columna, largo, '400 13px') || hasWidened;
    }
    return hasWidened;
  }

  lookAtTotals(totales: Readonly<Record<string, string>>): void {
    for (const columna of this.#columnas) {
      const total = totales[columna.clave];
      if (total !== undefined) this.#note(columna, getValueText(columna, total), '600 13px');
    }
  }

  de(columna: DataColumn<F>, hasEdge: boolean): { readonly natural: number; readonly minimum: number } {
    const margin = PADDING + (hasEdge ? BORDER : 0);
    const titulo = this.#measure(columna.titulo, '500 12px') + (columna.isSortable === false ? 0 : ARROW);
    const seen = this.#anchos.get(columna.clave) ?? 0;
    const contents = seen + (columna.tipo === 'estado' || columna.findProblem !== undefined ? ICON : 0);
    if (WHOLE_KINDS.includes(columna.tipo)) {
      // A value that cannot be read as a figure may be of any length: the maximum is longer than any figure.
      const full = Math.ceil(Math.max(titulo, Math.min(MAX_TEXT, contents))) + margin;
      return { natural: full, minimum: full };
    }
    const natural = Math.ceil(Math.min(MAX_TEXT, Math.max(titulo, contents))) + margin;
    const word = columna.tipo === 'estado' ? Math.min(MIN_STATE, contents) : 0;
    return { natural, minimum: Math.min(natural, Math.ceil(Math.max(MIN_TEXT, titulo, word)) + margin) };
  }

  #note(columna: DataColumn<F>, texto: string, letra: string): boolean {
    if (texto.length <= (this.#largos.get(columna.clave) ?? 0)) return false;
    this.#largos.set(columna.clave, texto.length);
    const ancho = this.#measure(texto, letra);
    if (ancho <= (this.#anchos.get(columna.clave) ?? 0)) return false;
    this.#anchos.set(columna.clave, ancho);
    return true;
  }

  #measure(texto: string, letra: string): number {
    if (this.#canvas === null) return texto.length * 8;
    this.#canvas.font = `${letra} ${this.#letra}`;
    return this.#canvas.measureText(texto).width + 1;
  }
}
