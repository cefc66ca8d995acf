import type { UpdatesDocument } from '#contract/settings.ts';
import type { Api } from '../../api/api.ts';
import { Failure } from '../../api/failure.ts';
import { Task } from '../../shared/task.svelte.ts';

/** New versions of the program, for *Ajustes*. `progress` counts the bytes of a download. */
export class UpdatesState extends Task {
  value = $state.raw<UpdatesDocument | undefined>(undefined);
  doing = $state<'look' | 'install' | undefined>(undefined);
  readonly #api: Api;

  constructor(api: Api) {
    super();
    this.#api = api;
  }

  readonly offered = $derived.by(() => {
    const now = this.value?.ahora;
    return now !== undefined && 'version' in now ? now.version : undefined;
  });

  read(): Promise<void> {
    return this.#keep(() => this.#api.call('actualizaciones.ver', {}));
  }

  look(): Promise<void> {
    return this.#do('look', () => this.#api.call('actualizaciones.buscar', {}));
  }

  install(): Promise<void> {
    return this.#do('install', async ({ onProgress }) => {
      const brought = await this.#api.call('actualizaciones.bajar', {}, { onProgress });
      return brought.ahora.estado === 'lista' ? this.#api.call('actualizaciones.instalar', {}) : brought;
    });
  }

  async #do(what: 'look' | 'install', work: Parameters<typeof this.run<UpdatesDocument>>[0]): Promise<void> {
    if (this.doing !== undefined) return;
    this.doing = what;
    await this.#keep(work);
    // After `install` the program closes, and the button stays disabled until then.
    if (what !== 'install' || this.failure !== undefined) this.doing = undefined;
  }

  async #keep(work: Parameters<typeof this.run<UpdatesDocument>>[0]): Promise<void> {
    this.value = (await this.run(work)) ?? this.value;
    const ahora = this.value?.ahora;
    if (this.failure === undefined && ahora?.estado === 'falla')
      this.failure = new Failure({ code: ahora.codigo, message: ahora.mensaje });
  }
}
