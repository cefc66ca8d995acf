import type { Instant } from '#domain/clock.ts';
import type { CuponResultado, Disposicion } from '#domain/conciliacion.ts';
import type { Dicho } from '#domain/dicho.ts';
import type { AuxiliarCampo } from '#domain/cupon.ts';
import type { FilaAviso, FilaError, InFile } from '#domain/hallazgo.ts';
import type { CuponInforme } from '#domain/informe.ts';
import type { FindSentCoupon } from './sent-coupons.ts';
import type { Aprendido, Evento, Fechado, Lectura, Marcador, Pertenencia } from '#domain/upload/index.ts';

/** A valid coupon as the import hands it over: its canonical text, and where it stood. */
export interface CuponFila {
  /** Index into the draft's `archivos`. */
  readonly archivo: number;
  readonly hoja: string | null;
  readonly fila: number;
  readonly texto: string;
  /** Which of the equal sales of its files it is, from 1; counted among those of the upload when it is not said. */
  readonly ocurrencia?: number;
}

export interface BorradorDatos {
  readonly cuenta: string;
  readonly archivos: readonly string[];
}

/** Uploads here whose coupons are the same multiset as a draft's, before any marker. */
export interface Iguales {
  /** Unfinished: may be resumed. */
  readonly pendiente: string | null;
  /** Finished. */
  readonly terminada: string | null;
}

export interface UploadFila {
  readonly carga: string;
  readonly cuenta: string;
  readonly archivos: readonly string[];
  readonly congelado: Instant;
  readonly total: number;
  readonly marcador: Marcador | null;
  readonly terminada: boolean;
}

/** A coupon that a search found: where it stood, and its canonical text without marker. */
export interface CuponHallado {
  readonly carga: string;
  readonly archivo: string;
  readonly fila: number;
  readonly texto: string;
}

export type MarcadorElegido = 'auto' | 'ninguno' | AuxiliarCampo;
export type Conteos = Readonly<Record<Disposicion, number>>;

/** Drafts: what is being imported. Everything here can still be thrown away. */
export interface Borradores {
  crearBorrador(datos: BorradorDatos): string;
  /** Appends coupons in the order in which they will be sent. One transaction a call. */
  agregarCupones(carga: string, filas: readonly CuponFila[]): void;
  agregarHallazgos(
    carga: string,
    archivo: string,
    hallazgos: {
      readonly hoja?: string | null;
      readonly errores?: readonly FilaError[];
      readonly avisos?: readonly FilaAviso[];
    },
  ): void;
  descartarBorrador(carga: string): void;
  /** Coupons in a draft. */
  cuponesDe(carga: string): number;
  igualesA(carga: string): Iguales;
  /** Asks of coupons whether they were sent before. `isGone`: uploads that count no more. */
  openSent(isGone?: (carga: string) => boolean): FindSentCoupon;
  /**
   * Freezes a draft: its texts get their marker and never change again, and the event `congelada` is written, all in one commit.
   * Throws `MARCADOR_OCUPADO` when the field asked for has data, `SIN_CUPONES` when there is nothing to send.
   */
  congelar(
    carga: string,
    opciones: { readonly marcador: MarcadorElegido; readonly nonce: string; readonly porTanda?: number },
  ): void;
}

/** The reading of a result, compared with what was sent. Lives in memory and in a temporary table: it begins again after a restart. */
export interface LecturaAbierta {
  /** A new pass over the pages; what earlier passes have shown stays shown. */
  empezar(): void;
  agregar(cupones: readonly CuponResultado[]): void;
  /** Ends the pass. */
  terminar(): Pick<Lectura, 'filas' | 'faltan' | 'sobran' | 'huella'>;
  /** Gives every coupon of the upload exactly one disposition, in one commit (I7). */
  disponer(tramos: readonly Tramo[]): void;
}

/** What a coupon becomes when the result does not show it, by range of `seq` (the last range that covers it decides). */
export interface Tramo {
  readonly desde: number;
  readonly hasta: number;
  readonly disposicion: Disposicion;
}

/** Uploads: append-only. */
export interface Libro extends Borradores {
  upload(carga: string): UploadFila | undefined;
  /** Newest first. */
  uploads(cuenta?: string): readonly UploadFila[];
  eventos(carga: string): readonly Evento[];
  /** The same with when each was written. */
  historia(carga: string): readonly Fechado[];
  /** What the coupons of a range are worth, in centavos, without those of `excepto`. */
  importe(carga: string, desde: number, hasta: number, excepto: readonly number[]): bigint;
  /** When the last event was written. */
  ultimoEvento(carga: string): { readonly kind: Evento['kind']; readonly at: Instant } | undefined;
  /** Makes events durable, in one commit with FULL sync. */
  anotar(carga: string, eventos: readonly Evento[]): void;
  /** The frozen texts of a range, ascending, without those of `excepto`. */
  textos(carga: string, desde: number, hasta: number, excepto: readonly number[]): readonly string[];
  /** `rechazados`: coupons that were not sent after all. */
  abrirLectura(carga: string, rechazados: readonly number[]): LecturaAbierta;
  /** Whose rows these are. `seq`: compared with that coupon alone when given, else with all of the upload. */
  pertenencia(carga: string, filas: readonly CuponResultado[], seq: number | null): Omit<Pertenencia, 'existe'>;
  /** Every coupon gets the same disposition but for the ranges: for an upload whose result is not read. */
  disponerSinLectura(carga: string, tramos: readonly Tramo[]): void;
  conteos(carga: string): Conteos;
  /** How many coupons some uploads have, each once: one that several have counts as often as the upload that has it most. */
  distintos(cargas: readonly string[]): number;
  /** A page of coupons with where they ended, by `seq`, after `despues`; without our marker. */
  informePagina(
    carga: string,
    disposiciones: readonly Disposicion[],
    despues: number,
    limite: number,
  ): readonly (CuponInforme & { readonly seq: number })[];
  errores(carga: string): Iterable<InFile<FilaError>>;
  avisos(carga: string): Iterable<InFile<FilaAviso>>;
  /** Our coupon with that number in an upload. */
  cupon(carga: string, seq: number): CuponFila | undefined;
  /** Coupons of an account's uploads, the newest upload first, whose text has all the parts of one of the choices (`buscar.ts`). */
  buscarCupones(cuenta: string, partes: readonly (readonly string[])[]): Iterable<readonly CuponHallado[]>;
  /** The upload of an account whose reconciliation has this id: the newest, should an id have been given twice. */
  cargaDe(cuenta: string, id: string): string | null;
  /** Finds our coupons behind the rows of a result (`conciliaciones resultado`): by marker, else by content, each one once. */
  abrirUbicador(carga: string): (fila: CuponResultado) => CuponFila | undefined;
  aprendido(cuenta: string): Aprendido;
  aprender(cuenta: string, aprendido: Aprendido): void;
  /** Not null while a restored ledger was not yet compared with the service; `hasta` is when its last event was written. */
  restauracion(): { readonly hasta: Instant | null } | null;
  /** It was compared: the person is told, and it is not compared again. */
  restauracionRevisada(aviso: string, dicho?: Dicho): void;
  /** Makes the daily copy when it is due: a program that stays open for long calls it now and then. */
  copiaDiaria(): Promise<void>;
  close(): void;
}
