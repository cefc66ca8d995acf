import type { RevisionProblema, RevisionTotales } from '#contract/revision.ts';
import type { CuponCampo } from '#domain/cupon.ts';
import type { TillLine, TillRow } from './till-rows.ts';
import type { CuponAnterior } from '#domain/hallazgo.ts';

/** What a person put in a cell: the text that is sent (`leido`), or one that could not be read. */
export interface Correccion {
  readonly texto: string;
  readonly leido: boolean;
}
export type Correcciones = Readonly<Partial<Record<CuponCampo, Correccion>>>;

/** Why a row is left out: a person said so of it, or of all with errors, or of all that were sent before. In the order of their codes, from 1. */
export const OMISIONES = ['persona', 'error', 'enviado'] as const;
export type Omision = (typeof OMISIONES)[number];

/** A row as it is kept. `id` is its place: file and row (`idDe`). */
export interface FilaGuardada {
  readonly id: number;
  readonly valores: Readonly<Partial<Record<CuponCampo, string>>>;
  /** The canonical text, the very bytes that are sent; null when it has errors or is no coupon. */
  readonly texto: string | null;
  readonly problemas: readonly RevisionProblema[];
  readonly omitida: Omision | null;
  /** A line that is no coupon. */
  readonly ignorada: boolean;
  /** Cells in which a person put something; null when there are none. */
  readonly correcciones: Correcciones | null;
}

/** What a person did to a row. */
export interface FilaHecha {
  readonly id: number;
  readonly correcciones: Correcciones;
  readonly omitida: Omision | null;
}

/** A row that has just been read: `identidad` of its coupon, null when it has none. */
export interface FilaNueva {
  readonly fila: FilaGuardada;
  readonly identidad: number | null;
}

/** With what its equals say of it, here and in earlier uploads. */
export interface FilaLeida extends FilaGuardada {
  /** The first row with the same coupon, when it is not this one. */
  readonly duplicaA: number | null;
  /** Which of the equal sales it is, from 1; left out as sent before they count, left out otherwise they do not. */
  readonly ocurrencia: number;
  /** The equal one that was sent before. */
  readonly anterior: CuponAnterior | null;
}

/** Asks of coupons whether they were sent before, in order. */
export type BuscarEnviados = (
  cupones: readonly { readonly texto: string; readonly ocurrencia: number }[],
) => readonly (CuponAnterior | null)[];

export type Filtro = 'todas' | 'error' | 'aviso';

export interface Cuentas {
  readonly filas: number;
  readonly listas: number;
  /** What those add up to, decimal text. */
  readonly importe: string;
  readonly conError: number;
  readonly conAviso: number;
  readonly omitidas: number;
  readonly ignoradas: number;
  /** Among those, the lines of totals. */
  readonly lineasDeTotal: number;
}

/** Coupons that went in one file of one earlier upload. */
export interface EnviadosEn {
  readonly carga: string;
  readonly archivo: string;
  readonly dia: string;
  readonly cupones: number;
  /** Among those, the ones that are left out. */
  readonly omitidos: number;
  /** What all of them add up to, decimal text. */
  readonly importe: string;
}

/** A problem of a field, the text that has it, and the row that is not counted. */
export interface IgualesPedidas {
  readonly codigo: string;
  readonly campo: string;
  readonly valor: string;
  readonly menos: number;
}

/** What rows are shown under; null: nothing is wrong in them. */
export interface GrupoDeFilas {
  readonly problema: {
    readonly clase: 'error' | 'aviso';
    readonly codigo: string;
    readonly campo: string | null;
  } | null;
  /** Ascending. */
  readonly filas: readonly number[];
}

/** A coupon on its way to an upload. */
export interface CuponListo {
  readonly id: number;
  readonly texto: string;
  readonly ocurrencia: number;
  readonly anterior: CuponAnterior | null;
}

