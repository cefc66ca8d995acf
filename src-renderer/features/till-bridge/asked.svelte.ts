import { toFailure, type Failure } from '../../api/failure.ts';

/** What was asked of the core last: a newer question takes the place of the one before, whose answer is not waited for. */
export class Asked<T> {
  value = $state.raw<T | undefined>(undefined);
  falla = $state.raw<Failure | undefined>(undefined);
  #last: AbortController | undefined;

  async ask(question: (signal: AbortSignal) => Promise<T>): Promise<void> {
    this.stop();
    const { signal } = (this.#last = new AbortController());
    this.falla = undefined;
    try {
      const value = await question(signal);
      if (!signal.aborted) this.value = value;
    } catch (error) {
      if (!signal.aborted) this.falla = toFailure(error);
    }
  }

  stop(): void {
    this.#last?.abort();
  }
}
