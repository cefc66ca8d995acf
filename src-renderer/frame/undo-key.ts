type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** True for Ctrl Z, with Caps Lock too, which makes the letter a capital. With Shift it redoes. */
export const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: Press): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'z';
