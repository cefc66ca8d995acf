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

  /** The cards that a person opened or closed. */
  #turned: readonly (string | null)[] = $state.raw([]);

  readonly shown: readonly CheckDocument[] = $derived(
    (this.document?.controles ?? []).filter(({ estado }) => this.filter === 'todos' || estado === this.filter),
  );

  /** The checks of each card, and those over all cards (`tarjeta` null). Cards with a difference, and those without data, come first and are open at first. */
  readonly groups = $derived(
    [...Map.groupBy(this.shown, ({ tarjeta }) => tarjeta)].map(([tarjeta, controles], _, all) => {
      const { estado = 'coincide' } = controles[0] ?? {};
      const open = all.length === 1 || estado !== 'coincide';
      return { tarjeta, controles, estado, isOpen: this.#turned.includes(tarjeta) ? !open : open };
    }),
  );

  /** Opens or closes the checks of a card. */
  turn(card: string | null): void {
    const others = this.#turned.filter((each) => each !== card);
    this.#turned = others.length < this.#turned.length ? others : [...others, card];
  }

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
