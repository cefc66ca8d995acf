import { writeRoute, readRoute, type Route } from './routes.ts';

/** Milliseconds after the last `replace` before the address is written. Changing the address is slow, and typing must not wait for it. */
const CALM_MS = 250;

/** The owner of the address: the window, or the double of a test. */
interface AddressOwner {
  readonly location: { hash: string };
  readonly history: { replaceState(data: null, unused: string, url: string): void };
  addEventListener(
    type: 'hashchange' | 'pagehide' | 'click',
    listener: () => void,
    options: { signal: AbortSignal; capture?: boolean },
  ): void;
  setTimeout(work: () => void, ms: number): number;
  clearTimeout(which: number): void;
}

/** The current route, kept equal to the address of the page. */
export class Router {
  route: Route = $state.raw({ seccion: 'conciliar' });
  readonly #address: AddressOwner;
  /** The address that was last read or written here. */
  #known = '';
  #pending: { readonly url: string; readonly timer: number } | undefined;

  constructor(address: AddressOwner, signal: AbortSignal) {
    this.#address = address;
    const readHash = (): void => {
      if (address.location.hash === this.#known) return; // this router wrote it
      this.#release();
      this.#read();
    };
    const writeHash = (): void => this.#write();
    this.#read();
    address.addEventListener('hashchange', readHash, { signal });
    // Written before a link is followed or the page is left, so that going back returns to the last state.
    address.addEventListener('click', writeHash, { signal, capture: true });
    address.addEventListener('pagehide', writeHash, { signal });
  }

  goTo(route: Route): void {
    this.#write();
    this.#address.location.hash = writeRoute(route);
    // The browser reports a new address only later, and a second press may come before.
    if (this.#address.location.hash !== this.#known) this.#read();
  }

  /** Changes the route at once, and the address a moment later and without a history step: for text that is typed letter by letter. */
  replace(route: Route): void {
    this.#release();
    this.route = route;
    const writeHash = (): void => this.#write();
    this.#pending = { url: writeRoute(route), timer: this.#address.setTimeout(writeHash, CALM_MS) };
  }

  /** Like `replace`, but writes the address at once, for a page that may be reloaded right away. */
  replaceNow(route: Route): void {
    this.replace(route);
    this.#write();
  }

  #release(): string | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending !== undefined) this.#address.clearTimeout(pending.timer);
    return pending?.url;
  }

  #write(): void {
    const url = this.#release();
    if (url === undefined) return;
    this.#address.history.replaceState(null, '', url);
    this.#known = this.#address.location.hash;
  }

  #read(): void {
    this.#known = this.#address.location.hash;
    this.route = readRoute(this.#known);
  }
}

export interface ScreenCommand {
  readonly id: string;
  readonly text: () => string;
  readonly run: () => void;
}

/** The commands of the current screen. The search of the top bar (`Ctrl K`) lists them. */
export class ScreenCommands {
  own = $state.raw<readonly ScreenCommand[]>([]);

  /** Adds a command while a screen is shown; returns the function that removes it. */
  offer(command: ScreenCommand): () => void {
    this.own = [...this.own.filter(({ id }) => id !== command.id), command];
    return () => {
      this.own = this.own.filter((other) => other !== command);
    };
  }
}
