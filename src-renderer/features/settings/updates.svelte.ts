import type { UpdatesDocument } from '#contract/updates.ts';
import type { Api } from '../../api/api.ts';
import { Failure, toFailure } from '../../api/failure.ts';

/** The new versions of the program, as *Ajustes* shows them. */
export class UpdatesState {
  /** Undefined until it was read once. */
  value = $state.raw<UpdatesDocument | undefined>(undefined);
  /** Why the last action failed. */
  failure = $state.raw<Failure | undefined>(undefined);
  doing = $state<'look' | 'bring' | 'install' | undefined>(undefined);
  /** Bytes that have come so far. */
  brought = $state(0);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The version that the feed offers, at whatever stage of its installation. */
  readonly offered = $derived.by(() => {
    const now = this.value?.ahora;
    return now !== undefined && 'novedades' in now ? now : undefined;
  });
  readonly isReady = $derived(this.value?.ahora.estado === 'lista');

  async read(): Promise<void> {
    await this.#keep(() => this.#api.call('actualizaciones.ver', {}));
    if (this.value?.ahora.estado === 'bajando') await this.bring(); // the scheduler is downloading it: this call waits for the same download
  }

  /** Looks for a new version, and downloads it if it can be installed and is not known to fail. */
  async look(): Promise<void> {
    await this.#do('look', () => this.#api.call('actualizaciones.buscar', {}));
    const { ahora, seInstala = false } = this.value ?? {};
    if (seInstala && ahora?.estado === 'hay' && !ahora.noAbrio) await this.bring();
  }

  async bring(): Promise<void> {
    const now = this.value?.ahora;
    this.brought = now?.estado === 'bajando' ? now.bajados : 0;
    await this.#do('bring', () =>
      this.#api.call(
        'actualizaciones.bajar',
        {},
        {
          onProgress: ({ hecho }) => {
            this.brought = hecho;
          },
        },
      ),
    );
  }

  install(): Promise<void> {
    return this.#do('install', () => this.#api.call('actualizaciones.instalar', {}));
  }

  async #do(what: 'look' | 'bring' | 'install', work: () => Promise<UpdatesDocument>): Promise<void> {
    if (this.doing !== undefined) return;
    this.doing = what;
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
