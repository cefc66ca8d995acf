import { assign, NONE, componentsOf, type Graph, marginalsOf } from '#domain/matching/assignment.ts';
import type { Cupon, CuponField } from '#domain/cupon.ts';
import type { Question } from './baselines/baseline.ts';
import { centavosOf, isVisible, type FaultKind } from './generator/fault.ts';
import { FAULT_MOTIVOS, listDifferingGroups, motivoOfTwo } from './generator/faults.ts';
import { createRandom } from './generator/random.ts';
import { cuponOf, OPTIONAL } from './generator/tills.ts';
import type { World } from './generator/world.ts';
import type { Sale } from './generator/sales.ts';

/** The oracle's answer for a coupon. The oracle knows with which probabilities the world was made. */
export interface Oracled {
  /** The operations, the most likely first. */
  readonly ranked: readonly string[];
  readonly probability: number;
  readonly ambiguous: boolean;
  /** The reason if the first operation is the coupon's: the fault that most likely made this coupon of its sale. */
  readonly motivo: string;
}

/** How many coupons of each kind `roles.ts` makes; only their proportions matter. */
const EACH = 140;
const AS_IT_IS = EACH;
const TWO_FAULTS = EACH * 6;
const WITHOUT_OPERACION = EACH * 8;
/** Fields that no fault changes: an operation that differs in one is of another sale. */
const UNTOUCHED: readonly CuponField[] = ['bin', 'tarjeta_desc', 'tarjeta_id', 'wallet_tipo_operacion'];
const ANY_CARD = 1e-4;
const ANY_AUTHORISATION = 1e-6;
const ANY_REFERENCE = 1e-10;

const MOTIVOS = [...FAULT_MOTIVOS.values()];
const TWOS = MOTIVOS.filter((kinds) => kinds[0]?.motivo !== 'CAMPOS_CAMBIADOS');
const weightIn = (kinds: readonly FaultKind[], kind: FaultKind): number =>
  kind.weight / kinds.reduce((sum, { weight }) => sum + weight, 0);
/** The weight of each kind of fault when it is the only one; below, when it is one of two. */
const ALONE = new Map(MOTIVOS.flatMap((kinds) => kinds.map((kind) => [kind, EACH * weightIn(kinds, kind)] as const)));
const ONE_OF_TWO = new Map(
  TWOS.flatMap((kinds) => kinds.map((kind) => [kind, weightIn(kinds, kind) / TWOS.length] as const)),
);
const KINDS = [...ALONE.keys()];

interface Made {
  readonly likelihood: number;
  readonly motivo: string;
}

/** The likelihood that a till made this coupon of that sale, relative to the counts above. */
function madeOf(seen: Cupon, clean: Cupon, sale: Sale, world: World): Made {
  if (UNTOUCHED.some((field) => seen[field] !== undefined && seen[field] !== clean[field]))
    return { likelihood: 0, motivo: '' };
  const differ = listDifferingGroups(seen, clean);
  if (differ.length === 0) return { likelihood: AS_IT_IS, motivo: 'COINCIDE_SIN_CONCILIAR' };
  let best: Made & { readonly top: number } = { likelihood: 0, motivo: '', top: 0 };
  const consider = (likelihood: number, motivo: string): void => {
    if (likelihood <= 0) return;
    const top = Math.max(best.top, likelihood);
    best = { likelihood: best.likelihood + likelihood, motivo: likelihood === top ? motivo : best.motivo, top };
  };
  const able = KINDS.filter((kind) => isVisible(kind, sale) && kind.groups.some((group) => differ.includes(group)));
  const densities = new Map(able.map((kind) => [kind, kind.density(seen, clean, sale, world.shop)]));
  for (const kind of able) {
    if (differ.every((group) => kind.groups.includes(group)))
      consider((ALONE.get(kind) ?? 0) * (densities.get(kind) ?? 0), kind.motivo);
  }
  for (const a of able) {
    for (const b of able) {
      if (a === b || a.groups.some((group) => b.groups.includes(group))) continue;
      if (!differ.every((group) => a.groups.includes(group) || b.groups.includes(group))) continue;
      const both =
        (ONE_OF_TWO.get(a) ?? 0) * (ONE_OF_TWO.get(b) ?? 0) * (densities.get(a) ?? 0) * (densities.get(b) ?? 0);
      consider(TWO_FAULTS * both, motivoOfTwo(a, b));
    }
  }
  return best;
}

