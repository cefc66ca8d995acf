import type { CivilDate } from '../civil-date.ts';
import type { ClaimState, DecidedCupon, DecisionEntry, DecisionEvent, DecisionKind } from './events.ts';
import { cuponesOf } from './events.ts';
import { saleIdOf } from './sales.ts';

type Kind<K extends DecisionKind> = Extract<DecisionEvent, { kind: K }>;
export type Taken<K extends DecisionKind> = Omit<DecisionEntry, 'decision'> & { readonly decision: Kind<K> };

export interface CuponDecision {
  /** The coupon as its last decision describes it. */
  readonly cupon: DecidedCupon;
  readonly vinculo: Taken<'vinculo'> | null;
  readonly noEs: readonly Taken<'no_es'>[];
  readonly explicado: Taken<'explicado'> | null;
  readonly ajuste: Taken<'ajuste'> | null;
  readonly notas: readonly Taken<'nota'>[];
  readonly reclamo: Taken<'reclamo'> | null;
  readonly mirar: Taken<'mirar'> | null;
  readonly reemplazo: Taken<'reemplazo'> | null;
}

export interface DecisionState {
  /** The decisions by the coupon's `saleIdOf`; only coupons with decisions. */
  readonly cupones: ReadonlyMap<string, CuponDecision>;
  /** The links that hold, by the identifier of each operation. */
  readonly links: ReadonlyMap<string, Taken<'vinculo'>>;
  /** Links that lost a coupon or an operation to a later link; empty if every decision was checked before it was stored. */
  readonly clashes: readonly Taken<'vinculo'>[];
}

const NOTHING = {
  vinculo: null,
  noEs: [],
  explicado: null,
  ajuste: null,
  notas: [],
  reclamo: null,
  mirar: null,
  reemplazo: null,
};

const listHeld = ({ cupon: _, ...held }: CuponDecision) =>
  Object.values(held)
    .flat()
    .filter((taken) => taken !== null);

export const undoneOf = (entries: readonly DecisionEntry[]): ReadonlySet<number> =>
  new Set(entries.flatMap(({ decision }) => (decision.kind === 'deshecha' ? [decision.de] : [])));

/** Folds decisions one at a time: `add` takes the next decision, and `state` gives what holds now. Do not add decisions that were undone. */
export function startFold() {
  const cupones = new Map<string, CuponDecision>();
  const links = new Map<string, Taken<'vinculo'>>();
  const clashes: Taken<'vinculo'>[] = [];

  const change = (cupon: DecidedCupon, changes: Partial<CuponDecision>): void => {
    const id = saleIdOf(cupon);
    const changed = { ...(cupones.get(id) ?? NOTHING), cupon, ...changes };
    if (listHeld(changed).length === 0) cupones.delete(id);
    else cupones.set(id, changed);
  };
  const decisionOf = (cupon: DecidedCupon): CuponDecision => cupones.get(saleIdOf(cupon)) ?? { ...NOTHING, cupon };
  const endLink = ({ n, decision }: Taken<'vinculo'>): void => {
    for (const cupon of decision.cupones) if (decisionOf(cupon).vinculo?.n === n) change(cupon, { vinculo: null });
    for (const { id } of decision.operaciones) if (links.get(id)?.n === n) links.delete(id);
  };

  function applyLink(taken: Taken<'vinculo'>): void {
    const { cupones: own, operaciones } = taken.decision;
    const former = [...own.map((cupon) => decisionOf(cupon).vinculo), ...operaciones.map(({ id }) => links.get(id))];
    for (const one of new Set(former)) {
      if (one === null || one === undefined) continue;
      clashes.push(one);
      endLink(one);
    }
    for (const { id } of operaciones) links.set(id, taken);
    for (const cupon of own) change(cupon, { vinculo: taken });
  }

  function refuse(taken: Taken<'no_es'>): void {
    const { cupon, operaciones } = taken.decision;
    const { vinculo, noEs } = decisionOf(cupon);
    const ids = new Set(operaciones.map(({ id }) => id));
    if (vinculo?.decision.operaciones.some(({ id }) => ids.has(id)) === true) endLink(vinculo);
    change(cupon, { noEs: [...noEs, taken] });
  }

  return {
    state: { cupones, links, clashes } satisfies DecisionState,
    add({ decision, ...stamp }: DecisionEntry): void {
      switch (decision.kind) {
        case 'vinculo':
          applyLink({ ...stamp, decision });
          return;
        case 'no_es':
          refuse({ ...stamp, decision });
          return;
        case 'nota':
          change(decision.cupon, { notas: [...decisionOf(decision.cupon).notas, { ...stamp, decision }] });
          return;
        case 'explicado':
        case 'ajuste':
        case 'reclamo':
        case 'mirar':
        case 'reemplazo':
          change(decision.cupon, { [decision.kind]: { ...stamp, decision } });
          return;
        case 'deshecha':
          return;
      }
    },
  };
}

