/** Questions about a whole column or file, as documents carry them. `cupones/doubts` finds them and applies their answers. */
import type { CivilDate } from './civil-date.ts';
import type { CuponField } from './cupon.ts';

export const DOUBT_KINDS = ['importe', 'signo', 'decimal', 'fechas', 'hora', 'numero', 'grupos', 'ocultas'] as const;
export type DoubtKind = (typeof DOUBT_KINDS)[number];

/** One way to read the column or the file. */
export interface DoubtReading {
  /** What chooses this reading (`--responder CLAVE=VALOR`). */
  readonly valor: string;
  /** A cell as written and as read: a date as `YYYY-MM-DD`, an amount as decimal text with a dot. */
  readonly muestra?: { readonly escrito: string; readonly leido: string };
  /** The sum of the coupons in this reading: decimal text with a dot. */
  readonly importe?: string;
  readonly cupones?: number;
  readonly desde?: CivilDate;
  readonly hasta?: CivilDate;
  /** The columns whose sum this column is in every row. */
  readonly suma?: readonly string[];
}

/** A doubt as documents carry it (docs/cli.md, `dudas`). */
export interface Doubt {
  readonly tipo: DoubtKind;
  /** The key of its answer: the kind, with the field where several columns can have the same doubt. */
  readonly clave: string;
  readonly campo: CuponField | null;
  /** The names of its columns; none for a doubt about rows. */
  readonly columnas: readonly string[];
  /** How many rows the answer changes. */
  readonly filas: number;
  readonly lecturas: readonly DoubtReading[];
  /** The reading in use; null where an answer is needed first. */
  readonly tomada: string | null;
  /** Whether a person or a template answered. */
  readonly elegida: boolean;
}

export type DoubtAnswers = Readonly<Record<string, string>>;
