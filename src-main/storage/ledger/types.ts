import type { Instant } from '#domain/clock.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import type { AuxiliaryField, CuponField } from '#domain/cupon.ts';
import type { Marker } from '#domain/upload/types.ts';

/** A valid coupon as the import passes it on: its canonical text and its place. */
export interface CuponRow {
  /** Index into the draft's `archivos`. */
  readonly archivo: number;
  readonly hoja: string | null;
  readonly fila: number;
  readonly texto: string;
  /**
   * Its place among the sales with its name in its file or sheet, from 1; the ledger counts those of other files and sheets of the upload. Without
   * it, the ledger counts all.
   */
  readonly ocurrencia?: number;
  /** The canonical text of the coupon as it was in the file, if it was corrected before sending; card numbers are masked. */
  readonly original?: string | null;
}

/** A cell that a rule of the template corrected. `antes`: the text of the file, masked. */
export interface MendedCell {
  readonly fila: number;
  readonly campo: CuponField;
  readonly antes: string;
}

export interface LocatedCupon extends CuponRow {
  readonly seq: number;
}

export interface DraftData {
  readonly cuenta: string;
  readonly archivos: readonly string[];
}

/** Uploads of the account with the same multiset of coupons as a draft, before any marker. */
export interface EqualUploads {
  /** An unfinished upload, which may be resumed. */
  readonly pendiente: string | null;
  /** A finished upload. */
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

/** A coupon that a search found: its place, and its canonical text without marker. */
export interface FoundCupon {
  readonly carga: string;
  readonly archivo: string;
  readonly fila: number;
  readonly texto: string;
}

export type ChosenMarker = 'auto' | 'ninguno' | AuxiliaryField;
export type Counts = Readonly<Record<Disposition, number>>;

/** A file of a draft, and the file that shares most of its coupons; names as given. */
export interface RepeatedFile {
  readonly copy: string;
  readonly original: string;
  /** The number of coupons of the copy, and how many of them the original has. */
  readonly de: number;
  readonly iguales: number;
}

/** The disposition of coupons that the result does not show, by range of `seq`. The last range that covers a coupon decides. */
export interface SeqRange {
  readonly desde: number;
  readonly hasta: number;
  readonly disposicion: Disposition;
}
