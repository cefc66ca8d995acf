import type { SegundaCopia } from '#contract/segunda-copia.ts';
import type { Api } from '../api/api.ts';
import { comoFalla, type Falla } from '../api/falla.ts';

/** The second copies as this PC knows them: for Ajustes, and for what the frame says of them wherever the person is. */
export class SecondCopyState {
  /** Undefined until it was read once. */
  value = $state.raw<SegundaCopia | undefined>(undefined);
  /** Why the last thing that was asked could not be done. */
  failure = $state.raw<Falla | undefined>(undefined);
  busy = $state(false);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** An account whose copy could not be made the last time. */
  get failing(): boolean {
    return this.value?.cuentas.some(({ falla }) => falla !== null) ?? false;
  }
  /** Days without a copy of everything: of the account that has been the longest. */
  get days(): number {
    return Math.max(0, ...(this.value?.cuentas.map(({ dias }) => dias) ?? []));
  }

  /** Asks this PC, never the folder. What cannot be read is not said by the frame: Ajustes says why. */
  async read(): Promise<void> {
    try {
      this.value = await this.#api.llamar('segunda_copia.ver', {});
    } catch (error) {
      this.failure = comoFalla(error);
    }
  }

  /** With the desktop's own dialog, which the person may close. */
  choose(): Promise<void> {
    return this.#do(async () => (await this.#api.llamar('segunda_copia.elegir', {})).segunda);
  }

  /** No more copies; those that there are stay. */
  stop(): Promise<void> {
    return this.#do(async () => (await this.#api.llamar('segunda_copia.elegir', { carpeta: null })).segunda);
  }

  copy(): Promise<void> {
    return this.#do(() => this.#api.llamar('segunda_copia.copiar', {}));
  }

  /** Asked again in a week. */
  postpone(): Promise<void> {
    return this.#do(() => this.#api.llamar('segunda_copia.posponer', {}));
  }

  async #do(work: () => Promise<SegundaCopia>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.failure = undefined;
    try {
      this.value = await work();
    } catch (error) {
      const failure = comoFalla(error);
      await this.read(); // it noted what went wrong
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }
}
