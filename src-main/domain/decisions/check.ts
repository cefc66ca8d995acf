import { importeOf } from '../cupon.ts';
import { toCentavos, type Money } from '../money.ts';
import {
  cuponesOf,
  type DecidedCupon,
  type DecidedOperacion,
  type DecisionEntry,
  type DecisionEvent,
  type LinkEvent,
} from './events.ts';
import {
  foldDecisions,
  refusedOf,
  startFold,
  undoneOf,
  type DecisionState,
  type Taken,
  type CuponDecision,
} from './fold.ts';
import { saleIdOf } from './sales.ts';

export type DecisionProblem =
  /** Several coupons were linked with several operations, so it is unclear which belongs to which. */
  | { readonly problema: 'VARIOS_CON_VARIAS' }
  | { readonly problema: 'REPETIDOS' }
  | { readonly problema: 'CUPON_VINCULADO'; readonly cupon: DecidedCupon; readonly con: Taken<'vinculo'> }
  | { readonly problema: 'OPERACION_TOMADA'; readonly operacion: string; readonly por: Taken<'vinculo'> }
  | ({ readonly problema: 'IMPORTES_DISTINTOS'; readonly tolerancia: Money } & Amounts)
  /** No decision that can be undone has this number, or it was already undone. */
  | { readonly problema: 'NADA_QUE_DESHACER'; readonly n: number }
  /** A later link took one of the coupons or operations of the link that undoing would bring back. */
  | { readonly problema: 'VUELTO_A_VINCULAR'; readonly n: number; readonly por: Taken<'vinculo'> };

/** Compares the sums of both sides. A coupon without a readable amount counts as zero. */
export function compareAmounts(
  cupones: readonly Pick<DecidedCupon, 'cupon'>[],
  operaciones: readonly Pick<DecidedOperacion, 'importe'>[],
) {
  const own = cupones.reduce((sum, { cupon }) => sum + importeOf(cupon), 0);
  const theirs = operaciones.reduce((sum, { importe }) => sum + importe, 0);
  return {
    cupones: toCentavos(own),
    operaciones: toCentavos(theirs),
    diferencia: toCentavos(own - theirs),
  };
}
type Amounts = ReturnType<typeof compareAmounts>;

/** Whether an equal decision already holds for the decision's first coupon; false for `mirar`, `reemplazo` and `deshecha`. */
export function isHeld({ cupones }: DecisionState, decision: DecisionEvent): boolean {
  const [cupon] = cuponesOf(decision);
  const held = cupon === undefined ? undefined : cupones.get(saleIdOf(cupon));
  if (held === undefined) return false;
  switch (decision.kind) {
    case 'vinculo': {
      const ids = new Set(held.vinculo?.decision.operaciones.map(({ id }) => id));
      return ids.size === decision.operaciones.length && decision.operaciones.every(({ id }) => ids.has(id));
    }
    case 'no_es':
      return decision.operaciones.every(({ id }) => refusedOf(held).has(id));
    case 'explicado':
      return held.explicado?.decision.motivo === decision.motivo;
    case 'ajuste':
      return held.ajuste?.decision.importe === decision.importe && held.ajuste.decision.motivo === decision.motivo;
    case 'nota':
      return held.notas.some((one) => one.decision.texto === decision.texto);
    case 'reclamo':
      return held.reclamo?.decision.estado === decision.estado && held.reclamo.decision.nota === decision.nota;
    case 'mirar':
    case 'reemplazo':
    case 'deshecha':
      return false;
  }
}

export const problemOf = (entries: readonly DecisionEntry[], decision: DecisionEvent): DecisionProblem | undefined =>
  problemsOf(entries, [decision])[0];

/** Judges several decisions in order; a decision with a problem does not count for later ones. Undoings are judged together: one may depend on another. */
export function problemsOf(
  entries: readonly DecisionEntry[],
  decisions: readonly DecisionEvent[],
): readonly (DecisionProblem | undefined)[] {
  const { state, add } = startFold();
  const undone = undoneOf(entries);
  for (const entry of entries) if (!undone.has(entry.n)) add(entry);
  const undoing = problemsOfUndoing(
    entries,
    decisions.flatMap((decision) => (decision.kind === 'deshecha' ? [decision.de] : [])),
  );
  let n = entries.at(-1)?.n ?? 0;
  return decisions.map((decision) => {
    if (decision.kind === 'deshecha') return undoing.get(decision.de);
    const problem = decision.kind === 'vinculo' ? problemOfLink(state, decision) : undefined;
    n += 1;
    if (problem === undefined) add({ n, at: 0, quien: '', decision });
    return problem;
  });
}