/** A revision on disk. The text of `meta` is its owner's. */
export interface RevisionDb {
  leerMeta(): string | undefined;
  guardarMeta(texto: string): void;
  /** Nothing is left of the revision but an empty file. */
  olvidar(): void;
  /** Forgets rows and changes. */
  vaciarFilas(): void;
  /** New rows, ascending. One transaction a call. */
  agregar(filas: readonly FilaNueva[], buscar: BuscarEnviados): void;
  /** True while `terminarCarga` has to be called for rows that an earlier version of the program read. */
  sinContar(): boolean;
  /** After the last row: finds the equal ones and makes the indexes. */
  terminarCarga(buscar: BuscarEnviados): void;
  fila(id: number): FilaLeida | undefined;
  /** The ids that a filter shows, ascending. Kept until a row changes. */
  ids(filtro: Filtro, texto: string): readonly number[];
  /** The same by the first problem of each, errors first. Kept until a row changes. */
  porProblema(filtro: Filtro, texto: string): readonly GrupoDeFilas[];
  /** Fields with an error or a notice in some row. */
  camposConProblema(): readonly string[];
  conProblema(codigo: string, campo: string | null): readonly number[];
  /** The other rows with this problem, in order: those with a fix of their own, or those over the same text. */
  iguales(pedido: IgualesPedidas, por: 'arreglo' | 'valor'): readonly number[];
  /** How many of each there are; no row is read for it. */
  contarIguales(pedido: IgualesPedidas): { readonly conArreglo: number; readonly conValor: number };
  cuentas(): Cuentas;
  /** Rows with a problem of this kind, by file and field. */
  fechasAmbiguas(): readonly {
    readonly archivo: number;
    readonly campo: string;
    readonly filas: number;
    readonly id: number;
  }[];
  /** Coupons that were sent before, by where; the one with most first. */
  enviados(): readonly EnviadosEn[];
  /** Rows that were sent before and are no lines of something else, left out or not, ascending. */
  idsEnviados(): readonly number[];
  totales(): RevisionTotales;
  /** Rows that are coupons, sent or not, in order, after an id. */
  tillRows(despues: number, limite: number): readonly TillRow[];
  /** Lines that are no coupons, with each thing that was found in them, in order. */
  tillLines(): readonly TillLine[];
  /** Coupons that are left out, ascending. */
  leftOut(): readonly number[];
  /** Rows with errors, left out or not, in order. */
  conErrores(): Iterable<FilaLeida>;
  /** Coupons to send, in order, after an id. */
  listas(despues: number, limite: number): readonly CuponListo[];
  /** Rows to which a person did something, ascending. */
  hechas(): readonly FilaHecha[];
  /** Puts rows in the place of what was there, as if they had been read so: nothing to undo. */
  reponer(filas: readonly FilaGuardada[], buscar: BuscarEnviados): void;
  /** Replaces rows as one step that can be undone. Gives how many differ. */
  cambiar(filas: readonly FilaGuardada[], buscar: BuscarEnviados): number;
  /** Leaves rows out of what is sent, or takes them back (null), as one step that can be undone. Gives how many differ. */
  omitir(filas: readonly number[], omision: Omision | null, buscar: BuscarEnviados): number;
  /** Rows that changed; undefined when there is nothing to undo. */
  deshacer(buscar: BuscarEnviados): readonly number[] | undefined;
  rehacer(buscar: BuscarEnviados): readonly number[] | undefined;
  historia(): { readonly deshacer: boolean; readonly rehacer: boolean; readonly version: number };
  close(): void;
}

/** Rows of one file: more than any spreadsheet has. */
const FILAS_POR_ARCHIVO = 2 ** 24;
export const idDe = (archivo: number, fila: number): number => archivo * FILAS_POR_ARCHIVO + fila;
export const lugarDe = (id: number): { readonly archivo: number; readonly fila: number } => ({
  archivo: Math.floor(id / FILAS_POR_ARCHIVO),
  fila: id % FILAS_POR_ARCHIVO,
});
