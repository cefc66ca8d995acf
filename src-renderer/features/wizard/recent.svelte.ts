import type { RecentFile } from '#contract/uploads.ts';
import type { Api } from '../../api/api.ts';

/** The files that an account sent last. */
export class RecentState {
  files = $state.raw<readonly RecentFile[]>([]);
  readonly #api: Pick<Api, 'call'>;
  #account: string | undefined;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
  }

  /** Shows the files of this account. Those of another one are gone at once, and are not shown when they come late. */
  async show(account: string | undefined): Promise<void> {
    this.#account = account;
    this.files = [];
    if (account === undefined) return;
    // An unreadable ledger is reported when something is sent, and in *Conciliaciones*.
    const found = await this.#api.call('cargas.recientes', { cuenta: account }).catch(() => []);
    if (this.#account === account) this.files = found;
  }
}
