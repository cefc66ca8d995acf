/** Finds the coupons and operations that an input names in the data of this PC, and refuses absent ones in words. */
import type { ExplanationLanguage } from '#contract/explanations.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { AppError, type ErrorCode, type ErrorDetail } from '#contract/errors.ts';
import type { DecisionProblem } from '#domain/decisions/check.ts';
import { cuponesOf, type CuponRef, type DecidedCupon } from '#domain/decisions/events.ts';
import type { Taken } from '#domain/decisions/fold.ts';
import { saleIdOf } from '#domain/decisions/sales.ts';
import { formatPlain } from '#domain/money.ts';
import { DECISION_REFUSALS as SAID } from '#domain/texts/decision-refusals.ts';
import type { FailureWords } from '#domain/texts/failures.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Account } from '../accounts/account.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { NamedCupon } from '../explanations/questions.ts';
import type { Ask } from '../explanations/scope.ts';
import { findUpload } from '../uploaded/uploads.ts';

export type DecisionInput = MethodParsed<'decisiones.tomar'>['decisiones'][number];

/** The account of the decisions, and the thread that knows their coupons. */
export interface Asking {
  readonly cuenta: Account;
  readonly ledger: Ledger;
  readonly ask: Ask;
}

const keyOfRef = (ref: CuponRef): string =>
  'seq' in ref ? `${ref.carga} ${String(ref.seq)}` : `${ref.conciliacion}:${String(ref.n)}`;

/** Looks for the coupons and operations of an input among all results. */
export async function findNamed(
  { cuenta, ask }: Omit<Asking, 'ledger'>,
  { refs, operaciones: ids }: { readonly refs: readonly CuponRef[]; readonly operaciones: readonly string[] },
  { signal }: MethodContext,
) {
  const byKey = new Map(refs.map((ref) => [keyOfRef(ref), ref]));
  const question = { kind: 'named', cupones: [...byKey.values()], operaciones: ids } as const;
  const { cupones, operaciones } = await ask(cuenta, question, { signal });
  const found = new Map([...byKey.keys()].map((key, i) => [key, cupones[i]]));
  return {
    foundOf: (ref: CuponRef): NamedCupon => found.get(keyOfRef(ref)) ?? { estado: 'no_esta' },
    operaciones: new Map(operaciones.map((one) => [one.id, one])),
  };
}

/** Throws `CARGA_INEXISTENTE` or `CUPON_INEXISTENTE` if the input names no coupon of ours. */
function requireSent(ref: CuponRef, found: NamedCupon): void {
  if (!('seq' in ref)) return;
  if (found.estado === 'sin_carga') throw new AppError('CARGA_INEXISTENTE', { detail: { carga: ref.carga } });
  if (found.estado !== 'sin_numero') return;
  const { carga, total } = found;
  throw refuse('CUPON_INEXISTENTE', SAID.numberUnknown(total, ref.seq, ref.carga), { carga, seq: ref.seq });
}

/** The coupon in the form of decisions. Throws `CARGA_INEXISTENTE`, `CUPON_CONCILIADO`, `CUPON_INEXISTENTE`. */
export function requireOpen(ref: CuponRef, found: NamedCupon): DecidedCupon {
  requireSent(ref, found);
  const which = 'seq' in ref ? ({ n: ref.seq, of: 'upload' } as const) : ({ n: ref.n, of: 'result' } as const);
  if (found.estado === 'abierto' && !found.conciliado) return found.cupon;
  if (found.estado === 'abierto' || found.estado === 'conciliado')
    throw refuse('CUPON_CONCILIADO', SAID.cuponMatched(which));
  throw refuse('CUPON_INEXISTENTE', SAID.cuponNotOpen(which));
}

/** The sale of a coupon: by the name in a decision, else by the results. */
export async function findSale(asking: Asking, ref: CuponRef, context: MethodContext): Promise<string | undefined> {
  const { cuenta, ledger } = asking;
  if ('seq' in ref) {
    const upload = findUpload(ledger, cuenta.id, ref.carga);
    const named = ledger
      .readDecisions()
      .flatMap(({ decision }) => cuponesOf(decision))
      .find((cupon) => upload !== null && cupon.carga === upload && cupon.seq === ref.seq);
    if (named !== undefined) return saleIdOf(named);
  }
  const { foundOf } = await findNamed(asking, { refs: [ref], operaciones: [] }, context);
  const found = foundOf(ref);
  requireSent(ref, found);
  return found.estado === 'abierto' ? found.sale : undefined;
}

// The error for a decision that cannot be taken. `domain/texts/decision-refusals.ts` has its words.

export const refuse = (code: ErrorCode, words: FailureWords, detail: ErrorDetail = {}): AppError =>
  new AppError(code, { mensaje: words, detail });

/** The value of `work`, or its refusal. Rethrows other errors. */
export function attempt<T>(work: () => T): { readonly done: T } | { readonly refused: AppError } {
  try {
    return { done: work() };
  } catch (error) {
    if (error instanceof AppError) return { refused: error };
    throw error;
  }
}

/** The words of a refusal, in the caller's language. */
export const saidIn = ({ message, english }: AppError, language: ExplanationLanguage | undefined): string =>
  language === 'en' ? (english ?? message) : message;

const idsIn = ({ decision }: Taken<'vinculo'>): string => decision.operaciones.map(({ id }) => id).join(', ');

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
