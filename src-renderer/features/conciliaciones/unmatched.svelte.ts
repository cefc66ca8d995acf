import type { StatedCause } from '#contract/explanations.ts';
import type { PendingCupon, UnreconciledDocument } from '#contract/home.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { Shared } from '../../shared/context.ts';
import type { DataColumn, RowSource, Order, Valor } from '../../ui/grid/types.ts';
import { ExplanationsState } from '../explanations/explanations.svelte.ts';

/** Unmatched coupons of every reconciliation of this PC together: what a figure of *Inicio* counts. */
export class UnreconciledState {
  leido = $state.raw<UnreconciledDocument | undefined>(undefined);
  falla = $state.raw<Failure | undefined>(undefined);
  orden = $state.raw<Order | undefined>(undefined);
  elegida = $state.raw<PendingCupon | undefined>(undefined);
  /** Only the coupons of this systematic cause. Of other data it is none of the causes any more, and all are shown. */
  causa = $state.raw<StatedCause | undefined>(undefined);
  /** Why they did not match. */
  readonly explanations: ExplanationsState;
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

  /** What the grid shows: of the cause that was chosen, from the surest down. */
  get rowCount(): readonly PendingCupon[] {
    const filas = this.leido?.filas ?? [];
    const { overview } = this.explanations;
    if (overview === undefined) return filas;
    const place = this.causa === undefined ? -1 : overview.causas.indexOf(this.causa);
    return this.#inQueueOrder(place === -1 ? filas : filas.filter((cupon) => this.queuedOf(cupon)?.causa === place));
  }

  /** Its rows as the grid asks for them: all are here. */
  createSource(columnas: readonly DataColumn<PendingCupon>[]): RowSource<PendingCupon> {
    const { rowCount: filas } = this;
    return {
      clave: this.causa === undefined ? 'todas' : `${this.causa.codigo} ${this.causa.valor}`,
      leer: (desde, howMany, orden) =>
        Promise.resolve({ filas: inOrder(filas, columnas, orden).slice(desde, desde + howMany), total: filas.length }),
    };
  }

  /** Explains them all, then the one that is shown: what this PC keeps is enough. */
  async explain(signal: AbortSignal): Promise<void> {
    if ((this.leido?.cupones ?? 0) === 0) return;
    await this.explanations.prepareQueue(signal);
    if (!signal.aborted) await this.#chooseShown();
  }

  /** Shows the coupons of a systematic cause alone; all of them without one. */
  seeCause(cause: StatedCause | undefined): void {
    this.causa = cause;
    void this.choose(undefined); // nothing is asked
  }

  /** Shows a coupon, then why it did not match. */
  async choose(cupon: PendingCupon | undefined): Promise<void> {
    this.elegida = cupon;
    await this.#chooseShown();
  }

  /** What was learnt of a coupon; undefined before that, and where its result is not kept. */
  queuedOf({ conciliacion, archivo, operacion: { fila } }: PendingCupon): ReturnType<ExplanationsState['queuedOf']> {
    return this.explanations.queuedOf({ conciliacion, archivo, fila });
  }

  async #chooseShown(): Promise<void> {
    await this.explanations.choose(this.elegida === undefined ? undefined : this.queuedOf(this.elegida)?.place);
  }

  /** The surest first, then the oldest and the largest, as the core has them; what it did not explain comes last, as it was. */
  #inQueueOrder(filas: readonly PendingCupon[]): readonly PendingCupon[] {
    const placeOf = (cupon: PendingCupon): number => this.queuedOf(cupon)?.order ?? Infinity;
    return filas.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
  }
}

/** What has nothing comes last, whichever way. */
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
