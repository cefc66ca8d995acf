import type { HomePending, HomeWork } from '#contract/home.ts';
import type { Api } from '../api/api.ts';
import type { Session } from './session.svelte.ts';
import { Newest } from './task.svelte.ts';

/** The counts of pending work of this PC, for the rail and *Inicio*. */
export class PendingCounts {
  #document = $state.raw<HomePending | undefined>(undefined);
  readonly #api: Api;
  readonly #session: Session;
  readonly #asking = new Newest();

  constructor(api: Api, session: Session) {
    this.#api = api;
    this.#session = session;
  }

  /** The unmatched coupons to do. Null when this PC never reconciled anything; undefined while unknown. */
  get work(): HomeWork | null | undefined {
    return this.#document?.porHacer;
  }
  get contracargos(): number {
    return this.#document?.contracargos ?? 0;
  }

  get envios(): HomePending['envios'] {
    return this.#document?.envios ?? [];
  }

  /** True while the counts are being read; matching takes seconds the first time. */
  get isReading(): boolean {
    return this.#asking.isBusy;
  }

  /** Reads the counts from this PC, never from the service. A failure is left out here, because the screens report it. */
  async read(): Promise<void> {
    const cuenta = this.#session.actual?.nombre;
    if (cuenta === undefined) {
      this.#asking.stop();
      this.#document = undefined;
      return;
    }
    const answer = await this.#asking.run(() => this.#api.call('inicio.pendientes', { cuenta }));
    const hasEnded = answer !== undefined || this.#asking.failure !== undefined;
    // Another account may have been chosen meanwhile.
    if (hasEnded && this.#session.actual?.nombre === cuenta) this.#document = answer;
  }
}
