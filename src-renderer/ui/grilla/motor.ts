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
  type ColDef,
  type GridApi,
  type GridOptions,
  type ICellRendererParams,
  type IRowNode,
  type RowClassParams,
} from 'ag-grid-community';
import { celdaDe, esSoloTexto, icono, type FilaDeTotales } from './celdas.ts';
import { ENTEROS } from './medidas.ts';
import { PAGINA } from './paginas.ts';
import { temaDeGrilla } from './tema.ts';
import { textosDeGrilla } from './textos.ts';
import { textoDeValor, valorDe } from './texto.ts';
import type { ColumnaDatos, Orden, Valor } from './tipos.ts';

interface Motor<F> {
  readonly rotulo: string;
  readonly idDe: (fila: F) => string;
  /** Classes of a row, and which rows have each. */
  readonly reglasDeFila: Readonly<Record<string, (fila: F) => boolean>>;
  readonly conReglaDeCinco: () => boolean;
  /** The Tab key came in; false when there is no row to go to. */
  readonly alEntrar: () => boolean;
  readonly opciones: GridOptions<F>;
}

/** What the cells of every column share. */
interface DeTodas {
  readonly orden: Orden | undefined;
  readonly totales: FilaDeTotales;
}

/** Where a column begins: wide or hidden from the start, so that it is not drawn twice. */
export interface Lugar {
  readonly hide: boolean;
  readonly width?: number;
}

const A_LA_DERECHA = ['importe', 'entero'];

/** How the columns of a screen are drawn, sorted and marked. */
export function definirColumnas<F>(
  columnas: readonly (readonly [ColumnaDatos<F>, Lugar])[],
  deTodas: DeTodas,
): ColDef<F>[] {
  return columnas.map(([columna, lugar]) => ({ ...definirColumna(columna, deTodas), ...lugar }));
}

function definirColumna<F>(columna: ColumnaDatos<F>, deTodas: DeTodas): ColDef<F> {
  const derecha = A_LA_DERECHA.includes(columna.tipo);
  const { orden } = deTodas;
  const { problema, clase } = columna;
  const dibujo = { component: celdaDe(columna, deTodas.totales) };
  const clases = [
    ...(derecha ? ['g-derecha'] : []),
    ...(ENTEROS.includes(columna.tipo) && problema === undefined && columna.ancho === undefined ? ['g-entera'] : []),
    ...(clase === undefined ? [] : [clase]),
  ];
  return {
    colId: columna.clave,
    headerName: columna.titulo,
    cellDataType: false,
    valueGetter: ({ data, node }) =>
      data === undefined || data === null || esDeTotales(node) ? undefined : valorDe(columna, data),
    valueFormatter: ({ value }: { readonly value?: Valor }) => textoDeValor(columna, value),
    // Most cells are plain text: an element and a component less for each is what a scroll is made of.
    cellRendererSelector: ({ data, node, value }: ICellRendererParams<F, Valor>) =>
      data !== undefined && !esDeTotales(node) && esSoloTexto(columna, data, value) ? undefined : dibujo,
    cellClass: clases,
    ...(problema === undefined
      ? {}
      : {
          // Rules, not classes: a cell that is corrected loses its mark without being drawn again.
          cellClassRules: {
            mal: ({ data, node }) => data !== undefined && !esDeTotales(node) && problema(data)?.clase === 'error',
            avisada: ({ data, node }) => data !== undefined && !esDeTotales(node) && problema(data)?.clase === 'aviso',
          },
        }),
    headerClass: clases,
    ...(columna.fija === true ? { pinned: 'right' as const } : {}),
    sortable: columna.ordenable !== false,
    sortingOrder: columna.tipo === 'texto' || columna.tipo === 'estado' ? ['asc', 'desc', null] : ['desc', 'asc', null],
    minWidth: 48,
    ...(orden?.campo === columna.clave ? { sort: orden.desc ? ('desc' as const) : ('asc' as const) } : {}),
  };
}

