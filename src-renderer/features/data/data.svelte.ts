import { tick } from 'svelte';
import { VISTA_DATE, VISTA_FIELDS } from '#contract/data-fields.ts';
import type { DataQuarantine, DataPage, DataTotals, KeyedRow, DataValues } from '#contract/data.ts';
import type { CoverageDocument } from '#contract/documents.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Api, Tracking } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { RouteFilter } from '../../shared/route-filter.ts';
import type { RowSource, Order, RowsPage } from '../../ui/grid/types.ts';
import type { ViewDescription } from './columns.ts';
import type { Days } from './coverage.ts';
import { getLocale } from '../../paraglide/runtime.js';
import type { DateRange } from '../../shared/period.svelte.ts';
import { Ask } from '../../shared/task.svelte.ts';
import { addUp, withOtherSign } from '../../ui/format.ts';
import { foldText } from '../../ui/typing.ts';

type TotalsInput = MethodInput<'datos.totales'>;

const ROWS = 100;

/** The period of the filter, or else of the top bar; empty for all days. Views that the service totals by month begin on the first day of a month. */
export function periodOf({ vista }: Pick<ViewDescription, 'vista'>, filter: RouteFilter, common: DateRange): Days {
  if (VISTA_DATE[vista] === null || filter.siempre === true) return {};
  const own = filter.desde !== undefined || filter.hasta !== undefined;
  const { desde, hasta } = own ? filter : common;
  const start = desde !== undefined && vista.endsWith('-totales') ? `${desde.slice(0, 7)}-01` : desde;
  return { desde: start, hasta };
}

export function buildRequest(
  account: string,
  description: Pick<ViewDescription, 'vista'>,
  filter: RouteFilter,
  common: DateRange,
): TotalsInput {
  const { campoFecha, filtros, texto, retiradas } = filter;
  return {
    cuenta: account,
    vista: description.vista,
    ...periodOf(description, filter, common),
    campoFecha,
    filtros: filtros === undefined || filtros.length === 0 ? undefined : [...filtros],
    texto: texto === '' ? undefined : texto,
    retiradas: retiradas === true ? retiradas : undefined,
  };
}

export class DataState {
  source = $state.raw<RowSource<KeyedRow> | undefined>(undefined);
  /** The request whose rows `source` has, while a newer request may be running. */
  shown = $state.raw<TotalsInput | undefined>(undefined);
  coverage = $state.raw<CoverageDocument | undefined>(undefined);
  total = $state<number | undefined>(undefined);
  totals = $state.raw<DataTotals | undefined>(undefined);
  /** Number of withdrawn rows that match the filter and are hidden. */
  withdrawn = $state(0);
  quarantine = $state.raw<DataQuarantine | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  /** Of `liquidaciones-conciliadas`: the settlements that it lacks, because they have no operations. Undefined when none, or unknown. */
  withoutOperations = $state.raw<{ readonly n: number; readonly neto: string } | undefined>(undefined);
  readonly #api: Api;
  readonly #painted: () => Promise<void>;
  #request: TotalsInput | undefined;
  #round: AbortController | undefined;
  /** Settles when the rows of the current request are shown, or could not be read. */
  #pending: Promise<unknown> = Promise.resolve();

  constructor(api: Api, painted: () => Promise<void>) {
    this.#api = api;
    this.#painted = painted;
  }

  /** Sums of amounts. An amount without an entry is unknown: no row reports it, its days were never read, or the account lacks the list. */
  readonly sums: Readonly<Record<string, string>> = $derived.by(() => {
    const isUnknown = this.coverage?.sincronizado === null || this.coverage?.contratado === false;
    if (this.total === 0 && isUnknown) return {};
    const { total, totales = {}, sinInformar = {} } = this.totals ?? {};
    return Object.fromEntries(Object.entries(totales).filter(([field]) => sinInformar[field] !== total));
  });

  /**
   * Shows the rows of a request; the old rows stay until new ones arrive. Requests the totals after the rows are painted, because adding up takes all of a
   * processor.
   */
  async show(request: TotalsInput, order: Order): Promise<void> {
    const previous = this.#round;
    const round = new AbortController();
    this.#round = round;
    this.#request = request;
    this.failure = undefined;
    // Requests the rows before it stops the old reading, because stopping is a request too.
    const reading = this.#readPage(request, { desdeFila: 0, filas: ROWS, orden: order }, round.signal);
    previous?.abort();
    this.#pending = reading.then(tick, () => undefined);
    try {
      const first = await reading;
      if (round.signal.aborted) return;
      this.coverage = first.cobertura;
      this.total = first.total ?? (first.hayMas ? undefined : first.filas.length);
      this.totals = undefined;
      this.withoutOperations = undefined;
      this.withdrawn = 0;
      this.source = this.#sourceOf(request, order, first, round.signal);
      this.shown = request;
      await this.#painted();
      if (round.signal.aborted) return;
      const totals = await this.#api.call('datos.totales', request, { signal: round.signal });
      if (round.signal.aborted) return;
      this.totals = totals;
      this.total = totals.total;
      this.withdrawn = totals.retiradas;
      if (request.vista === 'liquidaciones-conciliadas' && first.cobertura.estado === 'al_dia')
        await this.#compareWithAll(request, totals, round.signal);
    } catch (error) {
      if (!round.signal.aborted) this.failure = toFailure(error);
    }
  }

