/**
 * Keeps the focus in the page (docs/screens.md). The focused element may disappear: its rows were left out, its work ended, its reconciliation was
 * deleted. Then the element around it takes the focus, and not the next control, because a second Enter must not press a control that the person did
 * not choose. Tab continues from there.
 */

/** Elements that manage their own focus: dialogs, and grids, whose cells appear and disappear as they scroll. */
const LAYERS = 'dialog[open]';
const GRIDS = '[role=grid], [role=treegrid]';

const isLost = (one: HTMLElement): boolean => !one.isConnected || one.matches(':disabled');

/**
 * An attachment for the root of the application. When the focused element is removed or disabled and nothing else took the focus, its nearest
 * remaining ancestor gets it; without one, the page itself (`#contenido`). It acts after the changes to the document and only when nothing has the
 * focus, so code that moves the focus on purpose wins.
 */
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

/**
 * True while the focus is on the page, or nowhere. Otherwise the person is at the bar, at the rail or in a layer over the page: changes that the page
 * makes by itself, such as a late answer, must not take the focus from there.
 */
export function isFocusOnPage(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || document.getElementById('contenido')?.contains(activeElement) === true;
}

/** Focuses an element that is not a control. It has a tabindex that Tab skips, only while it has the focus. */
function moveFocus(place: HTMLElement | null): void {
  if (place === null) return;
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}

/** Opens a dialog as a modal one. The platform keeps the focus inside; when the dialog closes, the element that opened it gets the focus back. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const previous = document.activeElement;
  dialog.showModal();
  dialog.scrollTop = 0; // the first control may be the button below a long text
  return () => {
    dialog.close();
    // The page gets the focus when the element that opened the dialog was deleted.
    const canReturn = previous instanceof HTMLElement && previous.isConnected && previous !== document.body;
    (canReturn ? previous : document.getElementById('contenido'))?.focus();
  };
}

/** An attachment: scrolls an element into sight when it appears below the visible part of its panel. */
export function bringInSight(node: HTMLElement): void {
  node.scrollIntoView({ block: 'nearest' });
}
