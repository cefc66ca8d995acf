/** The error for a decision that cannot be taken. Its words are in `domain/texts/decision-refusals.ts`. */
import { AppError, type ErrorCode, type ErrorDetail } from '#contract/errors.ts';
import type { ExplanationLanguage } from '#contract/explanations.ts';
import type { DecisionProblem } from '#domain/decisions/check.ts';
import type { Taken } from '#domain/decisions/fold.ts';
import { formatPlain } from '#domain/money.ts';
import { DECISION_REFUSALS as SAID } from '#domain/texts/decision-refusals.ts';
import type { FailureWords } from '#domain/texts/failures.ts';

export const refuse = (code: ErrorCode, words: FailureWords, detail: ErrorDetail = {}): AppError =>
  new AppError(code, { mensaje: words, detail });

/** What `work` gives, or what it refuses. Throws on what is no refusal. */
export function attempt<T>(work: () => T): { readonly done: T } | { readonly refused: AppError } {
  try {
    return { done: work() };
  } catch (error) {
    if (error instanceof AppError) return { refused: error };
    throw error;
  }
}

/** What a refusal says, in the language of who asked. */
export const saidIn = ({ message, english }: AppError, language: ExplanationLanguage | undefined): string =>
  language === 'en' ? (english ?? message) : message;

const idsIn = ({ decision }: Taken<'vinculo'>): string => decision.operaciones.map(({ id }) => id).join(', ');

/** The error for a problem that `problemOf` found. */
export function toError(problem: DecisionProblem): AppError {
  switch (problem.problema) {
    case 'VARIOS_CON_VARIAS':
      return refuse('ENTRADA_INVALIDA', SAID.severalWithSeveral);
    case 'REPETIDOS':
      return refuse('ENTRADA_INVALIDA', SAID.repeated);
    case 'CUPON_VINCULADO': {
      const operacion = idsIn(problem.con);
      return refuse('CUPON_VINCULADO', SAID.cuponLinked(problem.cupon, operacion), { operacion, n: problem.con.n });
    }
    case 'OPERACION_TOMADA': {
      const { operacion, por } = problem;
      return refuse('OPERACION_TOMADA', SAID.operationLinked(operacion, por.decision.cupones), { operacion, n: por.n });
    }
    case 'IMPORTES_DISTINTOS': {
      const { cupones, operaciones, diferencia, tolerancia } = problem;
      return refuse('IMPORTES_DISTINTOS', SAID.amountsDiffer(problem), {
        cupones: formatPlain(cupones),
        operaciones: formatPlain(operaciones),
        diferencia: formatPlain(diferencia),
        tolerancia: formatPlain(tolerancia),
      });
    }
    case 'NADA_QUE_DESHACER':
      return refuse('NADA_QUE_DESHACER', SAID.nothingToUndo, { n: problem.n });
    case 'VUELTO_A_VINCULAR': {
      const operacion = idsIn(problem.por);
      const words = SAID.linkedSince(operacion, problem.por.decision.cupones);
      return refuse('OPERACION_TOMADA', words, { operacion, n: problem.por.n });
    }
  }
}
