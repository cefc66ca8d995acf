import type { CuponCampo } from '#domain/cupon.ts';
import type { RevisionProblema, RevisionTotales } from '#contract/revision.ts';

/** A row as it is kept. `id` is its place: file and row (`idDe`). */
export interface FilaGuardada {
  readonly id: number;
  readonly valores: Readonly<Partial<Record<CuponCampo, string>>>;
  /** The canonical text, the very bytes that are sent; null when it has errors or is no coupon. */
  readonly texto: string | null;
  readonly problemas: readonly RevisionProblema[];
  readonly omitida: boolean;
  /** A line that is no coupon. */
  readonly ignorada: boolean;
  readonly editada: boolean;
  /** The upload that sent an equal coupon before. */
  readonly enviado: string | null;
}

export interface FilaLeida extends FilaGuardada {
  /** The first row with the same coupon, when it is not this one. */
  readonly duplicaA: number | null;
}

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

/** A problem of a field, the text that has it, and the row that is not counted. */
export interface IgualesPedidas {
  readonly codigo: string;
  readonly campo: string;
  readonly valor: string;
  readonly menos: number;
}

/** A revision on disk. The text of `meta` is its owner's. */
export interface RevisionDb {
  leerMeta(): string | undefined;
  guardarMeta(texto: string): void;
  /** Nothing is left of the revision but an empty file. */
  olvidar(): void;
  /** Forgets rows and changes. */
  vaciarFilas(): void;
  /** One transaction a call. Rows that are there already keep their values and take these problems besides. */
  agregar(filas: readonly FilaGuardada[]): void;
  /** After the last row: finds the duplicates and makes the indexes. */
  terminarCarga(): void;
  fila(id: number): FilaLeida | undefined;
  /** The ids that a filter shows, ascending. Kept until a row changes. */
  ids(filtro: Filtro, texto: string): readonly number[];
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
  totales(): RevisionTotales;
  /** Rows with errors, left out or not, in order. */
  conErrores(): Iterable<FilaLeida>;
  /** Coupons to send, in order, after an id. */
  listas(despues: number, limite: number): readonly { readonly id: number; readonly texto: string }[];
  /** Replaces rows as one step that can be undone. Gives how many differ. */
  cambiar(filas: readonly FilaGuardada[]): number;
  /** Rows that changed; undefined when there is nothing to undo. */
  deshacer(): readonly number[] | undefined;
  rehacer(): readonly number[] | undefined;
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
