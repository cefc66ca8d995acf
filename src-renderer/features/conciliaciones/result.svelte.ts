/**
 * The result of a reconciliation on its screen. Past 300 lines because it is one state: a new reading changes tabs, filter, chosen coupon and report
 * together.
 */
import {
  RESULT_GROUPS,
  RESULT_ORDERS,
  type ResultGrouping,
  type ReadCupon,
  type ResultRow,
  type ResultGroup,
  type ResultReading,
} from '#contract/conciliaciones.ts';
import type { DataTrail } from '#contract/data.ts';
import type { StatedCause } from '#contract/explanations.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Progress } from '#contract/progress.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { Shared } from '../../shared/context.ts';
import type { ResultFilter, CuponPlace } from '../../shared/result-filter.ts';
import type { Job } from '../../shared/jobs.svelte.ts';
import { m } from '../../paraglide/messages.js';
import { isSecretMissing } from '../../ui/errors.ts';
import type { RowSource, Order } from '../../ui/grid/types.ts';
import { ExplanationsState, isSameCause } from '../explanations/explanations.svelte.ts';
import { trailSource } from './of-trail.ts';
import { getReportName } from '#domain/texts/report-name.ts';
import { isFiltering, NO_FILTER, type CuponFilter } from './filter.ts';
import type { ResultTab } from './tabs.ts';

type Deps = Pick<Shared, 'api' | 'jobs'>;
type RowsInput = MethodInput<'conciliaciones.cupones'>;

/** The result of one reconciliation: read from the service, kept here, shown a page at a time. */
export class ResultState {
  leido = $state.raw<ResultReading | undefined>(undefined);
  isReading = $state(false);
  isExporting = $state(false);
  progreso = $state.raw<Progress | undefined>(undefined);
  falla = $state.raw<Failure | undefined>(undefined);
  /** The result was not read again when it was opened: a person would have had to give the secret. */
  couldNotSignIn = $state(false);
  grupo: ResultGroup = $state('sin_conciliar');
  /** The bridge to the till is shown instead of coupons. */
  #till = $state(false);
  filtro: CuponFilter = $state.raw(NO_FILTER);
  orden = $state.raw<Order | undefined>(undefined);
  agrupar = $state.raw<ResultGrouping | undefined>(undefined);
  /** Keys of the groups that are folded. */
  cerrados = $state.raw<readonly string[]>([]);
  elegida = $state.raw<ReadCupon | undefined>(undefined);
  trail = $state.raw<DataTrail | undefined>(undefined);
  trailFailure = $state.raw<Failure | undefined>(undefined);
  /** How many coupons the filter shows and what they add up to, once the first page came. */
  shownSums = $state.raw<{ readonly cupones: number; readonly importe: string } | undefined>(undefined);
  readonly id: string;
  readonly #deps: Deps;
  readonly cuenta: string;
  /** The explanations of the unmatched coupons. */
  readonly explanations: ExplanationsState;
  /** The query that is asked now; late answers are compared with it. A derived value cannot be read once its screen is gone. */
  #currentQuery: unknown;
  /** The address said which group to show: a reading does not change it. */
  #pedido = false;
  /** The reading that is going on. */
  #lectura: Promise<void> | undefined;

