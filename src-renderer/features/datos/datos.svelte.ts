import { tick } from 'svelte';
import { FECHA_DE_VISTA } from '#contract/datos-campos.ts';
import type { DatosCuarentena, DatosPagina, DatosTotales, FilaConClave } from '#contract/datos.ts';
import type { CoberturaDocumento } from '#contract/documents.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Progreso } from '#contract/progress.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import type { FiltroRuta } from '../../marco/filtro-ruta.ts';
import type { Trabajo } from '../../marco/trabajos.svelte.ts';
import type { Fuente, Orden, PaginaDeFilas } from '../../ui/grilla/tipos.ts';
import type { DescripcionVista } from './descripciones.ts';

type Pedido = MethodInput<'datos.totales'>;

const FILAS = 100;

/** The period that a filter means: its own, or the one of the top bar. Whole months where the service only totals months. */
export function periodoDe(
  { vista }: Pick<DescripcionVista, 'vista'>,
  filtro: FiltroRuta,
  comun: { readonly desde: string; readonly hasta: string },
): { readonly desde?: string; readonly hasta?: string } {
  if (FECHA_DE_VISTA[vista] === null || filtro.siempre === true) return {};
  const propio = filtro.desde !== undefined || filtro.hasta !== undefined;
  const { desde, hasta } = propio ? filtro : comun;
  const inicio = desde !== undefined && vista.endsWith('-totales') ? `${desde.slice(0, 7)}-01` : desde;
  return { ...(inicio === undefined ? {} : { desde: inicio }), ...(hasta === undefined ? {} : { hasta }) };
}

/** What the core is asked for a filter. */
export function pedidoDe(
  cuenta: string,
  descripcion: Pick<DescripcionVista, 'vista'>,
  filtro: FiltroRuta,
  comun: { readonly desde: string; readonly hasta: string },
): Pedido {
  const { campoFecha, filtros, texto, retiradas } = filtro;
  return {
    cuenta,
    vista: descripcion.vista,
    ...periodoDe(descripcion, filtro, comun),
    ...(campoFecha === undefined ? {} : { campoFecha }),
    ...(filtros === undefined || filtros.length === 0 ? {} : { filtros: filtros.map((uno) => ({ ...uno })) }),
    ...(texto === undefined || texto === '' ? {} : { texto }),
    ...(retiradas === true ? { retiradas } : {}),
  };
}

/** The rows of a view of the local data, and what is said of them. */
export class DatosState {
  fuente = $state.raw<Fuente<FilaConClave> | undefined>(undefined);
  cobertura = $state.raw<CoberturaDocumento | undefined>(undefined);
  total = $state<number | undefined>(undefined);
  totales = $state.raw<DatosTotales | undefined>(undefined);
  /** Rows of the filter that the service withdrew and are not being shown. */
  retiradas = $state(0);
  cuarentena = $state.raw<DatosCuarentena | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  exportando = $state(false);
  readonly #api: Api;
  readonly #pintado: () => Promise<void>;
  #pedido: Pedido | undefined;
  #ronda: AbortController | undefined;
  /** Settles when the rows of the request that is being read are shown, or are not going to be. */
  #enCamino: Promise<unknown> = Promise.resolve();

  /** `pintado` resolves once what was just put in the page is painted (`ui/pintado.ts`). */
  constructor(api: Api, pintado: () => Promise<void>) {
    this.#api = api;
    this.#pintado = pintado;
  }

  /** The sums of the amounts that some row says: one that none says is not zero. */
  readonly sumas: Readonly<Record<string, string>> = $derived.by(() => {
    const { total, totales = {}, sinInformar = {} } = this.totales ?? {};
    return Object.fromEntries(Object.entries(totales).filter(([campo]) => sinInformar[campo] !== total));
  });

  /** Nothing was ever downloaded of what is asked. */
  readonly sinDescargar: boolean = $derived(this.cobertura?.sincronizado === null);

