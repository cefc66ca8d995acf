import type { HomeDocument } from '#contract/home.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';

/** The first page of an account. */
export class HomeState {
  document = $state.raw<HomeDocument | undefined>(undefined);
  falla = $state.raw<Failure | undefined>(undefined);
  isReading = $state(false);
  /** What the month shows. */
  campo: 'vendido' | 'acreditado' = $state('vendido');
  readonly #api: Api;
  readonly #cuenta: string | undefined;

  constructor(api: Api, cuenta: string | undefined) {
    this.#api = api;
    this.#cuenta = cuenta;
  }

  /** What was read before stays on screen while it is read again, and when it cannot be. */
  async leer(signal: AbortSignal): Promise<void> {
    this.isReading = true;
    this.falla = undefined;
    try {
      const doc = await this.#api.call('inicio.ver', { cuenta: this.#cuenta }, { signal });
      if (signal.aborted) return;
      this.document = doc;
      // Best effort: another program may be writing, and then news are counted from the visit before.
      if (doc.hayDatos) await this.#api.call('inicio.visto', { cuenta: this.#cuenta }).catch(() => undefined);
    } catch (error) {
      if (!signal.aborted) this.falla = toFailure(error);
    } finally {
      this.isReading = false;
    }
  }
}
