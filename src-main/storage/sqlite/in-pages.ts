/**
 * Rows in pages of at most `size`: `read` gives those that follow a number, `numberOf` the number of a row. No statement stays open between two
 * pages, so that anything may be written meanwhile.
 */
export function* readInPages<T>(
  size: number,
  read: (after: number) => readonly T[],
  numberOf: (row: T) => number,
): Generator<readonly T[]> {
  for (let after = 0; ;) {
    const rows = read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < size) return;
    after = numberOf(last);
  }
}
