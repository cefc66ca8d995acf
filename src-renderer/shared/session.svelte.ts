import { LABELS } from '#domain/texts/labels.ts';
import type { Api } from '../api/api.ts';
import type { ListedAccount } from '#contract/accounts.ts';
import { toFailure, type Failure } from '../api/failure.ts';
import { m } from '../paraglide/messages.js';
import { getSharedLabel } from '../ui/language.ts';

const KEY = 'conciliador.cuenta';
/** The name that the core gives the example account, in every language. */
const EXAMPLE_ACCOUNT = LABELS.exampleAccount.es;

/** Gives the name of an account on the screens: the name of the example account is translated. */
export const labelOfAccount = (name: string): string =>
  name === EXAMPLE_ACCOUNT ? getSharedLabel('exampleAccount') : name;

export class Session {
  accounts = $state.raw<readonly ListedAccount[] | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  #chosen = $state.raw<string | undefined>(undefined);
  readonly #api: Api;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;

  /** The account on screen when the program was closed. */
  last = $state.raw<string | null>(null);
  readonly actual: ListedAccount | undefined = $derived(
    this.accounts?.find((account) => account.nombre === this.#chosen) ??
      this.accounts?.find((account) => account.nombre === this.last) ??
      this.accounts?.find((account) => account.predeterminada) ??
      this.accounts?.[0],
  );

  /** True for the example account, whose service begins empty at each start of the program. */
  readonly isInExample: boolean = $derived(this.actual?.nombre === EXAMPLE_ACCOUNT);

  /** `storage`: remembers the account of the tab when the page is reloaded (`sessionStorage`). */
  constructor(api: Api, storage?: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#api = api;
    this.#storage = storage;
    this.#chosen = storage?.getItem(KEY) ?? undefined;
  }

  /** `request`: the call for the accounts, if it was made before the first screen existed. */
  async read(request?: Promise<readonly ListedAccount[]>): Promise<void> {
    try {
      this.accounts = await (request ?? this.#api.call('cuentas.listar', {}));
      this.failure = undefined;
    } catch (error) {
      this.failure = toFailure(error);
    }
  }

  /** Adds the name of `account` to a title, unless the screens show that account. */
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
