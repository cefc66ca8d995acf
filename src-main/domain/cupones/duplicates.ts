/**
 * Remembers which texts were seen and in which row first. Keeps 64 bits of each text and not the texts: half a million coupons are
 * 200 MB of text and 12 MB here. Two different coupons of a million share 64 bits once in 37 million files, and it costs a notice.
 */
export interface SeenTexts {
  /** The row given with the first equal text; undefined the first time. Rows are positive integers below 2^31. */
  firstSeen(text: string, row: number): number | undefined;
}

const FULL = 0.6;

export function createSeenTexts(initialCapacity = 4096): SeenTexts {
  let capacity = initialCapacity;
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
    firstSeen(text, row) {
      // Two multiplicative hashes at once (the mixing of cyrb53), 32 bits each.
      let a = 0xdeadbeef | 0;
      let b = 0x41c6ce57 | 0;
      for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        a = Math.imul(a ^ code, 0x9e3779b1);
        b = Math.imul(b ^ code, 0x5f356495);
      }
      a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
      b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
      const slot = slotOf(a, b);
      const first = rows[slot] ?? 0;
      if (first !== 0) return first;
      if (used >= capacity * FULL) grow();
      put(a, b, row);
      used++;
      return undefined;
    },
  };
}
