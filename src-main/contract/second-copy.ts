import type { ErrorCode } from './errors.ts';

/** What the methods of the second copy answer. A second copy is a copy of a ledger in a folder that the person chose. */

export interface MadeSecondCopy {
  /** The name of the copy, as `segunda_copia.verificar` and `restaurar` take it. */
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
  /**
   * Everything sent up to this time is known to be in a copy. While there is no copy: since when what was sent is in none. In the form of `hecha`; null
   * while that is not known.
   */
  readonly desde: string | null;
  /** Whole days since then. */
  readonly dias: number;
  /** The code of the failure of the last try, and since when tries fail; null when it did not fail. */
  readonly falla: { readonly codigo: ErrorCode; readonly desde: string } | null;
}

export interface SecondCopy {
  /** Absolute; null when none was chosen. */
  readonly carpeta: string | null;
  /** True when the folder is on the same disk as the data, where a copy helps only if something takes it elsewhere. Null without a folder. */
  readonly mismoDisco: boolean | null;
  /** The accounts that sent something, except the example's. */
  readonly cuentas: readonly AccountSecondCopy[];
  /** The question for the person. `sin_carpeta`: a week went by without a folder. `vieja`: a week went by without a copy in it. */
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
  /** The account's name here, or its name where the copy was made. */
  readonly cuenta: string;
  /** Whether this PC has that account. If not, it has to be added first. */
  readonly conocida: boolean;
  readonly pc: string;
  /** True when this PC made the copy. */
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
  /** How many uploads the copy has; null when it is not whole. */
  readonly cargas: number | null;
  /** The time of its last event, in the form of `hecha`; null when there is none. */
  readonly hasta: string | null;
}

export interface RestoredSecondCopy {
  readonly cuenta: string;
  readonly copia: string;
  /** The name under which the replaced ledger is kept beside the new one; null when there was none. */
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
