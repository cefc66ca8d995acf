import {
  GRUPOS_DE_RESULTADO,
  ORDENES_DE_RESULTADO,
  type Agrupacion,
  type CuponLeido,
  type FilaDeResultado,
  type GrupoResultado,
  type ResultadoLeido,
} from '#contract/conciliaciones.ts';
import type { DatosRastro } from '#contract/datos.ts';
import type { CausaDicha } from '#contract/explanations.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Progreso } from '#contract/progress.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import type { Comun } from '../../marco/contexto.ts';
import type { FiltroDeResultado, LugarDeCupon } from '../../marco/filtro-resultado.ts';
import type { Trabajo } from '../../marco/trabajos.svelte.ts';
import { m } from '../../paraglide/messages.js';
import { faltaElSecreto } from '../../ui/errores.ts';
import type { Fuente, Orden } from '../../ui/grilla/tipos.ts';
import { ExplanationsState } from '../explanations/explanations.svelte.ts';
import { deRastro } from './de-rastro.ts';
import { nombreDeInforme } from './nombre-de-informe.ts';
import { filtra, SIN_FILTRO, type FiltroResultado } from './filtro.ts';
import type { ResultTab } from './tabs.ts';

type Deps = Pick<Comun, 'api' | 'trabajos'>;
type Pedido = MethodInput<'conciliaciones.cupones'>;

/** The result of one reconciliation: read from the service, kept here, shown a page at a time. */
export class ResultadoState {
  leido = $state.raw<ResultadoLeido | undefined>(undefined);
  leyendo = $state(false);
  exportando = $state(false);
  progreso = $state.raw<Progreso | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  /** It was not read again when it was opened, for somebody would have had to give the secret. */
  sinEntrar = $state(false);
  grupo: GrupoResultado = $state('sin_conciliar');
  /** What ties it to the till is shown, instead of coupons. */
  #till = $state(false);
  filtro: FiltroResultado = $state.raw(SIN_FILTRO);
  orden = $state.raw<Orden | undefined>(undefined);
  agrupar = $state.raw<Agrupacion | undefined>(undefined);
  /** Keys of the groups that are folded. */
  cerrados = $state.raw<readonly string[]>([]);
  elegida = $state.raw<CuponLeido | undefined>(undefined);
  rastro = $state.raw<DatosRastro | undefined>(undefined);
  fallaRastro = $state.raw<Falla | undefined>(undefined);
  /** What the filter shows, once its first page came. */
  mostrado = $state.raw<{ readonly cupones: number; readonly importe: string } | undefined>(undefined);
  readonly id: string;
  readonly #deps: Deps;
  readonly cuenta: string;
  /** Why its coupons did not match. */
  readonly explanations: ExplanationsState;
  /** What is asked now, for answers that come later: a derived value cannot be read once its screen is gone. */
  #vigente: unknown;
  /** The address said what to show: what is read does not change it. */
  #pedido = false;
  /** The reading that is going on. */
  #lectura: Promise<void> | undefined;

