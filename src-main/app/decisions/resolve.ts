/** Finds, in the data of this PC, the coupons and operations that an input names; refuses a decision if one is absent. */
import type { ExplanationLanguage } from '#contract/explanations.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { AppError, type ErrorCode, type ErrorDetail } from '#contract/errors.ts';
import { type DecisionProblem, compareAmounts, problemsOf } from '#domain/decisions/check.ts';
import {
  cuponesOf,
  type CuponRef,
  type DecidedCupon,
  type DecidedOperacion,
  type DecisionEntry,
  type DecisionEvent,
} from '#domain/decisions/events.ts';
import { type Taken, foldDecisions } from '#domain/decisions/fold.ts';
import { saleIdOf } from '#domain/decisions/sales.ts';
import { formatPlain, requireMoney } from '#domain/money.ts';
import { DECISION_REFUSALS as SAID } from '#domain/texts/decision-refusals.ts';
import type { FailureWords } from '#domain/texts/failures.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Account } from '../accounts/account.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { NamedCupon } from '../explanations/questions.ts';
import type { Ask } from '../explanations/scope.ts';
import { findUpload } from '../uploaded/uploads.ts';

export type DecisionInput = MethodParsed<'decisiones.tomar'>['decisiones'][number];

export interface Asking {
  readonly cuenta: Account;
  readonly ledger: Ledger;
  readonly ask: Ask;
}

const keyOfRef = (ref: CuponRef): string =>
  'seq' in ref ? `${ref.carga} ${String(ref.seq)}` : `${ref.conciliacion}:${String(ref.n)}`;

async function findNamed(
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

/** Throws `CARGA_INEXISTENTE` or `CUPON_INEXISTENTE` if `ref` names an upload, or a number in an upload, that this PC does not have. */
function requireSent(ref: CuponRef, found: NamedCupon): void {
  if (!('seq' in ref)) return;
  if (found.estado === 'sin_carga') throw new AppError('CARGA_INEXISTENTE', { detail: { carga: ref.carga } });
  if (found.estado !== 'sin_numero') return;
  const { carga, total } = found;
  throw refuse('CUPON_INEXISTENTE', SAID.numberUnknown(total, ref.seq, ref.carga), { carga, seq: ref.seq });
}

/** The coupon as decisions store it. Throws `CARGA_INEXISTENTE`, `CUPON_CONCILIADO` or `CUPON_INEXISTENTE`. */
function requireOpen(ref: CuponRef, found: NamedCupon): DecidedCupon {
  requireSent(ref, found);
  const which = 'seq' in ref ? ({ n: ref.seq, of: 'upload' } as const) : ({ n: ref.n, of: 'result' } as const);
  if (found.estado === 'abierto' && !found.conciliado) return found.cupon;
  if (found.estado === 'abierto' || found.estado === 'conciliado')
    throw refuse('CUPON_CONCILIADO', SAID.cuponMatched(which));
  throw refuse('CUPON_INEXISTENTE', SAID.cuponNotOpen(which));
}

/** The id of a coupon's sale, from a decision about the coupon, else from the results; undefined if no result has the coupon as unmatched. */
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

// Below: the error for a decision that is refused. `domain/texts/decision-refusals.ts` has its words.

export const refuse = (code: ErrorCode, words: FailureWords, detail: ErrorDetail = {}): AppError =>
  new AppError(code, { mensaje: words, detail });

function attempt(work: () => DecisionEvent): Asked {
  try {
    return { event: work() };
  } catch (error) {
    if (error instanceof AppError) return { refused: error };
    throw error;
  }
}

export const saidIn = ({ message, english }: AppError, language: ExplanationLanguage | undefined): string =>
  language === 'en' ? (english ?? message) : message;

const idsIn = ({ decision }: Taken<'vinculo'>): string => decision.operaciones.map(({ id }) => id).join(', ');

function toError(problem: DecisionProblem): AppError {
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
      return new AppError('NADA_QUE_DESHACER', { detail: { n: problem.n } });
    case 'VUELTO_A_VINCULAR': {
      const operacion = idsIn(problem.por);
      const words = SAID.linkedSince(operacion, problem.por.decision.cupones);
      return refuse('OPERACION_TOMADA', words, { operacion, n: problem.por.n });
    }
  }
}

export type Asked = { readonly event: DecisionEvent } | { readonly refused: AppError };

