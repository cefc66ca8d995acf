import type { Instant } from '#domain/clock.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import type { AuxiliaryField, CuponField } from '#domain/cupon.ts';
import type { Marker } from '#domain/upload/types.ts';

/** A valid coupon as the import gives it: its canonical text and its place. */
export interface CuponRow {
  /** Index into the draft's `archivos`. */
  readonly archivo: number;
  readonly hoja: string | null;
  readonly fila: number;
  readonly texto: string;
  /** Place among the equal sales of its file or sheet, from 1; the ledger adds those of the upload's other files. Absent: the ledger counts all equal sales. */
  readonly ocurrencia?: number;
  /** The canonical text as the file had it, with card numbers masked, if the coupon was corrected before sending. */
  readonly original?: string | null;
}

/** A cell that a rule of the template corrected. `antes`: the text in the file, with card numbers masked. */
export interface MendedCell {
  readonly fila: number;
  readonly campo: CuponField;
  readonly antes: string;
}

export interface LocatedCupon extends CuponRow {
  readonly seq: number;
}

/** Uploads of the account that have the same multiset of coupons as a draft, not counting markers. */
export interface EqualUploads {
  readonly pendiente: string | null;
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

export interface FoundCupon {
  readonly carga: string;
  readonly archivo: string;
  readonly fila: number;
  readonly texto: string;
}

export type ChosenMarker = 'auto' | 'ninguno' | AuxiliaryField;
export type Counts = Readonly<Record<Disposition, number>>;

/** Two files of a draft that share most of their coupons, by the names that they were given. */
export interface RepeatedFile {
  readonly copy: string;
  readonly original: string;
  /** How many coupons the copy has, and how many of these the original has too. */
  readonly de: number;
  readonly iguales: number;
}

/** A disposition for the coupons of a range that the result does not show. If ranges overlap, the last one counts. */
export interface SeqRange {
  readonly desde: number;
  readonly hasta: number;
  readonly disposicion: Disposition;
}
