import type { Progress } from '#contract/host-events.ts';
import { toFailure, type Failure } from '../api/failure.ts';

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