  async #compareWithAll(request: TotalsInput, here: DataTotals, signal: AbortSignal): Promise<void> {
    const isKnown = (field: string): boolean => VISTA_FIELDS.liquidaciones.some(({ nombre }) => nombre === field);
    if (request.filtros?.every(({ campo }) => isKnown(campo)) === false) return;
    const all = await this.#api.call('datos.totales', { ...request, vista: 'liquidaciones' }, { signal });
    const [net, own] = [all, here].map(({ totales }) => totales['total_acreditado'] ?? '0.00');
    const n = all.total - (all.sinSumar ?? 0) - here.total + (here.sinSumar ?? 0);
    if (signal.aborted || n <= 0 || net === undefined || own === undefined) return;
    this.withoutOperations = { n, neto: addUp([net, withOtherSign(own)]).total };
  }

  async readQuarantine(signal: AbortSignal): Promise<void> {
    const request = this.#request;
    if (request?.cuenta === undefined) return;
    try {
      const { cuenta, vista } = request;
      const setAside = await this.#api.call('datos.cuarentena', { cuenta, vista }, { signal });
      if (!signal.aborted) this.quarantine = setAside;
    } catch (error) {
      if (!signal.aborted) this.failure = toFailure(error);
    }
  }

  /** Gives a function that writes the rows of the current filter as a file, even when other rows are on screen by then. */
  toWriter(
    format: 'xlsx' | 'csv',
    { orden, columnas, nombre }: { orden: Order; columnas: readonly string[]; nombre: string },
  ) {
    const request = this.#request;
    if (request === undefined) return undefined;
    const salida = `${nombre}.${format}`;
    const input = { ...request, orden, columnas: [...columnas], salida, idioma: getLocale() };
    return (tracking: Tracking) => this.#api.call('datos.exportar', input, tracking);
  }

  close(): void {
    this.#round?.abort();
  }

  #readPage(
    request: TotalsInput,
    page: { readonly desdeFila: number; readonly filas: number; readonly orden: Order | undefined },
    signal: AbortSignal,
  ): Promise<DataPage> {
    return this.#api.call('datos.pagina', { ...request, ...page }, { signal });
  }

  #sourceOf(request: TotalsInput, order: Order, first: DataPage, signal: AbortSignal): RowSource<KeyedRow> {
    const isInOwnOrder = (asked: Order | undefined): boolean =>
      asked?.campo === order.campo && asked.desc === order.desc;
    const own: RowSource<KeyedRow> = {
      clave: JSON.stringify([request, first.version]),
      read: async (fromRow, rows, asked): Promise<RowsPage<KeyedRow>> => {
        if (fromRow === 0 && rows === ROWS && isInOwnOrder(asked)) return first;
        // A newer request came: the grid gets a new source and asks that source.
        if (signal.aborted) {
          await this.#pending;
          if (this.source !== own) return first;
        }
        return this.#readPage(request, { desdeFila: fromRow, filas: rows, orden: asked }, signal);
      },
    };
    return own;
  }
}

export class ValuesState extends Ask<DataValues> {
  searched = $state('');

  readonly visible: DataValues['valores'] = $derived(
    (this.document?.valores ?? []).filter(({ valor }) =>
      foldText(valor ?? '').includes(foldText(this.searched.trim())),
    ),
  );

  async read(request: MethodInput<'datos.valores'>, life: AbortSignal): Promise<void> {
    await this.ask(({ signal }) => this.api.call('datos.valores', request, { signal }), life);
  }
}

/** Longest wait for the painting in milliseconds; a hidden page is never painted. */
const DEADLINE_MS = 200;

/** Resolves when the page is painted, two frames later: totals requested earlier would delay the rows (docs/measurements.md). */
export const waitForPaint = (): Promise<void> =>
  new Promise((keepGoing) => {
    setTimeout(keepGoing, DEADLINE_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(keepGoing, 0)));
  });
