import { LABELS } from '#domain/texts/labels.ts';
import type { Api } from '../api/api.ts';
import type { ListedAccount } from '#contract/accounts.ts';
import { toFailure, type Failure } from '../api/failure.ts';
import { m } from '../paraglide/messages.js';
import { getSharedLabel } from '../ui/language.ts';

const KEY = 'conciliador.cuenta';
/** The name that the core gives the example account, in every language. */
const EXAMPLE_ACCOUNT = LABELS.exampleAccount.es;

/** The name of an account on the screens: the example account has a name in each language. */
export const labelOfAccount = (name: string): string =>
  name === EXAMPLE_ACCOUNT ? getSharedLabel('exampleAccount') : name;

export class Session {
  /** Undefined until the accounts were read. */
  accounts = $state.raw<readonly ListedAccount[] | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  #chosen = $state.raw<string | undefined>(undefined);
  readonly #api: Api;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;

  /** The account that the screens showed when the program was last open. */
  last = $state.raw<string | null>(null);
  /** The chosen account, or the last one, or the default one, or the first. */
  readonly actual: ListedAccount | undefined = $derived(
    this.accounts?.find((account) => account.nombre === this.#chosen) ??
      this.accounts?.find((account) => account.nombre === this.last) ??
      this.accounts?.find((account) => account.predeterminada) ??
      this.accounts?.[0],
  );

  /** True for the example account, whose service starts empty whenever the program starts. */
  readonly isInExample: boolean = $derived(this.actual?.nombre === EXAMPLE_ACCOUNT);

  /** `storage`: keeps the account of the tab (`sessionStorage`), also when the page is reloaded. */
  constructor(api: Api, storage?: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#api = api;
    this.#storage = storage;
    this.#chosen = storage?.getItem(KEY) ?? undefined;
  }

  /** `request`: a call for the accounts that was made before the first screen existed. */
  async read(request?: Promise<readonly ListedAccount[]>): Promise<void> {
    try {
      this.accounts = await (request ?? this.#api.call('cuentas.listar', {}));
      this.failure = undefined;
    } catch (error) {
      this.failure = toFailure(error);
    }
  }

  /** A title with the account that it is about, when the screens show another account. */
  withAccount(title: string, account: string | undefined): string {
    return account === undefined || account === this.actual?.nombre
      ? title
      : m.marco_de_cuenta({ cuenta: labelOfAccount(account), title });
  }

  choose(name: string): void {
    this.#chosen = name;
    this.#storage?.setItem(KEY, name);
  }
}
