import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';

/** Starting the example service inside the application. */
export class ExampleState {
  isStarting = $state(false);
  failure = $state.raw<Failure | undefined>(undefined);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The name of the example account, ready to be used; undefined when it could not start (`failure` says why). */
  async begin(signal: AbortSignal): Promise<string | undefined> {
    this.isStarting = true;
    this.failure = undefined;
    try {
      const { nombre } = await this.#api.call('ejemplo.iniciar', {}, { signal });
      return nombre;
    } catch (error) {
      this.failure = toFailure(error);
      return undefined;
    } finally {
      this.isStarting = false;
    }
  }
}
