/**
 * Keeps, over several passes over the pages of a result, the row that shows each coupon of an upload. Several passes are needed because a row
 * that moves between pages during a pass is shown by one pass and not by another.
 */
export interface Passes {
  /** Notes a row and the coupon of ours that it shows. Gives the row of an earlier pass that this one replaces. */
  show(row: number, seq: number | undefined): number | undefined;
  hasShown(seq: number): boolean;
  /** Rows of this pass that showed a coupon before another row showed it again. */
  repeated(): readonly number[];
  /** Begins another pass. Gives the rows of the last one that no row will replace: repeated ones, and those of coupons that are not ours. */
  again(): readonly number[];
}

/** Coupons and rows are numbered from 1. */
export function createPasses(total: number): Passes {
  const rowOf = new Uint32Array(total + 1);
  let lastOfEarlier = 0;
  let last = 0;
  let repeated: number[] = [];
  let strangers: number[] = [];
  return {
    show(row, seq) {
      last = row;
      if (seq === undefined) {
        strangers.push(row);
        return undefined;
      }
      const before = rowOf[seq] ?? 0;
      rowOf[seq] = row;
      if (before > lastOfEarlier) repeated.push(before);
      return before === 0 || before > lastOfEarlier ? undefined : before;
    },
    hasShown: (seq) => (rowOf[seq] ?? 0) !== 0,
    repeated: () => repeated,
    again() {
      lastOfEarlier = last;
      const left = [...repeated, ...strangers];
      [repeated, strangers] = [[], []];
      return left;
    },
  };
}
