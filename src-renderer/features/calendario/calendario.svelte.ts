import type { CalendarioDocument, CalendarioMonth } from '#contract/home.ts';
import { Ask } from '../../shared/task.svelte.ts';
import { getMonthBefore } from '../../ui/dates.ts';

/** Months on screen at first. Each press of the button adds `MORE_MONTHS`. */
const FIRST_SHOWN = 4;
const MORE_MONTHS = 4;
const CAP = 24;

export class CalendarioState extends Ask<CalendarioDocument> {
  field: 'vendido' | 'acreditado' = $state('vendido');
  asTable = $state(false);
  #howMany = $state(FIRST_SHOWN);

  readonly months: readonly CalendarioMonth[] = $derived(this.document?.meses.toReversed() ?? []);
  readonly hasMore: boolean = $derived(this.#howMany < CAP);

  /** Reads the months. The old months stay on screen during the reading, and when the reading fails. */
  async read(today: string, signal: AbortSignal): Promise<void> {
    const to = today.slice(0, 7);
    const input = { cuenta: this.account, desde: getMonthBefore(to, this.#howMany - 1), hasta: to };
    await this.ask(() => this.api.call('inicio.calendario', input, { signal }), signal);
  }

  /** Adds earlier months. The effect that reads the months runs again, because it depends on `#howMany`. */
  showMore(): void {
    this.#howMany = Math.min(CAP, this.#howMany + MORE_MONTHS);
  }
}
