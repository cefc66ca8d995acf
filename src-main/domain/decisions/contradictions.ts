import type { Money } from '../money.ts';
import { refusedOf, type CuponDecision } from './fold.ts';

/** How data can contradict a decision. A public interface: add, never rename. */
export const CONTRADICTIONS = [
  'OPERACION_RETIRADA', 'IMPORTE_CAMBIADO', 'CUPON_CONCILIADO', 'OPERACION_DE_OTRO',
] as const; // prettier-ignore
export type ContradictionCode = (typeof CONTRADICTIONS)[number];

export interface OperacionFacts {
  /** Null where the service no longer shows the operation. */
  readonly importe: Money | null;
  /** The settlement of the operation; null while it has none. */
  readonly liquidacion: string | null;
  /** A coupon that the service matched has the operation. */
  readonly held: boolean;
}

/** The present state of a coupon with a decision. */
export type CuponFacts =
  | { readonly conciliado: false }
  /** `operacion`: the matched operation, where known. `liquidacion`: the settlement of its match. */
  | { readonly conciliado: true; readonly operacion: string | null; readonly liquidacion: string | null };

export type Contradiction =
  | { readonly codigo: 'OPERACION_RETIRADA'; readonly operacion: string }
  | {
      readonly codigo: 'IMPORTE_CAMBIADO';
      readonly operacion: string;
      readonly antes: Money;
      readonly ahora: Money;
    }
  /** The service matched the coupon otherwise than linked or refused, or although it was explained. */
  | { readonly codigo: 'CUPON_CONCILIADO'; readonly operacion: string | null }
  | { readonly codigo: 'OPERACION_DE_OTRO'; readonly operacion: string };

/** The contradictions of the decisions about a coupon. `factsOf`: the state of an operation; undefined if unknown. */
export function contradictionsOf(
  decision: CuponDecision,
  cupon: CuponFacts,
  factsOf: (operacion: string) => OperacionFacts | undefined,
): readonly Contradiction[] {
  const found: Contradiction[] = [];
  const linked = decision.vinculo?.decision.operaciones ?? [];
  for (const { id, importe } of linked) {
    const facts = factsOf(id);
    if (facts === undefined) continue;
    if (facts.importe === null) found.push({ codigo: 'OPERACION_RETIRADA', operacion: id });
    else if (facts.importe !== importe)
      found.push({ codigo: 'IMPORTE_CAMBIADO', operacion: id, antes: importe, ahora: facts.importe });
    if (facts.held && !cupon.conciliado) found.push({ codigo: 'OPERACION_DE_OTRO', operacion: id });
  }
  if (cupon.conciliado && isAgainst(decision, cupon, factsOf))
    found.push({ codigo: 'CUPON_CONCILIADO', operacion: cupon.operacion });
  return found;
}

function isAgainst(
  decision: CuponDecision,
  { operacion, liquidacion }: Extract<CuponFacts, { conciliado: true }>,
  factsOf: (operacion: string) => OperacionFacts | undefined,
): boolean {
  if (operacion !== null && refusedOf(decision).has(operacion)) return true;
  const { vinculo, explicado } = decision;
  if (vinculo === null) return explicado !== null;
  const linked = vinculo.decision.operaciones.map(({ id }) => id);
  if (operacion !== null) return !linked.includes(operacion);
  // The service does not name the operation, but another settlement means another operation.
  const settlements = linked.map((id) => factsOf(id)?.liquidacion ?? null);
  return liquidacion !== null && !settlements.includes(null) && !settlements.includes(liquidacion);
}