/** The totals row: its data is no row of the source. */
const esDeTotales = (nodo: Pick<IRowNode, 'rowPinned'> | null): boolean => (nodo?.rowPinned ?? undefined) !== undefined;

/** What the library calls a theme of style sheets: it makes no style of its own. */
const SIN_TEMA = 'legacy';

/** The nonce that this document was served with: the grid's style elements need it. */
const nonceDe = (documento: Document): string | undefined =>
  documento.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

/**
 * Builds the grid into `host`, out of sight, without columns nor theme: `vestir` gives it the theme. Loaded on demand: it is most of what the screens
 * weigh.
 */
export function crearGrilla<F>(host: HTMLElement, motor: Motor<F>): GridApi<F> {
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
  const nonce = nonceDe(document);
  host.hidden = true; // nothing is measured without the theme
  return createGrid<F>(host, {
    theme: SIN_TEMA,
    ...(nonce === undefined ? {} : { styleNonce: nonce }),
    localeText: textosDeGrilla(),
    columnDefs: [],
    rowModelType: 'infinite',
    cacheBlockSize: PAGINA,
    maxBlocksInCache: 12,
    maxConcurrentDatasourceRequests: 2,
    infiniteInitialRowCount: 1,
    getRowId: ({ data, rowPinned }) => ((rowPinned ?? undefined) === undefined ? motor.idDe(data) : 'totales'),
    rowSelection: { mode: 'multiRow', checkboxes: false, headerCheckbox: false, enableClickSelection: true },
    rowClassRules: {
      'g-quinta': ({ node }) => motor.conReglaDeCinco() && !esDeTotales(node) && (node.rowIndex ?? 0) % 5 === 4,
      ...Object.fromEntries(
        Object.entries(motor.reglasDeFila).map(([clase, tiene]) => [
          clase,
          ({ data, node }: RowClassParams<F>) => data !== undefined && !esDeTotales(node) && tiene(data),
        ]),
      ),
    },
    // One stop of the Tab key, wherever the keyboard was; the arrows go through the cells, and up from the first row to the header.
    focusGridInnerElement: () => motor.alEntrar(),
    tabToNextCell: () => false,
    tabToNextHeader: () => false,
    icons: {
      sortAscending: () => conIcono('arrow-up'),
      sortDescending: () => conIcono('arrow-down'),
      sortUnSort: () => conIcono(undefined),
      columnMoveMove: () => conIcono(undefined),
      columnMovePin: () => conIcono(undefined),
      columnMoveHide: () => conIcono(undefined),
      columnMoveAdd: () => conIcono(undefined),
      columnMoveLeft: () => conIcono(undefined),
      columnMoveRight: () => conIcono(undefined),
      columnMoveGroup: () => conIcono(undefined),
      dropNotAllowed: () => conIcono(undefined),
    },
    animateRows: false,
    suppressColumnMoveAnimation: true, // every width that changes would restyle each cell, frame after frame
    rowBuffer: 0,
    suppressAnimationFrame: true, // rows are drawn when they come: the next frame has only to lay them out
    suppressDragLeaveHidesColumns: true,
    suppressScrollOnNewData: false,
    suppressMovableColumns: false,
    multiSortKey: 'ctrl',
    suppressMultiSort: true,
    enableCellTextSelection: false,
    suppressContextMenu: true,
    ...motor.opciones,
  });
}

/** Shows the grid as docs/visual-language.md §5 says. */
export function vestir<F>(host: HTMLElement, api: GridApi<F>): void {
  host.hidden = false;
  api.setGridOption('theme', temaDeGrilla());
}

function conIcono(nombre: 'arrow-up' | 'arrow-down' | undefined): HTMLElement {
  const caja = document.createElement('span');
  if (nombre !== undefined) caja.append(icono(nombre));
  return caja;
}
