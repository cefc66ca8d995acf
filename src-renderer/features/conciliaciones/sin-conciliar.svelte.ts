import type { CausaDicha } from '#contract/explanations.ts';
import type { CuponPendiente, SinConciliarDocumento } from '#contract/inicio.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import type { Comun } from '../../marco/contexto.ts';
import type { ColumnaDatos, Fuente, Orden, Valor } from '../../ui/grilla/tipos.ts';
import { ExplanationsState } from '../explanations/explanations.svelte.ts';

/** Unmatched coupons of every reconciliation of this PC together: what a figure of Inicio counts. */
export class SinConciliarState {
  leido = $state.raw<SinConciliarDocumento | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  orden = $state.raw<Orden | undefined>(undefined);
  elegida = $state.raw<CuponPendiente | undefined>(undefined);
  /** Only the coupons of this systematic cause. Of other data it is none of the causes any more, and all are shown. */
  causa = $state.raw<CausaDicha | undefined>(undefined);
  /** Why they did not match. */
  readonly explanations: ExplanationsState;
  readonly #api: Comun['api'];
  readonly #cuenta: string;
  readonly #edad: number | 'todas';

  constructor(api: Comun['api'], cuenta: string, edad: number | 'todas') {
    this.#api = api;
    this.#cuenta = cuenta;
    this.#edad = edad;
    this.explanations = new ExplanationsState(api, cuenta);
  }

  async leer(signal: AbortSignal): Promise<void> {
    this.falla = undefined;
    const edad = this.#edad === 'todas' ? {} : { edad: this.#edad };
    try {
      this.leido = await this.#api.llamar('inicio.sin_conciliar', { cuenta: this.#cuenta, ...edad }, { signal });
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    }
  }

  /** What the grid shows: of the cause that was chosen, from the surest down. */
  get filas(): readonly CuponPendiente[] {
    const filas = this.leido?.filas ?? [];
    const { overview } = this.explanations;
    if (overview === undefined) return filas;
    const place = this.causa === undefined ? -1 : overview.causas.indexOf(this.causa);
    return this.#inQueueOrder(place === -1 ? filas : filas.filter((cupon) => this.queuedOf(cupon)?.causa === place));
  }

  /** Its rows as the grid asks for them: all are here. */
  fuente(columnas: readonly ColumnaDatos<CuponPendiente>[]): Fuente<CuponPendiente> {
    const { filas } = this;
    return {
      clave: this.causa === undefined ? 'todas' : `${this.causa.codigo} ${this.causa.valor}`,
      leer: (desde, cuantas, orden) =>
        Promise.resolve({ filas: enOrden(filas, columnas, orden).slice(desde, desde + cuantas), total: filas.length }),
    };
  }

  /** Explains them all, then the one that is shown: what this PC keeps is enough. */
  async explain(signal: AbortSignal): Promise<void> {
    if ((this.leido?.cupones ?? 0) === 0) return;
    await this.explanations.prepareQueue(signal);
    if (!signal.aborted) await this.#chooseShown();
  }

  /** Shows the coupons of a systematic cause alone; all of them without one. */
  seeCause(causa: CausaDicha | undefined): void {
    this.causa = causa;
    void this.elegir(undefined); // nothing is asked
  }

  /** Shows a coupon, then why it did not match. */
  async elegir(cupon: CuponPendiente | undefined): Promise<void> {
    this.elegida = cupon;
    await this.#chooseShown();
  }

  /** What was learnt of a coupon; undefined before that, and where its result is not kept. */
  queuedOf({ conciliacion, archivo, operacion: { fila } }: CuponPendiente): ReturnType<ExplanationsState['queuedOf']> {
    return this.explanations.queuedOf({ conciliacion, archivo, fila });
  }

  async #chooseShown(): Promise<void> {
    await this.explanations.choose(this.elegida === undefined ? undefined : this.queuedOf(this.elegida)?.place);
  }

  /** The surest first, then the oldest and the largest, as the core has them; what it did not explain comes last, as it was. */
  #inQueueOrder(filas: readonly CuponPendiente[]): readonly CuponPendiente[] {
    const placeOf = (cupon: CuponPendiente): number => this.queuedOf(cupon)?.order ?? Infinity;
    return filas.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
  }
}

/** What has nothing comes last, whichever way. */
function enOrden<F>(filas: readonly F[], columnas: readonly ColumnaDatos<F>[], orden: Orden | undefined): readonly F[] {
  const columna = columnas.find(({ clave }) => clave === orden?.campo);
  if (orden === undefined || columna?.valor === undefined) return filas;
  const { tipo, valor } = columna;
  const comparable = (fila: F): Valor => (tipo === 'importe' ? Number(valor(fila)) : valor(fila));
  const sentido = orden.desc ? -1 : 1;
  return filas.toSorted((a, b) => {
    const [x, y] = [comparable(a), comparable(b)];
    if (esNada(x) || esNada(y)) return Number(esNada(x)) - Number(esNada(y));
    if (typeof x === 'number' && typeof y === 'number') return sentido * (x - y);
    return sentido * String(x).localeCompare(String(y));
  });
}
const esNada = (valor: Valor): boolean => valor === null || valor === undefined || valor === '';
