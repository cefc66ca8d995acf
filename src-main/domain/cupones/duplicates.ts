/**
 * Remembers which coupons were seen and in which row first. Keeps 64 bits of each and not its text: half a million coupons are 200 MB
 * of text and 12 MB here. Two different coupons of a million share 64 bits once in 37 million files, and it costs a notice.
 */
export interface SeenCoupons {
  /** The row given with the first coupon of these 64 bits; undefined the first time. Rows are positive integers below 2^31. */
  firstSeen(high: number, low: number, row: number): number | undefined;
}

/** Past this share of full, looking for a free place takes long. */
const FULL = 0.6;
/** Of each coupon: both halves and its row, side by side because they are looked at together. */
const WIDTH = 3;

/** Room for `coupons`, taken at once: growing would hold the old and the new, and a sheet says how many rows it has. */
export function createSeenCoupons(coupons: number): SeenCoupons {
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(coupons, 1) / FULL));
  const slots = new Int32Array(capacity * WIDTH);
  return {
    firstSeen(high, low, row) {
      let slot = (high ^ (low >>> 7)) & (capacity - 1);
      for (;;) {
        const at = slot * WIDTH;
        const first = slots[at + 2] ?? 0;
        if (first === 0) {
          slots[at] = high;
          slots[at + 1] = low;
          slots[at + 2] = row;
          return undefined;
        }
        if (slots[at] === high && slots[at + 1] === low) return first;
        slot = (slot + 1) & (capacity - 1);
      }
    },
  };
}
