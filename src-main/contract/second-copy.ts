import type { ErrorCode } from './errors.ts';

/** What the methods of the second copy answer: the ledgers' copies in a folder that the person chose. */

export interface MadeSecondCopy {
  /** What `segunda_copia.verificar` and `restaurar` take. */
  readonly copia: string;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly hecha: string;
  readonly bytes: number;
  /** Uploads in it; null where that is not known. */
  readonly cargas: number | null;
}

export interface AccountSecondCopy {
  readonly cuenta: string;
  /** The last one in the chosen folder; null while there is none. */
  readonly copia: MadeSecondCopy | null;
  /** Until when all that was sent is known to be in a copy; without any, since when it is in none. As `hecha`; null when that was not looked at yet. */
  readonly desde: string | null;
  /** Whole days since then. */
  readonly dias: number;
  /** Why the last try failed, by its code, and since when; null when it did not. */
  readonly falla: { readonly codigo: ErrorCode; readonly desde: string } | null;
}

export interface SecondCopy {
  /** Absolute; null when none was chosen. */
  readonly carpeta: string | null;
  /** The folder is on the disk of the data: of use only if something takes it elsewhere. Null without a folder. */
  readonly mismoDisco: boolean | null;
  /** Of the accounts that sent something, but for the example's. */
  readonly cuentas: readonly AccountSecondCopy[];
  /** What the person is to be asked: a week went by without a folder, or without a copy in it. */
  readonly pregunta: 'sin_carpeta' | 'vieja' | null;
}

/** `elegida` is false when the person did not want to, or there is no desktop to ask in. */
export interface ChosenSecondCopy {
  readonly elegida: boolean;
  readonly segunda: SecondCopy;
}

/** A copy in a folder, of any account and PC. */
export interface ListedSecondCopy {
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
export interface ListedSecondCopies {
  readonly carpeta: string;
  readonly copias: readonly ListedSecondCopy[];
}

export interface VerifiedSecondCopy {
  readonly copia: string;
  readonly sana: boolean;
  /** Uploads in it; null when it is not whole. */
  readonly cargas: number | null;
  /** Its last event, as `hecha`; null when there is none. */
  readonly hasta: string | null;
}

export interface RestoredSecondCopy {
  readonly cuenta: string;
  readonly copia: string;
  /** The name under which what was there is kept beside it; null when there was nothing. */
  readonly apartado: string | null;
}

/** The answer of each method. */
export interface SecondCopyOutputs {
  'segunda_copia.ver': SecondCopy;
  'segunda_copia.elegir': ChosenSecondCopy;
  'segunda_copia.copiar': SecondCopy;
  'segunda_copia.refrescar': SecondCopy;
  'segunda_copia.posponer': SecondCopy;
  'segunda_copia.listar': ListedSecondCopies;
  'segunda_copia.verificar': VerifiedSecondCopy;
  'segunda_copia.restaurar': RestoredSecondCopy;
}
