import type { Api } from '../api/api.ts';
import type { ListedAccount } from '#contract/accounts.ts';
import { toFailure, type Failure } from '../api/failure.ts';

const KEY = 'conciliador.cuenta';
const KEY_BEFORE_TOUR = 'conciliador.cuenta_antes_del_recorrido';
/** The name of the example account. The core uses it in every language. */
const EXAMPLE_ACCOUNT = 'Datos de ejemplo';

/** The accounts, and the account of the screens. */
export class Session {
  /** Undefined before the first reading. */
  accounts = $state.raw<readonly ListedAccount[] | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  #chosen = $state.raw<string | undefined>(undefined);
  /** The account that was shown when the tour began. Kept until the tour ends or the person chooses an account. */
  #lender = $state.raw<string | undefined>(undefined);
  readonly #api: Api;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;

  /** The chosen account, else the default one, else the first. */
  readonly actual: ListedAccount | undefined = $derived(
    this.accounts?.find((account) => account.nombre === this.#chosen) ??
      this.accounts?.find((account) => account.predeterminada) ??
      this.accounts?.[0],
  );

  /** True when the current account is the example, whose service starts empty with each run of the program. */
  readonly isInExample: boolean = $derived(this.actual?.nombre === EXAMPLE_ACCOUNT);

  readonly lender: ListedAccount | undefined = $derived(
    this.accounts?.find((account) => account.nombre === this.#lender),
  );

  /** `storage`: `sessionStorage`, so that a tab keeps its account after a reload. */
  constructor(api: Api, storage?: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#api = api;
    this.#storage = storage;
    this.#chosen = storage?.getItem(KEY) ?? undefined;
    this.#lender = storage?.getItem(KEY_BEFORE_TOUR) ?? undefined;
  }

  /** `request`: the same call, when it was made before there was a screen. */
  async read(request?: Promise<readonly ListedAccount[]>): Promise<void> {
    try {
      this.accounts = await (request ?? this.#api.call('cuentas.listar', {}));
      this.failure = undefined;
    } catch (error) {
      this.failure = toFailure(error);
    }
  }

  choose(name: string): void {
    this.#chosen = name;
    this.#storage?.setItem(KEY, name);
    this.#lend('');
  }

  /** Shows another account until `giveBack`. The tab remembers the account before it. */
  borrow(name: string): void {
    const before = this.actual?.nombre === name ? this.#lender : this.actual?.nombre;
    this.choose(name);
    this.#lend(before ?? '');
  }

  /** Shows again the account before `borrow`; without one, nothing changes. */
  giveBack(): void {
    if (this.lender !== undefined) this.choose(this.lender.nombre);
  }

  #lend(name: string): void {
    this.#lender = name;
    this.#storage?.setItem(KEY_BEFORE_TOUR, name);
  }
}
