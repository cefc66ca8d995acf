import type { InicioDocumento } from '#contract/inicio.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';

/** The first page of an account. */
export class InicioState {
  documento = $state.raw<InicioDocumento | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  leyendo = $state(false);
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
    this.leyendo = true;
    this.falla = undefined;
    try {
      const documento = await this.#api.llamar('inicio.ver', { cuenta: this.#cuenta }, { signal });
      if (signal.aborted) return;
      this.documento = documento;
      // Best effort: another program may be writing, and then news are counted from the visit before.
      if (documento.hayDatos) await this.#api.llamar('inicio.visto', { cuenta: this.#cuenta }).catch(() => undefined);
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    } finally {
      this.leyendo = false;
    }
  }
}
