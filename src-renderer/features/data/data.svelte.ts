import { tick } from 'svelte';
import { VISTA_DATE } from '#contract/data-fields.ts';
import type { DataQuarantine, DataPage, DataTotals, KeyedRow } from '#contract/data.ts';
import type { CoverageDocument } from '#contract/documents.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Progress } from '#contract/progress.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { RouteFilter } from '../../shared/route-filter.ts';
import type { Job } from '../../shared/jobs.svelte.ts';
import type { RowSource, Order, RowsPage } from '../../ui/grid/types.ts';
import type { ViewDescription } from './descriptions.ts';

type TotalsInput = MethodInput<'datos.totales'>;

const ROWS = 100;

/** The period that a filter means: its own, or the one of the top bar. Whole months where the service only totals months. */
export function periodOf(
  { vista }: Pick<ViewDescription, 'vista'>,
  filtro: RouteFilter,
  common: { readonly desde: string; readonly hasta: string },
): { readonly desde?: string; readonly hasta?: string } {
  if (VISTA_DATE[vista] === null || filtro.siempre === true) return {};
  const propio = filtro.desde !== undefined || filtro.hasta !== undefined;
  const { desde, hasta } = propio ? filtro : common;
  const inicio = desde !== undefined && vista.endsWith('-totales') ? `${desde.slice(0, 7)}-01` : desde;
  return { ...(inicio === undefined ? {} : { desde: inicio }), ...(hasta === undefined ? {} : { hasta }) };
}

/** What the core is asked for a filter. */
export function buildRequest(
  cuenta: string,
  description: Pick<ViewDescription, 'vista'>,
  filtro: RouteFilter,
  common: { readonly desde: string; readonly hasta: string },
): TotalsInput {
  const { campoFecha, filtros, texto, retiradas } = filtro;
  return {
    cuenta,
    vista: description.vista,
    ...periodOf(description, filtro, common),
    ...(campoFecha === undefined ? {} : { campoFecha }),
    ...(filtros === undefined || filtros.length === 0 ? {} : { filtros: filtros.map((item) => ({ ...item })) }),
    ...(texto === undefined || texto === '' ? {} : { texto }),
    ...(retiradas === true ? { retiradas } : {}),
  };
}

/** The rows of a view of the local data, and what is said of them. */
export class DataState {
  source = $state.raw<RowSource<KeyedRow> | undefined>(undefined);
  cobertura = $state.raw<CoverageDocument | undefined>(undefined);
  total = $state<number | undefined>(undefined);
  totales = $state.raw<DataTotals | undefined>(undefined);
  /** Rows of the filter that the service withdrew and are not being shown. */
  retiradas = $state(0);
  cuarentena = $state.raw<DataQuarantine | undefined>(undefined);
  falla = $state.raw<Failure | undefined>(undefined);
  isExporting = $state(false);
  readonly #api: Api;
  readonly #painted: () => Promise<void>;
  #pedido: TotalsInput | undefined;
  #ronda: AbortController | undefined;
  /** Settles when the rows of the request that is being read are shown, or are not going to be. */
  #enCamino: Promise<unknown> = Promise.resolve();

  /** `pintado` resolves once what was just put in the page is painted (`ui/painted.ts`). */
  constructor(api: Api, painted: () => Promise<void>) {
    this.#api = api;
    this.#painted = painted;
  }

  /** The sums of the amounts that some row says: one that none says is not zero. */
  readonly sumas: Readonly<Record<string, string>> = $derived.by(() => {
    const { total, totales = {}, sinInformar = {} } = this.totales ?? {};
    return Object.fromEntries(Object.entries(totales).filter(([campo]) => sinInformar[campo] !== total));
  });

  /** Nothing was ever downloaded of what is asked. */
  readonly notDownloaded: boolean = $derived(this.cobertura?.sincronizado === null);

