import type { DatosDetalle, DatosRastro } from '#contract/datos.ts';
import type { Vista } from './vista.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';

/** Views whose records have a way of the money. */
const CON_RASTRO: readonly Vista[] = [
  'operaciones',
  'liquidaciones',
  'liquidaciones-conciliadas',
  'movimientos',
  'impuestos',
  'rechazos',
];

/** One record and its trail, read when it is marked; moving fast through the rows reads only the one where it stops. */
export class PanelState {
  detalle = $state.raw<DatosDetalle | undefined>(undefined);
  rastro = $state.raw<DatosRastro | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  readonly #api: Api;
  readonly #cuenta: string;
  #ronda: AbortController | undefined;

  constructor(api: Api, cuenta: string) {
    this.#api = api;
    this.#cuenta = cuenta;
  }

  async mostrar(vista: Vista, clave: string): Promise<void> {
    this.#ronda?.abort();
    const ronda = new AbortController();
    this.#ronda = ronda;
    const de = { vista, clave };
    try {
      const [detalle, rastro] = await Promise.all([
        this.#api.llamar('datos.detalle', { cuenta: this.#cuenta, ...de }, { signal: ronda.signal }),
        CON_RASTRO.includes(vista)
          ? this.#api.llamar('datos.rastro', { cuenta: this.#cuenta, de }, { signal: ronda.signal })
          : undefined,
      ]);
      if (ronda.signal.aborted) return;
      this.detalle = detalle;
      this.rastro = rastro;
      this.falla = undefined;
    } catch (error) {
      if (!ronda.signal.aborted) this.falla = comoFalla(error);
    }
  }

  cerrar(): void {
    this.#ronda?.abort();
  }
}
