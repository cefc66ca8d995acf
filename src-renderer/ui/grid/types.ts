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
  /** A fixed width in pixels; absent: the width of the content. */
  readonly ancho?: number;
  /** The greatest width of a cell's text in pixels. Longer texts are cut off, and give up width like sentences. Needs `explain`. */
  readonly most?: number;
  /**
   * When the column hides in a narrow grid: lower numbers first (`true` is 1), `Infinity` last (`WidthClaim`). Of columns with equal values, the last hides
   * first.
   */
  readonly secondary?: boolean | number;
  readonly oculta?: boolean;
  /** The value of a row; absent: its field `clave`. Must be fast, because every cell calls it. */
  readonly valor?: (row: F) => Value;
  /** `tipo: 'estado'`: the icon and the word; undefined for rows without a state. */
  readonly estado?: (row: F) => StateWord | undefined;
  /** `tipo: 'estado'`: what follows the word, for example a button. */
  readonly after?: (row: F) => Node | undefined;
  /** The text for a row without a state; `—` when absent. */
  readonly withoutState?: string;
  /** `tipo: 'importe'`: for a column whose amounts are always subtracted; these amounts are not red. */
  readonly signo?: 'resta' | undefined;
  /** `tipo: 'importe'`: rows without an amount are not counted as missing in a sum. */
  readonly isOptional?: boolean;
  readonly enlace?: (row: F) => string | undefined;
  /** What null means: `no-aplica` (the default) is shown as `—`, `sin-datos` in words that say that the value was never reported. */
  readonly nulo?: 'no-aplica' | 'sin-datos';
  /** The problem of a cell: a mark before the value, and the tooltip (docs/visual-language.md §5). */
  readonly findProblem?: (row: F) => CellProblem | undefined;
  /** True for a value that a person changed; it is underlined. Needs `findProblem`. */
  readonly isChanged?: (row: F) => boolean;
  /** The tooltip of a cell without a problem. */
  readonly explain?: (row: F) => string | undefined;
  readonly clase?: string;
  /** Keeps the column visible at the right edge, as long as enough width is left for the other columns. */
  readonly isFixed?: boolean;
  readonly paint?: (cell: HTMLElement, row: F) => void;
  readonly isSortable?: boolean;
  /** True for a column with controls instead of data: always first, never copied or printed. */
  readonly isControl?: boolean;
  /** Draws the header into an empty element; called again for each new source. */
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
  /** True when more rows follow. When absent, `total` decides, or else whether the page is full. */
  readonly hayMas?: boolean;
}

/** Gives rows page by page. For a new object, even with the same key, the grid reads its rows again. */
export interface RowSource<F> {
  /** Identifies the query. With another key the grid scrolls to the top; with the same key it reads its visible rows again. */
  readonly clave: string;
  readonly read: (fromRow: number, rows: number, order: Order | undefined) => Promise<RowsPage<F>>;
}

export interface TouchedCell {
  readonly clave: string;
  readonly element: HTMLElement;
}

/** A column as the person arranged it. A list of such columns is in the shown order; other columns follow in the screen's order. */
export interface ChosenColumn {
  readonly clave: string;
  readonly ancho?: number | undefined;
  readonly oculta?: boolean | undefined;
  /** True when the person asked for the column: it is shown even if the grid then scrolls sideways. */
  readonly asked?: boolean | undefined;
}

export interface RowSelection<F> {
  readonly fila: F;
  /** All marked rows, `fila` included. */
  readonly todas: readonly F[];
}

export interface GridSetup<F> {
  readonly host: HTMLElement;
  readonly label: string;
  readonly columnas: readonly DataColumn<F>[];
  readonly orden: Order | undefined;
  readonly idOf: (row: F) => string;
  /** Classes of rows; each function says which rows have the class. */
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
  /** Called when another cell gets the focus: its row's position, from 0, and its column's key. */
  readonly onFocusMove?: (position: number, key: string) => void;
  /**
   * Called with each key pressed in the rows and its row (undefined in the totals), before the grid handles the key. The grid ignores a key whose default was
   * prevented.
   */
  readonly onKey?: (event: KeyboardEvent, row: F | undefined) => void;
  /** A promise that the next keys wait for, while the screen is moving the focus itself (`goTo`). */
  readonly waitFor?: () => Promise<void> | undefined;
  readonly onClose?: () => void;
  readonly onOrder?: (order: Order | undefined) => void;
  /** Called with the first and the last visible row, from 1. */
  readonly onVisible?: (from: number, to: number) => void;
}
