import type { SecondCopy } from '#contract/second-copy.ts';
import type { Api } from '../api/api.ts';
import { toFailure, type Failure } from '../api/failure.ts';

/** The second copies as this PC knows them, for *Ajustes* and for the notices of the frame. */
export class SecondCopyState {
  /** Undefined until it was read once. */
  value = $state.raw<SecondCopy | undefined>(undefined);
  /** Why the last action failed. */
  failure = $state.raw<Failure | undefined>(undefined);
  busy = $state(false);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** True when the last copy of some account failed. */
  get failing(): boolean {
    return this.value?.cuentas.some(({ falla }) => falla !== null) ?? false;
  }
  /** Days without a complete copy, of the account that has gone longest without. */
  get days(): number {
    return Math.max(0, ...(this.value?.cuentas.map(({ dias }) => dias) ?? []));
  }

  /** Asks this PC, never the folder. The frame does not show a failure; *Ajustes* does. */
  async read(): Promise<void> {
    try {
      this.value = await this.#api.call('segunda_copia.ver', {});
    } catch (error) {
      this.failure = toFailure(error);
    }
  }

  /** Asks for the folder with the desktop's dialog, which the person may close. */
  choose(): Promise<void> {
    return this.#do(async () => (await this.#api.call('segunda_copia.elegir', {})).segunda);
  }

  /** Stops making copies; existing ones stay. */
  stop(): Promise<void> {
    return this.#do(async () => (await this.#api.call('segunda_copia.elegir', { carpeta: null })).segunda);
  }

  copy(): Promise<void> {
    return this.#do(() => this.#api.call('segunda_copia.copiar', {}));
  }

  /** Puts the question off: it is asked again in a week. */
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
      await this.read(); // the core has noted the failure in the document
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }
}
