import { escribirRuta, leerRuta, type Ruta } from './rutas.ts';

/** What owns the address: the window, or what a test passes. */
interface Direccion {
  readonly location: { hash: string };
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
}
