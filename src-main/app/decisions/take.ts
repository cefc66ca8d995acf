/** Turns a person's decisions into events of the ledger, and checks each one after those before it. */
import type { AppError } from '#contract/errors.ts';
import { DECISION_REFUSALS } from '#domain/texts/decision-refusals.ts';
import { compareAmounts, problemsOf } from '#domain/decisions/check.ts';
import type {
  CuponRef,
  DecidedCupon,
  DecidedOperacion,
  DecisionEntry,
  DecisionEvent,
} from '#domain/decisions/events.ts';
import { foldDecisions } from '#domain/decisions/fold.ts';
import { saleIdOf } from '#domain/decisions/sales.ts';
import { requireMoney } from '#domain/money.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { attempt, findNamed, refuse, requireOpen, toError, type Asking, type DecisionInput } from './resolve.ts';

export type Asked = { readonly event: DecisionEvent } | { readonly refused: AppError };

/** Checks decisions one after the other, each on top of the possible ones before it. */
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

/** The events of some inputs, or why each is not possible. Writes nothing. */
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
  /** The operations that «no es» refuses if it names none: the linked ones, else the first candidate. */
  const operacionesToRefuse = (ref: CuponRef): readonly string[] => {
    const linked = state.cupones.get(saleIdOf(cuponOf(ref)))?.vinculo?.decision.operaciones;
    if (linked !== undefined) return linked.map(({ id }) => id);
    const one = foundOf(ref);
    const first = one.estado === 'abierto' ? one.primera : null;
    if (first !== null) return [first];
    throw refuse('OPERACION_INEXISTENTE', DECISION_REFUSALS.nothingToUnlink);
  };
  // A linked operation may be gone by now; the data in the decision is enough to end the link.
  const kept = new Map(
    entries.flatMap(({ decision }) =>
      'operaciones' in decision ? decision.operaciones.map((one) => [one.id, one] as const) : [],
    ),
  );
  const operacionOf = (id: string, ending: boolean): DecidedOperacion => {
    const found = (ending ? kept.get(id) : undefined) ?? operaciones.get(id)?.operacion ?? null;
    if (found !== null) return found;
    throw refuse('OPERACION_INEXISTENTE', DECISION_REFUSALS.operationNotHere(id), { operacion: id });
  };
  return decisions.map((input) => {
    const one = attempt(() => {
      for (const id of input.tipo === 'vinculo' ? input.operaciones : []) {
        const held = operaciones.get(id)?.de ?? null;
        if (held === null) continue;
        throw refuse('OPERACION_TOMADA', DECISION_REFUSALS.operationMatched(id, held), { operacion: id });
      }
      const ending = input.tipo === 'no_es' && input.operaciones === undefined;
      const findAll = (ids: readonly string[]) => ids.map((id) => operacionOf(id, ending));
      return eventOf(input, { cupon: cuponOf, operaciones: findAll }, operacionesToRefuse);
    });
    return 'done' in one ? { event: one.done } : one;
  });
}
