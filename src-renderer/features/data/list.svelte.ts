import { VISTA_DATE } from '#contract/data-fields.ts';
import type { KeyedRow, SavedView } from '#contract/data.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import { m } from '../../paraglide/messages.js';
import type { Shared } from '../../shared/context.ts';
import { DownloadState, WorkbookTask } from '../../shared/task.svelte.ts';
import { getRange } from '../../shared/period.svelte.ts';
import type { RouteFilter } from '../../shared/route-filter.ts';
import { writeRoute, type DataRoute } from '../../shared/routes.ts';
import { SECTIONS } from '../../shared/sections.ts';
import { withText } from '../../ui/format.ts';
import { orderColumns, ShownColumns } from '../../ui/grid/shown-columns.svelte.ts';
import { getLanguage } from '../../ui/language.ts';
import { columnsOf, textOf, viewsOf, type ViewDescription } from './columns.ts';
import { getDaysToFetch } from './coverage.ts';
import { buildRequest, DataState, waitForPaint } from './data.svelte.ts';
import { dropUnknown } from './sentence.ts';
import { PanelState } from './panel.svelte.ts';
import { getViewColumns, getViewPeriod, SavedViewsState, toFilter, withPeriod, type ViewPeriod } from './saved.svelte.ts'; // prettier-ignore

const PARTS: Readonly<Record<string, () => string>> = {
  desde: m.desde,
  hasta: m.datos_hasta_rotulo,
  campoFecha: m.col_fecha,
  orden: m.datos_orden_rotulo,
  texto: m.marco_buscar_corta,
};
const nameField = (field: string): string => getFieldLabel(field, getLanguage());

interface Opened {
  readonly account: string;
  readonly description: ViewDescription;
  readonly getRoute: () => DataRoute;
  readonly life: AbortSignal;
}

export class ListState {
  readonly description: ViewDescription;
  readonly data: DataState;
  readonly panel: PanelState;
  readonly download: DownloadState;
  readonly workbook: WorkbookTask;
  readonly shown: ShownColumns;
  readonly savedViews: SavedViewsState;
  inView = $state.raw<{ readonly desde: number; readonly hasta: number } | undefined>(undefined);
  showsQuarantine = $state(false);
  readonly #shared: Shared;
  readonly #opened: Opened;

