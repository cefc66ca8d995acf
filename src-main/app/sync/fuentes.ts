/** The lists of the service as the synchronisation reads them: one shape for all, a page at a time. */
import { AppError } from '#contract/errors.ts';
import type { CampoFecha } from '#domain/operacion.ts';
import type { Metodo } from '#domain/vista.ts';
import type { VentanaConHoras } from '#domain/ventana.ts';
import type { Service } from '#service/index.ts';
import type { Conocida, Pagina, PrimeraPagina } from '#service/list/types.ts';
import type { FilaServicio } from '#storage/cache/index.ts';

/** What is asked: a window, of all shops or of some. */
export interface Alcance {
  readonly ventana: VentanaConHoras;
  readonly comercios?: readonly string[];
}

export interface FilaLeida {
  readonly id: string;
  readonly fila: FilaServicio;
}

/** One page; it is everything when `filas.length + cuarentena === total`. */
export interface Hoja {
  readonly filas: readonly FilaLeida[];
  readonly total: number;
  readonly cuarentena: number;
  /** The total promises more, and no other page nor any shorter window brings it (`service/list/total.ts`). */
  readonly agotada: boolean;
  readonly contratado: boolean;
  /** Of the answer as it came; undefined where several answers made the page. */
  readonly huella: string | undefined;
}

/** A page asked for again: word that it is as it was known, or what it is. */
export type HojaPedida =
  | { readonly igual: true; readonly filas: number; readonly leer: () => Hoja }
  | { readonly igual: false; readonly hoja: Hoja };

/** Whether a page holds everything that was asked. */
export const completa = ({ filas, cuarentena, total }: Hoja): boolean => filas.length + cuarentena === total;

/** Rows of a stretch within a day. */
export interface Parte {
  readonly filas: readonly FilaLeida[];
  readonly estado: 'completa' | 'inestable';
}

export interface Fuente {
  readonly metodo: Metodo;
  /** The field that the window is believed to filter by. */
  readonly campo: string;
  /** Whether the description says so. */
  readonly campoCierto: boolean;
  readonly conHoras: boolean;
  readonly conComercios: boolean;
  /** The day and the time of the row's date; null when it has none. */
  readonly momento: (fila: FilaServicio) => { readonly dia: string; readonly hora: string } | null;
  readonly pagina: (alcance: Alcance, signal: AbortSignal) => Promise<Hoja>;
  /** The same, held against one that is known. */
  readonly otraVez: (alcance: Alcance, conocida: Conocida | undefined, signal: AbortSignal) => Promise<HojaPedida>;
  /** All pages of what does not fit one. */
  readonly entera: (alcance: Alcance, signal: AbortSignal) => Promise<readonly FilaLeida[]>;
}

/** The lists that are read by windows. Reconciliations are read whole by the client, so they always fit. */
export type MetodoConVentana = Exclude<
  Metodo,
  'calendario' | 'comercios' | 'liquidaciones-totales' | 'impuestos-totales'
>;

type ConId = { readonly id: string };
interface ListaPaginada<Filtro, Cabecera> {
  primera(filtro: Filtro, conocida: Conocida | undefined, signal: AbortSignal): Promise<PrimeraPagina<ConId, Cabecera>>;
  leer(filtro: Filtro, signal: AbortSignal): Promise<{ readonly filas: readonly ConId[]; readonly agotada: boolean }>;
}

/** Rows of the domain are read by the names of their fields: every one of them is an object, so this only tells the compiler. */
const porNombre = (fila: object): fila is FilaServicio => fila !== null;
function conId(fila: ConId): FilaLeida {
  const { id } = fila;
  return porNombre(fila) ? { id, fila } : { id, fila: {} };
}

/** How the date of a row is read, whether it is a day or a day with a time. */
function momentoDe(campo: string): Fuente['momento'] {
  return (fila) => {
    const value = fila[campo];
    if (typeof value === 'string') return { dia: value, hora: '00:00:00' };
    if (typeof value !== 'object' || value === null || !('fecha' in value) || !('hora' in value)) return null;
    // Without a reported time the service compares it as 00:00:00 (API description, "Time rules").
    const hora = typeof value.hora === 'string' ? value.hora : '00:00:00';
    return typeof value.fecha === 'string' ? { dia: value.fecha, hora } : null;
  };
}

interface Definicion<Filtro, Cabecera> extends Pick<
  Fuente,
  'metodo' | 'campo' | 'campoCierto' | 'conHoras' | 'conComercios'
> {
  readonly lista: ListaPaginada<Filtro, Cabecera>;
  readonly filtro: (alcance: Alcance) => Filtro;
  readonly contratado?: (cabecera: Cabecera) => boolean;
}

