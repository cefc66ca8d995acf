import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';

/** Starting the example service inside the application. */
export class EjemploState {
  empezando = $state(false);
  falla = $state.raw<Falla | undefined>(undefined);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The name of the example account, ready to be used; undefined when it could not start (`falla` says why). */
  async empezar(signal: AbortSignal): Promise<string | undefined> {
    this.empezando = true;
    this.falla = undefined;
    try {
      const { nombre } = await this.#api.llamar('ejemplo.iniciar', {}, { signal });
      return nombre;
    } catch (error) {
      this.falla = comoFalla(error);
      return undefined;
    } finally {
      this.empezando = false;
    }
  }
}
