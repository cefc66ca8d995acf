/** Reads a column of the data set. Indexes come from the data set itself, so the fallback is never used. */
export const valueAt = (column: { readonly [i: number]: number }, i: number): number => column[i] ?? 0;

/** Rows sorted by a key. */
interface GroupedRows {
  readonly rows: Int32Array;
  /** Where the rows of each key begin in `rows`; has one entry more than there are keys. */
  readonly starts: Int32Array;
}

/** Sorts the rows from 0 to `count` by their keys, which are below `keys` (counting sort). Leaves out those whose key is negative. */
export function groupRows(count: number, keys: number, keyOf: (row: number) => number): GroupedRows {
  const starts = new Int32Array(keys + 1);
  for (let row = 0; row < count; row++) {
    const key = keyOf(row);
    if (key >= 0) starts[key + 1] = valueAt(starts, key + 1) + 1;
  }
  for (let key = 0; key < keys; key++) starts[key + 1] = valueAt(starts, key + 1) + valueAt(starts, key);
  const next = starts.slice();
  const rows = new Int32Array(valueAt(starts, keys));
  for (let row = 0; row < count; row++) {
    const key = keyOf(row);
    if (key < 0) continue;
    const place = valueAt(next, key);
    rows[place] = row;
    next[key] = place + 1;
  }
  return { rows, starts };
}
