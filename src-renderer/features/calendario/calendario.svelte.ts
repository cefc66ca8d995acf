import type { CalendarioDocument, CalendarioMonth } from '#contract/home.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { Shared } from '../../shared/context.ts';
import { getMonthBefore } from '../../ui/dates.ts';

/** Months shown at first, and how many more each time. */
const FIRST_SHOWN = 4;
const MORE_MONTHS = 4;
/** Months that the core gives at most. */
const CAP = 24;

type Deps = Pick<Shared, 'api' | 'jobs'> & { readonly account: string | undefined; readonly today: string };

/** The calendar of an account, month by month. */
export class CalendarioState {
  document = $state.raw<CalendarioDocument | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  field: 'vendido' | 'acreditado' = $state('vendido');
  asTable = $state(false);
  /** The month that is being downloaded, `YYYY-MM`. */
  downloading = $state.raw<string | undefined>(undefined);
  #howMany = $state(FIRST_SHOWN);
  readonly #deps: Deps;

  /** Newest first. */
  readonly months: readonly CalendarioMonth[] = $derived(this.document?.meses.toReversed() ?? []);
  readonly hasMore: boolean = $derived(this.#howMany < CAP);

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Reads the months. The previous ones stay on screen meanwhile, and when the reading fails. */
  async read(signal: AbortSignal): Promise<void> {
    const { api, account, today } = this.#deps;
    const to = today.slice(0, 7);
    this.failure = undefined;
    try {
      const from = getMonthBefore(to, this.#howMany - 1);
      const doc = await api.call('inicio.calendario', { cuenta: account, desde: from, hasta: to }, { signal });
      if (!signal.aborted) this.document = doc;
    } catch (error) {
      if (!signal.aborted) this.failure = toFailure(error);
    }
  }

  async showMore(signal: AbortSignal): Promise<void> {
    this.#howMany = Math.min(CAP, this.#howMany + MORE_MONTHS);
    await this.read(signal);
  }

  /** Downloads a month from the service: its calendar, and the rows that its days link to. */
  async download(month: CalendarioMonth, signal: AbortSignal): Promise<void> {
    const { api, account, jobs, today } = this.#deps;
    const from = month.dias[0]?.fecha ?? '';
    const last = month.dias.at(-1)?.fecha ?? '';
    const to = last > today ? today : last;
    this.downloading = month.mes;
    this.failure = undefined;
    try {
      await jobs.perform({ seccion: 'calendario' }, (job) =>
        api.call(
          'datos.sincronizar',
          { cuenta: account, desde: from, hasta: to },
          { signal: job.signal, onProgress: (progress) => (job.progress = progress) },
        ),
      );
      await this.read(signal);
    } catch (error) {
      if (!signal.aborted) this.failure = toFailure(error);
    } finally {
      this.downloading = undefined;
    }
  }
}
