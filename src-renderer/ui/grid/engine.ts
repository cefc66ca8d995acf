import {
  CellStyleModule,
  ColumnApiModule,
  createGrid,
  EventApiModule,
  InfiniteRowModelModule,
  LocaleModule,
  ModuleRegistry,
  PinnedRowModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  type CellClassParams,
  type ColDef,
  type GridApi,
  type GridOptions,
  type ICellRendererParams,
  type RowClassParams,
  themeQuartz,
  type Theme,
  type CellClickedEvent,
  type CellDoubleClickedEvent,
} from 'ag-grid-community';
import { m } from '../../paraglide/messages.js';
import { makeCellRenderer, makeHeaderRenderer, isTextOnly, isTotals, createIcon, type TotalsRow } from './cells.ts';
import { WHOLE_KINDS } from './measures.ts';
import { PAGE_SIZE } from './pages.ts';
import { getValueText, isRightAligned, valueOf } from './text.ts';
import type { DataColumn, Order, Value, TouchedCell, GridSetup } from './types.ts';

interface Building<F> extends Pick<GridSetup<F>, 'idOf' | 'rowRules' | 'hasRuleOfFive'> {
  /** Called when Tab enters the grid; false when no row can be focused. */
  readonly onEnter: () => boolean;
  readonly opciones: GridOptions<F>;
}

interface SharedByCells {
  readonly orden: Order | undefined;
  readonly totales: TotalsRow;
  readonly headers: Set<() => void>;
}

/** Whether a column is hidden, its width, and its fixed edge. A column is created with these values, so that AG Grid draws it once. */
export interface CellPlace {
  readonly hide: boolean;
  readonly width?: number;
  readonly pinned?: 'right' | null;
}

const getGridTexts = (): Record<string, string> => ({
  ariaSortableColumn: m.grilla_ordenar(),
  ariaRowSelect: m.grilla_elegir_fila(),
  ariaRowDeselect: m.grilla_soltar_fila(),
  ariaRowToggleSelection: m.grilla_elegir_fila(),
  loadingOoo: m.grilla_cargando(),
  loadingError: m.sin_datos(),
  noRowsToShow: ' ',
});

export function defineColumns<F>(
  columns: readonly (readonly [DataColumn<F>, CellPlace])[],
  ofAll: SharedByCells,
): ColDef<F>[] {
  return columns.map(([column, place]) => ({ ...defineColumn(column, ofAll), ...place }));
}

function defineColumn<F>(column: DataColumn<F>, ofAll: SharedByCells): ColDef<F> {
  const isRight = isRightAligned(column);
  const { orden } = ofAll;
  const { findProblem: problem, isChanged, clase, paintHeader } = column;
  const createRule =
    (test: (row: F) => boolean) =>
    ({ data, node }: CellClassParams<F>) =>
      data !== undefined && !isTotals(node) && test(data);
  const renderer = { component: makeCellRenderer(column, ofAll.totales) };
  const classes = [
    ...(isRight ? ['g-derecha'] : []),
    ...(WHOLE_KINDS.includes(column.tipo) && problem === undefined && column.ancho === undefined ? ['g-entera'] : []),
    ...(clase === undefined ? [] : [clase]),
  ];
  return {
    colId: column.clave,
    headerName: column.title,
    cellDataType: false,
    valueGetter: ({ data, node }) =>
      data === undefined || data === null || isTotals(node) ? undefined : valueOf(column, data),
    valueFormatter: ({ value }: { readonly value?: Value }) => getValueText(column, value),
    // Most cells have text alone; without a component, AG Grid draws them much faster.
    cellRendererSelector: ({ data, node, value }: ICellRendererParams<F, Value>) =>
      data !== undefined && !isTotals(node) && isTextOnly(column, data, value) ? undefined : renderer,
    cellClass: classes,
    ...(problem === undefined
      ? {}
      : {
          // Class rules instead of a class, so that a corrected cell loses its mark without being drawn again.
          cellClassRules: {
            mal: createRule((row) => problem(row)?.clase === 'error'),
            aviso: createRule((row) => problem(row)?.clase === 'aviso'),
            'g-cambio': createRule((row) => isChanged?.(row) === true),
          },
        }),
    headerClass: classes,
    ...(column.isControl === true ? { lockPosition: 'left' as const, resizable: false } : {}),
    ...(paintHeader === undefined ? {} : { headerComponent: makeHeaderRenderer(paintHeader, ofAll.headers) }),
    sortable: column.isSortable !== false,
    sortingOrder: column.tipo === 'texto' || column.tipo === 'estado' ? ['asc', 'desc', null] : ['desc', 'asc', null],
    minWidth: 48,
    ...(orden?.campo === column.clave ? { sort: orden.desc ? ('desc' as const) : ('asc' as const) } : {}),
  };
}

