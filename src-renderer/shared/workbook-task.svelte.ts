import type { Progress } from '#contract/progress.ts';
import { toFailure, type Failure } from '../api/failure.ts';
import type { Shared } from './context.ts';
import type { Job, Jobs } from './jobs.svelte.ts';

type FollowedJob = Parameters<Jobs['keepGoing']>[0];
/** What a method that writes takes besides its input. */
interface Tracking {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** A workbook that a screen asks for: it is written and given to the person also if they go to another screen. */
export class WorkbookTask {
  isWriting = $state(false);
  failure = $state.raw<Failure | undefined>(undefined);
  readonly #deps: { readonly api: Pick<Shared['api'], 'deliver'>; readonly jobs: Pick<Jobs, 'keepGoing'> };

  constructor(deps: { readonly api: Pick<Shared['api'], 'deliver'>; readonly jobs: Pick<Jobs, 'keepGoing'> }) {
    this.#deps = deps;
  }

  /** `write`: gives the file that was written. */
  async run(followed: Omit<FollowedJob, 'getFailure'>, write: (tracking: Tracking) => Promise<string>): Promise<void> {
    if (this.isWriting) return;
    this.isWriting = true;
    this.failure = undefined;
    const { api, jobs } = this.#deps;
    await jobs.keepGoing({ ...followed, getFailure: () => this.failure }, async (job: Job) => {
      const onProgress = (progress: Progress): void => {
        job.progress = progress;
      };
      try {
        await api.deliver(await write({ signal: job.signal, onProgress }));
      } catch (error) {
        if (!job.signal.aborted) this.failure = toFailure(error);
      }
    });
    this.isWriting = false;
  }
}
