import type { StoppedUpload } from '#contract/documents.ts';
import type { ErrorDetail } from '#contract/errors.ts';
import { DECISION_REFUSALS } from '#domain/texts/decision-refusals.ts';
import {
  BUSY_REASONS,
  FAILURES,
  FILE_FAILURES,
  FOREIGN_FILES,
  nameFolder,
  REASONS,
  type FailureWords,
} from '#domain/texts/failures.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { PageProblem } from '../api/failure.ts';
import { m } from '../paraglide/messages.js';
import { getLanguage } from './language.ts';

type FailureCode = StoppedUpload['codigo'];

interface ErrorWords {
  readonly que: string;
  readonly rest: string;
}

/** The words for every code. Screens show the core's own message only among the details, because it is written for the command line. */
const WORDS: Readonly<Record<FailureCode, FailureWords>> = { ...FAILURES, ...FILE_FAILURES };

const PAGE_ERRORS: Record<PageProblem, readonly [que: () => string, resto: () => string]> = {
  sin_respuesta: [m.marco_sin_respuesta, m.marco_sin_respuesta_texto],
  pagina_vieja: [m.marco_pagina_vieja, m.marco_pagina_vieja_texto],
  actualizado: [m.marco_pagina_actualizada, m.marco_pagina_actualizada_texto],
};

interface Failed {
  readonly code: FailureCode;
  readonly detail?: ErrorDetail;
  readonly ofPage?: PageProblem | undefined;
}
function reasonOf({ code, detail }: Failed): FailureWords | undefined {
  return REASONS_OF[code]?.[String(detail?.['motivo'])];
}
const { otra_pc, ...OF_NETWORK } = REASONS;
const REASONS_OF: Readonly<Partial<Record<FailureCode, Readonly<Partial<Record<string, FailureWords>>>>>> = {
  SIN_CONEXION: OF_NETWORK,
  TOKEN_RECHAZADO: { otra_pc },
  EN_USO: BUSY_REASONS,
  ARCHIVO_ILEGIBLE: { carpeta: FOREIGN_FILES.carpeta, no_es_de_errores: REFUSALS.notTheErrorsFile },
  ENTRADA_INVALIDA: { no_es_de_decisiones: DECISION_REFUSALS.noQueue },
  COPIA_INEXISTENTE: { nada_enviado: REFUSALS.nothingSentYet },
};

/** True when the service ends each new token, because another PC uses the same account: signing in again would not help. */
const isOfAnotherPc = (failure: Failed): boolean => reasonOf(failure) === otra_pc;

/** The words of a failure. The problem of the page, the folder or the reason decides, if the failure has one, otherwise the code. */
export function describeFailure(failure: Failed): ErrorWords {
  if (failure.ofPage !== undefined) {
    const [what, rest] = PAGE_ERRORS[failure.ofPage];
    return { que: what(), rest: rest() };
  }
  const folder = failure.code === 'CARPETA_SIN_PERMISO' ? failure.detail?.['carpeta'] : undefined;
  if (typeof folder === 'string') return toErrorWords(nameFolder(folder));
  return toErrorWords(reasonOf(failure) ?? WORDS[failure.code]);
}
function toErrorWords(words: FailureWords): ErrorWords {
  const [what, rest] = words[getLanguage()];
  return { que: what, rest };
}

export const getErrorWords = (code: FailureCode): ErrorWords => describeFailure({ code });

export const describeForeign = (format: keyof typeof FOREIGN_FILES): ErrorWords => toErrorWords(FOREIGN_FILES[format]);

export const saysWhyNotReached = (failure: Failed): boolean =>
  failure.code === 'SIN_CONEXION' && reasonOf(failure) !== undefined;

const NETWORK_CODES: readonly FailureCode[] = ['SIN_CONEXION', 'TIEMPO_AGOTADO'];
/** True when a failure only says that the service cannot be reached, which the top bar already shows. */
export const isOfNetwork = (failure: Failed): boolean =>
  NETWORK_CODES.includes(failure.code) && !saysWhyNotReached(failure);

export const isStoppedByNetwork = ({ codigo, detalle }: Pick<StoppedUpload, 'codigo' | 'detalle'>): boolean =>
  isOfNetwork({ code: codigo, ...(detalle === undefined ? {} : { detail: detalle }) });

const NO_SECRET: readonly FailureCode[] = ['CLAVE_AUSENTE', 'SESION_VENCIDA', 'LLAVERO_NO_DISPONIBLE'];
/** True when a call that may not ask for the secret (`sinPreguntar`) failed for lack of one. */
export const isSecretMissing = ({ code }: { readonly code: FailureCode }): boolean => NO_SECRET.includes(code);

/** True when the service refused the secret, so that the field of the secret shows the failure. */
export const isRefusedSecret = ({ code }: { readonly code: FailureCode }): boolean =>
  code === 'CREDENCIALES_RECHAZADAS';

const SIGN_IN_CODES: readonly FailureCode[] = [
  'CREDENCIALES_RECHAZADAS',
  'TOKEN_RECHAZADO',
  'SESION_VENCIDA',
  'CLAVE_AUSENTE',
  'LLAVERO_NO_DISPONIBLE',
];
export const needsSignIn = (failure: Failed): boolean =>
  SIGN_IN_CODES.includes(failure.code) && !isOfAnotherPc(failure);
