import type { StatedDecision } from '#contract/decisions.ts';
import type { StatedCause } from '#contract/explanations.ts';
import type { PendingCupon, UnreconciledDocument } from '#contract/home.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { Shared } from '../../shared/context.ts';
import type { DataColumn, RowSource, Order, Valor } from '../../ui/grid/types.ts';
import type { WorkbookTask } from '../../shared/workbook-task.svelte.ts';
import { ExplanationsState, isSameCause } from '../explanations/explanations.svelte.ts';
import { isShownBy, type QueueFilter } from '../explanations/queue.ts';
import { getReportName } from '#domain/texts/report-name.ts';

/** Unmatched coupons of all reconciliations of this PC together: a figure of *Inicio* counts them. */
export class UnreconciledState {
  leido = $state.raw<UnreconciledDocument | undefined>(undefined);
  falla = $state.raw<Failure | undefined>(undefined);
  orden = $state.raw<Order | undefined>(undefined);
  elegida = $state.raw<PendingCupon | undefined>(undefined);
  /** The systematic cause whose coupons are shown alone. When the data changes, the cause is no longer among the causes, and all coupons are shown. */
  causa = $state.raw<StatedCause | undefined>(undefined);
  /** Which of them are shown. */
  ver = $state<QueueFilter>('to_do');
  /** Several that the person marked, or those of a cause, to be decided about together. */
  several = $state.raw<
    { readonly cupones: readonly PendingCupon[]; readonly causa: StatedCause | undefined } | undefined
  >(undefined);
  /** Why they did not match. */
  readonly explanations: ExplanationsState;
  /** The chosen one, where the filter would not show it any more: it goes when another one is chosen. */
  readonly #kept = $derived.by(() => {
    const { elegida } = this;
    return elegida === undefined || isShownBy(this.ver, this.#decisionOf(elegida)) ? undefined : elegida;
  });
  readonly #api: Shared['api'];
  readonly #cuenta: string;
  readonly #edad: number | 'todas';

  constructor(api: Shared['api'], cuenta: string, edad: number | 'todas') {
    this.#api = api;
    this.#cuenta = cuenta;
    this.#edad = edad;
    this.explanations = new ExplanationsState(api, cuenta);
  }

  async leer(signal: AbortSignal): Promise<void> {
    this.falla = undefined;
    const edad = this.#edad === 'todas' ? {} : { edad: this.#edad };
    try {
      this.leido = await this.#api.call('inicio.sin_conciliar', { cuenta: this.#cuenta, ...edad }, { signal });
    } catch (error) {
      if (!signal.aborted) this.falla = toFailure(error);
    }
  }

  /** The rows of the grid: those of the chosen filter and cause, the surest first. */
  get rowCount(): readonly PendingCupon[] {
    return this.#inQueueOrder(this.#ofCause.filter((cupon) => this.#isShown(cupon)));
  }

  /** How many each filter would show. */
  get counts(): Readonly<Record<QueueFilter, number>> {
    const count = (filter: QueueFilter): number =>
      this.#ofCause.filter((cupon) => isShownBy(filter, this.#decisionOf(cupon))).length;
    return {
      to_do: count('to_do'),
      decided: count('decided'),
      to_look_again: count('to_look_again'),
      claims: count('claims'),
      all: this.#ofCause.length,
    };
  }

  /** Those of the cause that was chosen; all of them without one, and where other data has no such cause any more. */
  get #ofCause(): readonly PendingCupon[] {
    const filas = this.leido?.filas ?? [];
    const place = this.#placeOfCause(this.causa);
    return place === -1 ? filas : filas.filter((cupon) => this.queuedOf(cupon)?.causa === place);
  }

  /** The chosen cause as it is now. */
  get chosenCause(): StatedCause | undefined {
    return this.explanations.overview?.causas[this.#placeOfCause(this.causa)];
  }

  #placeOfCause(cause: StatedCause | undefined): number {
    const { overview } = this.explanations;
    return cause === undefined || overview === undefined
      ? -1
      : overview.causas.findIndex((one) => isSameCause(one, cause));
  }

  #decisionOf(cupon: PendingCupon): StatedDecision | null | undefined {
    // What is known of a row changes with the overview, which is what Svelte sees.
    return this.explanations.overview === undefined ? undefined : this.queuedOf(cupon)?.decision;
  }

  #isShown(cupon: PendingCupon): boolean {
    return cupon === this.#kept || isShownBy(this.ver, this.#decisionOf(cupon));
  }

  /** The rows as a source for the grid: all of them are in memory. */
  createSource(columnas: readonly DataColumn<PendingCupon>[]): RowSource<PendingCupon> {
    const { rowCount: filas, chosenCause } = this;
    return {
      clave: [this.ver, chosenCause?.codigo, chosenCause?.valor].join(' '),
      leer: (desde, howMany, orden) =>
        Promise.resolve({ filas: inOrder(filas, columnas, orden).slice(desde, desde + howMany), total: filas.length }),
    };
  }

  /** Writes the coupons that are shown, in the order in which they are, as a workbook. `cuales`: the words of the filter. */
  async writeWorkbook(
    columnas: readonly DataColumn<PendingCupon>[],
    cuales: string,
    tracking: Parameters<Parameters<WorkbookTask['run']>[1]>[0],
  ): Promise<string> {
    const { chosenCause: cause } = this;
    const rows = inOrder(this.rowCount, columnas, this.orden);
    const days = rows.flatMap(({ operacion }) => operacion.fecha_venta ?? []).toSorted();
    const [desde, hasta] = [days[0], days.at(-1)];
    const exportar = getReportName({
      what: 'sin-conciliar',
      cuenta: this.#cuenta,
      dias: desde === undefined || hasta === undefined ? undefined : { desde, hasta },
      ...(cause === undefined ? {} : { nombre: cause.valor }),
    });
    const { exportado } = await this.#api.call(
      'explicaciones.exportar',
      {
        cuenta: this.#cuenta,
        exportar,
        cupones: rows.map(({ conciliacion, archivo, operacion: { fila } }) => ({ conciliacion, archivo, fila })),
        cuales: [cuales, ...(cause === undefined ? [] : [cause.texto])],
        ...(cause === undefined ? {} : { causa: this.#placeOfCause(cause) }),
      },
      tracking,
    );
    return exportado;
  }

  /** Decides about several together: those that the person marked, or all of a cause that wait. */
  decideAbout(cupones: readonly PendingCupon[], causa?: StatedCause): void {
    void this.choose(undefined); // nothing is asked
    this.several = cupones.length === 0 ? undefined : { cupones, causa };
  }

  /** Decides about the coupons of a cause of which something is left to do. */
  decideAboutCause(cause: StatedCause): void {
    const place = this.#placeOfCause(cause);
    const filas = this.leido?.filas ?? [];
    const own = filas.filter((cupon) => {
      const queued = this.queuedOf(cupon);
      return queued?.causa === place && isShownBy('to_do', queued.decision);
    });
    this.decideAbout(this.#inQueueOrder(own), cause);
  }

  /** Explains all coupons, then the one that is shown, with what this PC keeps. */
  async explain(signal: AbortSignal): Promise<void> {
    if ((this.leido?.cupones ?? 0) === 0) return;
    await this.explanations.prepareQueue(signal);
    if (!signal.aborted) await this.#chooseShown();
  }

  /** Shows only the coupons of a systematic cause; all coupons for undefined. */
  seeCause(cause: StatedCause | undefined): void {
    this.causa = cause;
    this.several = undefined;
    void this.choose(undefined); // nothing is asked
  }

  /** Shows a coupon, then why it did not match. */
  async choose(cupon: PendingCupon | undefined): Promise<void> {
    this.elegida = cupon;
    if (cupon !== undefined) this.several = undefined;
    await this.#chooseShown();
  }

  /** The explanation of a coupon; undefined until there is one, and when its result is not kept. */
  queuedOf({ conciliacion, archivo, operacion: { fila } }: PendingCupon): ReturnType<ExplanationsState['queuedOf']> {
    return this.explanations.queuedOf({ conciliacion, archivo, fila });
  }

  async #chooseShown(): Promise<void> {
    await this.explanations.choose(this.elegida === undefined ? undefined : this.queuedOf(this.elegida)?.place);
  }

  /** The order of the core: the surest first, then the oldest and the largest. Coupons that the core did not explain come last, in their order. */
  #inQueueOrder(filas: readonly PendingCupon[]): readonly PendingCupon[] {
    const placeOf = (cupon: PendingCupon): number => this.queuedOf(cupon)?.order ?? Infinity;
    return filas.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
  }
}

/** Sorts by a column. Rows without a value come last, in both directions. */
function inOrder<F>(filas: readonly F[], columnas: readonly DataColumn<F>[], orden: Order | undefined): readonly F[] {
  const columna = columnas.find(({ clave }) => clave === orden?.campo);
  if (orden === undefined || columna?.valor === undefined) return filas;
  const { tipo, valor } = columna;
  const comparable = (fila: F): Valor => (tipo === 'importe' ? Number(valor(fila)) : valor(fila));
  const direction = orden.desc ? -1 : 1;
  return filas.toSorted((a, b) => {
    const [x, y] = [comparable(a), comparable(b)];
    if (isNothing(x) || isNothing(y)) return Number(isNothing(x)) - Number(isNothing(y));
    if (typeof x === 'number' && typeof y === 'number') return direction * (x - y);
    return direction * String(x).localeCompare(String(y));
  });
}
const isNothing = (valor: Valor): boolean => valor === null || valor === undefined || valor === '';
