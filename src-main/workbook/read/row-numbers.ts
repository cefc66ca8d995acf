/** The numbers of a sheet's rows and which are hidden, as runs of consecutive rows: most sheets are one run. */
export class RowNumbers {
  /** The index at which each run begins, and for its first row the number × 2, plus 1 when hidden. */
  #begins = new Uint32List();
  #firsts = new Uint32List();
  #length = 0;
  #next = -1;
  /** The run used last, and its bounds. */
  #run = 0;
  #from = 0;
  #until = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number, hidden: boolean): void {
    const marked = number * 2 + (hidden ? 1 : 0);
    if (marked !== this.#next) {
      this.#begins.push(this.#length);
      this.#firsts.push(marked);
    }
    this.#next = marked + 2;
    this.#length += 1;
    this.#until = 0;
  }

  number(row: number): number {
    return this.#marked(row) >>> 1;
  }

  hidden(row: number): boolean {
    return (this.#marked(row) & 1) === 1;
  }

  #marked(row: number): number {
    if (row < this.#from || row >= this.#until) this.#find(row);
    return this.#firsts.get(this.#run) + (row - this.#from) * 2;
  }

  #find(row: number): void {
    let low = 0;
    for (let high = this.#begins.length; high - low > 1;) {
      const middle = (low + high) >>> 1;
      if (this.#begins.get(middle) <= row) low = middle;
      else high = middle;
    }
    this.#run = low;
    this.#from = this.#begins.get(low);
    this.#until = low + 1 < this.#begins.length ? this.#begins.get(low + 1) : this.#length;
  }
}

const BLOCK = 16_384;

/** Whole numbers below 2^32. The list grows by blocks: doubling would hold the old and the new array at once. */
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
