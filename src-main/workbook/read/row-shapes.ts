/** What a cell is and how its payload is packed. Numbers may also have a format. */
export const TAG = {
  text: 0,
  whole: 1,
  wholeNegative: 2,
  cents: 3,
  centsNegative: 4,
  double: 5,
  /** A number with its text; `lost`: the number lost digits of its text. */
  withText: 6,
  lost: 7,
  yes: 8,
  no: 9,
  error: 10,
  noValue: 11,
  /** A date that the file writes as text, with its serial number. */
  isoDate: 12,
} as const;

/** Everything about a row's cells except their values: most rows of a table share a few shapes. */
export interface Shape {
  readonly columns: Int32Array;
  readonly tags: Uint8Array;
  /** Index of the format of each number, −1 for none. */
  readonly formats: Int32Array;
}

/** A shared shape with the numbers of its first row. Other rows' numbers are mostly near (dates, shops), and are kept as distances. */
export interface KnownShape extends Shape {
  readonly first: Float64Array;
}

/** The most cells of all kept shapes. A file of all different rows writes the rest with its rows. */
const MAX_CELLS = 200_000;

export class ShapeTable {
  readonly #shapes: KnownShape[] = [];
  readonly #byHash = new Map<number, number[]>();
  #cells = 0;
  #last = -1;

  get(index: number): KnownShape | undefined {
    return this.#shapes[index];
  }

  /** The number of the shape with these first `count` entries, added with these values if new; −1 without room for it. */
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
