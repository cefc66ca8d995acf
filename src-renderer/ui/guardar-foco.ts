/**
 * The keyboard is always somewhere (docs/screens.md: focus is never lost). What has the focus may go away by itself: its rows were
 * left out, its work ended, its reconciliation was deleted. Then the place where it was takes the focus, not the control that
 * came after it: a second Enter must not press what nobody chose, and Tab goes on from there.
 */

/** What looks after its own focus: what is opened over the page, and the grids, whose cells come and go as they scroll. */
const EN_CAPAS = 'dialog[open]';
const GRILLAS = '[role=grid], [role=treegrid]';

/** True for what cannot have the focus any more. */
const perdido = (one: HTMLElement): boolean => !one.isConnected || one.matches(':disabled');

/**
 * An attachment for the root of the application: when the element with the focus is removed or disabled, and nothing else took
 * the focus, the nearest of its ancestors that is left gets it; the page itself (`#contenido`) when none is.
 * Whoever moves the focus on purpose wins: this looks after the changes to the document, and only acts when nobody has it.
 */
export function guardarFoco(raiz: HTMLElement): () => void {
  let linaje: readonly HTMLElement[] = [];
  const recordar = (event: FocusEvent): void => {
    linaje = event.composedPath().filter((one) => one instanceof HTMLElement);
  };
  const mirar = (): void => {
    const [ultimo, ...antepasados] = linaje;
    if (ultimo === undefined || !perdido(ultimo)) return;
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== ultimo) return;
    if (document.querySelector(EN_CAPAS) !== null) return;
    const quedan = antepasados.filter((one) => raiz.contains(one) && one !== raiz);
    if (quedan.some((one) => one.matches(GRILLAS))) return;
    const [lugar] = quedan;
    enfocar(lugar ?? document.getElementById('contenido'));
  };
  const observador = new MutationObserver(mirar);
  raiz.addEventListener('focusin', recordar);
  observador.observe(raiz, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    observador.disconnect();
    raiz.removeEventListener('focusin', recordar);
  };
}

/** Focuses what is not a control: reachable by this call, not by the Tab key, and only while it has the focus. */
function enfocar(lugar: HTMLElement | null): void {
  if (lugar === null) return;
  if (lugar.tabIndex < 0 && !lugar.hasAttribute('tabindex')) {
    lugar.tabIndex = -1;
    lugar.addEventListener('blur', () => lugar.removeAttribute('tabindex'), { once: true });
  }
  lugar.focus({ preventScroll: true });
}