  /** The service no longer has the reconciliation: it said so now, or when it was last asked. */
  readonly ausente: boolean = $derived(
    this.leido !== undefined && (this.falla?.code === 'CONCILIACION_INEXISTENTE' || this.leido.ausente === true),
  );
  readonly hasFilter: boolean = $derived(isFiltering(this.filtro));
  readonly tab: ResultTab = $derived(this.#till ? 'caja' : this.grupo);
  /** How the coupons are grouped. Rows that were not sent have nothing to be grouped by. */
  readonly agrupado: ResultGrouping | undefined = $derived(this.grupo === 'errores' ? undefined : this.agrupar);
  /** The query without the page. */
  readonly #consulta: Omit<RowsInput, 'desde' | 'limite' | 'orden'> = $derived.by(() => {
    const { texto, tarjeta, comercio, nuevos, venta, cupon, causa: cause } = this.filtro;
    return {
      cuenta: this.cuenta,
      id: this.id,
      grupo: this.grupo,
      ...(texto.trim() === '' ? {} : { texto }),
      ...(tarjeta === undefined ? {} : { tarjeta }),
      ...(comercio === undefined ? {} : { comercio }),
      ...(nuevos && this.grupo === 'conciliados' ? { nuevos } : {}),
      ...(venta?.desde === undefined ? {} : { ventaDesde: venta.desde }),
      ...(venta?.hasta === undefined ? {} : { ventaHasta: venta.hasta }),
      ...cupon,
      ...(cause === undefined || this.grupo !== 'sin_conciliar' ? {} : { ns: [...cause.ns] }),
      ...(this.agrupado === undefined ? {} : { agrupar: this.agrupado, cerrados: [...this.cerrados] }),
    };
  });
  /** The rows of the grid. Folding a group, or reading the result again, keeps the place. */
  readonly source: RowSource<ResultRow> = $derived.by(() => {
    const query = this.#consulta;
    this.#currentQuery = query;
    const { cerrados: _closed, ...question } = query;
    void this.leido?.leido;
    void this.explanations.overview;
    return {
      clave: JSON.stringify(question),
      read: async (from, limit, order) => {
        const chosen = toOrder(order);
        const input = { ...query, ...(chosen === undefined ? {} : { orden: chosen }), desde: from, limite: limit };
        const page = await this.#deps.api.call('conciliaciones.cupones', input);
        if (query.grupo === 'sin_conciliar') await this.explanations.learn(this.id, numbersOf(page.filas));
        if (this.#currentQuery === query) this.shownSums = { cupones: page.cupones, importe: page.importe };
        return { filas: page.filas, total: page.total };
      },
    };
  });

  constructor(deps: Deps, account: string, id: string) {
    this.#deps = deps;
    this.cuenta = account;
    this.id = id;
    this.explanations = new ExplanationsState(deps.api, account);
  }

  /** Shows at once what this PC kept, then reads the result again from the service, except when the upload itself has read it today. */
  async open(signal: AbortSignal): Promise<void> {
    try {
      const stored = await this.#deps.api.call('conciliaciones.guardada', this.#open, { signal });
      if (stored !== null) this.#receive(stored);
    } catch (error) {
      if (!signal.aborted) this.falla = toFailure(error);
    }
    // The kept result is complete on screen: nobody is asked for the secret only to read it again.
    if (!signal.aborted && this.leido?.delEnvio !== true) await this.#readOnce(signal, this.leido !== undefined);
  }

  /**
   * Reads the result from the service, as work that the top bar shows. The previous result stays until the new one is here. A call during a reading
   * waits for that reading.
   */
  async read(signal: AbortSignal): Promise<void> {
    await this.#readOnce(signal, false);
  }

  async #readOnce(signal: AbortSignal, withoutAsking: boolean): Promise<void> {
    this.#lectura ??= this.#readPages(signal, withoutAsking);
    await this.#lectura;
  }

  /** Explains the unmatched coupons with what this PC knows now. */
  async explain(signal: AbortSignal): Promise<void> {
    if (signal.aborted || (this.leido?.grupos.sin_conciliar.cupones ?? 0) === 0) return;
    await this.explanations.prepare(this.id, signal);
    const chosen = this.filtro.causa?.causa;
    if (chosen === undefined || signal.aborted) return;
    // The data changed: the same cause may have other coupons now, or none.
    const now = this.explanations.overview?.causas.find((one) => isSameCause(one, chosen));
    if (now !== chosen) await this.seeCause(now);
  }

  /** Shows only the coupons of a systematic cause; all coupons for undefined. */
  async seeCause(cause: StatedCause | undefined): Promise<void> {
    if (cause === undefined) {
      this.filter({ causa: undefined });
      return;
    }
    try {
      const ns = await this.explanations.numbersOf(this.id, cause);
      this.filter({ causa: { causa: cause, ns } });
    } catch (error) {
      this.falla = toFailure(error);
    }
  }

  async #readPages(signal: AbortSignal, withoutAsking: boolean): Promise<void> {
    this.isReading = true;
    this.falla = undefined;
    this.couldNotSignIn = false;
    let stop = signal;
    const input = { ...this.#open, ...(withoutAsking ? { sinPreguntar: withoutAsking } : {}) };
    try {
      const reading = await this.#deps.jobs.perform(
        { seccion: 'conciliaciones', id: this.id },
        (job) => {
          stop = AbortSignal.any([signal, job.signal]);
          const onProgress = (progress: Progress): void => {
            this.progreso = progress;
            job.progreso = progress;
          };
          return this.#deps.api.call('conciliaciones.leer', input, { signal: stop, onProgress });
        },
        m.marco_resultado,
      );
      this.#receive(reading);
    } catch (error) {
      if (stop.aborted) return;
      const failure = toFailure(error);
      if (withoutAsking && isSecretMissing(failure)) this.couldNotSignIn = true;
      else this.falla = failure;
    } finally {
      this.#lectura = undefined;
      this.isReading = false;
      this.progreso = undefined;
    }
  }

  /**
   * Writes the workbook of the kept result and gives it to the person, even if they went to another screen. A result that was not read yet is read
   * first. `signal`: of the screen.
   */
  async writeFile(signal: AbortSignal): Promise<void> {
    if (this.isExporting) return;
    this.isExporting = true;
    const followed = {
      ruta: { seccion: 'conciliaciones', id: this.id },
      title: m.marco_informe,
      pantalla: signal,
      falla: () => this.falla,
    } as const;
    const { jobs } = this.#deps;
    if (this.leido === undefined) await this.read(signal);
    // A reading of the screen ends with the screen; the workbook that was asked for does not.
    if (this.leido === undefined && signal.aborted) await this.read(new AbortController().signal);
    if (this.leido !== undefined) {
      this.falla = undefined;
      await jobs.keepGoing(followed, (job) => this.#write(job));
    } else if (signal.aborted && this.falla !== undefined) {
      jobs.tell({ ...followed, falla: this.falla });
    }
    this.isExporting = false;
  }

  async #write(job: Job): Promise<void> {
    const exported = getReportName({
      cuenta: this.cuenta,
      dias: this.leido?.dias ?? undefined,
      nombre: this.leido?.conciliacion.nombre,
      id: this.id,
    });
    const input = { ...this.#open, exportar: exported };
    const onProgress = (progress: Progress): void => {
      job.progreso = progress;
    };
    try {
      const tracking = { signal: job.signal, onProgress };
      const { exportado } = await this.#deps.api.call('conciliaciones.informe', input, tracking);
      await this.#deps.api.deliver(exportado);
    } catch (error) {
      if (!job.signal.aborted) this.falla = toFailure(error);
    }
  }

  /** Names the reconciliation on this PC; an empty name removes it. True when the name was kept. */
  async rename(written: string): Promise<boolean> {
    const name = written.trim() === '' ? null : written.trim();
    try {
      await this.#deps.api.call('conciliaciones.nombrar', { ...this.#open, nombre: name });
    } catch (error) {
      this.falla = toFailure(error);
      return false;
    }
    if (this.leido === undefined) return true;
    const { nombre: _before, ...conciliacion } = this.leido.conciliacion;
    this.leido = { ...this.leido, conciliacion: { ...conciliacion, ...(name === null ? {} : { nombre: name }) } };
    return true;
  }

  show(group: ResultGroup): void {
    // The same tab is not read again: its sums are still right.
    if (group !== this.grupo) this.shownSums = undefined;
    this.grupo = group;
    this.#till = false;
    this.elegida = undefined;
    this.cerrados = [];
  }

  /** Shows the bridge from the result to the till. The coupons keep their group and filter. */
  showTill(): void {
    this.#till = true;
    this.elegida = undefined;
  }

  filter(edit: Partial<CuponFilter>): void {
    this.filtro = { ...this.filtro, ...edit };
    this.elegida = undefined;
    this.cerrados = [];
  }

  removeFilters(): void {
    this.filter(NO_FILTER);
  }

  /** Shows what an address asks for. A coupon that the address names is looked for in every group and chosen. */
  async showAddressed({ grupo, ventaDesde, ventaHasta, nuevos, texto, cupon }: ResultFilter): Promise<void> {
    const sale = ventaDesde ?? ventaHasta;
    this.#pedido = true;
    this.show(grupo ?? (nuevos === true ? 'conciliados' : 'sin_conciliar'));
    this.filtro = {
      ...NO_FILTER,
      texto: texto ?? '',
      nuevos: nuevos === true,
      venta: sale === undefined ? undefined : { desde: ventaDesde, hasta: ventaHasta },
      cupon,
    };
    if (cupon !== undefined) await this.#locate(cupon);
  }

  /** Shows only what matched since the previous reading. */
  showNews(): void {
    this.show('conciliados');
    this.filtro = { ...NO_FILTER, nuevos: true };
  }

  groupBy(grouping: ResultGrouping | undefined): void {
    this.agrupar = grouping;
    this.cerrados = [];
  }

  /** Folds a group, or unfolds it. */
  toggle(key: string): void {
    const isClosed = this.cerrados.includes(key);
    this.cerrados = isClosed ? this.cerrados.filter((other) => other !== key) : [...this.cerrados, key];
  }

  /** Shows a coupon, then where its money went, or why it did not match. */
  async choose(cupon: ReadCupon | undefined): Promise<void> {
    this.elegida = cupon;
    this.trail = undefined;
    await this.followTrail();
  }

  /** Reads where the money of the shown coupon went, as far as this PC knows now. The previous trail stays until the new one is here. */
  async followTrail(): Promise<void> {
    const cupon = this.elegida;
    this.trailFailure = undefined;
    const open = cupon?.disposicion === 'sin_conciliar';
    await this.explanations.choose(open ? { conciliacion: this.id, n: cupon.n } : undefined);
    if (cupon === undefined || open || this.elegida !== cupon) return;
    try {
      const de = trailSource(this.id, cupon);
      const trail = await this.#deps.api.call('datos.rastro', { cuenta: this.cuenta, de });
      if (this.elegida === cupon) this.trail = trail;
    } catch (error) {
      if (this.elegida === cupon) this.trailFailure = toFailure(error);
    }
  }

  get #open(): { readonly cuenta: string; readonly id: string } {
    return { cuenta: this.cuenta, id: this.id };
  }

  #receive(reading: ResultReading): void {
    const first = this.leido === undefined;
    this.leido = reading;
    if (first && !this.#pedido && reading.grupos.sin_conciliar.cupones === 0) this.grupo = 'conciliados';
    const { cupon } = this.filtro;
    if (cupon !== undefined && this.elegida === undefined) void this.#locate(cupon); // its failure is shown
  }

  /** Goes to the group where a coupon of ours is, and chooses it. Without a kept result it does nothing. */
  async #locate(place: CuponPlace): Promise<void> {
    if (this.leido === undefined) return;
    try {
      for (const group of RESULT_GROUPS) {
        const input = { ...this.#open, grupo: group, ...place, desde: 0, limite: 1 };
        const { filas } = await this.#deps.api.call('conciliaciones.cupones', input);
        const [cupon] = filas;
        if (this.filtro.cupon !== place) return; // the person looks at something else by now
        if (cupon?.tipo !== 'cupon') continue;
        if (this.grupo !== group) this.show(group);
        await this.choose(cupon);
        return;
      }
    } catch (error) {
      this.falla = toFailure(error);
    }
  }
}

export const isOrder = (field: string): boolean => RESULT_ORDERS.some((item) => item === field);

const numbersOf = (rows: readonly ResultRow[]): readonly number[] =>
  rows.flatMap((row) => (row.tipo === 'cupon' ? [row.n] : []));

function toOrder(order: Order | undefined): RowsInput['orden'] {
  const field = RESULT_ORDERS.find((item) => item === order?.campo);
  return field === undefined || order === undefined ? undefined : { campo: field, desc: order.desc };
}