  /**
   * Shows what a request says. The rows of before stay until the first of the new ones are here; what was being read for an older request
   * is dropped. Totals are asked for once the rows are painted: a sum takes a processor, and the rows were late by what it took.
   */
  async show(request: TotalsInput, orden: Order): Promise<void> {
    const anterior = this.#ronda;
    const ronda = new AbortController();
    this.#ronda = ronda;
    this.#pedido = request;
    this.falla = undefined;
    // The rows before anything else: leaving what was asked before is a request too.
    const reading = this.#leer(request, { desdeFila: 0, filas: ROWS, orden }, ronda.signal);
    anterior?.abort();
    this.#enCamino = reading.then(tick, () => undefined);
    try {
      const primera = await reading;
      if (ronda.signal.aborted) return;
      this.cobertura = primera.cobertura;
      this.total = primera.total ?? (primera.hayMas ? undefined : primera.filas.length);
      this.totales = undefined;
      this.retiradas = 0;
      this.source = this.#sourceOf(request, orden, primera, ronda.signal);
      await this.#painted();
      if (ronda.signal.aborted) return;
      const totales = await this.#addUp(request, ronda.signal);
      if (ronda.signal.aborted) return;
      this.totales = totales;
      this.total = totales.total;
      this.retiradas = totales.retiradas;
    } catch (error) {
      if (!ronda.signal.aborted) this.falla = toFailure(error);
    }
  }

  /** Rows that came and could not be understood. */
  async readQuarantine(signal: AbortSignal): Promise<void> {
    const request = this.#pedido;
    if (request?.cuenta === undefined) return;
    try {
      const { cuenta, vista } = request;
      const cuarentena = await this.#api.call('datos.cuarentena', { cuenta, vista }, { signal });
      if (!signal.aborted) this.cuarentena = cuarentena;
    } catch (error) {
      if (!signal.aborted) this.falla = toFailure(error);
    }
  }

  /** Writes exactly what is filtered, in its order and with its columns, and gives it to the person, also if they went to another screen. */
  async writeFile(
    format: 'xlsx' | 'csv',
    { orden, columnas, nombre }: { orden: Order; columnas: readonly string[]; nombre: string },
    job: Pick<Job, 'signal' | 'progreso'>,
  ): Promise<void> {
    const request = this.#pedido;
    if (request === undefined) return;
    this.isExporting = true;
    this.falla = undefined;
    try {
      const salida = `${nombre}.${format}`;
      const entrada = { ...request, orden, columnas: [...columnas], salida };
      const onProgress = (progreso: Progress): void => {
        job.progreso = progreso;
      };
      const written = await this.#api.call('datos.exportar', entrada, { signal: job.signal, onProgress });
      await this.#api.deliver(written.archivo, written.leeme);
    } catch (error) {
      if (!job.signal.aborted) this.falla = toFailure(error);
    } finally {
      this.isExporting = false;
    }
  }

  close(): void {
    this.#ronda?.abort();
  }

  #leer(
    request: TotalsInput,
    page: { readonly desdeFila: number; readonly filas: number; readonly orden: Order | undefined },
    signal: AbortSignal,
  ): Promise<DataPage> {
    return this.#api.call('datos.pagina', { ...request, ...page }, { signal });
  }

  #sourceOf(request: TotalsInput, orden: Order, primera: DataPage, signal: AbortSignal): RowSource<KeyedRow> {
    const isInOwnOrder = (asked: Order | undefined): boolean =>
      asked?.campo === orden.campo && asked.desc === orden.desc;
    const own: RowSource<KeyedRow> = {
      clave: JSON.stringify([request, primera.version]),
      leer: async (desdeFila, filas, asked): Promise<RowsPage<KeyedRow>> => {
        if (desdeFila === 0 && filas === ROWS && isInOwnOrder(asked)) return primera;
        // Another request is on its way: the grid will be given that one, and asks it.
        if (signal.aborted) {
          await this.#enCamino;
          if (this.source !== own) return primera;
        }
        return this.#leer(request, { desdeFila, filas, orden: asked }, signal);
      },
    };
    return own;
  }

  #addUp(request: TotalsInput, signal: AbortSignal): Promise<DataTotals> {
    return this.#api.call('datos.totales', request, { signal });
  }
}
