import type { GridApi } from 'ag-grid-community';
import type { Pages } from './pages.ts';
import { ROW_HEIGHT } from './keyboard.ts';

/** The elements that scroll the rows: the rows themselves, and the library's scrollbar. */
const SCROLLABLE = '.ag-grid-viewport, .ag-body-vertical-scroll-viewport';
/** How long the rows of a leap are waited for; after that they are drawn empty. */
const LEAP_PATIENCE_MS = 100;

interface Deps<F> {
  readonly host: HTMLElement;
  readonly api: GridApi<F>;
  readonly paginas: Pages<F>;
}

/**
 * Delays a leap (a scroll to rows far away): the grid learns of it when the rows are here, or when they take too long. Drawing the rows empty and then
 * again takes half as long again (docs/measurements.md). Until then the previous rows stay.
 */
export function handleLeaps<F>({ host, api, paginas }: Deps<F>, signal: AbortSignal): void {
  let isLeaping = false;
  /** The scroll event that we dispatch again for the grid. */
  let resumed: Event | undefined;

  async function waitFor(target: Element, missing: Promise<void>): Promise<void> {
    isLeaping = true;
    await Promise.race([missing, new Promise((keepGoing) => setTimeout(keepGoing, LEAP_PATIENCE_MS))]);
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
    const rows = api.getDisplayedRowCount();
    // With many rows the scrolled element is less tall than all of them together: the position is computed in proportion.
    const top = (scrollTop / Math.max(1, scrollHeight - clientHeight)) * Math.max(0, rows * ROW_HEIGHT - clientHeight);
    const missing = paginas.leap(Math.floor(top / ROW_HEIGHT), Math.ceil((top + clientHeight) / ROW_HEIGHT));
    if (missing === undefined) return;
    event.stopPropagation();
    void waitFor(target, missing); // both promises that it waits for settle
  }
  // In the capture phase: before the grid's own listeners.
  host.addEventListener('scroll', onScroll, { capture: true, passive: true, signal });
}
