/**
 * A column that grows while rows arrive; `done` gives exactly the values that came. `expected`: how many values will come, as far as is known. A good
 * guess saves copies.
 */
export function float64Column(expected: number) {
  let values = new Float64Array(Math.max(16, expected));
  let size = 0;
  return {
    push(value: number): void {
      if (size === values.length) {
        const larger = new Float64Array(Math.ceil(values.length * 1.5));
        larger.set(values);
        values = larger;
      }
      values[size++] = value;
    },
    done: (): Float64Array => values.subarray(0, size),
  };
}

/** Small numbers for values that repeat (terminals, lotes, establishments), in order of arrival. */
export type Dictionary = ReturnType<typeof createDictionary>;

/** The place of a value that a dictionary does not have. No row has this place, and it is not `MISSING`. */
export const UNKNOWN = -2;

export function createDictionary() {
  const places = new Map<number, number>();
  return {
    /** The number of a value; a new value gets a new number. `MISSING` stays `MISSING`. */
    add(value: number): number {
      if (value < 0) return value;
      const found = places.get(value);
      if (found !== undefined) return found;
      places.set(value, places.size);
      return places.size - 1;
    },
    /** The number of a value, or `UNKNOWN` when no row has it; `MISSING` stays `MISSING`. */
    find: (value: number): number => (value < 0 ? value : (places.get(value) ?? UNKNOWN)),
    size: (): number => places.size,
    /** The values by place. */
    values: (): Float64Array => Float64Array.from(places.keys()),
  };
}

// Read an element that the array is known to have. There is one function for each kind of array, because a single one for all would be many times slower:
// the engine could not know which kind it reads.
export const f64 = (values: Float64Array, index: number): number => values[index] ?? 0;
export const i32 = (values: Int32Array, index: number): number => values[index] ?? 0;
export const u32 = (values: Uint32Array, index: number): number => values[index] ?? 0;
export const i8 = (values: Int8Array, index: number): number => values[index] ?? 0;
