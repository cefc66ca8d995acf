import type { Tracking } from '../api/api.ts';
import { toFailure, type Failure } from '../api/failure.ts';
import type { Shared } from './context.ts';
import type { FollowedJob, Jobs } from './jobs.svelte.ts';

interface Deps {
  readonly api: Pick<Shared['api'], 'deliver'>;
  readonly jobs: Pick<Jobs, 'keepGoing'>;
}

/** A workbook that a screen asks for: it is written and given to the person also if they go to another screen. */
export class WorkbookTask {
  isWriting = $state(false);
  failure = $state.raw<Failure | undefined>(undefined);
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** `write`: gives the file that was written. */
  async run(followed: Omit<FollowedJob, 'getFailure'>, write: (tracking: Tracking) => Promise<string>): Promise<void> {
    if (this.isWriting) return;
    this.isWriting = true;
    this.failure = undefined;
    const { api, jobs } = this.#deps;
    await jobs.keepGoing({ ...followed, getFailure: () => this.failure }, async (job) => {
      try {
        await api.deliver(await write(job.tracking));
      } catch (error) {
        if (!job.signal.aborted) this.failure = toFailure(error);
      }
    });
    this.isWriting = false;
  }
}
