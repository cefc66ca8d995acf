/** What holds of a coupon, as the methods answer it. */
import type { StatedDecision } from '#contract/decisions.ts';
import { civilDateTimeAt, type CivilDate } from '#domain/civil-date.ts';
import { contradictionsOf, type Contradiction } from '#domain/decisions/contradictions.ts';
import type { DecisionEntry } from '#domain/decisions/events.ts';
import { hasOpenClaim, isDue, isPending, isSettled, refusedOf, type CuponDecision } from '#domain/decisions/fold.ts';
import { formatPlain } from '#domain/money.ts';
import type { DecidedFacts } from './questions.ts';
import type { DecisionWords } from '#domain/texts/decisions.ts';

interface SayingDeps {
  readonly words: DecisionWords;
  readonly today: CivilDate;
  /** Undefined where nothing was looked up. */
  readonly facts: DecidedFacts | undefined;
}

export const sealOf = ({ n, quien, at }: Omit<DecisionEntry, 'decision'>) => ({
  n,
  quien,
  cuando: civilDateTimeAt(at),
});

/** What contradicts the decisions about a coupon, by what is known now. */
export function contradictionsBy(decision: CuponDecision, facts: DecidedFacts | undefined): readonly Contradiction[] {
  if (facts === undefined) return [];
  const byId = new Map(facts.operaciones.map(({ id, facts: known }) => [id, known]));
  return contradictionsOf(decision, facts.cupon, (id) => byId.get(id));
}

/** All that holds of a coupon, with its line of text. */
export function toDecisionDocument(decision: CuponDecision, { words, today, facts }: SayingDeps): StatedDecision {
  const { vinculo, noEs, explicado, ajuste, notas, reclamo, mirar, reemplazo } = decision;
  const refused = refusedOf(decision);
  const rejected = noEs.flatMap((taken) => {
    const operaciones = taken.decision.operaciones.map(({ id }) => id).filter((id) => refused.has(id));
    return operaciones.length === 0 ? [] : [{ taken, operaciones }];
  });
  const notes = notas.at(-1);
  const holds = [
    vinculo,
    explicado,
    ajuste,
    reemplazo,
    reclamo,
    mirar,
    ...rejected.map(({ taken }) => taken),
    notes,
  ].flatMap((taken) => (taken === null || taken === undefined ? [] : [words.decision(taken.decision)]));
  const contradictions = contradictionsBy(decision, facts).map((one) => ({
    codigo: one.codigo,
    operacion: one.operacion,
    texto: words.contradiction(one, vinculo !== null),
  }));
  return {
    texto: holds.join(' · '),
    resuelto: isSettled(decision),
    pendiente: isPending(decision, today) || contradictions.length > 0,
    vinculo: vinculo && {
      ...sealOf(vinculo),
      operaciones: vinculo.decision.operaciones.map(({ id }) => id),
      cupones: vinculo.decision.cupones,
      diferencia: formatPlain(vinculo.decision.diferencia),
      tolerancia: formatPlain(vinculo.decision.tolerancia),
      nota: vinculo.decision.nota,
    },
    rechazadas: rejected.map(({ taken, operaciones }) => ({
      ...sealOf(taken),
      operaciones,
      nota: taken.decision.nota,
    })),
    explicado: explicado && { ...sealOf(explicado), motivo: explicado.decision.motivo },
    ajuste: ajuste && {
      ...sealOf(ajuste),
      importe: formatPlain(ajuste.decision.importe),
      motivo: ajuste.decision.motivo,
    },
    notas: notas.map((taken) => ({ ...sealOf(taken), texto: taken.decision.texto })),
    reclamo: reclamo && {
      ...sealOf(reclamo),
      estado: reclamo.decision.estado,
      abierto: hasOpenClaim(decision),
      nota: reclamo.decision.nota,
    },
    reemplazo: reemplazo && { ...sealOf(reemplazo), por: reemplazo.decision.por },
    mirar: mirar && {
      ...sealOf(mirar),
      fecha: mirar.decision.fecha,
      llego: isDue(decision, today),
      nota: mirar.decision.nota,
    },
    contradicciones: contradictions,
  };
}
