/** A search begins when the person stops typing for so long: with each letter, rows that nobody reads would come and go. */
export const TYPING_PAUSE_MS = 120;

/** Whether letters and `Ctrl Z` belong to what a person writes there. A checkbox is an `input` too, and nobody writes in it. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select');

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** True for Ctrl Z, with Caps Lock too, which makes the letter a capital. With Shift it redoes. */
export const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: Press): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'z';
