/** The place of a level in the list of its comparison. Numbers and not names: millions of pairs are compared. */
export type Level = number;

/** One of the two lacks the field: nothing is said. */
export const NOT_COMPARED = -1;
