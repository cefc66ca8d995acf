import { escribirRuta, leerRuta, type Ruta } from './rutas.ts';

/** What owns the address: the window, or what a test passes. */
interface Direccion {
  readonly location: { hash: string };
  readonly history: { replaceState(data: null, unused: string, url: string): void };
  addEventListener(type: 'hashchange', listener: () => void, options: { signal: AbortSignal }): void;
}

/** The current route, kept equal to the address. */
export class Enrutador {
  ruta: Ruta = $state.raw({ seccion: 'conciliar' });
  readonly #direccion: Direccion;

  constructor(direccion: Direccion, signal: AbortSignal) {
    this.#direccion = direccion;
    const leer = (): void => {
      this.ruta = leerRuta(direccion.location.hash);
    };
    leer();
    direccion.addEventListener('hashchange', leer, { signal });
  }

  ir(ruta: Ruta): void {
    this.#direccion.location.hash = escribirRuta(ruta);
  }

  /** Changes the address without a step to go back to: for what is typed letter by letter. */
  reemplazar(ruta: Ruta): void {
    this.#direccion.history.replaceState(null, '', escribirRuta(ruta));
    this.ruta = ruta;
  }
}
