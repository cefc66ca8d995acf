import { centavos, parseMoney, type Money } from '../money.ts';
import type { DecidedCupon, DecidedOperacion, DecisionEntry, DecisionEvent, LinkEvent } from './events.ts';
import { foldDecisions, undoneOf, type DecisionState, type Taken } from './fold.ts';
import { saleIdOf } from './sale-key.ts';

/** Why a decision cannot be taken as things are. */
export type DecisionProblem =
  /** Several coupons are several operations: nobody could tell which is which. */
  | { readonly problema: 'VARIOS_CON_VARIAS' }
  | { readonly problema: 'REPETIDOS' }
  | { readonly problema: 'CUPON_VINCULADO'; readonly cupon: DecidedCupon; readonly con: Taken<'vinculo'> }
  | { readonly problema: 'OPERACION_TOMADA'; readonly operacion: string; readonly por: Taken<'vinculo'> }
  | ({ readonly problema: 'IMPORTES_DISTINTOS'; readonly tolerancia: Money } & Amounts)
  /** There is no such decision, or it was undone already. */
  | { readonly problema: 'NADA_QUE_DESHACER'; readonly n: number }
  /** Another link took one of its coupons or operations since then. */
  | { readonly problema: 'VUELTO_A_VINCULAR'; readonly n: number; readonly por: Taken<'vinculo'> };

interface Amounts {
  readonly cupones: Money;
  readonly operaciones: Money;
  /** Coupons less operations. */
  readonly diferencia: Money;
}

/** What coupons and operations add up to; a coupon whose amount cannot be read counts as nothing. */
export function compareAmounts(
  cupones: readonly Pick<DecidedCupon, 'cupon'>[],
  operaciones: readonly Pick<DecidedOperacion, 'importe'>[],
): Amounts {
  const own = cupones.reduce((sum, { cupon }) => sum + (parseMoney(cupon.importe ?? '', 'sin-miles') ?? 0), 0);
  const theirs = operaciones.reduce((sum, { importe }) => sum + importe, 0);
  return { cupones: centavos(own), operaciones: centavos(theirs), diferencia: centavos(own - theirs) };
}

/** What keeps a decision from being taken now; undefined when it can be. */
export function problemOf(entries: readonly DecisionEntry[], decision: DecisionEvent): DecisionProblem | undefined {
  if (decision.kind === 'vinculo') return problemOfLink(foldDecisions(entries), decision);
  return decision.kind === 'deshecha' ? problemOfUndo(entries, decision.de) : undefined;
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
    const con = known.get(saleIdOf(cupon))?.vinculo ?? null;
    if (con !== null) return { problema: 'CUPON_VINCULADO', cupon, con };
  }
  for (const { id } of operaciones) {
    const por = links.get(id);
    if (por !== undefined) return { problema: 'OPERACION_TOMADA', operacion: id, por };
  }
  const amounts = compareAmounts(cupones, operaciones);
  if (Math.abs(amounts.diferencia) <= tolerancia) return undefined;
  return { problema: 'IMPORTES_DISTINTOS', tolerancia, ...amounts };
}

function problemOfUndo(entries: readonly DecisionEntry[], n: number): DecisionProblem | undefined {
  const found = entries.find((entry) => entry.n === n);
  if (found === undefined || found.decision.kind === 'deshecha' || undoneOf(entries).has(n))
    return { problema: 'NADA_QUE_DESHACER', n };
  const last = (entries.at(-1)?.n ?? 0) + 1;
  const after = [...entries, { n: last, at: 0, quien: '', decision: { kind: 'deshecha', de: n } as const }];
  const clashed = foldDecisions(after).clashes[0];
  // Without it a link of before would hold again beside one that was made since: the later one is named.
  if (clashed === undefined) return undefined;
  const por = laterLinkOf(entries, clashed);
  return { problema: 'VUELTO_A_VINCULAR', n, por: por ?? clashed };
}

function laterLinkOf(entries: readonly DecisionEntry[], clashed: Taken<'vinculo'>): Taken<'vinculo'> | undefined {
  const { links, cupones } = foldDecisions(entries);
  const { decision } = clashed;
  return (
    decision.operaciones.map(({ id }) => links.get(id)).find((one) => one !== undefined) ??
    decision.cupones.map((cupon) => cupones.get(saleIdOf(cupon))?.vinculo ?? undefined).find((one) => one !== undefined)
  );
}
