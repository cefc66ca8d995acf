import type { ListedAccount } from '#contract/documents.ts';
import type { Api } from '../api/api.ts';
import { toFailure, type Failure } from '../api/failure.ts';

const KEY = 'conciliador.cuenta';
/** The name that the core gives it in every language. */
const EXAMPLE_ACCOUNT = 'Datos de ejemplo';

/** The accounts, and which one the screens work with. */
export class Session {
  /** Undefined until they were read once. */
  cuentas = $state.raw<readonly ListedAccount[] | undefined>(undefined);
  falla = $state.raw<Failure | undefined>(undefined);
  #elegida = $state.raw<string | undefined>(undefined);
  readonly #api: Api;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;

  /** The chosen account, else the default one, else the first. */
  readonly actual: ListedAccount | undefined = $derived(
    this.cuentas?.find((account) => account.nombre === this.#elegida) ??
      this.cuentas?.find((account) => account.predeterminada) ??
      this.cuentas?.[0],
  );

  /** The current account is the example, whose service starts empty with each run of the program. */
  readonly isInExample: boolean = $derived(this.actual?.nombre === EXAMPLE_ACCOUNT);

  /** `storage`: that of the tab, which keeps its account after a reload. */
  constructor(api: Api, storage?: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#api = api;
    this.#storage = storage;
    this.#elegida = storage?.getItem(KEY) ?? undefined;
  }

  /** `request`: the same call, if it was made before there was a screen. */
  async read(request?: Promise<readonly ListedAccount[]>): Promise<void> {
    try {
      this.cuentas = await (request ?? this.#api.call('cuentas.listar', {}));
      this.falla = undefined;
    } catch (error) {
      this.falla = toFailure(error);
    }
  }

  choose(name: string): void {
    this.#elegida = name;
    this.#storage?.setItem(KEY, name);
  }
}