function problemOfLink(
  { cupones: known, links }: DecisionState,
  { cupones, operaciones, tolerancia }: LinkEvent,
): DecisionProblem | undefined {
  if (cupones.length > 1 && operaciones.length > 1) return { problema: 'VARIOS_CON_VARIAS' };
  const isRepeated = (ids: readonly string[]): boolean => new Set(ids).size < ids.length;
  if (isRepeated(cupones.map(saleIdOf)) || isRepeated(operaciones.map(({ id }) => id)))
    return { problema: 'REPETIDOS' };
  for (const cupon of cupones) {
    const other = known.get(saleIdOf(cupon))?.vinculo ?? null;
    if (other !== null) return { problema: 'CUPON_VINCULADO', cupon, con: other };
  }
  for (const { id } of operaciones) {
    const by = links.get(id);
    if (by !== undefined) return { problema: 'OPERACION_TOMADA', operacion: id, por: by };
  }
  const amounts = compareAmounts(cupones, operaciones);
  if (Math.abs(amounts.diferencia) <= tolerancia) return undefined;
  return { problema: 'IMPORTES_DISTINTOS', tolerancia, ...amounts };
}

function problemsOfUndoing(
  entries: readonly DecisionEntry[],
  ns: readonly number[],
): ReadonlyMap<number, DecisionProblem> {
  const problems = new Map<number, DecisionProblem>();
  if (ns.length === 0) return problems;
  const known = new Map(entries.map((entry) => [entry.n, entry.decision]));
  const already = undoneOf(entries);
  const last = entries.at(-1)?.n ?? 0;
  const after = [...entries];
  for (const n of ns) {
    const found = known.get(n);
    if (found === undefined || found.kind === 'deshecha' || already.has(n))
      problems.set(n, { problema: 'NADA_QUE_DESHACER', n });
    else after.push({ n: last + after.length, at: 0, quien: '', decision: { kind: 'deshecha', de: n } });
  }
  // Undoing would bring back an earlier link, but a later link has taken its coupon or operation. The problem names the later link.
  for (const clashed of foldDecisions(after).clashes) {
    const n = ns.find((one) => !problems.has(one) && isTouchedBy(known.get(one), clashed)) ?? ns[0] ?? 0;
    problems.set(n, { problema: 'VUELTO_A_VINCULAR', n, por: laterLinkOf(entries, clashed) ?? clashed });
  }
  return problems;
}

/** Whether a decision ended the link by refusing one of its operations, so that undoing it brings the link back. */
const isTouchedBy = (decision: DecisionEvent | undefined, { decision: link }: Taken<'vinculo'>): boolean =>
  decision?.kind === 'no_es' && decision.operaciones.some(({ id }) => link.operaciones.some((one) => one.id === id));

function laterLinkOf(entries: readonly DecisionEntry[], clashed: Taken<'vinculo'>): Taken<'vinculo'> | undefined {
  const { links, cupones } = foldDecisions(entries);
  const { decision } = clashed;
  return (
    decision.operaciones.map(({ id }) => links.get(id)).find((one) => one !== undefined) ??
    decision.cupones.map((cupon) => cupones.get(saleIdOf(cupon))?.vinculo ?? undefined).find((one) => one !== undefined)
  );
}

export interface OperacionFacts {
  readonly importe: Money | null;
  readonly liquidacion: string | null;
  readonly held: boolean;
}

export type CuponFacts =
  | { readonly conciliado: false }
  /** `operacion`: the operation that the service matched, null if unknown. `liquidacion`: the settlement in which it matched. */
  | { readonly conciliado: true; readonly operacion: string | null; readonly liquidacion: string | null };

/** How new data contradicts a decision. The codes are public: add, never rename. */
export type Contradiction =
  | { readonly codigo: 'OPERACION_RETIRADA'; readonly operacion: string }
  | {
      readonly codigo: 'IMPORTE_CAMBIADO';
      readonly operacion: string;
      readonly antes: Money;
      readonly ahora: Money;
    }
  /** The service matched the coupon, but with another operation than the linked one, with a refused one, or although a person explained the coupon. */
  | { readonly codigo: 'CUPON_CONCILIADO'; readonly operacion: string | null }
  | { readonly codigo: 'OPERACION_DE_OTRO'; readonly operacion: string };
export type ContradictionCode = Contradiction['codigo'];

/** Which data contradicts the decisions about a coupon. `factsOf`: what is known of a linked operation; undefined if nothing is known. */
export function contradictionsOf(
  decision: CuponDecision,
  cupon: CuponFacts,
  factsOf: (operacion: DecidedOperacion) => OperacionFacts | undefined,
): readonly Contradiction[] {
  const found: Contradiction[] = [];
  const linked = decision.vinculo?.decision.operaciones ?? [];
  for (const operacion of linked) {
    const { id, importe } = operacion;
    const facts = factsOf(operacion);
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
  factsOf: (operacion: DecidedOperacion) => OperacionFacts | undefined,
): boolean {
  if (operacion !== null && refusedOf(decision).has(operacion)) return true;
  const { vinculo, explicado } = decision;
  if (vinculo === null) return explicado !== null;
  const linked = vinculo.decision.operaciones;
  if (operacion !== null) return !linked.some(({ id }) => id === operacion);
  // The service does not name the operation of its match, but another settlement means another operation.
  const settlements = linked.map((one) => factsOf(one)?.liquidacion ?? null);
  return liquidacion !== null && !settlements.includes(null) && !settlements.includes(liquidacion);
}
