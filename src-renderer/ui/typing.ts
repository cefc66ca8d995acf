/** A search begins when the person stops typing for so long: with each letter, rows that nobody reads would come and go. */
export const TYPING_PAUSE_MS = 120;

/** Whether letters and `Ctrl Z` belong to what a person writes there. A checkbox is an `input` too, and nobody writes in it. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select');
