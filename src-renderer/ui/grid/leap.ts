import type { GridApi } from 'ag-grid-community';
import type { Pages } from './pages.ts';
import { ALTO } from './keyboard.ts';

/** What scrolls the rows: themselves, and the bar that the library draws. */
const SCROLLABLE = '.ag-grid-viewport, .ag-body-vertical-scroll-viewport';
/** How long the rows of a leap are waited for before they are drawn empty. */
const PATIENCE_MS = 100;

interface Deps<F> {
  readonly host: HTMLElement;
  readonly api: GridApi<F>;
  readonly paginas: Pages<F>;
}

/**
 * After a leap the grid hears of it once the rows are here, or are not coming soon: drawn empty and then again they would take twice as long.
 * Until then the bar leaves what was there.
 */
export function handleLeaps<F>({ host, api, paginas }: Deps<F>, signal: AbortSignal): void {
  let isLeaping = false;
  /** Said again by us, for the grid. */
  let resumed: Event | undefined;

  async function waitFor(target: Element, missing: Promise<void>): Promise<void> {
    isLeaping = true;
    await Promise.race([missing, new Promise((keepGoing) => setTimeout(keepGoing, PATIENCE_MS))]);
    isLeaping = false;
    resumed = new Event('scroll');
    if (signal.aborted) return;
    paginas.drawAround(false);
    target.dispatchEvent(resumed);
  }

  function onScroll(event: Event): void {
    const { target } = event;
    if (!(target instanceof Element) || !target.matches(SCROLLABLE) || event === resumed) return;
    if (isLeaping) {
      event.stopPropagation();
      return;
    }
    const { scrollTop, scrollHeight, clientHeight } = target;
    const filas = api.getDisplayedRowCount();
    // Of many rows the page is not as tall as all of them: the place is in proportion.
    const top = (scrollTop / Math.max(1, scrollHeight - clientHeight)) * Math.max(0, filas * ALTO - clientHeight);
    const missing = paginas.leap(Math.floor(top / ALTO), Math.ceil((top + clientHeight) / ALTO));
    if (missing === undefined) return;
    event.stopPropagation();
    void waitFor(target, missing); // both of what it waits for settle
  }
  // Before the grid hears of it.
  host.addEventListener('scroll', onScroll, { capture: true, passive: true, signal });
}
