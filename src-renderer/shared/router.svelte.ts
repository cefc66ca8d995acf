import { writeRoute, readRoute, type Route } from './routes.ts';

/** Milliseconds until `replace` writes the address: writing at each letter would delay typing. */
const CALM_MS = 250;

/** What the router uses of the window; tests pass their own. */
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

export class Router {
  route: Route = $state.raw({ seccion: 'conciliar' });
  readonly #address: AddressOwner;
  /** The hash that this router read or wrote last. */
  #known = '';
  #pending: { readonly url: string; readonly timer: number } | undefined;

  constructor(address: AddressOwner, signal: AbortSignal) {
    this.#address = address;
    const readHash = (): void => {
      if (address.location.hash === this.#known) return; // this router wrote the hash
      this.#release();
      this.#read();
    };
    const writeHash = (): void => this.#write();
    this.#read();
    address.addEventListener('hashchange', readHash, { signal });
    // Writes a waiting address before a click follows a link, so that going back returns to the last state.
    address.addEventListener('click', writeHash, { signal, capture: true });
    address.addEventListener('pagehide', writeHash, { signal });
  }

  goTo(route: Route): void {
    this.#write();
    this.#address.location.hash = writeRoute(route);
    // Reads the new hash at once: `hashchange` comes later, and the person may press something else before.
    if (this.#address.location.hash !== this.#known) this.#read();
  }

  /** Changes the route at once and the address later, without a step in the history: for a text that the person is typing. */
  replace(route: Route): void {
    this.#release();
    this.route = route;
    const writeHash = (): void => this.#write();
    this.#pending = { url: writeRoute(route), timer: this.#address.setTimeout(writeHash, CALM_MS) };
  }

  /** Like `replace`, but writes the address at once, so that reloading the page keeps the route. */
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

/** Commands of the current screen, for the search of the top bar (`Ctrl K`). */
export class ScreenCommands {
  own = $state.raw<readonly ScreenCommand[]>([]);

  /** Adds a command of a screen; gives the function that removes it. */
  offer(command: ScreenCommand): () => void {
    this.own = [...this.own.filter(({ id }) => id !== command.id), command];
    return () => {
      this.own = this.own.filter((other) => other !== command);
    };
  }
}
