import type { Disposicion } from '#domain/conciliacion.ts';
import type { CuponCampo } from '#domain/cupon.ts';
import type { ErrorCodigo } from '#domain/hallazgo.ts';
import type { ContadorDelServicio, Puente } from './till-bridge.ts';
import type { ConciliacionDocumento, ConciliacionesListadas, LugarDeFila, OperacionResultado } from './documents.ts';

/** What the methods over a kept result answer: `conciliaciones.leer`, `.guardada`, `.cupones`, `.informe`. Amounts are decimal strings. */

export const GRUPOS_DE_RESULTADO = ['conciliados', 'sin_conciliar', 'no_informados', 'errores'] as const;
export const AGRUPACIONES = ['tarjeta', 'comercio', 'dia'] as const;
export const ORDENES_DE_RESULTADO = [
  'fila',
  'fecha_venta',
  'tarjeta_desc',
  'tarjeta_nro',
  'comprobante',
  'autorizacion',
  'cuotas',
  'terminal',
  'lote',
  'establecimiento',
  'importe',
  'nro_liquidacion',
  'fecha_liq',
  'dias',
] as const;

export type GrupoResultado = (typeof GRUPOS_DE_RESULTADO)[number];
export type Agrupacion = (typeof AGRUPACIONES)[number];
export type OrdenResultado = (typeof ORDENES_DE_RESULTADO)[number];

interface Suma {
  readonly cupones: number;
  readonly importe: string;
}

/** One value that coupons of a result can be filtered by; `clave` is empty for those that say none. */
interface Opcion {
  readonly clave: string;
  readonly cupones: number;
}

export interface ResultadoLeido {
  /** The header as the service gave it. */
  readonly conciliacion: ConciliacionDocumento;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires: when it was read last. Grows with every reading. */
  readonly leido: string;
  /** The upload read it today, while it verified what it had sent: it need not be read again to be shown. */
  readonly delEnvio?: true;
  /** The service said afterwards that it has it no more. */
  readonly ausente?: true;
  readonly grupos: Readonly<Record<GrupoResultado, Suma>>;
  /** What matched since an earlier reading; null after the first one, and until something changes. */
  readonly novedades: (Suma & { readonly desde: string }) | null;
  /** Coupons of ours that the service did not take, among those of `errores`, and where the first of them stand; absent when there are none. */
  readonly noAceptados?: Suma & { readonly filas: readonly LugarDeFila[] };
  readonly tarjetas: readonly Opcion[];
  readonly comercios: readonly Opcion[];
  readonly archivos: readonly string[];
  /** The first and the last day of sale of its coupons; null where none has one. */
  readonly dias: { readonly desde: string; readonly hasta: string } | null;
}

export interface CuponLeido {
  readonly tipo: 'cupon';
  /** Names the coupon within this reading. */
  readonly n: number;
  readonly operacion: OperacionResultado;
  readonly disposicion: Disposicion | 'error';
  /** Days since the sale; null where it has no date or a later one than today, and in a matched one. */
  readonly dias: number | null;
  /** It matched since the reading before. */
  readonly nuevo: boolean;
  readonly archivo: string | null;
  /** Of a row that was not sent: what was wrong with it. */
  readonly mensaje: string | null;
  /** The same by its code, for who says it in another language; absent in what was kept before it was. */
  readonly problema?: ProblemaDeFila;
  /** All that was wrong with it, where that was several things; `problema` is the first. */
  readonly problemas?: readonly ProblemaDeFila[];
}

/** What was wrong with a row, as it was found. `columna`: the header's text; null when it is of the whole row. */
export interface ProblemaDeFila {
  readonly codigo: ErrorCodigo;
  readonly campo: CuponCampo | null;
  readonly columna: string | null;
  readonly valor: string;
  readonly arreglo: string | null;
}

/** The heading of a group, with what its coupons add up to. */
export interface GrupoDeCupones extends Suma {
  readonly tipo: 'grupo';
  /** The card, the establishment or the day; empty for those that say none. */
  readonly clave: string;
  readonly abierto: boolean;
}

export type FilaDeResultado = CuponLeido | GrupoDeCupones;

export interface ResultadoPagina extends Suma {
  readonly leido: string;
  /** Rows to show, headings included; `cupones` and `importe` are of the whole filter. */
  readonly total: number;
  readonly desde: number;
  readonly filas: readonly FilaDeResultado[];
}

/** What ties a kept result to the files that it was made from, and to what the service counts. */
export interface PuenteDeConciliacion {
  /** Null when somebody else made the reconciliation: its files are not here. */
  readonly puente: Puente | null;
  readonly contadores: readonly ContadorDelServicio[];
}

/** The name that it has from now on; null: none. */
interface ConciliacionNombrada {
  readonly id: string;
  readonly nombre: string | null;
}

/** The answer of each method. */
export interface ConciliacionesOutputs {
  'conciliaciones.leer': ResultadoLeido;
  'conciliaciones.guardada': ResultadoLeido | null;
  'conciliaciones.conocidas': ConciliacionesListadas;
  'conciliaciones.cupones': ResultadoPagina;
  'conciliaciones.informe': { readonly exportado: string };
  'conciliaciones.nombrar': ConciliacionNombrada;
  'conciliaciones.puente': PuenteDeConciliacion;
}
