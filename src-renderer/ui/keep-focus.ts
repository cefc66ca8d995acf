/**
 * Keeps the focus in the page when the focused element disappears (docs/screens.md), for example with its row. The nearest remaining ancestor gets the focus,
 * not the next control, so that a second Enter presses no control that the person did not choose. Tab continues from there.
 */

/** Dialogs and grids manage the focus themselves; cells of a grid come and go while scrolling. */
const LAYERS = 'dialog[open]';
const GRIDS = '[role=grid], [role=treegrid]';

const isLost = (one: HTMLElement): boolean => !one.isConnected || one.matches(':disabled');

/** To attach to the root: when the focused element disappears, focuses the nearest remaining ancestor, or the page (`#contenido`). */
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

/** True while the focus is in the page or nowhere. Otherwise a late answer must not take the focus from the top bar, the rail or a dialog. */
export function isFocusOnPage(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || document.getElementById('contenido')?.contains(activeElement) === true;
}

/** Focuses an element that is no control; gives the element a tabindex only while it has the focus. */
function moveFocus(place: HTMLElement | null): void {
  if (place === null) return;
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    // Hides the focus ring, which would make this part of the page look like a control.
    place.classList.add('sin-aro');
    const release = (): void => {
      place.removeAttribute('tabindex');
      place.classList.remove('sin-aro');
    };
    place.addEventListener('blur', release, { once: true });
  }
  place.focus({ preventScroll: true });
}

/** Opens a modal dialog. Gives a function that closes the dialog and gives the focus back to the element that had it before, or else to the page. */
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

export function bringInSight(node: HTMLElement): void {
  node.scrollIntoView({ block: 'nearest' });
}