  readonly #known = $derived.by(() => dropUnknown(this.description.vista, this.#opened.getRoute().filtro));
  /** The filter of the address, without unknown fields and unreadable values. */
  readonly filter: RouteFilter = $derived(this.#known.filter);
  /** The period of the address, which tabs and pages of this list keep. */
  readonly days: RouteFilter = $derived.by(() => {
    const { desde, hasta, siempre } = this.filter;
    return { desde, hasta, siempre };
  });
  readonly section: string = $derived.by(
    () => SECTIONS.find((each) => each.ruta.seccion === this.#opened.getRoute().seccion)?.word() ?? '',
  );
  readonly tabs = $derived.by(() => viewsOf(this.#opened.getRoute().seccion));
  readonly order = $derived.by(() => {
    const { order } = this.description.screen;
    return this.filter.orden ?? { campo: order.field, desc: order.descending };
  });
  readonly request = $derived.by(() => {
    const { period } = this.#shared;
    return buildRequest(this.#opened.account, this.description, this.filter, { desde: period.from, hasta: period.to });
  });
  /** The request as text, so that an equal new object, as after marking a row, causes no reading. */
  readonly key: string = $derived(JSON.stringify(this.request));
  // A boolean, so that the grid is built again only when it changes, not for each new count.
  readonly #hasDoubtful: boolean = $derived.by(() => (this.data.coverage?.enDuda ?? 0) > 0);
  readonly #withWithdrawn: boolean = $derived(this.filter.retiradas === true);
  readonly columns = $derived.by(() =>
    columnsOf(this.description, { retiradas: this.#withWithdrawn, enDuda: this.#hasDoubtful }),
  );
  /** The days that the download button requests; without a first day, the last 90 days. */
  readonly toFetch = $derived.by(() => {
    const { period, freshness } = this.#shared;
    return getDaysToFetch(this.request, { hoy: period.today, hayDatos: typeof freshness.syncedAt === 'string' });
  });
  /** The label of the totals row: `…` until the rows are counted; undefined without rows. */
  readonly totalsLabel: string | undefined = $derived.by(() => {
    const { total, totals } = this.data;
    if (total === undefined) return '…';
    if (total === 0) return undefined;
    const notAdded = totals?.sinSumar ?? 0;
    const parts = notAdded === 0 ? [] : [m.datos_sin_sumar(withText(notAdded))];
    return [this.description.count(withText(total)), ...parts].join(' · ');
  });
  /** Sentences about the parts of the address that this list ignored. */
  readonly leftOut: readonly string[] = $derived.by(() => {
    const { dropped, misread } = this.#known;
    const unknown = { n: dropped.length, campos: dropped.map(nameField).join(', ') };
    return [
      ...(dropped.length === 0 ? [] : [m.datos_sin_esos_campos(unknown)]),
      ...misread.map(({ campo, valor }) =>
        m.datos_filtro_ilegible({ campo: PARTS[campo]?.() ?? nameField(campo), valor }),
      ),
    ];
  });
  readonly viewPeriod: ViewPeriod | undefined = $derived.by(() =>
    VISTA_DATE[this.description.vista] === null ? undefined : getViewPeriod(this.filter),
  );

  constructor(shared: Shared, opened: Opened) {
    const { account, description, life } = opened;
    this.#shared = shared;
    this.#opened = opened;
    this.description = description;
    this.data = new DataState(shared.api, waitForPaint);
    this.panel = new PanelState(shared.api, account);
    this.download = new DownloadState(shared, life);
    this.workbook = new WorkbookTask(shared);
    this.savedViews = new SavedViewsState(shared.api, account);
    this.shown = new ShownColumns(localStorage, description.vista);
    const order = opened.getRoute().filtro.orden;
    if (order !== undefined) this.shown.reveal(order.campo, columnsOf(description));
  }

  /** Shows the rows of another filter, unmarks the row, and adds a step to the history. */
  applyFilter({ fila: _marked, ...filter }: RouteFilter): void {
    const { desde, hasta } = filter;
    this.#shared.router.goTo({ ...this.#opened.getRoute(), filtro: filter });
    // Sets the same period for the other screens.
    if (desde !== undefined && hasta !== undefined) this.#shared.period.choose({ desde, hasta });
  }

  /** Like `applyFilter`, but without a step in the history. */
  replace(filter: RouteFilter): void {
    this.#shared.router.replace({ ...this.#opened.getRoute(), filtro: filter });
  }

  choosePeriod(edit: Pick<RouteFilter, 'desde' | 'hasta' | 'campoFecha' | 'siempre'>): void {
    const none = { desde: undefined, hasta: undefined, siempre: undefined, campoFecha: undefined };
    this.applyFilter({ ...this.filter, ...none, ...edit });
  }

  /** Removes conditions and text, and hides withdrawn rows; the period stays. */
  removeFilters(): void {
    this.applyFilter({ ...this.filter, filtros: undefined, texto: undefined, retiradas: undefined });
  }

  showNinety(): void {
    this.applyFilter({ ...this.filter, ...getRange('90', this.#shared.period.today) });
  }

  search(text: string): void {
    this.replace({ ...this.filter, fila: undefined, texto: text || undefined });
  }

  markRow(row: string | undefined): void {
    if (this.filter.fila !== row) this.replace({ ...this.filter, fila: row });
  }

  /** The address of a record's page; undefined for views without such pages. */
  pageOf(row: KeyedRow | null | undefined): string | undefined {
    const { pageOf } = this.description;
    const id = row === null || row === undefined ? '' : textOf(row, 'id');
    return pageOf === undefined || id === '' ? undefined : writeRoute({ seccion: pageOf, id, filtro: this.days });
  }

  bring(): void {
    const request = { cuenta: this.#opened.account, metodo: this.description.vista, ...this.toFetch };
    const getTitle = () => m.datos_bajando({ que: this.section.toLowerCase() });
    void this.download.download(request, this.#opened.getRoute(), getTitle);
  }

  exportRows(format: 'xlsx' | 'csv'): void {
    const { desde, hasta } = this.request;
    const columnas = orderColumns(this.columns, this.shown.chosen).flatMap(({ clave, oculta }) =>
      oculta === true ? [] : [clave],
    );
    const nombre = [this.description.vista, desde, hasta].filter((part) => part !== undefined).join('-');
    const write = this.data.toWriter(format, { orden: this.order, columnas, nombre });
    const ruta = { ...this.#opened.getRoute(), filtro: this.filter };
    const followed = { ruta, title: m.marco_planilla, pantalla: this.#opened.life };
    if (write !== undefined) void this.workbook.write(followed, write); // `workbook` keeps its failure
  }

  openView(stored: SavedView): void {
    const columns = this.#columnsOf(stored);
    if (columns !== undefined) this.shown.save(columns);
    this.applyFilter(toFilter(stored, this.tabs[0].vista));
  }

  /** Saves filter and columns under a name; gives true when saved. */
  async saveView(name: string, which: ViewPeriod): Promise<boolean> {
    const filter = withPeriod({ ...this.filter, orden: this.order }, which, this.request);
    const saved = await this.savedViews.save(name, this.description.vista, filter, this.shown.chosen);
    const replaced = saved?.replaced;
    if (replaced !== undefined) this.#offerBack(m.datos_vista_reemplazada({ nombre: replaced.nombre }), replaced);
    return saved !== undefined;
  }

  async deleteView(stored: SavedView): Promise<void> {
    if (!(await this.savedViews.remove(stored.nombre, this.description.vista))) return; // the menu shows the failure
    this.#offerBack(m.datos_vista_borrada({ nombre: stored.nombre }), stored);
  }

  #offerBack(said: string, stored: SavedView): void {
    this.#shared.toasts.show(said, () => {
      const { nombre, vista } = stored;
      // The menu shows the failure.
      void this.savedViews.save(nombre, vista, toFilter(stored, vista), this.#columnsOf(stored) ?? []);
    });
  }

  #columnsOf(stored: SavedView) {
    return getViewColumns(
      stored,
      this.columns.map(({ clave }) => clave),
    );
  }

  close(): void {
    this.data.close();
    this.panel.stop();
  }
}