/** Checks decisions one after another, each as if the accepted decisions before it were saved. */
export function checkAll(entries: readonly DecisionEntry[], asked: readonly Asked[]): readonly Asked[] {
  const events = asked.flatMap((one) => ('event' in one ? [one.event] : []));
  const problems = problemsOf(entries, events)[Symbol.iterator]();
  return asked.map((one) => {
    const problem = 'event' in one ? problems.next().value : undefined;
    return problem === undefined ? one : { refused: toError(problem) };
  });
}

function eventOf(
  input: DecisionInput,
  of: { cupon(ref: CuponRef): DecidedCupon; operaciones(ids: readonly string[]): readonly DecidedOperacion[] },
  operacionesToRefuse: (ref: CuponRef) => readonly string[],
): DecisionEvent {
  const note = 'nota' in input ? (input.nota ?? null) : null;
  switch (input.tipo) {
    case 'vinculo': {
      const cupones = input.cupones.map((ref) => of.cupon(ref));
      const operaciones = of.operaciones(input.operaciones);
      const { diferencia } = compareAmounts(cupones, operaciones);
      const tolerance = requireMoney(input.tolerancia ?? '0');
      return { kind: 'vinculo', cupones, operaciones, tolerancia: tolerance, diferencia, nota: note };
    }
    case 'no_es':
      return {
        kind: 'no_es',
        cupon: of.cupon(input.cupon),
        operaciones: of.operaciones(input.operaciones ?? operacionesToRefuse(input.cupon)),
        nota: note,
      };
    case 'explicado':
      return { kind: 'explicado', cupon: of.cupon(input.cupon), motivo: input.motivo };
    case 'ajuste': {
      const importe = requireMoney(input.importe);
      return { kind: 'ajuste', cupon: of.cupon(input.cupon), importe, motivo: input.motivo };
    }
    case 'nota':
      return { kind: 'nota', cupon: of.cupon(input.cupon), texto: input.texto };
    case 'reclamo':
      return { kind: 'reclamo', cupon: of.cupon(input.cupon), estado: input.estado, nota: note };
    case 'mirar':
      return { kind: 'mirar', cupon: of.cupon(input.cupon), fecha: input.fecha, nota: note };
  }
}

/** The event of each input, or why it is refused. Saves nothing. */
export async function eventsOf(
  asking: Asking,
  decisions: readonly DecisionInput[],
  context: MethodContext,
): Promise<readonly Asked[]> {
  const refs = decisions.flatMap((input) => (input.tipo === 'vinculo' ? input.cupones : [input.cupon]));
  const named = decisions.flatMap((input) => ('operaciones' in input ? (input.operaciones ?? []) : []));
  const { foundOf, operaciones } = await findNamed(asking, { refs, operaciones: named }, context);
  const cuponOf = (ref: CuponRef): DecidedCupon => requireOpen(ref, foundOf(ref));

  const entries = asking.ledger.readDecisions();
  const state = foldDecisions(entries);
  /** The operations to refuse when a «no es» names no operation: the linked operations, or else the first candidate. */
  const operacionesToRefuse = (ref: CuponRef): readonly string[] => {
    const linked = state.cupones.get(saleIdOf(cuponOf(ref)))?.vinculo?.decision.operaciones;
    if (linked !== undefined) return linked.map(({ id }) => id);
    const one = foundOf(ref);
    const first = one.estado === 'abierto' ? one.primera : null;
    if (first !== null) return [first];
    throw refuse('OPERACION_INEXISTENTE', SAID.nothingToUnlink);
  };
  // A linked operation may no longer be in the cache; its data in the decision is enough to end the link.
  const kept = new Map(
    entries.flatMap(({ decision }) =>
      'operaciones' in decision ? decision.operaciones.map((one) => [one.id, one] as const) : [],
    ),
  );
  const operacionOf = (id: string, ending: boolean): DecidedOperacion => {
    const found = (ending ? kept.get(id) : undefined) ?? operaciones.get(id)?.operacion ?? null;
    if (found !== null) return found;
    throw refuse('OPERACION_INEXISTENTE', SAID.operationNotHere(id), { operacion: id });
  };
  return decisions.map((input) =>
    attempt(() => {
      for (const id of input.tipo === 'vinculo' ? input.operaciones : []) {
        const held = operaciones.get(id)?.de ?? null;
        if (held !== null) throw refuse('OPERACION_TOMADA', SAID.operationMatched(id, held), { operacion: id });
      }
      const ending = input.tipo === 'no_es' && input.operaciones === undefined;
      const findAll = (ids: readonly string[]) => ids.map((id) => operacionOf(id, ending));
      return eventOf(input, { cupon: cuponOf, operaciones: findAll }, operacionesToRefuse);
    }),
  );
}
