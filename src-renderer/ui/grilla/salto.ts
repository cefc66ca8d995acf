import type { GridApi } from 'ag-grid-community';
import type { Paginas } from './paginas.ts';
import { ALTO } from './teclado.ts';

/** What scrolls the rows: themselves, and the bar that the library draws. */
const DESPLAZABLES = '.ag-grid-viewport, .ag-body-vertical-scroll-viewport';
/** How long the rows of a leap are waited for before they are drawn empty. */
const PACIENCIA_MS = 100;

interface Deps<F> {
  readonly host: HTMLElement;
  readonly api: GridApi<F>;
  readonly paginas: Paginas<F>;
}

/**
 * After a leap the grid hears of it once the rows are here, or are not coming soon: drawn empty and then again they would take twice as long.
 * Until then the bar leaves what was there.
 */
export function atenderSaltos<F>({ host, api, paginas }: Deps<F>, signal: AbortSignal): void {
  let enSalto = false;
  /** Said again by us, for the grid. */
  let retomado: Event | undefined;

  async function esperar(target: Element, falta: Promise<void>): Promise<void> {
    enSalto = true;
    await Promise.race([falta, new Promise((seguir) => setTimeout(seguir, PACIENCIA_MS))]);
    enSalto = false;
    retomado = new Event('scroll');
    if (signal.aborted) return;
    paginas.dibujarAlrededor(false);
    target.dispatchEvent(retomado);
  }

  function alDesplazar(event: Event): void {
    const { target } = event;
    if (!(target instanceof Element) || !target.matches(DESPLAZABLES) || event === retomado) return;
    if (enSalto) {
      event.stopPropagation();
      return;
    }
    const { scrollTop, scrollHeight, clientHeight } = target;
    const filas = api.getDisplayedRowCount();
    // Of many rows the page is not as tall as all of them: the place is in proportion.
    const top = (scrollTop / Math.max(1, scrollHeight - clientHeight)) * Math.max(0, filas * ALTO - clientHeight);
    const falta = paginas.saltar(Math.floor(top / ALTO), Math.ceil((top + clientHeight) / ALTO));
    if (falta === undefined) return;
    event.stopPropagation();
    void esperar(target, falta); // both of what it waits for settle
  }
  // Before the grid hears of it.
  host.addEventListener('scroll', alDesplazar, { capture: true, passive: true, signal });
}
