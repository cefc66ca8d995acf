import type { SecondCopy } from '#contract/second-copy.ts';
import type { Api } from '../api/api.ts';
import { toFailure, type Failure } from '../api/failure.ts';

/** The second copies as this PC knows them: for *Ajustes*, and for what the frame says of them wherever the person is. */
export class SecondCopyState {
  /** Undefined until it was read once. */
  value = $state.raw<SecondCopy | undefined>(undefined);
  /** Why the last thing that was asked could not be done. */
  failure = $state.raw<Failure | undefined>(undefined);
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

  /** Asks this PC, never the folder. What cannot be read is not said by the frame: *Ajustes* says why. */
  async read(): Promise<void> {
    try {
      this.value = await this.#api.call('segunda_copia.ver', {});
    } catch (error) {
      this.failure = toFailure(error);
    }
  }

  /** With the desktop's own dialog, which the person may close. */
  choose(): Promise<void> {
    return this.#do(async () => (await this.#api.call('segunda_copia.elegir', {})).segunda);
  }

  /** No more copies; those that there are stay. */
  stop(): Promise<void> {
    return this.#do(async () => (await this.#api.call('segunda_copia.elegir', { carpeta: null })).segunda);
  }

  copy(): Promise<void> {
    return this.#do(() => this.#api.call('segunda_copia.copiar', {}));
  }

  /** Asked again in a week. */
  postpone(): Promise<void> {
    return this.#do(() => this.#api.call('segunda_copia.posponer', {}));
  }

  async #do(work: () => Promise<SecondCopy>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.failure = undefined;
    try {
      this.value = await work();
    } catch (error) {
      const failure = toFailure(error);
      await this.read(); // it noted what went wrong
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }
}
