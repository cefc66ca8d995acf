import type { DataStatus } from '#contract/data.ts';
import type { SyncDocument } from '#contract/documents.ts';
import type { Progress } from '#contract/progress.ts';
import type { Api } from '../api/api.ts';
import { toFailure, type Failure } from '../api/failure.ts';
import type { Session } from './session.svelte.ts';
import type { Job, Jobs } from './jobs.svelte.ts';

interface Deps {
  readonly api: Api;
  readonly session: Session;
  readonly jobs: Jobs;
}

/** How old the data of this PC is, and its update as background work. */
export class Freshness {
  status = $state.raw<DataStatus | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  /** How the last update ended, and what it could not read. */
  last = $state.raw<SyncDocument | undefined>(undefined);
  job = $state.raw<Job | undefined>(undefined);
  /** Grows when the local data changes: screens then read again. */
  rounds = $state(0);
  readonly #deps: Deps;
  readonly #getTitle: () => string;

  readonly isRunning: boolean = $derived(this.job !== undefined);
  /** `YYYY-MM-DD HH:MM:SS` of the newest reading; null when nothing was downloaded. */
  readonly syncedAt: string | null | undefined = $derived(
    this.status === undefined ? undefined : (this.status.sincronizado?.hasta ?? null),
  );

  /** `titulo`: the name of the work in the top bar. */
  constructor(deps: Deps, getTitle: () => string) {
    this.#deps = deps;
    this.#getTitle = getTitle;
  }

  /** Asks this PC, never the service. */
  async read(): Promise<void> {
    const account = this.#deps.session.actual?.nombre;
    if (account === undefined) return;
    try {
      const state = await this.#deps.api.call('datos.estado', { cuenta: account });
      // Another account may have been chosen meanwhile.
      if (this.#deps.session.actual?.nombre === account) this.status = state;
    } catch (error) {
      this.failure = toFailure(error);
    }
  }

  /** The failure is that of an update: the screens still show the older data. */
  didNotUpdate = $state(false);

  /** Updates everything, or only some days. One update runs at a time; stopping it keeps what was read. */
  async refresh(days: { readonly desde?: string; readonly hasta?: string } = {}): Promise<void> {
    const account = this.#deps.session.actual?.nombre;
    if (account === undefined || this.isRunning) return;
    this.failure = undefined;
    this.didNotUpdate = false;
    this.last = undefined;
    try {
      this.last = await this.#deps.jobs.perform(
        { seccion: 'inicio' },
        (job) => {
          this.job = job;
          const onProgress = (progress: Progress): void => {
            job.progress = progress;
          };
          return this.#deps.api.call(
            'datos.sincronizar',
            { cuenta: account, ...days },
            { signal: job.signal, onProgress },
          );
        },
        this.#getTitle,
      );
    } catch (error) {
      if (this.job?.signal.aborted !== true) {
        this.failure = toFailure(error);
        this.didNotUpdate = true;
      }
    } finally {
      this.job = undefined;
      this.rounds += 1;
      await this.read();
    }
  }

  /** Updates in the background after an upload, whose result is then explained with the new data. Does nothing when another account is shown by now. */
  async updateBehind(account: string | undefined): Promise<void> {
    if (account !== undefined && this.#deps.session.actual?.nombre === account) await this.refresh();
  }

  discard(): void {
    this.failure = undefined;
    this.last = undefined;
  }
}
