import type { ReadCupon, ResultGrouping, ResultRow, ResultGroup, ResultReading } from '#contract/conciliaciones.ts';
import { RESULT_GROUPS } from '#contract/data-fields.ts';
import type { StatedCause } from '#contract/explanations.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Progress } from '#contract/host-events.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { Shared } from '../../shared/context.ts';
import type { ResultFilter, CuponPlace } from '../../shared/route-filter.ts';
import { m } from '../../paraglide/messages.js';
import { isSecretMissing } from '../../ui/errors.ts';
import type { RowSource, Order } from '../../ui/grid/types.ts';
import { ExplanationsState, isSameCause } from '../explanations/explanations.svelte.ts';
import { ChosenCupon } from './chosen-cupon.svelte.ts';
import { toResultOrder, isFiltering, type CuponFilter, type ResultTab } from './filter.ts';
import { haveSheets } from './columns.ts';
import { StoreNames } from './store-names.svelte.ts';
import { ResultReport } from './result-report.svelte.ts';

type Deps = Pick<Shared, 'api' | 'jobs'>;
type RowsInput = MethodInput<'conciliaciones.cupones'>;

/** The result of one reconciliation: read from the service, kept on this PC, shown page by page. */
export class ResultState {
  document = $state.raw<ResultReading | undefined>(undefined);
  isReading = $state(false);
  progress = $state.raw<Progress | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  /** True when the result was not read again, because that needs the person's secret. */
  couldNotSignIn = $state(false);
  group: ResultGroup = $state('sin_conciliar');
  #retries = $state(0);
  #till = $state(false);
  cuponFilter: CuponFilter = $state.raw({});
  /** Amounts of matched operations that differ from the coupon's amount, by the coupon's number. */
  otherAmounts = $state.raw<Readonly<Record<number, string>>>({});
  order = $state.raw<Order | undefined>(undefined);
  grouping = $state.raw<ResultGrouping | undefined>(undefined);
  closed = $state.raw<readonly string[]>([]);
  /** Number and sum of the filtered coupons; undefined until the first page came. */
  shownSums = $state.raw<{ readonly cupones: number; readonly importe: string } | undefined>(undefined);
  readonly id: string;
  readonly account: string;
  readonly #deps: Deps;
  readonly stores: StoreNames;
  readonly explanations: ExplanationsState;
  readonly chosen: ChosenCupon;
  readonly report: ResultReport;
  /** The newest query; answers to older queries are dropped. Not derived state, because it is read after the screen may be gone. */
  #currentQuery: unknown;
  /** True when the address had a filter, which the first reading must not change. */
  #isAsked = false;
  /** True once a file with coupons in several sheets was shown; rows then name their sheet. */
  withSheets = $state(false);
  #reading: Promise<void> | undefined;

