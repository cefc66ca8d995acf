import { writeRoute, readRoute, type Route } from './routes.ts';

/** How long nothing is replaced before the address says it: a letter is not held up by what the browser does when its address changes. */
const CALM_MS = 250;

/** What owns the address: the window, or what a test passes. */
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

/** The current route, kept equal to the address. */
export class Router {
  ruta: Route = $state.raw({ seccion: 'conciliar' });
  readonly #direccion: AddressOwner;
  /** What the address is to say, and when. */
  #pendiente: { readonly url: string; readonly timer: number } | undefined;

  constructor(direccion: AddressOwner, signal: AbortSignal) {
    this.#direccion = direccion;
    const leer = (): void => {
      this.#release();
      this.ruta = readRoute(direccion.location.hash);
    };
    const writeHash = (): void => {
      this.#write();
    };
    leer();
    direccion.addEventListener('hashchange', leer, { signal });
    // Whoever goes elsewhere comes back to what was last seen.
    direccion.addEventListener('click', writeHash, { signal, capture: true });
    direccion.addEventListener('pagehide', writeHash, { signal });
  }

  ir(ruta: Route): void {
    this.#write();
    this.#direccion.location.hash = writeRoute(ruta);
  }

  /** Changes the address without a step to go back to, a moment later: for what is typed letter by letter. */
  replace(ruta: Route): void {
    this.#release();
    this.ruta = ruta;
    const writeHash = (): void => {
      this.#write();
    };
    this.#pendiente = { url: writeRoute(ruta), timer: this.#direccion.setTimeout(writeHash, CALM_MS) };
  }

  /** The same at once: for what a page that is loaded again right then must come back to. */
  replaceNow(ruta: Route): void {
    this.replace(ruta);
    this.#write();
  }

  #release(): string | undefined {
    const pending = this.#pendiente;
    this.#pendiente = undefined;
    if (pending !== undefined) this.#direccion.clearTimeout(pending.timer);
    return pending?.url;
  }

  #write(): void {
    const url = this.#release();
    if (url !== undefined) this.#direccion.history.replaceState(null, '', url);
  }
}
