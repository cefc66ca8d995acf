import type { StateName, IconName } from '../icons.ts';
import type { ShownColumns } from './shown-columns.svelte.ts';

/** A value as the core writes it: an amount as decimal text with a dot, a date as `YYYY-MM-DD`, a date-time also with ` HH:MM:SS` after the date. */
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
  /** A fixed width in pixels; absent: the width of the content. */
  readonly ancho?: number;
  /**
   * The greatest width of a cell's text in pixels; longer texts are cut off and give up width like sentences. Needs `explain`, whose tooltip shows the whole
   * text.
   */
  readonly most?: number;
  /** When the column hides in a narrow grid: lower numbers first (`true` is 1), `Infinity` last (`WidthClaim`). Of equal columns, the last hides first. */
  readonly secondary?: boolean | number;
  readonly oculta?: boolean;
  /** Gives the value of a row; by default the field `clave`. Must be fast, because the grid calls it for every cell. */
  readonly valor?: (row: F) => Value;
  /** `tipo: 'estado'`: gives the icon and the word; undefined for a row without a state. */
  readonly estado?: (row: F) => StateWord | undefined;
  /** `tipo: 'estado'`: what follows the word, for example a button. */
  readonly after?: (row: F) => Node | undefined;
  /** The text for a row without a state; `—` when absent. */
  readonly withoutState?: string;
  /** `tipo: 'importe'`: `resta` for amounts that are always subtracted; they are not red. */
  readonly signo?: 'resta' | undefined;
  /** `tipo: 'importe'`: sums do not count rows without an amount as missing. */
  readonly isOptional?: boolean;
  readonly enlace?: (row: F) => string | undefined;
  /** What null shows: `—` (`no-aplica`, the default), or words that say that the value was never reported (`sin-datos`). */
  readonly nulo?: 'no-aplica' | 'sin-datos';
  /** The problem of a cell, with a mark before the value and a tooltip (docs/visual-language.md §5). */
  readonly findProblem?: (row: F) => CellProblem | undefined;
  /** True for a value that a person changed, which is underlined. Needs `findProblem`. */
  readonly isChanged?: (row: F) => boolean;
  readonly explain?: (row: F) => string | undefined;
  readonly clase?: string;
  /** Keeps the column at the right edge while the other columns have enough width. */
  readonly isFixed?: boolean;
  readonly paint?: (cell: HTMLElement, row: F) => void;
  readonly isSortable?: boolean;
  /** True for a column of controls, which is always first and never copied or printed. */
  readonly isControl?: boolean;
  /** Draws the header into an empty element, again for each new source. */
  readonly paintHeader?: (cell: HTMLElement) => void;
}

export interface Order {
  readonly campo: string;
  readonly desc: boolean;
}

export interface RowsPage<F> {
  readonly filas: readonly F[];
  /** The number of rows; null or absent while unknown. */
  readonly total?: number | null;
  /** True when more rows follow. By default, `total` decides, and without `total` whether the page is full. */
  readonly hayMas?: boolean;
}

/** Gives rows page by page. The grid reads its rows again for a new object, even one with the same key. */
export interface RowSource<F> {
  /** Identifies the query. For another key, the grid scrolls to the top; for the same key, it reads its visible rows again. */
  readonly clave: string;
  readonly read: (fromRow: number, rows: number, order: Order | undefined) => Promise<RowsPage<F>>;
}

export interface TouchedCell {
  readonly clave: string;
  readonly element: HTMLElement;
}

/** A column as the person arranged it. A list of these has the shown order; columns outside the list follow in the screen's order. */
export interface ChosenColumn {
  readonly clave: string;
  readonly ancho?: number | undefined;
  readonly oculta?: boolean | undefined;
  /** True when the person asked for the column, which then never hides. */
  readonly asked?: boolean | undefined;
}

export interface RowSelection<F> {
  readonly fila: F;
  readonly todas: readonly F[];
}

export interface GridSetup<F> {
  readonly host: HTMLElement;
  readonly label: string;
  readonly columnas: readonly DataColumn<F>[];
  readonly orden: Order | undefined;
  readonly idOf: (row: F) => string;
  /** Classes of rows; each function gives true for the rows with the class. */
  readonly rowRules: Readonly<Record<string, (row: F) => boolean>>;
  readonly hasRuleOfFive: () => boolean;
  readonly getWidth: () => number;
  readonly shown: ShownColumns | undefined;
  readonly handlers: GridHandlers<F>;
}

export interface GridHandlers<F> {
  readonly onChoose?: (selection: RowSelection<F> | undefined) => void;
  /** Called on Enter, F2 or a double click on a cell. */
  readonly onOpen?: (row: F, cell: TouchedCell) => void;
  readonly onTouch?: (row: F, cell: TouchedCell) => void;
  /** Called when another cell gets the focus, with the position of its row, from 0, and the key of its column. */
  readonly onFocusMove?: (position: number, key: string) => void;
  /** Called with each key pressed in the rows and with the row (undefined in the totals). If this prevents the default, the grid ignores the key. */
  readonly onKey?: (event: KeyboardEvent, row: F | undefined) => void;
  /** A promise that the next keys wait for, while the screen itself moves the focus (`goTo`). */
  readonly waitFor?: () => Promise<void> | undefined;
  readonly onClose?: () => void;
  readonly onOrder?: (order: Order | undefined) => void;
  /** Called with the first and the last visible row, from 1. */
  readonly onVisible?: (from: number, to: number) => void;
}
