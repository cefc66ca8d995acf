import { civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { Contexto } from './contexto.ts';
import { claveDeExistente, leerCupon, tomarCupon, type CuponCrudo, type CuponLeido } from './cupon-recibido.ts';
import { crearEmparejador, type Pareja } from './emparejar.ts';
import { escribirId, idsPosibles, Rechazado } from './parametros.ts';

/** A coupon of a reconciliation. Only new ones are matched and appear in the result. */
export interface CuponGuardado {
  readonly crudo: CuponCrudo;
  readonly leido: CuponLeido | undefined;
  readonly clase: 'nuevo' | 'existe' | 'error';
  pareja: Pareja | undefined;
}

/** A reconciliation as it is stored; `cupones` in the order of arrival. */
export interface ConciliacionGuardada {
  readonly id: number;
  /** Never given again, unlike the id. */
  readonly serie: number;
  readonly fecha: CivilDate;
  readonly creada: Instant;
  estado: 'PENDIENTE' | 'IMPORTADO';
  cerrada: Instant | null;
  readonly cupones: CuponGuardado[];
  /** Those of `cupones` that are new: what is matched and what the result lists. */
  readonly nuevos: CuponGuardado[];
  /** Kept as coupons arrive: a header is read before each batch, and must not count a hundred thousand coupons again. */
  readonly cuentas: Cuentas;
  /** First and last day of sale; empty while no coupon could be read. */
  readonly origen: { desde: string; hasta: string };
  /** How many of `nuevos` matched, once it is closed. */
  conciliados: number;
}

/** How many coupons of each kind there are. */
export interface Cuentas {
  recibidos: number;
  nuevos: number;
  existen: number;
  error: number;
}

const ceros = (): Cuentas => ({ recibidos: 0, nuevos: 0, existen: 0, error: 0 });

function contar(cuentas: Cuentas, { clase }: CuponGuardado): void {
  cuentas.recibidos++;
  if (clase === 'nuevo') cuentas.nuevos++;
  else if (clase === 'existe') cuentas.existen++;
  else cuentas.error++;
}

function extender(origen: { desde: string; hasta: string }, { crudo, leido }: CuponGuardado): void {
  const fecha = leido === undefined ? '' : (crudo.fecha_venta ?? '').trim().slice(0, 10);
  if (fecha === '') return;
  if (origen.desde === '' || fecha < origen.desde) origen.desde = fecha;
  if (fecha > origen.hasta) origen.hasta = fecha;
}

/** The rows that a result shows now: `visibles` new coupons, in order, with their match or (`ocultas`) without. */
export interface Vista {
  readonly visibles: readonly CuponGuardado[];
  readonly ocultas: boolean;
  readonly conciliados: number;
  readonly sinConciliar: number;
}

const PRIMER_ID = 5001;

/** Stores reconciliations and moves them through PENDIENTE and IMPORTADO (API description, "States and transitions"). */
export function crearConciliaciones(contexto: Contexto) {
  const { datos, rasgos, clock } = contexto;
  const guardadas = new Map<number, ConciliacionGuardada>();
  const borradas = new Set<number>();
  /** Series of the reconciliations in which a coupon came as new. */
  const existentes = new Map<string, number[]>();
  const olvidadas = new Set<number>();
  const emparejar = crearEmparejador(datos);
  let proximo = PRIMER_ID;
  let series = 0;

  const crear = (id: number): ConciliacionGuardada => {
    const creada = clock.now();
    const nueva: ConciliacionGuardada = {
      id,
      serie: ++series,
      fecha: civilDateAt(creada),
      creada,
      estado: 'PENDIENTE',
      cerrada: null,
      cupones: [],
      nuevos: [],
      cuentas: ceros(),
      origen: { desde: '', hasta: '' },
      conciliados: 0,
    };
    guardadas.set(id, nueva);
    borradas.delete(id);
    return nueva;
  };
  const idNuevo = (): number => {
    const libre = rasgos.ids_reusados === 'si' ? Math.min(...borradas) : Number.POSITIVE_INFINITY;
    return Number.isFinite(libre) ? libre : proximo++;
  };

  const guardar = (conciliacion: ConciliacionGuardada, crudo: CuponCrudo): CuponGuardado => {
    const leido = leerCupon(crudo);
    if (leido === undefined) return { crudo, leido, clase: 'error', pareja: undefined };
    const clave = claveDeExistente(crudo, leido, rasgos);
    const series = existentes.get(clave);
    const existe = series?.some((serie) => serie !== conciliacion.serie && !olvidadas.has(serie)) === true;
    if (existe) return { crudo, leido, clase: 'existe', pareja: undefined };
    if (series === undefined) existentes.set(clave, [conciliacion.serie]);
    else series.push(conciliacion.serie);
    return { crudo, leido, clase: 'nuevo', pareja: undefined };
  };

  const cerrar = (conciliacion: ConciliacionGuardada): void => {
    conciliacion.estado = 'IMPORTADO';
    conciliacion.cerrada = clock.now();
    const parejas = emparejar(conciliacion.nuevos.flatMap((c) => c.leido ?? []));
    conciliacion.conciliados = 0;
    for (const [i, cupon] of conciliacion.nuevos.entries()) {
      cupon.pareja = parejas[i];
      if (cupon.pareja !== undefined) conciliacion.conciliados++;
    }
  };

  /** The reconciliation that an upload goes to; undefined when it is to be ignored. Refuses what the switches say. */
  const destino = (id: string): ConciliacionGuardada | undefined => {
    if (id === '0') return crear(idNuevo());
    const posibles = idsPosibles(id);
    const propia = posibles.map((n) => guardadas.get(n)).find((c) => c !== undefined);
    if (propia === undefined) {
      const borrada = posibles.find((n) => borradas.has(n));
      if (borrada === undefined || rasgos.post_borrado === 'error')
        throw new Rechazado(400, 'Conciliación no encontrada');
      return crear(borrada);
    }
    if (propia.estado === 'PENDIENTE' || rasgos.post_importado === 'agrega') return propia;
    if (rasgos.post_importado === 'error') throw new Rechazado(400, 'La conciliación ya fue importada');
    return undefined;
  };

  return {
    /** Adds a batch; `cerrarla` when it is the last one. The counts are of the batch, or of all so far when the switch says so. */
    subir(id: string, datosCupones: readonly unknown[], cerrarla: boolean): { id: string; cuentas: Cuentas } {
      if (datosCupones.length === 0) throw new Rechazado(400, 'No hay cupones en datos');
      if (rasgos.max_lote > 0 && datosCupones.length > rasgos.max_lote) {
        throw new Rechazado(413, `No se admiten más de ${String(rasgos.max_lote)} cupones`);
      }
      const crudos = datosCupones.map((dato) => tomarCupon(dato, rasgos));
      if (rasgos.malos_rompen > 0 && crudos.some(({ comprobante }) => Number(comprobante) === rasgos.malos_rompen)) {
        throw new Rechazado(500, 'Error interno');
      }
      const conciliacion = destino(id);
      if (conciliacion === undefined) {
        return { id, cuentas: { ...ceros(), recibidos: crudos.length } };
      }
      const propias = ceros();
      for (const crudo of crudos) {
        const cupon = guardar(conciliacion, crudo);
        conciliacion.cupones.push(cupon);
        if (cupon.clase === 'nuevo') conciliacion.nuevos.push(cupon);
        contar(propias, cupon);
        contar(conciliacion.cuentas, cupon);
        extender(conciliacion.origen, cupon);
      }
      if (cerrarla || conciliacion.estado === 'IMPORTADO') cerrar(conciliacion);
      const cuentas = rasgos.contadores === 'acumulado' ? conciliacion.cuentas : propias;
      return { id: escribirId(conciliacion.id, rasgos), cuentas };
    },
    /** By either form of its id; undefined when there is none. */
    buscar: (id: string): ConciliacionGuardada | undefined =>
      idsPosibles(id)
        .map((n) => guardadas.get(n))
        .find((c) => c !== undefined),
    borrar(conciliacion: ConciliacionGuardada): void {
      guardadas.delete(conciliacion.id);
      borradas.add(conciliacion.id);
      if (rasgos.borrado_olvida === 'si') olvidadas.add(conciliacion.serie);
    },
    todas: (): readonly ConciliacionGuardada[] => [...guardadas.values()],
    /** What a reader sees at this moment, by `demora_ms`, `demora_forma` and `resultado_pendiente`. */
    vista(conciliacion: ConciliacionGuardada): Vista {
      const { nuevos } = conciliacion;
      if (conciliacion.cerrada === null) {
        const visibles = rasgos.resultado_pendiente === 'si' ? nuevos : [];
        return { visibles, ocultas: true, conciliados: 0, sinConciliar: 0 };
      }
      const pasado = clock.now() - conciliacion.cerrada;
      const lista = pasado >= rasgos.demora_ms;
      if (!lista && rasgos.demora_forma === 'sin_conciliar') {
        return { visibles: nuevos, ocultas: true, conciliados: 0, sinConciliar: nuevos.length };
      }
      if (lista) {
        const { conciliados } = conciliacion;
        return { visibles: nuevos, ocultas: false, conciliados, sinConciliar: nuevos.length - conciliados };
      }
      const parte = rasgos.demora_forma === 'gradual' ? pasado / rasgos.demora_ms : 0;
      const visibles = nuevos.slice(0, Math.floor(nuevos.length * parte));
      const conciliados = visibles.reduce((n, c) => (c.pareja === undefined ? n : n + 1), 0);
      return { visibles, ocultas: false, conciliados, sinConciliar: visibles.length - conciliados };
    },
  };
}
export type Conciliaciones = ReturnType<typeof crearConciliaciones>;
