import type { Clock } from '#domain/clock.ts';

/** A virtual clock that also holds future events: sleeping makes them happen. No real time passes. */
export class FakeClock implements Clock {
  t = Date.UTC(2026, 10, 3, 14, 0, 0);
  /** The difference between the client's wall clock and the true time, in milliseconds. */
  leap = 0;
  /** The monotonic origin; each process has its own. */
  origin = 0;
  #events: { readonly t: number; readonly n: number; readonly perform: () => void }[] = [];
  #n = 0;

  now(): number {
    return this.t + this.leap;
  }

  monotonic(): number {
    return this.t - this.origin;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    this.advance(ms);
    return Promise.resolve();
  }

  timeout(): AbortSignal {
    return new AbortController().signal;
  }

  schedule(ms: number, work: () => void): void {
    this.#events.push({ t: this.t + ms, n: (this.#n += 1), perform: work });
    this.#events.sort((a, b) => a.t - b.t || a.n - b.n);
  }

  advance(ms: number): void {
    const to = this.t + Math.max(0, ms);
    for (let event = this.#events[0]; event !== undefined && event.t <= to; event = this.#events[0]) {
      this.#events.shift();
      this.t = Math.max(this.t, event.t);
      event.perform();
    }
    this.t = to;
  }

  exhaust(): void {
    for (let i = 0; this.#events.length > 0 && i < 1_000; i += 1) {
      const last = this.#events.at(-1);
      this.advance((last?.t ?? this.t) - this.t);
    }
  }
}
