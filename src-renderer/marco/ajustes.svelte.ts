import type { AjustesDocumento } from '#contract/ajustes.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Api } from '../api/api.ts';
import { comoFalla, type Falla } from '../api/falla.ts';

/** The settings of the program. The core keeps them: what the browser keeps is lost when the port changes. */
export class Ajustes {
  /** Undefined until they were read once. */
  valor = $state.raw<AjustesDocumento | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  guardando = $state(false);
  readonly #api: Api;
  readonly #aplicar: (ajustes: AjustesDocumento) => void;

  /** `aplicar` puts what is seen at once on the page: language and theme. */
  constructor(api: Api, aplicar: (ajustes: AjustesDocumento) => void) {
    this.#api = api;
    this.#aplicar = aplicar;
  }

  /** `pedido`: what was asked before there was a screen. */
  async leer(pedido?: Promise<AjustesDocumento>): Promise<void> {
    await this.#hacer(() => pedido ?? this.#api.llamar('ajustes.leer', {}));
  }

  /** True when it was kept; `falla` says why not. */
  async cambiar(cambios: MethodInput<'ajustes.cambiar'>): Promise<boolean> {
    return this.#hacer(() => this.#api.llamar('ajustes.cambiar', cambios));
  }

  /** Asks for the folder of reports in the desktop. */
  async elegirCarpeta(): Promise<void> {
    await this.#hacer(async () => (await this.#api.llamar('ajustes.elegir_carpeta', {})).ajustes);
  }

  async #hacer(work: () => Promise<AjustesDocumento>): Promise<boolean> {
    this.guardando = true;
    this.falla = undefined;
    try {
      this.valor = await work();
      this.#aplicar(this.valor);
      return true;
    } catch (error) {
      this.falla = comoFalla(error);
      return false;
    } finally {
      this.guardando = false;
    }
  }
}