/** Builds a hidden grid in `host`, without columns and theme (`applyLook` adds them). Loaded on demand, because AG Grid is most of the screens' code. */
export function buildGrid<F>(host: HTMLElement, setup: Building<F>): GridApi<F> {
  ModuleRegistry.registerModules([
    CellStyleModule,
    ColumnApiModule,
    EventApiModule,
    InfiniteRowModelModule,
    LocaleModule,
    PinnedRowModule,
    RowApiModule,
    RowSelectionModule,
    RowStyleModule,
    ScrollApiModule,
  ]);
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  host.hidden = true; // hidden until the theme is set, because measures would be wrong before
  return createGrid<F>(host, {
    theme: 'legacy', // with a look from style sheets AG Grid creates no styles
    ...(nonce === undefined ? {} : { styleNonce: nonce }),
    localeText: getGridTexts(),
    columnDefs: [],
    rowModelType: 'infinite',
    cacheBlockSize: PAGE_SIZE,
    maxBlocksInCache: 12,
    infiniteInitialRowCount: 1,
    getRowId: (row) => (isTotals(row) ? 'totales' : setup.idOf(row.data)),
    rowSelection: { mode: 'multiRow', checkboxes: false, headerCheckbox: false, enableClickSelection: true },
    rowClassRules: {
      'g-quinta': ({ node }) => setup.hasRuleOfFive() && !isTotals(node) && (node.rowIndex ?? 0) % 5 === 4,
      ...Object.fromEntries(
        Object.entries(setup.rowRules).map(([kind, applies]) => [
          kind,
          ({ data, node }: RowClassParams<F>) => data !== undefined && !isTotals(node) && applies(data),
        ]),
      ),
    },
    // Leaves Alt ← and → to the wizard, whose steps they change. Alt Shift ← and → change the width of a column.
    defaultColDef: {
      suppressKeyboardEvent: ({ event }) => event.altKey && !event.shiftKey,
      suppressHeaderKeyboardEvent: ({ event }) => event.altKey && !event.shiftKey,
    },
    // Tab stops once in the grid; the arrows move between cells and up to the header.
    focusGridInnerElement: () => setup.onEnter(),
    tabToNextCell: () => false,
    tabToNextHeader: () => false,
    icons: {
      sortAscending: () => makeIcon('arrow-up'),
      sortDescending: () => makeIcon('arrow-down'),
      ...Object.fromEntries(WITHOUT_ICON.map((name) => [name, () => makeIcon(undefined)])),
    },
    animateRows: false,
    suppressColumnMoveAnimation: true, // an animation would restyle every cell in each frame
    rowBuffer: 4,
    suppressAnimationFrame: true, // draws rows at once instead of in the next frame
    suppressDragLeaveHidesColumns: true,
    suppressMultiSort: true,
    ...setup.opciones,
  });
}

const WITHOUT_ICON = [
  ...['sortUnSort', 'columnMoveMove', 'columnMovePin', 'columnMoveHide', 'columnMoveAdd', 'columnMoveLeft'],
  ...['columnMoveRight', 'columnMoveGroup', 'dropNotAllowed'],
];

