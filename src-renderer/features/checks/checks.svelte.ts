import type { CheckDocument, CheckStatus, ChecksDocument } from '#contract/checks.ts';
import type { TaxpayersDocument } from '#contract/cierre.ts';
import type { DateRange } from '../../shared/period.svelte.ts';
import { Ask } from '../../shared/task.svelte.ts';

export class ChecksState extends Ask<ChecksDocument> {
  filter: CheckStatus | 'todos' = $state('todos');
  taxpayers = $state.raw<TaxpayersDocument['contribuyentes']>([]);
  chosen = $state<string>();
  /** The taxpayer of the workbook; undefined until the taxpayers are read, or if the account has none. */
  readonly cuit: string | undefined = $derived(this.chosen ?? this.taxpayers[0]?.cuit);

  readonly shown: readonly CheckDocument[] = $derived(
    (this.document?.controles ?? []).filter(({ estado }) => this.filter === 'todos' || estado === this.filter),
  );

  async read(period: DateRange, life: AbortSignal): Promise<void> {
    const cuenta = this.account;
    const readChecks = async (signal: AbortSignal): Promise<void> => {
      this.document = await this.call('controles.ver', { cuenta, ...period }, { signal });
      // Resets a filter by a state that no check has any more, because the filter would hide all checks.
      if (this.shown.length === 0) this.filter = 'todos';
    };
    const readTaxpayers = async (signal: AbortSignal): Promise<void> => {
      this.taxpayers = (await this.call('cierre.contribuyentes', { cuenta }, { signal })).contribuyentes;
    };
    await this.run(({ signal }) => Promise.all([readChecks(signal), readTaxpayers(signal)]), life);
  }
}
