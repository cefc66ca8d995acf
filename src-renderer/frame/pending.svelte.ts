import type { HomePending } from '#contract/home.ts';
import type { Api } from '../api/api.ts';
import type { Session } from '../shared/session.svelte.ts';

/** The counts of the rail: how much waits for the person in each section, as far as this PC knows. */
export class PendingCounts {
  #leidos = $state.raw<HomePending | undefined>(undefined);
  readonly #api: Api;
  readonly #sesion: Session;

  constructor(api: Api, sesion: Session) {
    this.#api = api;
    this.#sesion = sesion;
  }

  get sinConciliar(): number {
    return this.#leidos?.sinConciliar ?? 0;
  }
  get contracargos(): number {
    return this.#leidos?.contracargos ?? 0;
  }

  /** Asks this PC, never the service. Counts that cannot be read are left out; the screens say why. */
  async leer(): Promise<void> {
    const cuenta = this.#sesion.actual?.nombre;
    let readCount: HomePending | undefined;
    try {
      readCount = cuenta === undefined ? undefined : await this.#api.call('inicio.pendientes', { cuenta });
    } catch {
      readCount = undefined;
    }
    // Another account may have been chosen meanwhile.
    if (this.#sesion.actual?.nombre === cuenta) this.#leidos = readCount;
  }
}
