/** A search begins when the person stops typing for so long: with each letter, rows that nobody reads would come and go. */
export const TYPING_PAUSE_MS = 120;
