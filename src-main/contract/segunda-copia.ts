import type { ErrorCode } from './errors.ts';

/** What the methods of the second copy answer: the ledgers' copies in a folder that the person chose. */

export interface SegundaCopiaHecha {
  /** What `segunda_copia.verificar` and `restaurar` take. */
  readonly copia: string;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly hecha: string;
  readonly bytes: number;
  /** Uploads in it; null where that is not known. */
  readonly cargas: number | null;
}

export interface SegundaCopiaDeCuenta {
  readonly cuenta: string;
  /** The last one in the chosen folder; null while there is none. */
  readonly copia: SegundaCopiaHecha | null;
  /** Until when all that was sent is known to be in a copy; without any, since when it is in none. As `hecha`; null when that was not looked at yet. */
  readonly desde: string | null;
  /** Whole days since then. */
  readonly dias: number;
  /** Why the last try failed, by its code, and since when; null when it did not. */
  readonly falla: { readonly codigo: ErrorCode; readonly desde: string } | null;
}

export interface SegundaCopia {
  /** Absolute; null when none was chosen. */
  readonly carpeta: string | null;
  /** The folder is on the disk of the data: of use only if something takes it elsewhere. Null without a folder. */
  readonly mismoDisco: boolean | null;
  /** Of the accounts that sent something, but for the example's. */
  readonly cuentas: readonly SegundaCopiaDeCuenta[];
  /** What the person is to be asked: a week went by without a folder, or without a copy in it. */
  readonly pregunta: 'sin_carpeta' | 'vieja' | null;
}

/** `elegida` is false when the person did not want to, or there is no desktop to ask in. */
export interface SegundaCopiaElegida {
  readonly elegida: boolean;
  readonly segunda: SegundaCopia;
}

/** A copy in a folder, of any account and PC. */
export interface SegundaCopiaListada {
  readonly copia: string;
  /** As it is called here, or as it was called where the copy was made. */
  readonly cuenta: string;
  /** Whether this PC has that account: else it has to be added before. */
  readonly conocida: boolean;
  readonly pc: string;
  /** It was made by this PC. */
  readonly estaPc: boolean;
  readonly hecha: string;
  readonly bytes: number;
}

/** Newest first. */
export interface SegundasCopiasListadas {
  readonly carpeta: string;
  readonly copias: readonly SegundaCopiaListada[];
}

export interface SegundaCopiaVerificada {
  readonly copia: string;
  readonly sana: boolean;
  /** Uploads in it; null when it is not whole. */
  readonly cargas: number | null;
  /** Its last event, as `hecha`; null when there is none. */
  readonly hasta: string | null;
}

export interface SegundaCopiaRestaurada {
  readonly cuenta: string;
  readonly copia: string;
  /** The name under which what was there is kept beside it; null when there was nothing. */
  readonly apartado: string | null;
}

/** The answer of each method. */
export interface SegundaCopiaOutputs {
  'segunda_copia.ver': SegundaCopia;
  'segunda_copia.elegir': SegundaCopiaElegida;
  'segunda_copia.copiar': SegundaCopia;
  'segunda_copia.refrescar': SegundaCopia;
  'segunda_copia.posponer': SegundaCopia;
  'segunda_copia.listar': SegundasCopiasListadas;
  'segunda_copia.verificar': SegundaCopiaVerificada;
  'segunda_copia.restaurar': SegundaCopiaRestaurada;
}
