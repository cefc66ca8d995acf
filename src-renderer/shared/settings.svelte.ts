import type { SettingsDocument } from '#contract/settings.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Api } from '../api/api.ts';
import { toFailure, type Failure } from '../api/failure.ts';

/** The settings of the program. The core keeps them: the browser would lose them when the port changes. */
export class Settings {
  /** Undefined until they were read once. */
  document = $state.raw<SettingsDocument | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  isSaving = $state(false);
  #turn: Promise<unknown> = Promise.resolve();
  readonly #api: Api;
  readonly #apply: (settings: SettingsDocument) => void;

  /** `apply` puts language and theme on the page. */
  constructor(api: Api, apply: (settings: SettingsDocument) => void) {
    this.#api = api;
    this.#apply = apply;
  }

  /** `request`: the same call, if it was made before there was a screen. */
  async read(request?: Promise<SettingsDocument>): Promise<void> {
    await this.#run(() => request ?? this.#api.call('ajustes.leer', {}));
  }

  /** Changes settings. True when they were kept; else `failure` says why not. */
  async change(changes: MethodInput<'ajustes.cambiar'>): Promise<boolean> {
    return this.#run(() => this.#api.call('ajustes.cambiar', changes));
  }

  async chooseFolder(): Promise<void> {
    await this.#run(async () => (await this.#api.call('ajustes.elegir_carpeta', {})).ajustes);
  }

  /** Does one thing after another: each answer has all settings, and an older one must not come last. */
  #run(work: () => Promise<SettingsDocument>): Promise<boolean> {
    const turn = this.#turn.then(() => this.#do(work));
    this.#turn = turn;
    return turn;
  }

  async #do(work: () => Promise<SettingsDocument>): Promise<boolean> {
    this.isSaving = true;
    this.failure = undefined;
    try {
      this.document = await work();
      this.#apply(this.document);
      return true;
    } catch (error) {
      this.failure = toFailure(error);
      return false;
    } finally {
      this.isSaving = false;
    }
  }
}
