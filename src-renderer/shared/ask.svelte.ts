import { toFailure, type Failure } from '../api/failure.ts';

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
