import type { Instant } from '#domain/clock.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import type { AuxiliaryField, CuponField } from '#domain/cupon.ts';
import type { Marker } from '#domain/upload/types.ts';

/** A valid coupon as the import hands it over: its canonical text, and where it stood. */
export interface CuponRow {
  /** Index into the draft's `archivos`. */
  readonly archivo: number;
  readonly hoja: string | null;
  readonly fila: number;
  readonly texto: string;
  /**
   * Its turn among the sales of its file or sheet that have its name, from 1: those of other files and sheets of the upload are counted by the ledger.
   * Not given: the ledger counts all.
   */
  readonly ocurrencia?: number;
  /** The canonical text of the coupon as it stood in the file, where it was corrected before it is sent; card numbers are masked. */
  readonly original?: string | null;
}

/** A cell that a rule of the template corrected: `antes` is what the file says, masked. */
export interface MendedCell {
  readonly fila: number;
  readonly campo: CuponField;
  readonly antes: string;
}

/** A coupon of an upload with its number there. */
export interface LocatedCupon extends CuponRow {
  readonly seq: number;
}

export interface DraftData {
  readonly cuenta: string;
  readonly archivos: readonly string[];
}

/** Uploads of the account with the same multiset of coupons as a draft, before any marker. */
export interface EqualUploads {
  /** An unfinished one, which may be resumed. */
  readonly pendiente: string | null;
  /** A finished one. */
  readonly terminada: string | null;
}

export interface UploadRow {
  readonly carga: string;
  readonly cuenta: string;
  readonly archivos: readonly string[];
  readonly congelado: Instant;
  readonly total: number;
  readonly marcador: Marker | null;
  readonly terminada: boolean;
}

/** A coupon that a search found: where it stood, and its canonical text without marker. */
export interface FoundCupon {
  readonly carga: string;
  readonly archivo: string;
  readonly fila: number;
  readonly texto: string;
}

export type ChosenMarker = 'auto' | 'ninguno' | AuxiliaryField;
export type Counts = Readonly<Record<Disposition, number>>;

/** A file of a draft, and the one that has most of its coupons too; as they were given. */
export interface RepeatedFile {
  readonly copy: string;
  readonly original: string;
  /** How many coupons the copy has, and how many of them the original has too. */
  readonly de: number;
  readonly iguales: number;
}

/** The disposition of coupons that the result does not show, by range of `seq` (the last range that covers a coupon decides). */
export interface SeqRange {
  readonly desde: number;
  readonly hasta: number;
  readonly disposicion: Disposition;
}
