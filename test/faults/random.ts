/** A small seeded generator (mulberry32): the same seed gives the same schedule on every machine. */
export class Random {
  #status: number;

  constructor(seed: number) {
    this.#status = (seed * 2_654_435_761) >>> 0;
  }

  readonly real = (): number => {
    this.#status = (this.#status + 0x6d2b79f5) >>> 0;
    let t = this.#status;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };

  randomInteger(from: number, to: number): number {
    return from + Math.floor(this.real() * (to - from + 1));
  }

  si(probability: number): boolean {
    return this.real() < probability;
  }

  pickOne<T>(options: readonly T[]): T {
    const chosen = options[Math.floor(this.real() * options.length)];
    if (chosen === undefined) throw new Error('Nothing to choose from');
    return chosen;
  }
}
