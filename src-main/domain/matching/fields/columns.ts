/** A column that grows while rows arrive. `expected`: how many values to expect; a good guess saves copies. */
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

/** The place of a value that a dictionary lacks; no row has it, and it is not `MISSING`. */
export const UNKNOWN = -2;

export function createDictionary() {
  const places = new Map<number, number>();
  return {
    /** A new value gets a new number; `MISSING` stays `MISSING`. */
    add(value: number): number {
      if (value < 0) return value;
      const found = places.get(value);
      if (found !== undefined) return found;
      places.set(value, places.size);
      return places.size - 1;
    },
    /** `UNKNOWN` for a value of no row; `MISSING` stays `MISSING`. */
    find: (value: number): number => (value < 0 ? value : (places.get(value) ?? UNKNOWN)),
    size: (): number => places.size,
    values: (): Float64Array => Float64Array.from(places.keys()),
  };
}

// Read an element that the array has. One function per kind of array: a single one for all would be many times slower, because the engine could not know
// which kind it reads.
export const f64 = (values: Float64Array, index: number): number => values[index] ?? 0;
export const i32 = (values: Int32Array, index: number): number => values[index] ?? 0;
export const u32 = (values: Uint32Array, index: number): number => values[index] ?? 0;
export const i8 = (values: Int8Array, index: number): number => values[index] ?? 0;
