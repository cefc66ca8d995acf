import type { ExaminedTransfer, ImportedTransfer } from '#contract/settings.ts';
import type { Shared } from '../../shared/context.ts';
import type { Task } from './task.svelte.ts';

type Deps = Pick<Shared, 'api' | 'session' | 'settings'>;

/** Bringing everything from another PC: the file is read whole and shown before anything here is replaced. */
export class FetchState {
  examined = $state.raw<ExaminedTransfer | undefined>(undefined);
  imported = $state.raw<ImportedTransfer | undefined>(undefined);
  readonly #deps: Deps;
  readonly #task: Task;
  #file = '';

  /** `task`: shared with the rest of the screen, so that only one of its actions runs at a time. */
  constructor(deps: Deps, task: Task) {
    this.#deps = deps;
    this.#task = task;
  }

  async examine(file: File, signal: AbortSignal): Promise<void> {
    this.imported = undefined;
    const { api } = this.#deps;
    this.examined = await this.#task.run(async (onProgress) => {
      this.#file = await api.file(file, signal);
      return api.call('traslado.examinar', { archivos: [this.#file] }, { signal, onProgress });
    });
  }

  async importFiles(): Promise<void> {
    const { api, session, settings } = this.#deps;
    // The core brings only the file that was shown: if the file changed since, it brings nothing.
    const seen = this.examined === undefined ? {} : { huella: this.examined.huella };
    this.imported = await this.#task.run((onProgress) =>
      api.call('traslado.importar', { archivos: [this.#file], si: true, ...seen }, { onProgress }),
    );
    this.examined = undefined;
    if (this.imported !== undefined) await Promise.all([session.read(), settings.read()]);
  }

  leave(): void {
    this.examined = undefined;
  }
}