/** The coupon that the till would have made without a mistake, with the same fields as the seen one. */
function cleanLike(seen: Cupon, sale: Sale, world: World): Cupon {
  const till = { ...world.tillOf(sale.store), gaps: 0, columns: new Set(OPTIONAL) };
  const whole = cuponOf(sale, till, createRandom(1));
  return Object.fromEntries(Object.entries(whole).filter(([field]) => seen[field as CuponField] !== undefined));
}

/**
 * The likelihood that the coupon is of a sale that is not among the operations: another sale of the day, the next in the voucher roll, with any amount and
 * card.
 */
function madeOfNothing(seen: Cupon, salesADay: number, inRoll: boolean, world: World): number {
  const wallet = seen.wallet_referencia !== undefined;
  const voucher = wallet
    ? ANY_REFERENCE
    : inRoll
      ? 1 / salesADay
      : 10 ** -Math.max(4, seen.comprobante?.length ?? 4) / 10;
  const card = wallet ? 1 : ANY_CARD;
  const authorisation = seen.autorizacion === undefined ? 1 : ANY_AUTHORISATION;
  return salesADay * world.shop.priceShare(centavosOf(seen)) * voucher * card * authorisation;
}

/** The vouchers of each day, by which the oracle tells whether a voucher is in that day's roll. */
function rollsOf(world: World) {
  const vouchers = new Map<string, number[]>();
  for (const { fecha_venta, comprobante } of world.operaciones) {
    const day = vouchers.get(fecha_venta.fecha);
    if (day === undefined) vouchers.set(fecha_venta.fecha, [Number(comprobante)]);
    else day.push(Number(comprobante));
  }
  return (cupon: Cupon): { readonly sales: number; readonly inRoll: boolean } => {
    const day = vouchers.get(cupon.fecha_venta ?? '') ?? [];
    const own = Number(cupon.comprobante);
    return { sales: Math.max(1, day.length), inRoll: day.some((other) => other !== own && Math.abs(other - own) <= 3) };
  };
}

/** Answers about every coupon of a world, knowing how the world was made: no engine can do better on average. */
export function askOracle(world: World, questions: readonly Question[]): ReadonlyMap<string, Oracled> {
  const rollOf = rollsOf(world);
  const nodes = new Map<string, number>();
  const nodeOf = (id: string): number => {
    const known = nodes.get(id) ?? nodes.size;
    nodes.set(id, known);
    return known;
  };
  const made = questions.map(({ cupon, candidates }) => {
    const { sales, inRoll } = rollOf(cupon);
    const none = WITHOUT_OPERACION * madeOfNothing(cupon, sales, inRoll, world);
    return candidates.flatMap(({ id }) => {
      const sale = world.saleOf(id);
      if (sale === undefined) return [];
      const { likelihood, motivo } = madeOf(cupon, cleanLike(cupon, sale, world), sale, world);
      return likelihood <= 0 ? [] : [{ id, motivo, logOdds: Math.log(likelihood / Math.max(1e-300, none)) }];
    });
  });
  const kept = made.map((choices) => [...choices].sort((a, b) => b.logOdds - a.logOdds).slice(0, 12));
  const graph: Graph = {
    choices: kept.map((choices) => choices.map(({ id, logOdds }) => ({ operacion: nodeOf(id), logOdds }))),
    otherOdds: kept.map(() => 0),
    operaciones: nodes.size,
  };
  const answers = new Map<string, Oracled>(
    questions.map(({ key }) => [key, { ranked: [], probability: 0, ambiguous: false, motivo: 'SIN_OPERACION' }]),
  );
  for (const component of componentsOf(graph)) {
    const assigned = assign(graph, component);
    const probability = marginalsOf(graph, component);
    for (const [i, cupon] of component.cupones.entries()) {
      const operacion = assigned.get(cupon) ?? NONE;
      const likely = (kept[cupon] ?? [])
        .map((choice, c) => ({ ...choice, probability: probability[i]?.[c] ?? 0 }))
        .sort(
          (a, b) =>
            Number(nodeOf(b.id) === operacion) - Number(nodeOf(a.id) === operacion) || b.probability - a.probability,
        );
      const [first, second] = likely;
      const all = likely.reduce((sum, one) => sum + one.probability, 0);
      const close = (second?.probability ?? 0) >= (first?.probability ?? 0) / 2;
      answers.set(questions[cupon]?.key ?? '', {
        ranked: likely.slice(0, 3).map(({ id }) => id),
        probability: first?.probability ?? 0,
        ambiguous: close && all >= 0.5,
        motivo:
          all < 0.5
            ? 'SIN_OPERACION'
            : close && first?.motivo !== 'COINCIDE_SIN_CONCILIAR'
              ? 'AMBIGUO'
              : (first?.motivo ?? 'SIN_OPERACION'),
      });
    }
  }
  return answers;
}
