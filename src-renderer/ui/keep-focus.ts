/**
 * The keyboard is always somewhere (docs/screens.md: focus is never lost). What has the focus may go away by itself: its rows were
 * left out, its work ended, its reconciliation was deleted. Then the place where it was takes the focus, not the control that
 * came after it: a second Enter must not press what nobody chose, and Tab goes on from there.
 */

/** What looks after its own focus: what is opened over the page, and the grids, whose cells come and go as they scroll. */
const LAYERS = 'dialog[open]';
const GRIDS = '[role=grid], [role=treegrid]';

/** True for what cannot have the focus any more. */
const isLost = (one: HTMLElement): boolean => !one.isConnected || one.matches(':disabled');

/**
 * An attachment for the root of the application: when the element with the focus is removed or disabled, and nothing else took
 * the focus, the nearest of its ancestors that is left gets it; the page itself (`#contenido`) when none is.
 * Whoever moves the focus on purpose wins: this looks after the changes to the document, and only acts when nobody has it.
 */
export function keepFocus(raiz: HTMLElement): () => void {
  let lineage: readonly HTMLElement[] = [];
  const remember = (event: FocusEvent): void => {
    lineage = event.composedPath().filter((one) => one instanceof HTMLElement);
  };
  const inspect = (): void => {
    const [ultimo, ...ancestors] = lineage;
    if (ultimo === undefined || !isLost(ultimo)) return;
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== ultimo) return;
    if (document.querySelector(LAYERS) !== null) return;
    const left = ancestors.filter((one) => raiz.contains(one) && one !== raiz);
    if (left.some((one) => one.matches(GRIDS))) return;
    const [place] = left;
    moveFocus(place ?? document.getElementById('contenido'));
  };
  const observer = new MutationObserver(inspect);
  raiz.addEventListener('focusin', remember);
  observer.observe(raiz, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    observer.disconnect();
    raiz.removeEventListener('focusin', remember);
  };
}

/** Focuses what is not a control: reachable by this call, not by the Tab key, and only while it has the focus. */
function moveFocus(place: HTMLElement | null): void {
  if (place === null) return;
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}