export function applyLook<F>(host: HTMLElement, api: GridApi<F>): void {
  host.hidden = false;
  api.setGridOption('theme', createGridTheme());
}

function makeIcon(name: 'arrow-up' | 'arrow-down' | undefined): HTMLElement {
  const box = document.createElement('span');
  if (name !== undefined) box.append(createIcon(name));
  return box;
}

/** The theme of docs/visual-language.md §5. Without AG Grid's icons and checkboxes, because the CSP refuses their `data:` images. */
const createGridTheme = (): Theme =>
  themeQuartz
    .withoutPart('iconSet')
    .withoutPart('checkboxStyle')
    .withParams({
      browserColorScheme: 'inherit',
      fontFamily: 'inherit',
      fontSize: 13,
      dataFontSize: 13,
      headerFontSize: 12,
      headerFontWeight: 500,
      rowHeight: 32,
      headerHeight: 32,
      cellHorizontalPadding: 10,
      iconSize: 14,
      spacing: 6,
      wrapperBorder: false,
      wrapperBorderRadius: 0,
      borderRadius: 0,
      columnBorder: false,
      headerColumnBorder: false,
      headerColumnResizeHandleColor: 'transparent',
      rowBorder: { width: 1, style: 'solid', color: 'var(--linea-fina)' },
      headerRowBorder: { width: 1, style: 'solid', color: 'var(--linea)' },
      pinnedColumnBorder: { width: 1, style: 'solid', color: 'var(--linea-fina)' },
      pinnedRowBorder: { width: 1, style: 'solid', color: 'var(--linea-total)' },
      pinnedRowFontWeight: 600,
      pinnedRowBackgroundColor: 'var(--fondo-hoja)',
      foregroundColor: 'var(--texto)',
      textColor: 'var(--texto)',
      cellTextColor: 'var(--texto)',
      headerTextColor: 'var(--texto-2)',
      headerCellHoverBackgroundColor: 'var(--fondo-control-hover)',
      backgroundColor: 'var(--fondo-hoja)',
      headerBackgroundColor: 'var(--fondo-hundido)',
      oddRowBackgroundColor: 'var(--fondo-hoja)',
      rowHoverColor: 'var(--fondo-fila-hover)',
      selectedRowBackgroundColor: 'var(--fondo-fila-elegida)',
      accentColor: 'var(--accion)',
      borderColor: 'var(--linea)',
      focusShadow: 'none',
      iconColor: 'var(--accion)',
    });

export function handlePointer(host: HTMLElement, signal: AbortSignal): void {
  host.addEventListener('click', letThrough, { capture: true, signal });
  host.addEventListener('mouseover', showWhole, { signal });
}

/** Keeps a click on a link or in a cell with a checkbox from marking the row. A click beside the checkbox also checks it. */
function letThrough(event: Event): void {
  if (!(event.target instanceof Element)) return;
  const cell = event.target.closest('.g-elige');
  if (cell === null && event.target.closest('a') === null) return;
  event.stopPropagation();
  if (event.target.closest('.g-casilla') === null) cell?.querySelector('input')?.click();
}

/** Sets the tooltip of the cell under the pointer to its whole text, if the text is cut off. Leaves explanations alone. */
function showWhole(event: Event): void {
  if (!(event.target instanceof Element)) return;
  const cell = event.target.closest<HTMLElement>('.g-celda, .ag-cell, .ag-header-cell-text');
  if (cell === null || cell.dataset['explica'] !== undefined) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

/** Calls `work` for a click on a cell, except in the totals and in a row that was not read. */
export function findTouched<F>(
  clicked: CellClickedEvent<F> | CellDoubleClickedEvent<F>,
  work: (row: F, cell: TouchedCell) => void,
): void {
  const { data, column, event } = clicked;
  const target = event?.target;
  // Clicks with these keys mark further rows.
  if (event instanceof MouseEvent && (event.shiftKey || event.ctrlKey || event.metaKey)) return;
  const element = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null;
  if (data === undefined || isTotals(clicked) || element === null) return;
  work(data, { clave: column.getColId(), element });
}
