import type { InicioPendientes } from '#contract/inicio.ts';
import type { Api } from '../api/api.ts';
import type { Sesion } from './sesion.svelte.ts';

/** What the rail counts: how much waits for the person in each section, as far as this PC knows. */
export class Pendientes {
  #leidos = $state.raw<InicioPendientes | undefined>(undefined);
  readonly #api: Api;
  readonly #sesion: Sesion;

  constructor(api: Api, sesion: Sesion) {
    this.#api = api;
    this.#sesion = sesion;
  }

  get sinConciliar(): number {
    return this.#leidos?.sinConciliar ?? 0;
  }
  get contracargos(): number {
    return this.#leidos?.contracargos ?? 0;
  }

  /** Asks this PC, never the service. Where it cannot be known nothing is counted: the screens say why. */
  async leer(): Promise<void> {
    const cuenta = this.#sesion.actual?.nombre;
    let leidos: InicioPendientes | undefined;
    try {
      leidos = cuenta === undefined ? undefined : await this.#api.llamar('inicio.pendientes', { cuenta });
    } catch {
      leidos = undefined;
    }
    // Another account may have been chosen meanwhile.
    if (this.#sesion.actual?.nombre === cuenta) this.#leidos = leidos;
  }
}
