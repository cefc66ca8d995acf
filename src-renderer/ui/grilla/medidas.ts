import { textoDeCelda, textoDeValor } from './texto.ts';
import type { ColumnaDatos } from './tipos.ts';

const RELLENO = 20;
/** First and last cells keep the margin of the page (24), not that of a cell (10). */
const BORDE = 14;
const ICONO = 22;
const FLECHA = 18;
const MAXIMO_TEXTO = 280;
const MINIMO_TEXTO = 72;
/** The word of a state is read whole; longer than this it is a sentence. */
const MINIMO_ESTADO = 120;
/** Figures and dates are never shortened: they are looked at in every page that comes. */
export const ENTEROS: readonly string[] = ['importe', 'fecha', 'fechaHora', 'entero'];

/** How wide the content of each column is, from what was seen of it. */
export class Medidas<F> {
  readonly #columnas: readonly ColumnaDatos<F>[];
  readonly #lapiz: CanvasRenderingContext2D | null;
  readonly #letra: string;
  readonly #anchos = new Map<string, number>();
  readonly #largos = new Map<string, number>();

  constructor(columnas: readonly ColumnaDatos<F>[], letra: string) {
    this.#columnas = columnas;
    this.#letra = letra;
    this.#lapiz = document.createElement('canvas').getContext('2d');
  }

  /** True when a column became wider. Only the longest text of each is measured: letters are alike, digits are equal. */
  mirar(filas: readonly F[], primeras: boolean): boolean {
    let ensancho = false;
    const muestra = filas.length > 1000 ? [...filas.slice(0, 500), ...filas.slice(-500)] : filas;
    for (const columna of this.#columnas) {
      if (columna.pintar !== undefined && columna.valor === undefined) continue;
      if (!primeras && !ENTEROS.includes(columna.tipo)) continue;
      let largo = '';
      for (const fila of ENTEROS.includes(columna.tipo) ? filas : muestra) {
        const texto = textoDeCelda(columna, fila);
        if (texto.length > largo.length) largo = texto;
      }
      ensancho = this.#anotar(columna, largo, '400 13px') || ensancho;
    }
    return ensancho;
  }

  mirarTotales(totales: Readonly<Record<string, string>>): void {
    for (const columna of this.#columnas) {
      const total = totales[columna.clave];
      if (total !== undefined) this.#anotar(columna, textoDeValor(columna, total), '600 13px');
    }
  }

  de(columna: ColumnaDatos<F>, borde: boolean): { readonly natural: number; readonly minimo: number } {
    const margen = RELLENO + (borde ? BORDE : 0);
    const titulo = this.#medir(columna.titulo, '500 12px') + (columna.ordenable === false ? 0 : FLECHA);
    const visto = this.#anchos.get(columna.clave) ?? 0;
    const contenido = visto + (columna.tipo === 'estado' || columna.problema !== undefined ? ICONO : 0);
    if (ENTEROS.includes(columna.tipo)) {
      // What could not be read as a figure may be of any length: no figure is that long.
      const todo = Math.ceil(Math.max(titulo, Math.min(MAXIMO_TEXTO, contenido))) + margen;
      return { natural: todo, minimo: todo };
    }
    const natural = Math.ceil(Math.min(MAXIMO_TEXTO, Math.max(titulo, contenido))) + margen;
    const palabra = columna.tipo === 'estado' ? Math.min(MINIMO_ESTADO, contenido) : 0;
    return { natural, minimo: Math.min(natural, Math.ceil(Math.max(MINIMO_TEXTO, titulo, palabra)) + margen) };
  }

  #anotar(columna: ColumnaDatos<F>, texto: string, letra: string): boolean {
    if (texto.length <= (this.#largos.get(columna.clave) ?? 0)) return false;
    this.#largos.set(columna.clave, texto.length);
    const ancho = this.#medir(texto, letra);
    if (ancho <= (this.#anchos.get(columna.clave) ?? 0)) return false;
    this.#anchos.set(columna.clave, ancho);
    return true;
  }

  #medir(texto: string, letra: string): number {
    if (this.#lapiz === null) return texto.length * 8;
    this.#lapiz.font = `${letra} ${this.#letra}`;
    return this.#lapiz.measureText(texto).width + 1;
  }
}
