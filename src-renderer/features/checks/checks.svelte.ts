import type { CheckDocument, CheckStatus, ChecksDocument } from '#contract/checks.ts';
import type { TaxpayersDocument } from '#contract/cierre.ts';
import type { Api } from '../../api/api.ts';
import { Ask } from '../../shared/task.svelte.ts';

interface Period {
  readonly desde: string;
  readonly hasta: string;
}

export class ChecksState extends Ask<ChecksDocument> {
  filter: CheckStatus | 'todos' = $state('todos');
  /** The taxpayers of the account: a paper is of one. */
  taxpayers = $state.raw<TaxpayersDocument['contribuyentes']>([]);
  chosen = $state<string>();
  /** Whose paper is written; undefined while the stores are not known. */
  readonly cuit: string | undefined = $derived(this.chosen ?? this.taxpayers[0]?.cuit);
  readonly #api: Api;
  readonly #account: string | undefined;

  readonly shown: readonly CheckDocument[] = $derived(
    (this.document?.controles ?? []).filter(({ estado }) => this.filter === 'todos' || estado === this.filter),
  );

  constructor(api: Api, account: string | undefined) {
    super();
    this.#api = api;
    this.#account = account;
  }

  /** Reads the checks. The previous ones stay on screen meanwhile, and when the reading fails. */
  async read(period: Period, life: AbortSignal): Promise<void> {
    const cuenta = this.#account;
    const readChecks = async ({ signal }: { readonly signal: AbortSignal }): Promise<void> => {
      const document = await this.#api.call('controles.ver', { cuenta, ...period }, { signal });
      if (!signal.aborted) this.document = document;
    };
    const readTaxpayers = async ({ signal }: { readonly signal: AbortSignal }): Promise<void> => {
      const { contribuyentes } = await this.#api.call('cierre.contribuyentes', { cuenta }, { signal });
      if (!signal.aborted) this.taxpayers = contribuyentes;
    };
    await this.run((tracking) => Promise.all([readChecks(tracking), readTaxpayers(tracking)]), life);
  }
}
