import type { CuponDeVenta, DatosDetalle, DatosRastro, FilaConClave } from '#contract/datos.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import type { Orden } from '../../ui/grilla/tipos.ts';
import { textoDe } from './columnas.ts';

/** Sales of a settlement that its page shows; the rest are in Operaciones. */
const VENTAS = 200;
/** Settlements among which the one before and the one after are looked for. */
const VECINAS = 1000;

interface Vecinas {
  readonly anterior?: string;
  readonly siguiente?: string;
}

/** The page of one settlement, or of its taxes: the record, its way, its sales and its neighbours. */
export class FichaState {
  detalle = $state.raw<DatosDetalle | undefined>(undefined);
  rastro = $state.raw<DatosRastro | undefined>(undefined);
  ventas = $state.raw<readonly FilaConClave[] | undefined>(undefined);
  hayMasVentas = $state(false);
  /** The coupons of ours of the sales, as far as kept results know. */
  cupones = $state.raw<readonly CuponDeVenta[]>([]);
  vecinas = $state.raw<Vecinas>({});
  noEsta = $state(false);
  falla = $state.raw<Falla | undefined>(undefined);
  exportando = $state(false);
  readonly #api: Api;
  readonly #cuenta: string;
  readonly #vista: 'liquidaciones' | 'impuestos';
  readonly #id: string;

  readonly fila: FilaConClave | undefined = $derived(this.detalle?.fila ?? undefined);

  constructor(api: Api, cuenta: string, vista: 'liquidaciones' | 'impuestos', id: string) {
    this.#api = api;
    this.#cuenta = cuenta;
    this.#vista = vista;
    this.#id = id;
  }

  async leer(periodo: { readonly desde: string; readonly hasta: string }, signal: AbortSignal): Promise<void> {
    const cuenta = this.#cuenta;
    const vista = this.#vista;
    try {
      const filtros = [{ campo: 'id', valor: this.#id }];
      const hallada = await this.#api.llamar(
        'datos.pagina',
        { cuenta, vista, filtros, retiradas: true, desdeFila: 0, filas: 1 },
        { signal },
      );
      const clave = hallada.filas[0]?.clave;
      if (clave === undefined) {
        this.noEsta = true;
        return;
      }
      this.detalle = await this.#api.llamar('datos.detalle', { cuenta, vista, clave }, { signal });
      this.rastro = await this.#api.llamar('datos.rastro', { cuenta, de: { vista, clave } }, { signal });
      if (vista === 'liquidaciones') await this.#leerVentas(clave, signal);
      await this.#leerVecinas(periodo, signal);
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    }
  }

  /** Its row and its detail, as a workbook. */
  async exportar(signal: AbortSignal): Promise<void> {
    this.exportando = true;
    this.falla = undefined;
    try {
      const { archivo } = await this.#api.llamar(
        'datos.exportar',
        {
          cuenta: this.#cuenta,
          vista: this.#vista,
          filtros: [{ campo: 'id', valor: this.#id }],
          retiradas: true,
          detalle: true,
          salida: `${this.#vista}-${this.fila === undefined ? this.#id : textoDe(this.fila, 'numero')}.xlsx`,
        },
        { signal },
      );
      await this.#api.entregar(archivo);
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    } finally {
      this.exportando = false;
    }
  }

  async #leerVentas(clave: string, signal: AbortSignal): Promise<void> {
    const filtros = [{ campo: 'liquidaciones_id', valor: this.#id }];
    const orden: Orden = { campo: 'fecha_venta', desc: false };
    const pagina = await this.#api.llamar(
      'datos.pagina',
      { cuenta: this.#cuenta, vista: 'operaciones', filtros, orden, desdeFila: 0, filas: VENTAS },
      { signal },
    );
    this.ventas = pagina.filas;
    this.hayMasVentas = pagina.hayMas;
    const entrada = { cuenta: this.#cuenta, clave };
    this.cupones = await this.#api.llamar('datos.cupones_de_liquidacion', entrada, { signal });
  }

  async #leerVecinas(periodo: { readonly desde: string; readonly hasta: string }, signal: AbortSignal): Promise<void> {
    const { filas } = await this.#api.llamar(
      'datos.pagina',
      {
        cuenta: this.#cuenta,
        vista: this.#vista,
        desde: periodo.desde,
        hasta: periodo.hasta,
        orden: { campo: 'fecha', desc: false },
        desdeFila: 0,
        filas: VECINAS,
      },
      { signal },
    );
    const ids = filas.map((fila) => textoDe(fila, 'id'));
    const lugar = ids.indexOf(this.#id);
    if (lugar === -1) return;
    const [anterior, siguiente] = [ids[lugar - 1], ids[lugar + 1]];
    this.vecinas = {
      ...(anterior === undefined ? {} : { anterior }),
      ...(siguiente === undefined ? {} : { siguiente }),
    };
  }
}