  /**
   * Shows what a request says. The rows of before stay until the first of the new ones are here; what was being read for an older request
   * is dropped. Totals are asked for once the rows are painted: a sum takes a processor, and the rows were late by what it took.
   */
  async mostrar(pedido: Pedido, orden: Orden): Promise<void> {
    const anterior = this.#ronda;
    const ronda = new AbortController();
    this.#ronda = ronda;
    this.#pedido = pedido;
    this.falla = undefined;
    // The rows before anything else: leaving what was asked before is a request too.
    const leyendo = this.#leer(pedido, { desdeFila: 0, filas: FILAS, orden }, ronda.signal);
    anterior?.abort();
    this.#enCamino = leyendo.then(tick, () => undefined);
    try {
      const primera = await leyendo;
      if (ronda.signal.aborted) return;
      this.cobertura = primera.cobertura;
      this.total = primera.total ?? (primera.hayMas ? undefined : primera.filas.length);
      this.totales = undefined;
      this.retiradas = 0;
      this.fuente = this.#fuenteDe(pedido, orden, primera, ronda.signal);
      await this.#pintado();
      if (ronda.signal.aborted) return;
      const totales = await this.#sumar(pedido, ronda.signal);
      if (ronda.signal.aborted) return;
      this.totales = totales;
      this.total = totales.total;
      this.retiradas = totales.retiradas;
    } catch (error) {
      if (!ronda.signal.aborted) this.falla = comoFalla(error);
    }
  }

  /** Rows that came and could not be understood. */
  async leerCuarentena(signal: AbortSignal): Promise<void> {
    const pedido = this.#pedido;
    if (pedido?.cuenta === undefined) return;
    try {
      const { cuenta, vista } = pedido;
      const cuarentena = await this.#api.llamar('datos.cuarentena', { cuenta, vista }, { signal });
      if (!signal.aborted) this.cuarentena = cuarentena;
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    }
  }

  /** Writes exactly what is filtered, in its order and with its columns, and gives it to the person, also if they went to another screen. */
  async exportar(
    formato: 'xlsx' | 'csv',
    { orden, columnas, nombre }: { orden: Orden; columnas: readonly string[]; nombre: string },
    trabajo: Pick<Trabajo, 'signal' | 'progreso'>,
  ): Promise<void> {
    const pedido = this.#pedido;
    if (pedido === undefined) return;
    this.exportando = true;
    this.falla = undefined;
    try {
      const salida = `${nombre}.${formato}`;
      const entrada = { ...pedido, orden, columnas: [...columnas], salida };
      const onAvance = (progreso: Progreso): void => {
        trabajo.progreso = progreso;
      };
      const escrito = await this.#api.llamar('datos.exportar', entrada, { signal: trabajo.signal, onAvance });
      await this.#api.entregar(escrito.archivo, escrito.leeme);
    } catch (error) {
      if (!trabajo.signal.aborted) this.falla = comoFalla(error);
    } finally {
      this.exportando = false;
    }
  }

  cerrar(): void {
    this.#ronda?.abort();
  }

  #leer(
    pedido: Pedido,
    pagina: { readonly desdeFila: number; readonly filas: number; readonly orden: Orden | undefined },
    signal: AbortSignal,
  ): Promise<DatosPagina> {
    return this.#api.llamar('datos.pagina', { ...pedido, ...pagina }, { signal });
  }

  #fuenteDe(pedido: Pedido, orden: Orden, primera: DatosPagina, signal: AbortSignal): Fuente<FilaConClave> {
    const enSuOrden = (pedida: Orden | undefined): boolean =>
      pedida?.campo === orden.campo && pedida.desc === orden.desc;
    const propia: Fuente<FilaConClave> = {
      clave: JSON.stringify([pedido, primera.version]),
      leer: async (desdeFila, filas, pedida): Promise<PaginaDeFilas<FilaConClave>> => {
        if (desdeFila === 0 && filas === FILAS && enSuOrden(pedida)) return primera;
        // Another request is on its way: the grid will be given that one, and asks it.
        if (signal.aborted) {
          await this.#enCamino;
          if (this.fuente !== propia) return primera;
        }
        return this.#leer(pedido, { desdeFila, filas, orden: pedida }, signal);
      },
    };
    return propia;
  }

  #sumar(pedido: Pedido, signal: AbortSignal): Promise<DatosTotales> {
    return this.#api.llamar('datos.totales', pedido, { signal });
  }
}