/** What holds after all these decisions, in the order of writing. Decisions that were undone do not count. */
export function foldDecisions(entries: readonly DecisionEntry[]): DecisionState {
  const undone = undoneOf(entries);
  const fold = startFold();
  for (const entry of entries) if (!undone.has(entry.n)) fold.add(entry);
  return fold.state;
}

/** Whether the coupon needs no more work, because it is linked, explained or written off. */
export const isSettled = ({ vinculo, explicado, ajuste }: CuponDecision): boolean =>
  vinculo !== null || explicado !== null || ajuste !== null;

export const listSettled = ({ cupones }: DecisionState): readonly string[] =>
  [...cupones].flatMap(([sale, decision]) => (isSettled(decision) ? [sale] : []));

const OPEN_CLAIMS: ReadonlySet<ClaimState> = new Set<ClaimState>(['por_reclamar', 'reclamado', 'aceptado']);
const WAITING_CLAIMS: ReadonlySet<ClaimState> = new Set<ClaimState>(['reclamado', 'aceptado']);

export const hasOpenClaim = ({ reclamo }: CuponDecision): boolean =>
  reclamo !== null && OPEN_CLAIMS.has(reclamo.decision.estado);

/** Whether the day to look again at the coupon has come, and no link, explanation, write-off or claim was made after that decision. */
export function isDue({ mirar, vinculo, explicado, ajuste, reclamo }: CuponDecision, today: CivilDate): boolean {
  if (mirar === null || mirar.decision.fecha > today) return false;
  return [vinculo, explicado, ajuste, reclamo].every((taken) => taken === null || taken.n < mirar.n);
}

/** Whether the coupon is work for today: its day to look again came, or it is not settled and waits neither for a later day nor for a claim. */
export function isPending(decision: CuponDecision, today: CivilDate): boolean {
  const { mirar, reclamo } = decision;
  if (isDue(decision, today)) return true;
  if (isSettled(decision) || (mirar !== null && mirar.decision.fecha > today)) return false;
  return reclamo === null || (reclamo.decision.estado !== 'cobrado' && !WAITING_CLAIMS.has(reclamo.decision.estado));
}

/** The number of the last decision that holds for the coupon; 0 for none. */
export const newestOf = (decision: CuponDecision): number => Math.max(0, ...listHeld(decision).map(({ n }) => n));

/** The identifiers of the operations that a person refused for the coupon, except operations that are linked with it now. */
export function refusedOf({ noEs, vinculo }: CuponDecision): ReadonlySet<string> {
  const linked = new Set(vinculo?.decision.operaciones.map(({ id }) => id));
  return new Set(
    noEs.flatMap(({ decision }) => decision.operaciones.map(({ id }) => id)).filter((id) => !linked.has(id)),
  );
}

/** The decisions that hold for a coupon, in order of time. Leaves out a refusal if all its operations are linked now. */
function listHolding(decision: CuponDecision) {
  const refused = refusedOf(decision);
  return listHeld(decision)
    .filter((one) => one.decision.kind !== 'no_es' || one.decision.operaciones.some(({ id }) => refused.has(id)))
    .toSorted((a, b) => a.n - b.n);
}

/** Divides the decisions in force about a coupon into those that a new `decision` leaves in force (`kept`) and those that it ends. */
export function splitHolding({ cupones }: DecisionState, decision: DecisionEvent) {
  const [cupon] = cuponesOf(decision);
  const sale = cupon === undefined ? '' : saleIdOf(cupon);
  const before = cupones.get(sale);
  const holding = before === undefined ? [] : listHolding(before);
  const { state, add } = startFold();
  for (const one of holding) add(one);
  add({ n: Infinity, at: 0, quien: '', decision });
  const after = state.cupones.get(sale);
  const left = new Set(after === undefined ? [] : listHolding(after).map(({ n }) => n));
  return {
    kept: holding.filter(({ n }) => left.has(n)).map((one) => one.decision),
    ended: holding.filter(({ n }) => !left.has(n)).map((one) => one.decision),
  };
}

/** The decisions about a coupon in order of time, without those that were undone. */
export function listDecisionsAbout(entries: readonly DecisionEntry[], saleId: string): readonly DecisionEntry[] {
  const undone = undoneOf(entries);
  return entries.filter(
    ({ n, decision }) => !undone.has(n) && cuponesOf(decision).some((cupon) => saleIdOf(cupon) === saleId),
  );
}
