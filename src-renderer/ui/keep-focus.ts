/**
 * Keeps the focus in the page (docs/screens.md) when the focused element disappears, for example because its row was left out. The element around it then gets
 * the focus, not the next control: a second Enter must not press a control that the person did not choose. Tab continues from there.
 */

/** Elements that manage the focus themselves: dialogs, and grids, whose cells come and go while scrolling. */
const LAYERS = 'dialog[open]';
const GRIDS = '[role=grid], [role=treegrid]';

const isLost = (one: HTMLElement): boolean => !one.isConnected || one.matches(':disabled');

/** Attached to the root: focuses the nearest remaining ancestor, or the page (`#contenido`), unless other code has moved the focus. */
export function keepFocus(root: HTMLElement): () => void {
  let lineage: readonly HTMLElement[] = [];
  const remember = (event: FocusEvent): void => {
    lineage = event.composedPath().filter((one) => one instanceof HTMLElement);
  };
  const inspect = (): void => {
    const [last, ...ancestors] = lineage;
    if (last === undefined || !isLost(last)) return;
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== last) return;
    if (document.querySelector(LAYERS) !== null) return;
    const left = ancestors.filter((one) => root.contains(one) && one !== root);
    if (left.some((one) => one.matches(GRIDS))) return;
    const [place] = left;
    moveFocus(place ?? document.getElementById('contenido'));
  };
  const observer = new MutationObserver(inspect);
  root.addEventListener('focusin', remember);
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', remember);
  };
}

/** True while the focus is in the page or nowhere. A late answer must not take the focus from the top bar, the rail or a layer above. */
export function isFocusOnPage(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || document.getElementById('contenido')?.contains(activeElement) === true;
}

/** Focuses an element that is no control, with a tabindex only as long as it has the focus. */
function moveFocus(place: HTMLElement | null): void {
  if (place === null) return;
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    // Shows no focus ring, which would surround a part of the page that cannot be pressed.
    place.classList.add('sin-aro');
    const release = (): void => {
      place.removeAttribute('tabindex');
      place.classList.remove('sin-aro');
    };
    place.addEventListener('blur', release, { once: true });
  }
  place.focus({ preventScroll: true });
}

/** Opens a modal dialog. The browser keeps the focus inside; on closing, the element that opened the dialog gets the focus back, or else the page. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const previous = document.activeElement;
  dialog.showModal();
  dialog.scrollTop = 0; // opening may have scrolled to a button below a long text
  return () => {
    dialog.close();
    const canReturn = previous instanceof HTMLElement && previous.isConnected && previous !== document.body;
    (canReturn ? previous : document.getElementById('contenido'))?.focus();
  };
}

/** An attachment that scrolls an element into view when it appears outside the visible part of its panel. */
export function bringInSight(node: HTMLElement): void {
  node.scrollIntoView({ block: 'nearest' });
}
