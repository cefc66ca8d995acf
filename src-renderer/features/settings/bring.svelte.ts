import type { ExaminedTransfer, ImportedTransfer } from '#contract/settings.ts';
import type { Shared } from '../../shared/context.ts';
import type { Task } from './task.svelte.ts';

type Deps = Pick<Shared, 'api' | 'sesion' | 'ajustes'>;

/** Bringing everything from another PC: the file is read whole and shown before anything here is replaced. */
export class FetchState {
  examinado = $state.raw<ExaminedTransfer | undefined>(undefined);
  importado = $state.raw<ImportedTransfer | undefined>(undefined);
  readonly #deps: Deps;
  readonly #tarea: Task;
  #archivo = '';

  /** `tarea`: whatever else the screen does waits for this, and this for it. */
  constructor(deps: Deps, task: Task) {
    this.#deps = deps;
    this.#tarea = task;
  }

  async examine(file: File, signal: AbortSignal): Promise<void> {
    this.importado = undefined;
    const { api } = this.#deps;
    this.examinado = await this.#tarea.run(async (onProgress) => {
      this.#archivo = await api.archivo(file, signal);
      return api.call('traslado.examinar', { archivos: [this.#archivo] }, { signal, onAvance: onProgress });
    });
  }

  async importFiles(): Promise<void> {
    const { api, sesion, ajustes } = this.#deps;
    // What was shown is what is brought: should the file be another one by now, nothing is.
    const seen = this.examinado === undefined ? {} : { huella: this.examinado.huella };
    this.importado = await this.#tarea.run((onProgress) =>
      api.call('traslado.importar', { archivos: [this.#archivo], si: true, ...seen }, { onAvance: onProgress }),
    );
    this.examinado = undefined;
    if (this.importado !== undefined) await Promise.all([sesion.leer(), ajustes.leer()]);
  }

  leave(): void {
    this.examinado = undefined;
  }
}
