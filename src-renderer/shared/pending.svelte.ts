import type { HomePending } from '#contract/home.ts';
import type { Api } from '../api/api.ts';
import type { Session } from './session.svelte.ts';

/** The counts of the rail: how much waits for the person in each section, as far as this PC knows. */
export class PendingCounts {
  #document = $state.raw<HomePending | undefined>(undefined);
  readonly #api: Api;
  readonly #session: Session;
  #round = 0;

  constructor(api: Api, session: Session) {
    this.#api = api;
    this.#session = session;
  }

  /** Unmatched coupons with which something is left to do. */
  get toDo(): number {
    return this.#document?.porHacer ?? 0;
  }
  get contracargos(): number {
    return this.#document?.contracargos ?? 0;
  }

  /** Asks this PC, never the service. Counts that cannot be read are left out; the screens say why. */
  async read(): Promise<void> {
    const account = this.#session.actual?.nombre;
    this.#round += 1;
    const round = this.#round;
    let answer: HomePending | undefined;
    try {
      answer = account === undefined ? undefined : await this.#api.call('inicio.pendientes', { cuenta: account });
    } catch {
      answer = undefined;
    }
    // Another account may have been chosen meanwhile, or a later count is on its way.
    if (round === this.#round && this.#session.actual?.nombre === account) this.#document = answer;
  }
}
