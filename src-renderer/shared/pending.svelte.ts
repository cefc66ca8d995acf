import type { HomePending, HomeWork } from '#contract/home.ts';
import type { Api } from '../api/api.ts';
import type { Session } from './session.svelte.ts';

/** Counts of pending work, from this PC: the rail and *Inicio* show the same ones. */
export class PendingCounts {
  #document = $state.raw<HomePending | undefined>(undefined);
  /** The counts are on their way; matching takes seconds the first time. */
  isReading = $state(false);
  readonly #api: Api;
  readonly #session: Session;
  #round = 0;

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

  get envios(): number {
    return this.#document?.envios ?? 0;
  }

  /** Asks this PC, never the service. Counts that cannot be read are left out; the screens say why. */
  async read(): Promise<void> {
    const account = this.#session.actual?.nombre;
    this.#round += 1;
    const round = this.#round;
    let answer: HomePending | undefined;
    this.isReading = true;
    try {
      answer = account === undefined ? undefined : await this.#api.call('inicio.pendientes', { cuenta: account });
    } catch {
      answer = undefined;
    }
    // Another account may have been chosen meanwhile, or a later count is on its way.
    if (round !== this.#round) return;
    this.isReading = false;
    if (this.#session.actual?.nombre === account) this.#document = answer;
  }
}
