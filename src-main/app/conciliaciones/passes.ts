/**
 * Which row of a reading shows each coupon of an upload, over several passes over the pages: a row that moves from one page to another while they are read is
 * shown by one pass and not by the next.
 */
export interface Passes {
  /** A row, and the coupon of ours that it shows. Gives the row of an earlier pass that it takes the place of. */
  show(row: number, seq: number | undefined): number | undefined;
  hasShown(seq: number): boolean;
  /** Rows with which this pass showed a coupon before it showed it again. */
  repeated(): readonly number[];
  /** Another pass begins. Gives the rows of the last one that none will take the place of: repeated ones, and those of nobody's coupons. */
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
