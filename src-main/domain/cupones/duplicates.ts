/**
 * Remembers which coupons were seen and in which row first. Keeps 64 bits of each and not its text: half a million coupons are 200 MB
 * of text and 12 MB here. Two different coupons of a million share 64 bits once in 37 million files, and it costs a notice.
 */
export interface SeenCoupons {
  /** The row given with the first coupon of these 64 bits; undefined the first time. Rows are positive integers below 2^31. */
  firstSeen(high: number, low: number, row: number): number | undefined;
}

const FULL = 0.6;
const FIRST = 4096;

export function createSeenCoupons(): SeenCoupons {
  let capacity = FIRST;
  let high = new Int32Array(capacity);
  let low = new Int32Array(capacity);
  let rows = new Int32Array(capacity);
  let used = 0;

  /** The slot of a pair: where it is, or the free one where it goes (rows[slot] === 0). */
  const slotOf = (h: number, l: number): number => {
    let slot = (h ^ (l >>> 7)) & (capacity - 1);
    while (rows[slot] !== 0 && (high[slot] !== h || low[slot] !== l)) slot = (slot + 1) & (capacity - 1);
    return slot;
  };
  const put = (h: number, l: number, row: number): void => {
    const slot = slotOf(h, l);
    high[slot] = h;
    low[slot] = l;
    rows[slot] = row;
  };
  const grow = (): void => {
    const old = { high, low, rows };
    capacity *= 2;
    high = new Int32Array(capacity);
    low = new Int32Array(capacity);
    rows = new Int32Array(capacity);
    for (let i = 0; i < old.rows.length; i++) {
      const row = old.rows[i] ?? 0;
      if (row !== 0) put(old.high[i] ?? 0, old.low[i] ?? 0, row);
    }
  };

  return {
    firstSeen(h, l, row) {
      const slot = slotOf(h, l);
      const first = rows[slot] ?? 0;
      if (first !== 0) return first;
      if (used >= capacity * FULL) grow();
      put(h, l, row);
      used++;
      return undefined;
    },
  };
}
