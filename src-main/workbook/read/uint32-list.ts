const BLOCK = 16_384;

/** Whole numbers below 2^32, appended one by one. The list grows by blocks: doubling would hold the old and the new array at once. */
export class Uint32List {
  readonly #blocks: Uint32Array[] = [];
  #current = new Uint32Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const at = this.#length % BLOCK;
    if (at === 0) {
      this.#current = new Uint32Array(BLOCK);
      this.#blocks.push(this.#current);
    }
    this.#current[at] = value;
    this.#length += 1;
  }

  /** 0 past the end. */
  get(index: number): number {
    return this.#blocks[(index / BLOCK) | 0]?.[index % BLOCK] ?? 0;
  }
}
