import type { CuentaListada } from '#contract/documents.ts';
import type { Api } from '../api/api.ts';
import { comoFalla, type Falla } from '../api/falla.ts';

/** The accounts, and which one the screens work with. */
export class Sesion {
  /** Undefined until they were read once. */
  cuentas = $state.raw<readonly CuentaListada[] | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  #elegida = $state.raw<string | undefined>(undefined);
  readonly #api: Api;

  /** The chosen one, else the default, else the first. */
  readonly actual: CuentaListada | undefined = $derived(
    this.cuentas?.find((cuenta) => cuenta.nombre === this.#elegida) ??
      this.cuentas?.find((cuenta) => cuenta.predeterminada) ??
      this.cuentas?.[0],
  );

  constructor(api: Api) {
    this.#api = api;
  }

  /** `pedido`: what was asked before there was a screen. */
  async leer(pedido?: Promise<readonly CuentaListada[]>): Promise<void> {
    try {
      this.cuentas = await (pedido ?? this.#api.llamar('cuentas.listar', {}));
      this.falla = undefined;
    } catch (error) {
      this.falla = comoFalla(error);
    }
  }

  elegir(nombre: string): void {
    this.#elegida = nombre;
  }
}
