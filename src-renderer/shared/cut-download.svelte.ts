import type { Api } from '../api/api.ts';

const KEY = 'conciliador.descarga_cortada';

/** A download that ended because its page was left or loaded again: the page that comes next in the tab says so. */
export class CutDownload {
  /** The account whose download was cut; undefined when none was, and once another one began or the person has seen it. */
  account = $state.raw<string | undefined>(undefined);
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** The accounts of the downloads that run. Not a `$state`: no screen shows it. */
  readonly #running: (string | undefined)[] = [];

  /** `storage`: that of the tab. */
  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
    const cut = storage.getItem(KEY) ?? '';
    this.account = cut === '' ? undefined : cut;
  }

  /** Wraps the api: each download is known while it runs. */
  observe(api: Api): Api {
    return {
      ...api,
      call: async (method, input, tracking) => {
        if (method !== 'datos.sincronizar') return api.call(method, input, tracking);
        const account = 'cuenta' in input && typeof input.cuenta === 'string' ? input.cuenta : undefined;
        this.#running.push(account);
        if (account === this.account) this.discard();
        try {
          return await api.call(method, input, tracking);
        } finally {
          this.#running.splice(this.#running.indexOf(account), 1);
        }
      },
    };
  }

  /** The page is being left. */
  leave(): void {
    const [account] = this.#running;
    if (account !== undefined) this.#storage.setItem(KEY, account);
  }

  discard(): void {
    this.account = undefined;
    this.#storage.setItem(KEY, '');
  }
}
