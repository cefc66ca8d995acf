import type { TrasladoExaminado, TrasladoImportado } from '#contract/ajustes.ts';
import type { Comun } from '../../marco/contexto.ts';
import type { Tarea } from './tarea.svelte.ts';

type Deps = Pick<Comun, 'api' | 'sesion' | 'ajustes'>;

/** Bringing everything from another PC: the file is read whole and shown before anything here is replaced. */
export class TraerState {
  examinado = $state.raw<TrasladoExaminado | undefined>(undefined);
  importado = $state.raw<TrasladoImportado | undefined>(undefined);
  readonly #deps: Deps;
  readonly #tarea: Tarea;
  #archivo = '';

  /** `tarea`: whatever else the screen does waits for this, and this for it. */
  constructor(deps: Deps, tarea: Tarea) {
    this.#deps = deps;
    this.#tarea = tarea;
  }

  async examinar(file: File, signal: AbortSignal): Promise<void> {
    this.importado = undefined;
    const { api } = this.#deps;
    this.examinado = await this.#tarea.hacer(async (onAvance) => {
      this.#archivo = await api.archivo(file, signal);
      return api.llamar('traslado.examinar', { archivos: [this.#archivo] }, { signal, onAvance });
    });
  }

  async importar(): Promise<void> {
    const { api, sesion, ajustes } = this.#deps;
    // What was shown is what is brought: should the file be another one by now, nothing is.
    const visto = this.examinado === undefined ? {} : { huella: this.examinado.huella };
    this.importado = await this.#tarea.hacer((onAvance) =>
      api.llamar('traslado.importar', { archivos: [this.#archivo], si: true, ...visto }, { onAvance }),
    );
    this.examinado = undefined;
    if (this.importado !== undefined) await Promise.all([sesion.leer(), ajustes.leer()]);
  }

  dejar(): void {
    this.examinado = undefined;
  }
}