  /** True when the service no longer has the reconciliation, as the last reading or the kept result says. */
  readonly isAbsent: boolean = $derived(
    this.document !== undefined &&
      (this.failure?.code === 'CONCILIACION_INEXISTENTE' || this.document.ausente === true),
  );
  /** True when this PC deleted the result too: the page keeps what it shows, but the core cannot answer about the result. */
  readonly isForgotten: boolean = $derived.by(
    () => this.isAbsent && this.explanations.preparing.failure?.code === 'CONCILIACION_INEXISTENTE',
  );
  readonly hasFilter: boolean = $derived(isFiltering(this.cuponFilter));
  readonly tab: ResultTab = $derived(this.#till ? 'caja' : this.group);
  /** The field by which coupons are grouped; undefined for rows that were not sent, because the core cannot group them. */
  readonly groupedBy: ResultGrouping | undefined = $derived(this.group === 'errores' ? undefined : this.grouping);
  readonly #query: Omit<RowsInput, 'desde' | 'limite' | 'orden'> = $derived.by(() => {
    const { texto = '', tarjeta, comercio, nuevos, otherAmount, venta, cupon, causa: cause } = this.cuponFilter;
    const isOfOthers = otherAmount === true && this.group === 'conciliados';
    return {
      cuenta: this.account,
      id: this.id,
      grupo: this.group,
      texto: texto.trim() === '' ? undefined : texto,
      tarjeta,
      comercio,
      nuevos: nuevos === true && this.group === 'conciliados' ? nuevos : undefined,
      ventaDesde: venta?.desde,
      ventaHasta: venta?.hasta,
      ...cupon,
      ns: isOfOthers
        ? Object.keys(this.otherAmounts).map(Number)
        : cause === undefined || this.group !== 'sin_conciliar'
          ? undefined
          : [...cause.ns],
      ...(this.groupedBy === undefined ? {} : { agrupar: this.groupedBy, cerrados: [...this.closed] }),
    };
  });
  /** The rows of the grid. Folding a group or reading again keeps the scroll position. */
  readonly source: RowSource<ResultRow> = $derived.by(() => {
    const query = this.#query;
    this.#currentQuery = query;
    const { cerrados: _closed, ...question } = query;
    void this.document?.leido;
    void this.explanations.overview;
    void this.#retries;
    return {
      clave: JSON.stringify(question),
      read: async (from, limit, order) => {
        const input = { ...query, orden: toResultOrder(order), desde: from, limite: limit };
        const page = await this.#deps.api.call('conciliaciones.cupones', input);
        if (query.grupo === 'sin_conciliar') await this.explanations.learn(this.id, numbersOf(page.filas));
        if (haveSheets(page.filas.flatMap((row) => (row.tipo === 'cupon' ? [row] : [])))) this.withSheets = true;
        if (this.#currentQuery === query) this.shownSums = { cupones: page.cupones, importe: page.importe };
        return { filas: page.filas, total: page.total };
      },
    };
  });

  constructor(deps: Deps, account: string, id: string) {
    this.#deps = deps;
    this.account = account;
    this.id = id;
    this.stores = new StoreNames(deps.api, account);
    this.explanations = new ExplanationsState(deps.api, account);
    this.chosen = new ChosenCupon({ api: deps.api, account, id, explanations: this.explanations });
    this.report = new ResultReport(deps, this);
  }

  /** Shows the result kept on this PC, then reads it from the service, unless it comes from today's upload. */
  async open(signal: AbortSignal): Promise<void> {
    const stored = await this.#readStored(signal);
    if (stored) this.#receive(stored);
    // With a kept result on screen, never asks for the secret, because that result is complete.
    if (!signal.aborted && this.document?.delEnvio !== true) await this.read(signal, this.document !== undefined);
  }

  /** Reads the result from the service; a second call joins the first. `withoutAsking`: does not ask the person for the secret. */
  async read(signal: AbortSignal, withoutAsking = false): Promise<void> {
    this.#reading ??= this.#readPages(signal, withoutAsking);
    await this.#reading;
  }

  /** Shows a newer result that an upload or another window kept, in which coupons have other numbers. Then reads the panel's money trail again. */
  async catchUp(signal: AbortSignal): Promise<void> {
    const stored = await this.#readStored(signal);
    if (stored && stored.leido !== this.document?.leido) this.#receive(stored);
    await this.chosen.follow();
  }

  #readStored(signal: AbortSignal): Promise<ResultReading | null | undefined> {
    return this.#attempt(() => this.#deps.api.call('conciliaciones.guardada', this.#open, { signal }), signal);
  }

  /** Gives the answer of `ask`; undefined when it failed. Shows the failure unless the screen is closed. */
  async #attempt<T>(ask: () => Promise<T>, screen?: AbortSignal): Promise<T | undefined> {
    try {
      return await ask();
    } catch (error) {
      if (screen?.aborted !== true) this.failure = toFailure(error);
      return undefined;
    }
  }

  async explain(signal: AbortSignal): Promise<void> {
    if (signal.aborted || (this.document?.grupos.sin_conciliar.cupones ?? 0) === 0) return;
    await this.explanations.prepare(this.id, signal);
    const chosen = this.cuponFilter.causa?.causa;
    if (chosen === undefined || signal.aborted) return;
    // With new data, the cause may have other coupons or be gone.
    const now = this.explanations.overview?.causas.find((one) => isSameCause(one, chosen));
    if (now !== chosen) await this.seeCause(now);
  }

  /** Reads `otherAmounts` from the downloaded operations. After a failure, the rows show none. */
  async readOtherAmounts(signal: AbortSignal): Promise<void> {
    if ((this.document?.grupos.conciliados.cupones ?? 0) === 0) return;
    try {
      const { cupones } = await this.#deps.api.call('conciliaciones.otros_importes', this.#open, { signal });
      const others = Object.fromEntries(cupones.map(({ n, importe }) => [n, importe]));
      // Assigns only a changed answer, because assigning builds the columns again and takes the focus from rows that are still loading.
      if (JSON.stringify(others) !== JSON.stringify(this.otherAmounts)) this.otherAmounts = others;
    } catch {
      return;
    }
  }

  /** Shows only the coupons of a systematic cause, and all coupons for undefined. */
  async seeCause(cause: StatedCause | undefined): Promise<void> {
    const before = this.cuponFilter; // the person may choose something else meanwhile
    if (cause === undefined) {
      this.filter({ causa: undefined });
      return;
    }
    const ns = await this.#attempt(() => this.explanations.numbersOf(this.id, cause));
    if (ns !== undefined && this.cuponFilter === before) this.filter({ causa: { causa: cause, ns } });
  }

  async #readPages(signal: AbortSignal, withoutAsking: boolean): Promise<void> {
    this.isReading = true;
    this.failure = undefined;
    this.couldNotSignIn = false;
    let stop = signal;
    const input = { ...this.#open, ...(withoutAsking ? { sinPreguntar: withoutAsking } : {}) };
    try {
      const reading = await this.#deps.jobs.perform(
        { seccion: 'conciliaciones', id: this.id },
        (job) => {
          stop = AbortSignal.any([signal, job.signal]);
          const onProgress = (progress: Progress): void => {
            this.progress = progress;
            job.progress = progress;
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
      else this.failure = failure;
    } finally {
      this.#reading = undefined;
      this.isReading = false;
      this.progress = undefined;
    }
  }

  /** Names the reconciliation on this PC; an empty text removes the name. Gives true when saved. */
  async rename(written: string): Promise<boolean> {
    const name = written.trim() === '' ? null : written.trim();
    const input = { ...this.#open, nombre: name };
    if ((await this.#attempt(() => this.#deps.api.call('conciliaciones.nombrar', input))) === undefined) return false;
    if (this.document === undefined) return true;
    const { nombre: _before, ...conciliacion } = this.document.conciliacion;
    this.document = { ...this.document, conciliacion: { ...conciliacion, ...(name === null ? {} : { nombre: name }) } };
    return true;
  }

  show(group: ResultGroup): void {
    // Keeps the sums, which are still right, while the tab stays the same.
    if (group !== this.group) this.shownSums = undefined;
    this.group = group;
    this.#till = false;
    this.chosen.release();
    this.closed = [];
  }

  /** Shows the bridge from the result to the till's total; keeps group and filter of the coupons. */
  showTill(): void {
    this.#till = true;
    this.chosen.release();
  }

  filter(edit: CuponFilter | undefined): void {
    this.cuponFilter = edit === undefined ? {} : { ...this.cuponFilter, ...edit };
    this.chosen.release();
    this.closed = [];
  }

  /** Applies the filter of an address. If it names a coupon, finds its group and chooses the coupon. */
  async showAddressed(asked: ResultFilter): Promise<void> {
    const { grupo, ventaDesde: desde, ventaHasta: hasta, ...filter } = asked;
    const { nuevos, cupon } = filter;
    this.#isAsked = true;
    this.show(grupo ?? (nuevos === true ? 'conciliados' : 'sin_conciliar'));
    this.cuponFilter = { ...filter, venta: (desde ?? hasta) === undefined ? undefined : { desde, hasta } };
    if (cupon !== undefined) await this.#locate(cupon);
  }

  showNews(): void {
    this.show('conciliados');
    this.cuponFilter = { nuevos: true };
  }

  groupBy(grouping: ResultGrouping | undefined): void {
    this.grouping = grouping;
    this.closed = [];
  }

  retry(): void {
    this.#retries += 1;
  }

  toggle(key: string): void {
    const isClosed = this.closed.includes(key);
    this.closed = isClosed ? this.closed.filter((other) => other !== key) : [...this.closed, key];
  }

  get #open(): { readonly cuenta: string; readonly id: string } {
    return { cuenta: this.account, id: this.id };
  }

  #receive(reading: ResultReading): void {
    const first = this.document === undefined;
    this.document = reading;
    void this.stores.read(reading.comercios.map(({ clave }) => clave)); // without names, stores keep their numbers
    if (this.chosen.cupon !== undefined) void this.#findAgain(this.chosen.cupon);
    if (first && !this.#isAsked && reading.grupos.sin_conciliar.cupones === 0) this.group = 'conciliados';
    const { cupon } = this.cuponFilter;
    if (cupon !== undefined && this.chosen.cupon === undefined) void this.#locate(cupon);
  }

  /** Chooses the same coupon in a newer reading. Closes the panel if the group lacks the coupon, or if no file of this PC has it. */
  async #findAgain(before: ReadCupon): Promise<void> {
    const { operacion, archivo } = before;
    if (operacion.fila === null) {
      this.chosen.release();
      return;
    }
    const place = { fila: operacion.fila, ...(archivo === null ? {} : { archivo }) };
    await this.#attempt(async () => {
      const now = await this.#findIn(this.group, place);
      if (this.chosen.cupon === before) await this.chosen.choose(now); // otherwise the person has chosen something else by now
    });
  }

  /** Finds the coupon of an uploaded row, shows its group and chooses it. */
  async #locate(place: CuponPlace): Promise<void> {
    if (this.document === undefined) return;
    await this.#attempt(async () => {
      for (const group of RESULT_GROUPS) {
        const cupon = await this.#findIn(group, place);
        if (this.cuponFilter.cupon !== place) return; // the person has chosen something else by now
        if (cupon === undefined) continue;
        if (this.group !== group) this.show(group);
        await this.chosen.choose(cupon);
        return;
      }
    });
  }

  async #findIn(grupo: ResultGroup, place: CuponPlace): Promise<ReadCupon | undefined> {
    const input = { ...this.#open, grupo, ...place, desde: 0, limite: 1 };
    const { filas } = await this.#deps.api.call('conciliaciones.cupones', input);
    return filas.find((row) => row.tipo === 'cupon');
  }
}

const numbersOf = (rows: readonly ResultRow[]): readonly number[] =>
  rows.flatMap((row) => (row.tipo === 'cupon' ? [row.n] : []));
