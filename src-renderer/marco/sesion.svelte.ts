import type { CuentaListada } from '#contract/documents.ts';
import type { Api } from '../api/api.ts';
import { comoFalla, type Falla } from '../api/falla.ts';

const CLAVE = 'conciliador.cuenta';
/** As the core calls it, in every language. */
const CUENTA_DE_EJEMPLO = 'Datos de ejemplo';

/** The accounts, and which one the screens work with. */
export class Sesion {
  /** Undefined until they were read once. */
  cuentas = $state.raw<readonly CuentaListada[] | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  #elegida = $state.raw<string | undefined>(undefined);
  readonly #api: Api;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;

  /** The chosen one, else the default, else the first. */
  readonly actual: CuentaListada | undefined = $derived(
    this.cuentas?.find((cuenta) => cuenta.nombre === this.#elegida) ??
      this.cuentas?.find((cuenta) => cuenta.predeterminada) ??
      this.cuentas?.[0],
  );

  /** The service of the account that is looked at begins anew with each run of the program. */
  readonly enEjemplo: boolean = $derived(this.actual?.nombre === CUENTA_DE_EJEMPLO);

  /** `storage`: of the tab, which works with the same account after it is loaded again. */
  constructor(api: Api, storage?: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#api = api;
    this.#storage = storage;
    this.#elegida = storage?.getItem(CLAVE) ?? undefined;
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
    this.#storage?.setItem(CLAVE, nombre);
  }
}
