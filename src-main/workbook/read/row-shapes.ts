/** The tag of a cell: its kind and how its value is packed. */
export const TAG = {
  text: 0,
  whole: 1,
  wholeNegative: 2,
  cents: 3,
  centsNegative: 4,
  double: 5,
  /** A number with a text of its own. `lost`: the same, but the number has lost digits of the text. */
  withText: 6,
  lost: 7,
  yes: 8,
  no: 9,
  error: 10,
  noValue: 11,
  /** A date that the file writes as text, with its serial number. */
  isoDate: 12,
} as const;

/** Everything about a row's cells except their values; most rows of a table share one of a few shapes. */
export interface Shape {
  readonly columns: Int32Array;
  readonly tags: Uint8Array;
  /** The index of each number's format; −1 for none. */
  readonly formats: Int32Array;
}

/** A shared shape with the numbers of the first row that had it. Other rows store the distances from these numbers, which are short (dates, shops). */
export interface KnownShape extends Shape {
  readonly first: Float64Array;
}

/** The most cells in all shared shapes together. Beyond it, rows of a new shape store their shape themselves. */
const MAX_CELLS = 200_000;

export class ShapeTable {
  readonly #shapes: KnownShape[] = [];
  readonly #byHash = new Map<number, number[]>();
  #cells = 0;
  #last = -1;

  get(index: number): KnownShape | undefined {
    return this.#shapes[index];
  }

  /** The index of a shape, of which only the first `count` cells count. Adds a new shape with its first values; −1 if there is no room for it. */
  find(shape: Shape, values: Float64Array, count: number): number {
    if (this.#last >= 0 && isShape(this.#shapes[this.#last], shape, count)) return this.#last;
    let hash = count;
    for (let i = 0; i < count; i += 1) {
      const cell = ((shape.columns[i] ?? 0) << 4) ^ (shape.tags[i] ?? 0) ^ ((shape.formats[i] ?? 0) << 18);
      hash = Math.imul(hash ^ cell, 0x01000193);
    }
    const candidates = this.#byHash.get(hash) ?? [];
    for (const index of candidates) {
      if (!isShape(this.#shapes[index], shape, count)) continue;
      this.#last = index;
      return index;
    }
    if (this.#cells + count > MAX_CELLS) return -1;
    this.#cells += count;
    this.#last = this.#shapes.push({ ...copy(shape, count), first: values.slice(0, count) }) - 1;
    this.#byHash.set(hash, [...candidates, this.#last]);
    return this.#last;
  }
}

function isShape(known: Shape | undefined, shape: Shape, count: number): boolean {
  if (known === undefined || known.columns.length !== count) return false;
  for (let i = 0; i < count; i += 1) {
    if (known.tags[i] !== shape.tags[i] || known.columns[i] !== shape.columns[i]) return false;
    if (known.formats[i] !== shape.formats[i]) return false;
  }
  return true;
}

const copy = (shape: Shape, count: number): Shape => ({
  columns: shape.columns.slice(0, count),
  tags: shape.tags.slice(0, count),
  formats: shape.formats.slice(0, count),
});

const BLOCK = 16_384;

/** A list of whole numbers below 2^32. It grows by blocks, because doubling an array would hold the old and the new array at once. */
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

  get(index: number): number {
    return this.#blocks[(index / BLOCK) | 0]?.[index % BLOCK] ?? 0;
  }
}
