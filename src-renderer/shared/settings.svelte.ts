import type { SettingsDocument } from '#contract/settings.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Api } from '../api/api.ts';
import { Task } from './task.svelte.ts';

/** The settings of the program. The core stores them, because the browser would lose them when the port changes. */
export class Settings extends Task {
  /** Undefined before the first reading. */
  document = $state.raw<SettingsDocument | undefined>(undefined);
  #turn: Promise<unknown> = Promise.resolve();
  readonly #api: Api;
  readonly #apply: (settings: SettingsDocument) => void;

  /** `apply` puts language and theme on the page. */
  constructor(api: Api, apply: (settings: SettingsDocument) => void) {
    super();
    this.#api = api;
    this.#apply = apply;
  }

  /** `request`: the same call, when it was made before there was a screen. */
  async read(request?: Promise<SettingsDocument>): Promise<void> {
    await this.#inTurn(() => request ?? this.#api.call('ajustes.leer', {}));
  }

  /** Changes settings. True when they were saved; else `failure` has the reason. */
  async change(changes: MethodInput<'ajustes.cambiar'>): Promise<boolean> {
    return this.#inTurn(() => this.#api.call('ajustes.cambiar', changes));
  }

  async chooseFolder(): Promise<void> {
    await this.#inTurn(async () => (await this.#api.call('ajustes.elegir_carpeta', {})).ajustes);
  }

  /** Runs one call after another: each answer has all settings, and an older one must not come last. */
  #inTurn(work: () => Promise<SettingsDocument>): Promise<boolean> {
    const turn = this.#turn.then(() => this.#keep(work));
    this.#turn = turn;
    return turn;
  }

  async #keep(work: () => Promise<SettingsDocument>): Promise<boolean> {
    const document = await this.run(work);
    if (document === undefined) return false; // `failure` says why
    this.document = document;
    this.#apply(document);
    return true;
  }
}