function fuente<Filtro, Cabecera>({
  lista,
  filtro,
  contratado = () => true,
  ...resto
}: Definicion<Filtro, Cabecera>): Fuente {
  const hojaDe = ({ filas, total, cuarentena, agotada, cabecera, huella }: Pagina<ConId, Cabecera>): Hoja => ({
    filas: filas.map(conId),
    total,
    cuarentena,
    agotada,
    contratado: contratado(cabecera),
    huella,
  });
  return {
    ...resto,
    momento: momentoDe(resto.campo),
    async pagina(alcance, signal) {
      const pedida = await lista.primera(filtro(alcance), undefined, signal);
      return hojaDe(pedida.igual ? pedida.leer() : pedida.pagina);
    },
    async otraVez(alcance, conocida, signal) {
      const pedida = await lista.primera(filtro(alcance), conocida, signal);
      if (!pedida.igual) return { igual: false, hoja: hojaDe(pedida.pagina) };
      return { igual: true, filas: conocida?.filas ?? 0, leer: () => hojaDe(pedida.leer()) };
    },
    async entera(alcance, signal) {
      const { filas, agotada } = await lista.leer(filtro(alcance), signal);
      if (agotada) throw new AppError('LECTURA_INESTABLE', { detail: { metodo: resto.metodo } });
      return filas.map(conId);
    },
  };
}

function conciliaciones({ conciliaciones: servicio }: Service): Fuente {
  const pagina: Fuente['pagina'] = async ({ ventana: { desde, hasta } }, signal) => {
    const lista = await servicio.listar(desde, hasta, signal);
    // An upload may go on without a list; here it is what was asked for, and fewer days of it are denied alike.
    if (lista.negada === true) {
      throw new AppError(lista.respuesta === 404 ? 'PEDIDO_RECHAZADO' : 'RESPUESTA_INVALIDA', {
        detail: { metodo: 'conciliaciones', estado: lista.respuesta ?? null },
      });
    }
    const { conciliaciones: leidas, completa: entera, agotada = false } = lista;
    const filas = leidas.map(({ origenDesde, origenHasta, sinConciliar, ...resto }) => {
      const fila = { ...resto, origen_desde: origenDesde, origen_hasta: origenHasta, sin_conciliar: sinConciliar };
      return { id: fila.id, fila };
    });
    const total = entera ? filas.length : filas.length + 1;
    return { filas, total, cuarentena: 0, agotada, contratado: true, huella: undefined };
  };
  return {
    metodo: 'conciliaciones',
    campo: 'fecha',
    campoCierto: false,
    conHoras: false,
    conComercios: false,
    momento: momentoDe('fecha'),
    pagina,
    otraVez: async (alcance, _conocida, signal) => ({ igual: false, hoja: await pagina(alcance, signal) }),
    entera: () => Promise.reject(new AppError('LECTURA_INESTABLE', { detail: { metodo: 'conciliaciones' } })),
  };
}

/** The source of a method. `campo` only matters for operations: the one date that can be chosen. */
export function fuenteDe(servicio: Service, metodo: MetodoConVentana, campo: CampoFecha = 'fecha_venta'): Fuente {
  const porFecha = { campo: 'fecha', campoCierto: false, conHoras: false } as const;
  switch (metodo) {
    case 'operaciones':
      return fuente({
        metodo,
        campo,
        campoCierto: true,
        conHoras: campo === 'fecha_venta',
        conComercios: true,
        lista: servicio.operaciones,
        filtro: (alcance: Alcance) => ({ ...alcance, campoFecha: campo }),
      });
    case 'movimientos':
      return fuente({
        metodo,
        campo: 'fecha',
        campoCierto: true,
        conHoras: true,
        conComercios: false,
        lista: servicio.movimientos,
        filtro: ({ ventana }: Alcance) => ({ ventana }),
        contratado: (cabecera) => cabecera.contratado,
      });
    case 'liquidaciones':
      return fuente({
        metodo,
        ...porFecha,
        conComercios: true,
        lista: servicio.liquidaciones,
        filtro: (alcance: Alcance) => ({ ...alcance, detalle: true }),
      });
    case 'impuestos':
      return fuente({
        metodo,
        ...porFecha,
        conComercios: true,
        lista: servicio.impuestos,
        filtro: (alcance: Alcance) => ({ ...alcance, detalle: true }),
      });
    case 'rechazos':
      return fuente({
        metodo,
        ...porFecha,
        conComercios: true,
        lista: servicio.rechazos,
        filtro: (alcance: Alcance) => alcance,
      });
    case 'liquidaciones-conciliadas':
      return fuente({
        metodo,
        ...porFecha,
        conComercios: false,
        lista: servicio.liquidacionesConciliadas,
        filtro: ({ ventana }: Alcance) => ({ ventana }),
      });
    case 'conciliaciones':
      return conciliaciones(servicio);
  }
}
