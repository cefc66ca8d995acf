import type { Progress } from '#contract/host-events.ts';
import { toFailure, type Failure } from '../api/failure.ts';
import type { Tracking } from '../api/api.ts';
import type { Shared } from './context.ts';
import type { FollowedJob, Jobs } from './jobs.svelte.ts';

/** An action of a screen: whether it runs, how far it is, and why it failed. */
export class Task {
  isBusy = $state(false);
  failure = $state.raw<Failure | undefined>(undefined);
  progress = $state.raw<Progress | undefined>(undefined);

  /** Runs `work` and gives its value; undefined when it failed (`failure` says why) or when another one was running. */
  async run<T>(work: (onProgress: (progress: Progress) => void) => Promise<T>): Promise<T | undefined> {
    if (this.isBusy) return undefined;
    this.isBusy = true;
    this.failure = undefined;
    this.progress = undefined;
    try {
      return await work((progress) => {
        this.progress = progress;
      });
    } catch (error) {
      this.failure = toFailure(error);
      return undefined;
    } finally {
      this.isBusy = false;
      this.progress = undefined;
    }
  }
}

/** What a screen reads of the core, and why the last reading failed. */
export class Reading {
  failure = $state.raw<Failure | undefined>(undefined);

  /** Reads by `work`, which keeps what it read. A failure after `signal` aborted is dropped: a newer reading is on its way, or the screen is gone. */
  protected async attempt(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    this.failure = undefined;
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) this.failure = toFailure(error);
    }
  }
}

/** One question to the core. Its last answer stays while it is asked again, and when that fails. */
export class Ask<T> extends Reading {
  document = $state.raw<T | undefined>(undefined);

  /** Asks; an answer that comes after `signal` aborted is dropped. */
  protected ask(question: () => Promise<T>, signal: AbortSignal): Promise<void> {
    return this.attempt(async () => {
      const answer = await question();
      if (!signal.aborted) this.document = answer;
    }, signal);
  }
}

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
