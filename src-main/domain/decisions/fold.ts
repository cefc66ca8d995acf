import type { DecidedCupon, DecisionEntry, DecisionEvent, DecisionKind } from './events.ts';
import { cuponesOf } from './events.ts';
import { saleIdOf } from './sale-key.ts';

type Kind<K extends DecisionKind> = Extract<DecisionEvent, { kind: K }>;
/** A decision that holds, with who took it and when. */
export type Taken<K extends DecisionKind> = Omit<DecisionEntry, 'decision'> & { readonly decision: Kind<K> };

/** All that holds for one coupon. */
export interface CuponDecision {
  /** As the last decision about it named it. */
  readonly cupon: DecidedCupon;
  readonly vinculo: Taken<'vinculo'> | null;
  /** In the order in which they were taken. */
  readonly noEs: readonly Taken<'no_es'>[];
  readonly explicado: Taken<'explicado'> | null;
  readonly ajuste: Taken<'ajuste'> | null;
  readonly notas: readonly Taken<'nota'>[];
  readonly reclamo: Taken<'reclamo'> | null;
  readonly mirar: Taken<'mirar'> | null;
}

/** What holds of all that was decided. */
export interface DecisionState {
  /** By `saleIdOf` the coupon; only those of which something holds. */
  readonly cupones: ReadonlyMap<string, CuponDecision>;
  /** The links that hold, by the identifier of each of their operations. */
  readonly links: ReadonlyMap<string, Taken<'vinculo'>>;
  /** Links that a later one took a coupon or an operation from: none, where each decision was checked before it was written. */
  readonly clashes: readonly Taken<'vinculo'>[];
}

const NOTHING = { vinculo: null, noEs: [], explicado: null, ajuste: null, notas: [], reclamo: null, mirar: null };

const isEmpty = ({ vinculo, noEs, explicado, ajuste, notas, reclamo, mirar }: CuponDecision): boolean =>
  vinculo === null &&
  noEs.length === 0 &&
  explicado === null &&
  ajuste === null &&
  notas.length === 0 &&
  reclamo === null &&
  mirar === null;

/** Numbers of the decisions that were undone. */
export const undoneOf = (entries: readonly DecisionEntry[]): ReadonlySet<number> =>
  new Set(entries.flatMap(({ decision }) => (decision.kind === 'deshecha' ? [decision.de] : [])));

/** What holds after all these, in the order in which they were written. What was undone is as if it had never been written. */
export function foldDecisions(entries: readonly DecisionEntry[]): DecisionState {
  const undone = undoneOf(entries);
  const cupones = new Map<string, CuponDecision>();
  const links = new Map<string, Taken<'vinculo'>>();
  const clashes: Taken<'vinculo'>[] = [];

  const change = (cupon: DecidedCupon, changes: Partial<CuponDecision>): void => {
    const id = saleIdOf(cupon);
    cupones.set(id, { ...(cupones.get(id) ?? NOTHING), cupon, ...changes });
  };
  const of = (cupon: DecidedCupon): CuponDecision => cupones.get(saleIdOf(cupon)) ?? { ...NOTHING, cupon };
  const endLink = ({ n, decision }: Taken<'vinculo'>): void => {
    for (const cupon of decision.cupones) if (of(cupon).vinculo?.n === n) change(cupon, { vinculo: null });
    for (const { id } of decision.operaciones) if (links.get(id)?.n === n) links.delete(id);
  };

  function link(taken: Taken<'vinculo'>): void {
    const { cupones: own, operaciones } = taken.decision;
    const former = [...own.map((cupon) => of(cupon).vinculo), ...operaciones.map(({ id }) => links.get(id))];
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
    const { vinculo, noEs } = of(cupon);
    const ids = new Set(operaciones.map(({ id }) => id));
    if (vinculo?.decision.operaciones.some(({ id }) => ids.has(id)) === true) endLink(vinculo);
    change(cupon, { noEs: [...noEs, taken] });
  }

  for (const { decision, ...stamp } of entries) {
    if (undone.has(stamp.n)) continue;
    switch (decision.kind) {
      case 'vinculo':
        link({ ...stamp, decision });
        break;
      case 'no_es':
        refuse({ ...stamp, decision });
        break;
      case 'explicado':
        change(decision.cupon, { explicado: { ...stamp, decision } });
        break;
      case 'ajuste':
        change(decision.cupon, { ajuste: { ...stamp, decision } });
        break;
      case 'nota':
        change(decision.cupon, { notas: [...of(decision.cupon).notas, { ...stamp, decision }] });
        break;
      case 'reclamo':
        change(decision.cupon, { reclamo: { ...stamp, decision } });
        break;
      case 'mirar':
        change(decision.cupon, { mirar: { ...stamp, decision } });
        break;
      case 'deshecha':
        break;
    }
  }
  for (const [id, one] of cupones) if (isEmpty(one)) cupones.delete(id);
  return { cupones, links, clashes };
}

/** Linked, explained or written off: nothing is left to do with it. */
export const isSettled = ({ vinculo, explicado, ajuste }: CuponDecision): boolean =>
  vinculo !== null || explicado !== null || ajuste !== null;

/** The number of the last decision that holds for it. */
export const newestOf = ({ vinculo, noEs, explicado, ajuste, notas, reclamo, mirar }: CuponDecision): number =>
  Math.max(0, ...[vinculo, ...noEs, explicado, ajuste, ...notas, reclamo, mirar].map((taken) => taken?.n ?? 0));

/** Operations (identifiers) that a person said a coupon is not: what was linked again after that is not among them. */
export function refusedOf({ noEs, vinculo }: CuponDecision): ReadonlySet<string> {
  const linked = new Set(vinculo?.decision.operaciones.map(({ id }) => id));
  return new Set(
    noEs.flatMap(({ decision }) => decision.operaciones.map(({ id }) => id)).filter((id) => !linked.has(id)),
  );
}

/** The decisions about a coupon that were not undone, in the order in which they were taken. */
export function decisionsAbout(entries: readonly DecisionEntry[], saleId: string): readonly DecisionEntry[] {
  const undone = undoneOf(entries);
  return entries.filter(
    ({ n, decision }) => !undone.has(n) && cuponesOf(decision).some((cupon) => saleIdOf(cupon) === saleId),
  );
}
