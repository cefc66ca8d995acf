import type { SettingsDocument } from '#contract/settings.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Api } from '../api/api.ts';
import { toFailure, type Failure } from '../api/failure.ts';

/** The settings of the program. The core keeps them: what the browser keeps is lost when the port changes. */
export class Settings {
  /** Undefined until they were read once. */
  valor = $state.raw<SettingsDocument | undefined>(undefined);
  falla = $state.raw<Failure | undefined>(undefined);
  isSaving = $state(false);
  readonly #api: Api;
  readonly #apply: (ajustes: SettingsDocument) => void;

  /** `aplicar` puts what is seen at once on the page: language and theme. */
  constructor(api: Api, apply: (ajustes: SettingsDocument) => void) {
    this.#api = api;
    this.#apply = apply;
  }

  /** `pedido`: what was asked before there was a screen. */
  async leer(request?: Promise<SettingsDocument>): Promise<void> {
    await this.#run(() => request ?? this.#api.call('ajustes.leer', {}));
  }

  /** True when it was kept; `falla` says why not. */
  async change(changes: MethodInput<'ajustes.cambiar'>): Promise<boolean> {
    return this.#run(() => this.#api.call('ajustes.cambiar', changes));
  }

  /** Asks for the folder of reports in the desktop. */
  async chooseFolder(): Promise<void> {
    await this.#run(async () => (await this.#api.call('ajustes.elegir_carpeta', {})).ajustes);
  }

  async #run(work: () => Promise<SettingsDocument>): Promise<boolean> {
    this.isSaving = true;
    this.falla = undefined;
    try {
      this.valor = await work();
      this.#apply(this.valor);
      return true;
    } catch (error) {
      this.falla = toFailure(error);
      return false;
    } finally {
      this.isSaving = false;
    }
  }
}
