import type { HomePending, HomeWork } from '#contract/home.ts';
import type { Api } from '../api/api.ts';
import type { Session } from './session.svelte.ts';
import { Newest } from './task.svelte.ts';

/** Counts of pending work, from this PC: the rail and *Inicio* show the same ones. */
export class PendingCounts {
  #document = $state.raw<HomePending | undefined>(undefined);
  readonly #api: Api;
  readonly #session: Session;
  readonly #asking = new Newest();

  constructor(api: Api, session: Session) {
    this.#api = api;
    this.#session = session;
  }

  /** Unmatched coupons to do. Null when nothing was ever reconciled from this PC; undefined while unknown. */
  get work(): HomeWork | null | undefined {
    return this.#document?.porHacer;
  }
  get contracargos(): number {
    return this.#document?.contracargos ?? 0;
  }

  get envios(): HomePending['envios'] {
    return this.#document?.envios ?? [];
  }

  /** The counts are on their way; matching takes seconds the first time. */
  get isReading(): boolean {
    return this.#asking.isBusy;
  }

  /** Asks this PC, never the service. Counts that cannot be read are left out; the screens say why. */
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
