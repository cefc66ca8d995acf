/** A person's decisions, as the matching needs them and as documents show them. Runs in the thread. */
import type { ListedDecisions, StatedDecision } from '#contract/decisions.ts';
import { civilDateTimeAt, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { contradictionsOf, type CuponFacts, type OperacionFacts } from '#domain/decisions/check.ts';
import type { DecidedCupon, DecidedOperacion, DecisionEntry } from '#domain/decisions/events.ts';
import {
  hasOpenClaim,
  isDue,
  isPending,
  isSettled,
  newestOf,
  refusedOf,
  type CuponDecision,
  type DecisionState,
} from '#domain/decisions/fold.ts';
import { saleIdOf } from '#domain/decisions/sales.ts';
import { i32 } from '#domain/matching/fields/codes.ts';
import type { Decisions } from '#domain/matching/match.ts';
import { formatPlain, toCentavos } from '#domain/money.ts';
import { textIn } from '#domain/row.ts';
import { getDecisionWords, type KnownOperacion } from '#domain/texts/decisions.ts';
import type { MatchingRows, ReadRow } from '#storage/cache/index.ts';
import type { AccountCupones } from './cupones.ts';
import type { Answers, Question, Scope } from './questions.ts';
import type { Explained } from './work.ts';

/** `gone`: sales whose reconciliations no longer exist. A decision about such a sale has no effect unless another result has the sale. */
export interface Decided {
  readonly state: DecisionState;
  readonly gone: ReadonlySet<string>;
}

/** Gives the present identifier of an operation; undefined when the operation is no longer in the cache. */
export type IdOf = (operacion: DecidedOperacion) => string | undefined;

/** Finds each operation once: by its identifier, or else by its natural key. */
export function createIdOf(rows: MatchingRows | undefined): IdOf {
  const found = new Map<string, string | undefined>();
  return (operacion) => {
    if (!found.has(operacion.id)) found.set(operacion.id, rows?.find(operacion)?.id);
    return found.get(operacion.id);
  };
}

/** A text that changes with every decision that moves an operation. */
export const keyOfMoving = ({ state, gone }: Decided): string =>
  JSON.stringify([
    ...[...state.cupones].flatMap(([sale, { vinculo, noEs }]) =>
      vinculo === null && noEs.length === 0 ? [] : [[sale, vinculo?.n ?? 0, ...noEs.map(({ n }) => n)]],
    ),
    [...gone],
  ]);

/**
 * The key under which a sale is matched: the key of its last result. A sale without a result here gets a key that no coupon has, so that its operations still
 * count as taken. Undefined for a sale that the service matched. Undefined too if its reconciliation is gone and no other result has it: the decision, which
 * no screen shows any more, must not take the operation from the coupon that was uploaded instead.
 */
function keyOf({ sales }: AccountCupones, gone: ReadonlySet<string>, sale: string): string | undefined {
  const its = sales.get(sale);
  if (its === undefined) return gone.has(sale) ? undefined : `venta ${sale}`;
  const last = its.open.at(-1);
  if (its.matched.length > 0) return undefined;
  return last === undefined ? `venta ${sale}` : (last.same ?? last.key);
}

export function decisionsFor({ state, gone }: Decided, cupones: AccountCupones, idOf: IdOf): Decisions {
  const idsOf = (operaciones: readonly DecidedOperacion[]): string[] => operaciones.flatMap((one) => idOf(one) ?? []);
  const keyed = [...state.cupones].flatMap(([sale, decision]) => {
    const cupon = keyOf(cupones, gone, sale);
    return cupon === undefined ? [] : [{ cupon, decision }];
  });
  return {
    linked: keyed.flatMap(({ cupon, decision: { vinculo } }) => {
      const operaciones = idsOf(vinculo?.decision.operaciones ?? []);
      return operaciones.length === 0 ? [] : [{ cupon, operaciones }];
    }),
    refused: keyed.flatMap(({ cupon, decision }) => {
      const refused = refusedOf(decision);
      const operaciones = decision.noEs.flatMap((taken) => taken.decision.operaciones);
      return idsOf(operaciones.filter(({ id }) => refused.has(id))).map((operacion) => ({ cupon, operacion }));
    }),
  };
}

/** The operation as decisions store it; null if it was withdrawn, or lacks its day or amount. */
export function toDecidedOperacion(id: string, row: ReadRow | undefined): DecidedOperacion | null {
  const sold = parseIsoDate(textIn(row ?? {}, 'fecha_venta')?.slice(0, 10) ?? '');
  const importe = row?.['importe'];
  const gone = row === undefined || typeof row['retirada'] === 'number';
  if (gone || sold === undefined || typeof importe !== 'number') return null;
  return {
    id,
    fecha_venta: sold,
    importe: toCentavos(importe),
    establecimiento: textIn(row, 'establecimiento'),
    terminal: textIn(row, 'terminal'),
    lote: textIn(row, 'lote'),
    comprobante: textIn(row, 'comprobante'),
    tarjeta_nro: textIn(row, 'tarjeta_nro'),
    autorizacion: textIn(row, 'autorizacion'),
    referencia: textIn(row, 'referencia'),
  };
}

export function createDecisionOf(
  { matching, accountCupones }: Explained,
  rows: MatchingRows | undefined,
  { state }: Decided,
  { today, idioma }: Pick<Scope, 'today' | 'idioma'>,
): (sale: string | undefined) => StatedDecision | null {
  const { prepared, holders, matched } = matching;
  const { table } = prepared;

  function cuponFactsOf(sale: string): CuponFacts {
    const [first] = accountCupones.sales.get(sale)?.matched ?? [];
    if (first === undefined) return { conciliado: false };
    const place = matched.indexOf(first.key);
    const row = place === undefined ? -1 : i32(holders.rowOf, place);
    return { conciliado: true, operacion: row < 0 ? null : table.idOf(row), liquidacion: first.liquidacion };
  }
  function operacionFactsOf(operacion: DecidedOperacion): OperacionFacts | undefined {
    // Without any downloaded operation, a missing operation was not necessarily withdrawn.
    if (table.size === 0) return undefined;
    const found = rows?.find(operacion);
    if (found === undefined) return { importe: null, liquidacion: null, held: false };
    const row = table.rowOf(found.id);
    const held = row !== undefined && i32(holders.holder, row) >= 0;
    return { importe: found.importe, liquidacion: found.liquidacion, held };
  }
  /** The operation as it was when the person decided or, if that was not stored, as it is now. */
  function findKnown(id: string, { vinculo, noEs }: CuponDecision): KnownOperacion | null {
    const row = rows?.readById([id]).get(id);
    const decided = [vinculo, ...noEs].flatMap((taken) => taken?.decision.operaciones ?? []);
    const operacion = decided.find((one) => one.id === id) ?? toDecidedOperacion(id, row);
    return operacion && { ...operacion, tarjeta: textIn(row ?? {}, 'tarjeta') };
  }
  const words = getDecisionWords(idioma);
  return (sale) => {
    const decision = sale === undefined ? undefined : state.cupones.get(sale);
    if (sale === undefined || decision === undefined) return null;
    const contradictions = contradictionsOf(decision, cuponFactsOf(sale), operacionFactsOf).map((one) => ({
      codigo: one.codigo,
      operacion: one.operacion,
      texto: words.contradiction(one, {
        linked: decision.vinculo !== null,
        operacion: one.operacion === null ? null : findKnown(one.operacion, decision),
      }),
    }));
    return toDecisionDocument(decision, contradictions, { today, words });
  };
}

export const sealOf = ({ n, quien, at }: Omit<DecisionEntry, 'decision'>) => ({
  n,
  quien,
  cuando: civilDateTimeAt(at),
});

function toDecisionDocument(
  decision: CuponDecision,
  contradictions: StatedDecision['contradicciones'],
  { today, words }: { readonly today: CivilDate; readonly words: ReturnType<typeof getDecisionWords> },
): StatedDecision {
  const { vinculo, noEs, explicado, ajuste, notas, reclamo, mirar, reemplazo } = decision;
  const refused = refusedOf(decision);
  const rejected = noEs.flatMap((taken) => {
    const operaciones = taken.decision.operaciones.map(({ id }) => id).filter((id) => refused.has(id));
    return operaciones.length === 0 ? [] : [{ taken, operaciones }];
  });
  const notes = notas.at(-1);
  const taken = [vinculo, explicado, ajuste, reemplazo, reclamo, mirar, ...rejected.map((one) => one.taken), notes];
  return {
    texto: taken
      .flatMap((one) => (one === null || one === undefined ? [] : [words.decision(one.decision)]))
      .join(' · '),
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
    rechazadas: rejected.map((one) => ({
      ...sealOf(one.taken),
      operaciones: one.operaciones,
      nota: one.taken.decision.nota,
    })),
    explicado: explicado && { ...sealOf(explicado), motivo: explicado.decision.motivo },
    ajuste: ajuste && {
      ...sealOf(ajuste),
      importe: formatPlain(ajuste.decision.importe),
      motivo: ajuste.decision.motivo,
    },
    notas: notas.map((one) => ({ ...sealOf(one), texto: one.decision.texto })),
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

type DecisionOf = ReturnType<typeof createDecisionOf>;

export function describeHolding(cupones: readonly DecidedCupon[], decisionOf: DecisionOf): Answers['holding'] {
  const sales = new Map(cupones.map((cupon) => [saleIdOf(cupon), cupon]));
  return Array.from(sales, ([sale, cupon]) => ({ ...cupon, decision: decisionOf(sale) }));
}

/** The coupons with decisions. A sale that is gone and that no other result has does not have to be looked at. */
export function listDecided(
  { state, gone }: Decided,
  { accountCupones }: Explained,
  { solo, limite }: Extract<Question, { kind: 'decided' }>,
  decisionOf: DecisionOf,
): ListedDecisions {
  const wanted = [...state.cupones].flatMap(([sale, decision]) => {
    const said = decisionOf(sale);
    if (said === null) return [];
    const isGone = gone.has(sale) && !accountCupones.sales.has(sale);
    const wantsLook = !isGone && (said.mirar?.llego === true || said.contradicciones.length > 0);
    return solo === undefined || wantsLook
      ? [{ newest: newestOf(decision), document: { ...decision.cupon, decision: said } }]
      : [];
  });
  return {
    cupones: wanted
      .toSorted((a, b) => b.newest - a.newest)
      .slice(0, limite)
      .map(({ document }) => document),
    total: wanted.length,
  };
}
