import type { StateName } from '../states.ts';
import type { IconName } from '../icons.ts';

/** Amounts are decimal text with a dot, dates `YYYY-MM-DD`, date-times the same with or without ` HH:MM:SS`, as the core writes them. */
export type Valor = string | number | boolean | null | undefined;

interface StateWord {
  readonly estado: StateName;
  readonly word: string;
  /** When it is not the state's own. */
  readonly icono?: IconName;
}

interface CellProblem {
  readonly clase: 'error' | 'aviso';
  readonly mensaje: string;
}

export interface DataColumn<F> {
  readonly clave: string;
  readonly titulo: string;
  readonly tipo: 'texto' | 'importe' | 'fecha' | 'fechaHora' | 'entero' | 'booleano' | 'estado';
  /** Pixels, when the content should not decide. */
  readonly ancho?: number;
  /** Goes when there is no room: by number, 1 first; among equals (`true` is 1) the last column first. */
  readonly isSecondary?: boolean | number;
  /** Out of sight until the person chooses it. */
  readonly oculta?: boolean;
  /** The value of a row; the field named `clave` when absent. Must be quick: it is asked for every cell. */
  readonly valor?: (fila: F) => Valor;
  /** `tipo: 'estado'`: the icon and the word; undefined where there is nothing to point out. */
  readonly estado?: (fila: F) => StateWord | undefined;
  /** What is written then, `—` when absent. */
  readonly withoutState?: string;
  /** `tipo: 'importe'`: a column that always subtracts (`resta`), or whose minus is a surprise (`sorprende`). */
  readonly signo?: 'resta' | 'sorprende';
  /** The address (`#/…`) that the cell links to. */
  readonly enlace?: (fila: F) => string | undefined;
  /** What a null means: that it does not apply (`—`, the default) or that it was never reported (the words). */
  readonly nulo?: 'no-aplica' | 'sin-datos';
  /** What is wrong in the cell: it is marked, said before its value and explained when pointed at (docs/visual-language.md §5). */
  readonly findProblem?: (fila: F) => CellProblem | undefined;
  /** What the cell says when pointed at, when nothing is wrong in it. */
  readonly explain?: (fila: F) => string | undefined;
  /** Classes of every cell of the column, and of its header. */
  readonly clase?: string;
  /** Always in sight at the right, however many columns there are. */
  readonly isFixed?: boolean;
  /** Draws the cell itself, into the element that it is given, empty. */
  readonly paint?: (cell: HTMLElement, fila: F) => void;
  /** False where the order of the source does not know this field. */
  readonly isSortable?: boolean;
}

export interface Order {
  readonly campo: string;
  readonly desc: boolean;
}

export interface RowsPage<F> {
  readonly filas: readonly F[];
  /** Null or absent while nobody has counted. */
  readonly total?: number | null;
  /** There are rows after these; told by `total` when absent. */
  readonly hayMas?: boolean;
}

/** Where the rows come from, page by page. A new object is read anew. */
export interface RowSource<F> {
  /** What is asked, in any words: with another one the grid goes to the top; with the same one it reads again where it is. */
  readonly clave: string;
  readonly leer: (desdeFila: number, filas: number, orden: Order | undefined) => Promise<RowsPage<F>>;
}

/** A cell that was touched or opened: its column, and where it is drawn. */
export interface TouchedCell {
  readonly clave: string;
  readonly element: HTMLElement;
}

/** One column as the person left it, in order; the ones that are not in the list are as the screen has them, at the end. */
export interface ChosenColumn {
  readonly clave: string;
  readonly ancho?: number;
  readonly oculta?: boolean;
  /** The person asked for it where there was no room: it is shown, even if it takes a sideways scroll. */
  readonly asked?: boolean;
}

export interface RowSelection<F> {
  /** The row with the focus, that a side panel shows. */
  readonly fila: F;
  /** All that are marked: it is one of them. */
  readonly todas: readonly F[];
}
