import type { CuponPendiente, SinConciliarDocumento } from '#contract/inicio.ts';
import type { DatosRastro } from '#contract/datos.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import type { Comun } from '../../marco/contexto.ts';
import type { ColumnaDatos, Fuente, Orden, Valor } from '../../ui/grilla/tipos.ts';
import { deRastro } from './de-rastro.ts';

/** Unmatched coupons of every reconciliation of this PC together: what a figure of Inicio counts. */
export class SinConciliarState {
  leido = $state.raw<SinConciliarDocumento | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  orden = $state.raw<Orden | undefined>(undefined);
  elegida = $state.raw<CuponPendiente | undefined>(undefined);
  rastro = $state.raw<DatosRastro | undefined>(undefined);
  fallaRastro = $state.raw<Falla | undefined>(undefined);
  readonly #api: Comun['api'];
  readonly #cuenta: string;
  readonly #edad: number | 'todas';

  constructor(api: Comun['api'], cuenta: string, edad: number | 'todas') {
    this.#api = api;
    this.#cuenta = cuenta;
    this.#edad = edad;
  }

  async leer(signal: AbortSignal): Promise<void> {
    this.falla = undefined;
    const edad = this.#edad === 'todas' ? {} : { edad: this.#edad };
    try {
      this.leido = await this.#api.llamar('inicio.sin_conciliar', { cuenta: this.#cuenta, ...edad }, { signal });
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    }
  }

  /** Its rows as the grid asks for them: all are here. */
  fuente(columnas: readonly ColumnaDatos<CuponPendiente>[]): Fuente<CuponPendiente> {
    const filas = this.leido?.filas ?? [];
    return {
      clave: 'todas',
      leer: (desde, cuantas, orden) =>
        Promise.resolve({ filas: enOrden(filas, columnas, orden).slice(desde, desde + cuantas), total: filas.length }),
    };
  }

  /** Shows a coupon, then where its money went; one whose upload has no number yet has no trail to ask for. */
  async elegir(cupon: CuponPendiente | undefined): Promise<void> {
    this.elegida = cupon;
    this.rastro = undefined;
    this.fallaRastro = undefined;
    if (cupon === undefined || cupon.conciliacion === null) return;
    try {
      const de = deRastro(cupon.conciliacion, cupon);
      const rastro = await this.#api.llamar('datos.rastro', { cuenta: this.#cuenta, de });
      if (this.elegida === cupon) this.rastro = rastro;
    } catch (error) {
      if (this.elegida === cupon) this.fallaRastro = comoFalla(error);
    }
  }
}

/** What has nothing comes last, whichever way. */
function enOrden<F>(filas: readonly F[], columnas: readonly ColumnaDatos<F>[], orden: Orden | undefined): readonly F[] {
  const columna = columnas.find(({ clave }) => clave === orden?.campo);
  if (orden === undefined || columna?.valor === undefined) return filas;
  const { tipo, valor } = columna;
  const comparable = (fila: F): Valor => (tipo === 'importe' ? Number(valor(fila)) : valor(fila));
  const sentido = orden.desc ? -1 : 1;
  return filas.toSorted((a, b) => {
    const [x, y] = [comparable(a), comparable(b)];
    if (esNada(x) || esNada(y)) return Number(esNada(x)) - Number(esNada(y));
    if (typeof x === 'number' && typeof y === 'number') return sentido * (x - y);
    return sentido * String(x).localeCompare(String(y));
  });
}
const esNada = (valor: Valor): boolean => valor === null || valor === undefined || valor === '';
