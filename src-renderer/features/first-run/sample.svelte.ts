import type { Api } from '../../api/api.ts';
import { Task } from '../../shared/task.svelte.ts';

/** Starting the example service inside the application. */
export class ExampleState extends Task {
  readonly #api: Api;

  constructor(api: Api) {
    super();
    this.#api = api;
  }

  /** The name of the example account, ready to be used; undefined when it could not start (`failure` says why). */
  begin(signal: AbortSignal): Promise<string | undefined> {
    return this.run(async () => (await this.#api.call('ejemplo.iniciar', {}, { signal })).nombre);
  }
}
