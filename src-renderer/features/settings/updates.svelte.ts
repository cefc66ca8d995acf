import type { UpdatesDocument } from '#contract/settings.ts';
import type { Api } from '../../api/api.ts';
import { Failure, toFailure } from '../../api/failure.ts';
import type { Progress } from '#contract/host-events.ts';

/** The new versions of the program, as *Ajustes* shows them. */
export class UpdatesState {
  value = $state.raw<UpdatesDocument | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  doing = $state<'look' | 'install' | undefined>(undefined);
  /** Bytes of the download; undefined before it began. */
  progress = $state.raw<Pick<Progress, 'hecho' | 'total'> | undefined>(undefined);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The published version, when it is newer than this one. */
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

  /** Downloads the new version, closes the program and installs it. */
  install(): Promise<void> {
    const onProgress = (progress: Progress): void => {
      this.progress = progress;
    };
    return this.#do('install', async () => {
      const brought = await this.#api.call('actualizaciones.bajar', {}, { onProgress });
      return brought.ahora.estado === 'lista' ? this.#api.call('actualizaciones.instalar', {}) : brought;
    });
  }

  async #do(what: 'look' | 'install', work: () => Promise<UpdatesDocument>): Promise<void> {
    if (this.doing !== undefined) return;
    this.doing = what;
    this.progress = undefined;
    try {
      await this.#keep(work);
    } finally {
      // After a successful `install` the program closes: the button stays as it is until the window goes.
      if (what !== 'install' || this.failure !== undefined) this.doing = undefined;
    }
  }

  async #keep(work: () => Promise<UpdatesDocument>): Promise<void> {
    this.failure = undefined;
    try {
      this.value = await work();
      const { ahora } = this.value;
      if (ahora.estado === 'falla') this.failure = new Failure({ code: ahora.codigo, message: ahora.mensaje });
    } catch (error) {
      this.failure = toFailure(error);
    }
  }
}
