/** The place of a level in the list of its comparison. A number and no name, because millions of pairs are compared. */
export type Level = number;

/** One of the two lacks the field, so the comparison says nothing. */
export const NOT_COMPARED = -1;
