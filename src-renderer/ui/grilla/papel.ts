import { m } from '../../paraglide/messages.js';
import { cantidad } from '../format.ts';
import { textoDeCelda, textoDeValor } from './texto.ts';
import type { ColumnaDatos, Fuente, Orden } from './tipos.ts';

/** Rows that go on paper, some forty pages: to have more of them there is the workbook. */
const TOPE = 2000;
const DE_A = 200;
const A_LA_DERECHA = ['importe', 'entero'];

/** What a table on paper says besides its rows. */
export interface Sheet<F> {
  readonly rotulo: string;
  readonly columnas: readonly ColumnaDatos<F>[];
  readonly reglasDeFila: Readonly<Record<string, (fila: F) => boolean>>;
  readonly totales: Readonly<Record<string, string>> | undefined;
  readonly rotuloTotales: string | undefined;
}

interface Impresion<F> extends Sheet<F> {
  readonly orden: Orden | undefined;
  readonly fuente: Fuente<F>;
}

/**
 * The rows of a grid as a table for paper, all that the filter gives and not only those in sight; what does not fit is said under it. Throws what
 * reading them throws.
 */
export async function tablaDePapel<F>(impresion: Impresion<F>): Promise<HTMLElement> {
  const { orden, fuente } = impresion;
  const { hoja, poner, terminar } = empezar(impresion);
  const { puestas, todas } = await leer(fuente, orden, poner);
  terminar(puestas < todas ? m.grilla_en_papel_tope({ n: cantidad(puestas), total: cantidad(todas) }) : undefined);
  return hoja;
}

/** The same of rows that are at hand, for the browser's own order to print, which waits for nothing. `nota`: that there are others. */
export function tableOfRows<F>(sheet: Sheet<F>, filas: readonly F[], nota: string | undefined): HTMLElement {
  const { hoja, poner, terminar } = empezar(sheet);
  for (const fila of filas) poner(fila);
  terminar(nota);
  return hoja;
}

function empezar<F>({ rotulo, columnas, reglasDeFila, totales, rotuloTotales }: Sheet<F>): {
  readonly hoja: HTMLElement;
  readonly poner: (fila: F) => void;
  readonly terminar: (nota: string | undefined) => void;
} {
  const reglas = Object.entries(reglasDeFila);
  const tabla = document.createElement('table');
  tabla.createCaption().textContent = rotulo;
  const titulos = tabla.createTHead().insertRow();
  for (const columna of columnas) {
    const celda = celdaDe(columna, columna.titulo, 'th');
    celda.scope = 'col';
    titulos.append(celda);
  }
  const cuerpo = tabla.createTBody();
  const hoja = document.createElement('div');
  hoja.className = 'papel';
  hoja.append(tabla);
  const suma = ({ clave, ...columna }: ColumnaDatos<F>): string => {
    const total = totales?.[clave];
    return total === undefined ? '' : textoDeValor(columna, total);
  };
  return {
    hoja,
    poner: (fila) => {
      const renglon = cuerpo.insertRow();
      renglon.append(...columnas.map((columna) => celdaDe(columna, enPapel(columna, fila))));
      for (const [clase, tiene] of reglas) renglon.classList.toggle(clase, tiene(fila));
    },
    terminar: (nota) => {
      if (rotuloTotales !== undefined) {
        const renglon = tabla.createTFoot().insertRow();
        renglon.append(...columnas.map((columna, i) => celdaDe(columna, i === 0 ? rotuloTotales : suma(columna))));
      }
      if (nota === undefined) return;
      const parrafo = document.createElement('p');
      parrafo.textContent = nota;
      hoja.append(parrafo);
    },
  };
}

/** Page by page, up to what goes on paper; how many there are as far as was told. */
async function leer<F>(
  fuente: Fuente<F>,
  orden: Orden | undefined,
  poner: (fila: F) => void,
): Promise<{ readonly puestas: number; readonly todas: number }> {
  let puestas = 0;
  for (;;) {
    const { filas, total, hayMas } = await fuente.leer(puestas, Math.min(DE_A, TOPE - puestas), orden);
    for (const fila of filas) poner(fila);
    puestas += filas.length;
    const quedan = hayMas ?? (typeof total === 'number' ? puestas < total : filas.length === DE_A);
    const todas = Math.max(puestas + (quedan ? 1 : 0), total ?? 0);
    if (!quedan || filas.length === 0 || puestas >= TOPE) return { puestas, todas };
  }
}

/** A heading of a group says nothing in the columns that draw themselves. */
function enPapel<F>(columna: ColumnaDatos<F>, fila: F): string {
  const texto = textoDeCelda(columna, fila);
  return columna.pintar !== undefined && texto === '—' ? '' : texto;
}

function celdaDe<F>(columna: ColumnaDatos<F>, texto: string, elemento: 'td' | 'th' = 'td'): HTMLTableCellElement {
  const celda = document.createElement(elemento);
  celda.textContent = texto;
  if (A_LA_DERECHA.includes(columna.tipo)) celda.className = 'derecha';
  return celda;
}