  /** The service has it no more: it said so now, or when it was asked last. */
  readonly ausente: boolean = $derived(
    this.leido !== undefined && (this.falla?.code === 'CONCILIACION_INEXISTENTE' || this.leido.ausente === true),
  );
  readonly hayFiltro: boolean = $derived(filtra(this.filtro));
  readonly tab: ResultTab = $derived(this.#till ? 'caja' : this.grupo);
  /** How the coupons are grouped: rows that were not sent have nothing to be grouped by. */
  readonly agrupado: Agrupacion | undefined = $derived(this.grupo === 'errores' ? undefined : this.agrupar);
  /** What is asked, but for the place. */
  readonly #consulta: Omit<Pedido, 'desde' | 'limite' | 'orden'> = $derived.by(() => {
    const { texto, tarjeta, comercio, nuevos, venta, cupon, causa } = this.filtro;
    return {
      cuenta: this.cuenta,
      id: this.id,
      grupo: this.grupo,
      ...(texto.trim() === '' ? {} : { texto }),
      ...(tarjeta === undefined ? {} : { tarjeta }),
      ...(comercio === undefined ? {} : { comercio }),
      ...(nuevos && this.grupo === 'conciliados' ? { nuevos } : {}),
      ...(venta?.desde === undefined ? {} : { ventaDesde: venta.desde }),
      ...(venta?.hasta === undefined ? {} : { ventaHasta: venta.hasta }),
      ...cupon,
      ...(causa === undefined || this.grupo !== 'sin_conciliar' ? {} : { ns: [...causa.ns] }),
      ...(this.agrupado === undefined ? {} : { agrupar: this.agrupado, cerrados: [...this.cerrados] }),
    };
  });
  /** The rows of the grid. Folding a group, or reading the result again, keeps the place. */
  readonly fuente: Fuente<FilaDeResultado> = $derived.by(() => {
    const consulta = this.#consulta;
    this.#vigente = consulta;
    const { cerrados: _cerrados, ...pregunta } = consulta;
    void this.leido?.leido;
    void this.explanations.overview;
    return {
      clave: JSON.stringify(pregunta),
      leer: async (desde, limite, orden) => {
        const elegido = ordenDe(orden);
        const entrada = { ...consulta, ...(elegido === undefined ? {} : { orden: elegido }), desde, limite };
        const pagina = await this.#deps.api.llamar('conciliaciones.cupones', entrada);
        if (consulta.grupo === 'sin_conciliar') await this.explanations.learn(this.id, numbersOf(pagina.filas));
        if (this.#vigente === consulta) this.mostrado = { cupones: pagina.cupones, importe: pagina.importe };
        return { filas: pagina.filas, total: pagina.total };
      },
    };
  });

  constructor(deps: Deps, cuenta: string, id: string) {
    this.#deps = deps;
    this.cuenta = cuenta;
    this.id = id;
    this.explanations = new ExplanationsState(deps.api, cuenta);
  }

  /** Shows what was kept, at once and without the service, then reads it again: not what the upload itself read today. */
  async abrir(signal: AbortSignal): Promise<void> {
    try {
      const guardado = await this.#deps.api.llamar('conciliaciones.guardada', this.#una, { signal });
      if (guardado !== null) this.#recibir(guardado);
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    }
    // What is kept is seen whole: nobody is asked for the secret to read it again.
    if (!signal.aborted && this.leido?.delEnvio !== true) await this.#leerUna(signal, this.leido !== undefined);
  }

  /**
   * Reads it from the service, as work that the top bar shows; what was there stays until the new has come. Asked while it is read, it waits for
   * that reading.
   */
  async leer(signal: AbortSignal): Promise<void> {
    await this.#leerUna(signal, false);
  }

  async #leerUna(signal: AbortSignal, sinPreguntar: boolean): Promise<void> {
    this.#lectura ??= this.#leer(signal, sinPreguntar);
    await this.#lectura;
  }

  /** Explains its unmatched coupons with what this PC knows now. */
  async explain(signal: AbortSignal): Promise<void> {
    if (signal.aborted || (this.leido?.grupos.sin_conciliar.cupones ?? 0) === 0) return;
    await this.explanations.prepare(this.id, signal);
    const chosen = this.filtro.causa?.causa;
    if (chosen === undefined || signal.aborted) return;
    // The data changed: the same cause has other coupons by now, or none.
    const now = this.explanations.overview?.causas.find((one) => isSameCause(one, chosen));
    if (now !== chosen) await this.seeCause(now);
  }

  /** Shows the coupons of a systematic cause alone; all of them without one. */
  async seeCause(causa: CausaDicha | undefined): Promise<void> {
    if (causa === undefined) {
      this.filtrar({ causa: undefined });
      return;
    }
    try {
      const ns = await this.explanations.numbersOf(this.id, causa);
      this.filtrar({ causa: { causa, ns } });
    } catch (error) {
      this.falla = comoFalla(error);
    }
  }

  async #leer(signal: AbortSignal, sinPreguntar: boolean): Promise<void> {
    this.leyendo = true;
    this.falla = undefined;
    this.sinEntrar = false;
    let stop = signal;
    const entrada = { ...this.#una, ...(sinPreguntar ? { sinPreguntar } : {}) };
    try {
      const leido = await this.#deps.trabajos.hacer(
        { seccion: 'conciliaciones', id: this.id },
        (trabajo) => {
          stop = AbortSignal.any([signal, trabajo.signal]);
          const onAvance = (progreso: Progreso): void => {
            this.progreso = progreso;
            trabajo.progreso = progreso;
          };
          return this.#deps.api.llamar('conciliaciones.leer', entrada, { signal: stop, onAvance });
        },
        m.marco_resultado,
      );
      this.#recibir(leido);
    } catch (error) {
      if (stop.aborted) return;
      const falla = comoFalla(error);
      if (sinPreguntar && faltaElSecreto(falla)) this.sinEntrar = true;
      else this.falla = falla;
    } finally {
      this.#lectura = undefined;
      this.leyendo = false;
      this.progreso = undefined;
    }
  }

  /**
   * Writes the workbook of what is kept and gives it to the person, also if they went to another screen. What was not read yet is read before.
   * `signal`: of the screen.
   */
  async exportar(signal: AbortSignal): Promise<void> {
    if (this.exportando) return;
    this.exportando = true;
    const followed = {
      ruta: { seccion: 'conciliaciones', id: this.id },
      titulo: m.marco_informe,
      pantalla: signal,
      falla: () => this.falla,
    } as const;
    const { trabajos } = this.#deps;
    if (this.leido === undefined) await this.leer(signal);
    // A reading of the screen ends with the screen; the workbook that was asked for does not.
    if (this.leido === undefined && signal.aborted) await this.leer(new AbortController().signal);
    if (this.leido !== undefined) {
      this.falla = undefined;
      await trabajos.seguir(followed, (trabajo) => this.#escribir(trabajo));
    } else if (signal.aborted && this.falla !== undefined) {
      trabajos.tell({ ...followed, falla: this.falla });
    }
    this.exportando = false;
  }

  async #escribir(trabajo: Trabajo): Promise<void> {
    const exportar = nombreDeInforme({
      cuenta: this.cuenta,
      dias: this.leido?.dias ?? undefined,
      nombre: this.leido?.conciliacion.nombre,
      id: this.id,
    });
    const entrada = { ...this.#una, exportar };
    const onAvance = (progreso: Progreso): void => {
      trabajo.progreso = progreso;
    };
    try {
      const seguimiento = { signal: trabajo.signal, onAvance };
      const { exportado } = await this.#deps.api.llamar('conciliaciones.informe', entrada, seguimiento);
      await this.#deps.api.entregar(exportado);
    } catch (error) {
      if (!trabajo.signal.aborted) this.falla = comoFalla(error);
    }
  }

  /** Gives it a name on this PC; an empty one takes it away. True when it was kept. */
  async rename(written: string): Promise<boolean> {
    const nombre = written.trim() === '' ? null : written.trim();
    try {
      await this.#deps.api.llamar('conciliaciones.nombrar', { ...this.#una, nombre });
    } catch (error) {
      this.falla = comoFalla(error);
      return false;
    }
    if (this.leido === undefined) return true;
    const { nombre: _before, ...conciliacion } = this.leido.conciliacion;
    this.leido = { ...this.leido, conciliacion: { ...conciliacion, ...(nombre === null ? {} : { nombre }) } };
    return true;
  }

  ver(grupo: GrupoResultado): void {
    // Of the same tab nothing is read again: what it adds up to is still what is shown.
    if (grupo !== this.grupo) this.mostrado = undefined;
    this.grupo = grupo;
    this.#till = false;
    this.elegida = undefined;
    this.cerrados = [];
  }

  /** Shows what ties the result to the till; its coupons keep their group and filter. */
  showTill(): void {
    this.#till = true;
    this.elegida = undefined;
  }

  filtrar(cambio: Partial<FiltroResultado>): void {
    this.filtro = { ...this.filtro, ...cambio };
    this.elegida = undefined;
    this.cerrados = [];
  }

  quitarFiltros(): void {
    this.filtrar(SIN_FILTRO);
  }

  /** Shows what an address asks for; a coupon that is named is looked for in every group and chosen. */
  async mostrar({ grupo, ventaDesde, ventaHasta, nuevos, texto, cupon }: FiltroDeResultado): Promise<void> {
    const venta = ventaDesde ?? ventaHasta;
    this.#pedido = true;
    this.ver(grupo ?? (nuevos === true ? 'conciliados' : 'sin_conciliar'));
    this.filtro = {
      ...SIN_FILTRO,
      texto: texto ?? '',
      nuevos: nuevos === true,
      venta: venta === undefined ? undefined : { desde: ventaDesde, hasta: ventaHasta },
      cupon,
    };
    if (cupon !== undefined) await this.#ubicar(cupon);
  }

  /** Only what matched since the reading before. */
  verNovedades(): void {
    this.ver('conciliados');
    this.filtro = { ...SIN_FILTRO, nuevos: true };
  }

  agruparPor(agrupar: Agrupacion | undefined): void {
    this.agrupar = agrupar;
    this.cerrados = [];
  }

  /** Folds a group, or unfolds it. */
  plegar(clave: string): void {
    const cerrado = this.cerrados.includes(clave);
    this.cerrados = cerrado ? this.cerrados.filter((otra) => otra !== clave) : [...this.cerrados, clave];
  }

  /** Shows a coupon, then where its money went, or why it did not match. */
  async elegir(cupon: CuponLeido | undefined): Promise<void> {
    this.elegida = cupon;
    this.rastro = undefined;
    await this.seguirRastro();
  }

  /** Where the money of the shown coupon went, as far as this PC knows now: what was shown stays until the new has come. */
  async seguirRastro(): Promise<void> {
    const cupon = this.elegida;
    this.fallaRastro = undefined;
    const open = cupon?.disposicion === 'sin_conciliar';
    await this.explanations.choose(open ? { conciliacion: this.id, n: cupon.n } : undefined);
    if (cupon === undefined || open || this.elegida !== cupon) return;
    try {
      const de = deRastro(this.id, cupon);
      const rastro = await this.#deps.api.llamar('datos.rastro', { cuenta: this.cuenta, de });
      if (this.elegida === cupon) this.rastro = rastro;
    } catch (error) {
      if (this.elegida === cupon) this.fallaRastro = comoFalla(error);
    }
  }

  get #una(): { readonly cuenta: string; readonly id: string } {
    return { cuenta: this.cuenta, id: this.id };
  }

  #recibir(leido: ResultadoLeido): void {
    const first = this.leido === undefined;
    this.leido = leido;
    if (first && !this.#pedido && leido.grupos.sin_conciliar.cupones === 0) this.grupo = 'conciliados';
    const { cupon } = this.filtro;
    if (cupon !== undefined && this.elegida === undefined) void this.#ubicar(cupon); // its failure is shown
  }

  /** Goes to the group where a coupon of ours is, and chooses it. Without a kept result there is nothing to look at yet. */
  async #ubicar(lugar: LugarDeCupon): Promise<void> {
    if (this.leido === undefined) return;
    try {
      for (const grupo of GRUPOS_DE_RESULTADO) {
        const entrada = { ...this.#una, grupo, ...lugar, desde: 0, limite: 1 };
        const { filas } = await this.#deps.api.llamar('conciliaciones.cupones', entrada);
        const [cupon] = filas;
        if (this.filtro.cupon !== lugar) return; // something else is looked at by now
        if (cupon?.tipo !== 'cupon') continue;
        if (this.grupo !== grupo) this.ver(grupo);
        await this.elegir(cupon);
        return;
      }
    } catch (error) {
      this.falla = comoFalla(error);
    }
  }
}

export const esOrden = (campo: string): boolean => ORDENES_DE_RESULTADO.some((uno) => uno === campo);

const isSameCause = (a: CausaDicha, b: CausaDicha): boolean =>
  a.codigo === b.codigo && a.atributo === b.atributo && a.valor === b.valor;

const numbersOf = (filas: readonly FilaDeResultado[]): readonly number[] =>
  filas.flatMap((fila) => (fila.tipo === 'cupon' ? [fila.n] : []));

function ordenDe(orden: Orden | undefined): Pedido['orden'] {
  const campo = ORDENES_DE_RESULTADO.find((uno) => uno === orden?.campo);
  return campo === undefined || orden === undefined ? undefined : { campo, desc: orden.desc };
}
