import type { SettingsDocument } from '#contract/settings.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Api } from '../api/api.ts';
import { Task } from './task.svelte.ts';

/** The settings of the program. The core saves them, because the browser loses its own storage when the port changes. */
export class Settings extends Task {
  document = $state.raw<SettingsDocument | undefined>(undefined);
  #turn: Promise<unknown> = Promise.resolve();
  readonly #api: Api;
  readonly #apply: (settings: SettingsDocument) => void;

  constructor(api: Api, apply: (settings: SettingsDocument) => void) {
    super();
    this.#api = api;
    this.#apply = apply;
  }

  /** `request`: the call for the settings, if it was made before the first screen existed. */
  async read(request?: Promise<SettingsDocument>): Promise<void> {
    await this.#inTurn(() => request ?? this.#api.call('ajustes.leer', {}));
  }

  /** Gives false when the change failed; `failure` then has the reason. */
  async change(changes: MethodInput<'ajustes.cambiar'>): Promise<boolean> {
    return this.#inTurn(() => this.#api.call('ajustes.cambiar', changes));
  }

  async chooseFolder(): Promise<void> {
    await this.#inTurn(async () => (await this.#api.call('ajustes.elegir_carpeta', {})).ajustes);
  }

  /** Runs calls one after another: each answer has all settings, and an older answer must not replace a newer one. */
  #inTurn(work: () => Promise<SettingsDocument>): Promise<boolean> {
    const turn = this.#turn.then(() => this.#keep(work));
    this.#turn = turn;
    return turn;
  }

  async #keep(work: () => Promise<SettingsDocument>): Promise<boolean> {
    const document = await this.run(work);
    if (document === undefined) return false; // `failure` has the reason
    this.document = document;
    this.#apply(document);
    return true;
  }
}
