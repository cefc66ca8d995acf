import type { StateName, IconName } from '../icons.ts';
import type { ShownColumns } from './shown-columns.svelte.ts';

/** A value as the core writes it: amounts as decimal text with a dot, dates as `YYYY-MM-DD`, date-times with or without ` HH:MM:SS` after the date. */
export type Value = string | number | boolean | null | undefined;

interface StateWord {
  readonly state: StateName;
  readonly word: string;
  readonly icon?: IconName;
}

interface CellProblem {
  readonly clase: 'error' | 'aviso';
  readonly mensaje: string;
}

export interface DataColumn<F> {
  readonly clave: string;
  readonly title: string;
  readonly tipo: 'texto' | 'importe' | 'fecha' | 'fechaHora' | 'entero' | 'booleano' | 'estado';
  /** A fixed width in pixels; absent: by the content. */
  readonly ancho?: number;
  /** The greatest width of a cell's text in pixels: longer texts are cut, and give room as sentences do. It needs `explain`. */
  readonly most?: number;
  /** The order in which the column hides for lack of room: 1 first (`true` is 1), `Infinity` last (`WidthClaim`); among equals, the last column first. */
  readonly secondary?: boolean | number;
  readonly oculta?: boolean;
  /** The value of a row; absent: the field named `clave`. Must be fast, because it is called for every cell. */
  readonly valor?: (row: F) => Value;
  /** `tipo: 'estado'`: the icon and the word; undefined for rows without a state. */
  readonly estado?: (row: F) => StateWord | undefined;
  /** The text for a row without a state; `—` when absent. */
  readonly withoutState?: string;
  /** `tipo: 'importe'`: a column that always subtracts, so that its minus is not red. */
  readonly signo?: 'resta' | undefined;
  /** `tipo: 'importe'`: a row may have no amount and is then not counted as missing in a sum. */
  readonly isOptional?: boolean;
  readonly enlace?: (row: F) => string | undefined;
  /** The meaning of null: it does not apply (`—`, the default), or it was never reported (written in words). */
  readonly nulo?: 'no-aplica' | 'sin-datos';
  /** The problem of a cell: it marks the cell, is shown before its value, and is the cell's tooltip (docs/visual-language.md §5). */
  readonly findProblem?: (row: F) => CellProblem | undefined;
  /** True for a value that a person changed: it is underlined in ink. Needs `findProblem`. */
  readonly isChanged?: (row: F) => boolean;
  /** The tooltip of a cell without a problem. */
  readonly explain?: (row: F) => string | undefined;
  /** Classes of every cell of the column, and of its header. */
  readonly clase?: string;
  /** True for a column that always stays visible at the right while the others have room beside it. */
  readonly isFixed?: boolean;
  /** Draws the cell into the given empty element. */
  readonly paint?: (cell: HTMLElement, row: F) => void;
  /** False when the source cannot order by this field. */
  readonly isSortable?: boolean;
  /** The column acts on its row and shows no data: it is always the first one, and is neither copied nor printed. */
  readonly isControl?: boolean;
  /** Draws the header into the given empty element, again for each new source. */
  readonly paintHeader?: (cell: HTMLElement) => void;
}

export interface Order {
  readonly campo: string;
  readonly desc: boolean;
}

export interface RowsPage<F> {
  readonly filas: readonly F[];
  /** The number of rows; null or absent until they are counted. */
  readonly total?: number | null;
  /** True when there are rows after these; when absent, `total` decides. */
  readonly hayMas?: boolean;
}

/** Gives rows page by page. Compared by identity: a new object is read again. */
export interface RowSource<F> {
  /** Identifies the query. For another key the grid scrolls to the top; for the same key it reads the visible rows again. */
  readonly clave: string;
  readonly read: (fromRow: number, rows: number, order: Order | undefined) => Promise<RowsPage<F>>;
}

/** A clicked or opened cell: the key of its column, and its element. */
export interface TouchedCell {
  readonly clave: string;
  readonly element: HTMLElement;
}

/** One column as the person left it. A list of them is in the shown order; columns missing from it come after, in the screen's order. */
export interface ChosenColumn {
  readonly clave: string;
  readonly ancho?: number | undefined;
  readonly oculta?: boolean | undefined;
  /** True when the person asked for it without room: it is shown even if the grid then scrolls sideways. */
  readonly asked?: boolean | undefined;
}

export interface RowSelection<F> {
  /** The row with the focus, for the side panel. */
  readonly fila: F;
  /** All marked rows, `fila` included. */
  readonly todas: readonly F[];
}

/** The options of a screen for its grid. */
export interface GridSetup<F> {
  readonly host: HTMLElement;
  readonly label: string;
  readonly columnas: readonly DataColumn<F>[];
  readonly orden: Order | undefined;
  readonly idOf: (row: F) => string;
  /** The classes of rows, each with the condition for a row to have it. */
  readonly rowRules: Readonly<Record<string, (row: F) => boolean>>;
  readonly hasRuleOfFive: () => boolean;
  /** The width of the grid when the columns are set. */
  readonly getWidth: () => number;
  readonly shown: ShownColumns | undefined;
  readonly handlers: GridHandlers<F>;
}

/** The events of a grid. */
export interface GridHandlers<F> {
  readonly onChoose?: (selection: RowSelection<F> | undefined) => void;
  /** Called on Enter, F2 or a double click on a cell. */
  readonly onOpen?: (row: F, cell: TouchedCell) => void;
  readonly onTouch?: (row: F, cell: TouchedCell) => void;
  /** Called with the focused cell: the position of its row, from 0, and the key of its column. */
  readonly onFocusMove?: (position: number, key: string) => void;
  /** Called with each key in the rows before the grid handles it, and with the row of the key. The grid ignores a key whose default is prevented. */
  readonly onKey?: (event: KeyboardEvent, row: F | undefined) => void;
  /** Gives a promise for which the next keys wait, when the screen is about to move the keyboard itself (`goTo`). */
  readonly waitFor?: () => Promise<void> | undefined;
  readonly onClose?: () => void;
  readonly onOrder?: (order: Order | undefined) => void;
  /** Called with the range of visible rows, from 1, both ends included. */
  readonly onVisible?: (from: number, to: number) => void;
}
