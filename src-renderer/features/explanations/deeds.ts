import type { ExplainedCupon } from '#contract/explanations.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { differenceWith, idOfOperation, placeOf, type ReadingPlace } from './queue.ts';
import type { Deed } from './queue-keys.ts';

export type Decision = MethodInput<'decisiones.tomar'>['decisiones'][number];

/** The operation that is proposed for a coupon, and what its amount differs by; undefined where nothing is proposed, or it is settled. */
export function proposalOf(
  cupon: ExplainedCupon,
): { readonly operacion: string; readonly difference: string } | undefined {
  const candidate = cupon.decision?.resuelto === true ? undefined : cupon.candidatos[0];
  const operacion = idOfOperation(candidate);
  const difference = candidate === undefined ? undefined : differenceWith(cupon.cupon, candidate);
  return operacion === undefined || difference === undefined ? undefined : { operacion, difference };
}

/** Whether another coupon holds the operation that is proposed: accepting it would be refused. */
export const isProposalHeld = (cupon: ExplainedCupon): boolean =>
  proposalOf(cupon) !== undefined && cupon.candidatos[0]?.tomada === true;

/** What can be done about a coupon as it stands. */
export function deedsFor(cupon: ExplainedCupon): ReadonlySet<Deed> {
  if (placeOf(cupon) === undefined) return new Set();
  const { decision } = cupon;
  const isLinked = (decision?.vinculo ?? null) !== null;
  return new Set<Deed>([
    ...(proposalOf(cupon) === undefined ? [] : (['reject'] as const)),
    ...(proposalOf(cupon) === undefined || isProposalHeld(cupon) ? [] : (['accept'] as const)),
    ...(decision?.resuelto === true ? [] : (['explicado'] as const)),
    ...(['nota', 'ajuste', 'reclamo', 'mirar', 'history', 'undo'] as const),
    isLinked ? 'unlink' : 'vinculo',
  ]);
}

/** The coupon is this operation. `difference`: what their amounts differ by, which the person saw: more is refused. */
export const linkWith = (cupon: ReadingPlace, operacion: string, difference: string): Decision => ({
  tipo: 'vinculo',
  cupones: [cupon],
  operaciones: [operacion],
  tolerancia: difference.replace(/^-/, ''),
});
