import { escribirRuta, leerRuta, type Ruta } from './rutas.ts';

/** How long nothing is replaced before the address says it: a letter is not held up by what the browser does when its address changes. */
const CALMA_MS = 250;

/** What owns the address: the window, or what a test passes. */
interface Direccion {
  readonly location: { hash: string };
  readonly history: { replaceState(data: null, unused: string, url: string): void };
  addEventListener(
    type: 'hashchange' | 'pagehide' | 'click',
    listener: () => void,
    options: { signal: AbortSignal; capture?: boolean },
  ): void;
  setTimeout(hacer: () => void, ms: number): number;
  clearTimeout(cual: number): void;
}

/** The current route, kept equal to the address. */
export class Enrutador {
  ruta: Ruta = $state.raw({ seccion: 'conciliar' });
  readonly #direccion: Direccion;
  /** What the address is to say, and when. */
  #pendiente: { readonly url: string; readonly reloj: number } | undefined;

  constructor(direccion: Direccion, signal: AbortSignal) {
    this.#direccion = direccion;
    const leer = (): void => {
      this.#soltar();
      this.ruta = leerRuta(direccion.location.hash);
    };
    const escribir = (): void => {
      this.#escribir();
    };
    leer();
    direccion.addEventListener('hashchange', leer, { signal });
    // Whoever goes elsewhere comes back to what was last seen.
    direccion.addEventListener('click', escribir, { signal, capture: true });
    direccion.addEventListener('pagehide', escribir, { signal });
  }

  ir(ruta: Ruta): void {
    this.#escribir();
    this.#direccion.location.hash = escribirRuta(ruta);
  }

  /** Changes the address without a step to go back to, a moment later: for what is typed letter by letter. */
  reemplazar(ruta: Ruta): void {
    this.#soltar();
    this.ruta = ruta;
    const escribir = (): void => {
      this.#escribir();
    };
    this.#pendiente = { url: escribirRuta(ruta), reloj: this.#direccion.setTimeout(escribir, CALMA_MS) };
  }

  /** The same at once: for what a page that is loaded again right then must come back to. */
  reemplazarYa(ruta: Ruta): void {
    this.reemplazar(ruta);
    this.#escribir();
  }

  #soltar(): string | undefined {
    const pendiente = this.#pendiente;
    this.#pendiente = undefined;
    if (pendiente !== undefined) this.#direccion.clearTimeout(pendiente.reloj);
    return pendiente?.url;
  }

  #escribir(): void {
    const url = this.#soltar();
    if (url !== undefined) this.#direccion.history.replaceState(null, '', url);
  }
}
