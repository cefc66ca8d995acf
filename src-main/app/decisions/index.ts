/** The methods `decisiones.*`. Past 300 lines because they share how a coupon, its facts and what holds of it are found. */
import { AppError } from '#contract/errors.ts';
import type { CuponConDecision, PastDecision, DecisionsOutputs } from '#contract/decisions.ts';
import type { ExplanationLanguage } from '#contract/explanations.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { compareAmounts, problemsOf } from '#domain/decisions/check.ts';
import {
  cuponesOf,
  type DecidedCupon,
  type DecidedOperacion,
  type DecisionEntry,
  type DecisionEvent,
} from '#domain/decisions/events.ts';
import { decisionsAbout, foldDecisions, isDue, newestOf, type DecisionState } from '#domain/decisions/fold.ts';
import { saleIdOf } from '#domain/decisions/sale-key.ts';
import { centavos, parseMoney } from '#domain/money.ts';
import type { ReadRow } from '#storage/cache/index.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Account } from '../accounts/account.ts';
import type { Caches } from '../open/caches.ts';
import type { Ledgers } from '../open/ledgers.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { DecidedFacts, FoundCoupon, Resolved } from '../explanations/questions.ts';
import type { Scopes } from '../explanations/scope.ts';
import { createSeqs } from '../explanations/seqs.ts';
import type { ExplainingThread } from '../explanations/thread.ts';
import { contradictionsBy, describeDecidedCupon, decisionDocument, sealOf } from '../explanations/decision-document.ts';
import { refuse, toError } from './refusals.ts';
import {
  askFor,
  decidedCupon,
  decidedOperacion,
  refKey,
  refsOf,
  refuseHeld,
  uploadOf,
  type CuponRef,
  type DecisionInput,
} from './resolve.ts';
import { decisionWords } from '#domain/texts/decisions.ts';

interface Deps {
  readonly choose: (nombre: string | undefined) => Promise<Account>;
  readonly ledgers: Ledgers;
  readonly caches: Caches;
  readonly scopes: Pick<Scopes, 'scopeOf'>;
  readonly thread: ExplainingThread;
  readonly clock: Clock;
  /** Who decides: the name of the person on this machine. */
  readonly who: () => string;
  /** Called when the ledger has a decision that a second copy lacks. */
  readonly afterDeciding: (cuenta: Account) => void;
}

type Method = keyof DecisionsOutputs;
type Name<M extends Method> = M extends `decisiones.${infer N}` ? N : never;
/** One function for each method. */
export type DecisionMethods = {
  readonly [M in Method as Name<M>]: (input: MethodParsed<M>, context: MethodContext) => Promise<DecisionsOutputs[M]>;
};

/** Decisions as they would be written after those before. */
const withThem = (entries: readonly DecisionEntry[], decisions: readonly DecisionEvent[]): readonly DecisionEntry[] => {
  const last = entries.at(-1)?.n ?? 0;
  return [...entries, ...decisions.map((decision, i) => ({ n: last + 1 + i, at: 0, quien: '', decision }))];
};

/** An event, or why it cannot be. */
type Asked = { readonly event: DecisionEvent } | { readonly refused: AppError };

/** What `work` gives, or what it refuses; what is no refusal is thrown on. */
function attempt(work: () => DecisionEvent): Asked {
  try {
    return { event: work() };
  } catch (error) {
    if (error instanceof AppError) return { refused: error };
    throw error;
  }
}

/** Checks decisions one after the other, each one on top of those before that can be. */
function checkAll(entries: readonly DecisionEntry[], asked: readonly Asked[]): readonly Asked[] {
  const events = asked.flatMap((one) => ('event' in one ? [one.event] : []));
  const problems = problemsOf(entries, events)[Symbol.iterator]();
  return asked.map((one) => {
    const problem = 'event' in one ? problems.next().value : undefined;
    return problem === undefined ? one : { refused: toError(problem) };
  });
}

const ALL = Number.MAX_SAFE_INTEGER;

export function createDecisions(deps: Deps): DecisionMethods {
  const { choose, ledgers, caches, scopes, thread, clock, who, afterDeciding } = deps;
  const today = () => civilDateAt(clock.now());

  async function factsOf(cuenta: Account, sales: readonly string[], { signal }: MethodContext) {
    if (sales.length === 0) return new Map<string, DecidedFacts>();
    const scope = await scopes.scopeOf(cuenta, { kind: 'account' });
    const facts = await thread.ask(scope, { kind: 'facts', sales }, { signal });
    return new Map(facts.map((one) => [one.sale, one]));
  }

  /** Looks for the coupons of an input and for the holders of some operations. */
  async function findAll(
    cuenta: Account,
    ledger: Ledger,
    { refs, operaciones }: { readonly refs: readonly CuponRef[]; readonly operaciones: readonly string[] },
    { signal }: MethodContext,
  ): Promise<{ readonly found: ReadonlyMap<string, FoundCoupon>; readonly resolved: Resolved }> {
    const byName = new Map(refs.map((ref) => [refKey(ref), ref]));
    const asked = [...byName.values()].map((ref) => askFor(ledger, cuenta.id, ref));
    const scope = await scopes.scopeOf(cuenta, { kind: 'account' });
    const resolved = await thread.ask(scope, { kind: 'resolve', cupones: asked, operaciones }, { signal });
    const found = new Map(
      [...byName.keys()].map((name, i) => [name, resolved.cupones[i] ?? ({ estado: 'no_esta' } as const)]),
    );
    return { found, resolved };
  }

  async function readOperaciones(cuenta: Account, ids: readonly string[], signal: AbortSignal) {
    if (ids.length === 0) return new Map<string, ReadRow>();
    const rows = await caches.withReader(cuenta, async (reader) =>
      reader === undefined ? [] : reader.byId('operaciones', ids, signal),
    );
    return new Map(rows.map((row) => [String(row['id']), row]));
  }

  /** The event of an input whose coupons and operations were found. */
  function eventOf(
    input: DecisionInput,
    of: { cupon(ref: CuponRef): DecidedCupon; operaciones(ids: readonly string[]): readonly DecidedOperacion[] },
    reasonsToRefuse: (ref: CuponRef) => readonly string[],
  ): DecisionEvent {
    const nota = 'nota' in input ? (input.nota ?? null) : null;
    switch (input.tipo) {
      case 'vinculo': {
        const cupones = input.cupones.map((ref) => of.cupon(ref));
        const operaciones = of.operaciones(input.operaciones);
        const { diferencia } = compareAmounts(cupones, operaciones);
        const tolerancia = parseMoney(input.tolerancia ?? '0', 'sin-miles') ?? centavos(0);
        return { kind: 'vinculo', cupones, operaciones, tolerancia, diferencia, nota };
      }
      case 'no_es':
        return {
          kind: 'no_es',
          cupon: of.cupon(input.cupon),
          operaciones: of.operaciones(input.operaciones ?? reasonsToRefuse(input.cupon)),
          nota,
        };
      case 'explicado':
        return { kind: 'explicado', cupon: of.cupon(input.cupon), motivo: input.motivo };
      case 'ajuste': {
        const importe = parseMoney(input.importe, 'sin-miles') ?? centavos(0);
        return { kind: 'ajuste', cupon: of.cupon(input.cupon), importe, motivo: input.motivo };
      }
      case 'nota':
        return { kind: 'nota', cupon: of.cupon(input.cupon), texto: input.texto };
      case 'reclamo':
        return { kind: 'reclamo', cupon: of.cupon(input.cupon), estado: input.estado, nota };
      case 'mirar':
        return { kind: 'mirar', cupon: of.cupon(input.cupon), fecha: input.fecha, nota };
    }
  }

  /** The coupons of some decisions and their current state. */
  async function standing(
    cuenta: Account,
    { state, cupones }: { readonly state: DecisionState; readonly cupones: readonly DecidedCupon[] },
    idioma: ExplanationLanguage | undefined,
    context: MethodContext,
  ) {
    const sales = new Map(cupones.map((cupon) => [saleIdOf(cupon), cupon]));
    const facts = await factsOf(cuenta, [...sales.keys()], context);
    const words = decisionWords(idioma);
    return Array.from(sales, ([sale, cupon]) => {
      const decision = state.cupones.get(sale);
      const said = decision && decisionDocument(decision, { words, today: today(), facts: facts.get(sale) });
      return { ...describeDecidedCupon(cupon), decision: said ?? null };
    });
  }

  return {
    async tomar({ cuenta: nombre, idioma, decisiones, probar = false, parcial = false }, context) {
      const cuenta = await choose(nombre);
      const ledger = await ledgers.open(cuenta);
      const refs = decisiones.flatMap(refsOf);
      const named = decisiones.flatMap((input) => ('operaciones' in input ? (input.operaciones ?? []) : []));
      const { found, resolved } = await findAll(cuenta, ledger, { refs, operaciones: named }, context);
      const seqOf = createSeqs(ledger, (id) => ledger.uploadOf(cuenta.id, id));
      const cuponOf = byKey((ref: CuponRef): DecidedCupon => {
        const one = found.get(refKey(ref)) ?? ({ estado: 'no_esta' } as const);
        return decidedCupon({ ledger, accountId: cuenta.id, seqOf }, ref, one);
      }, refKey);

      const entries = ledger.readDecisions();
      const state = foldDecisions(entries);
      /** What «no es» means where it names nothing: the linked ones, else the first that is proposed. */
      const reasonsToRefuse = (ref: CuponRef): readonly string[] => {
        const linked = state.cupones.get(saleIdOf(cuponOf(ref)))?.vinculo?.decision.operaciones;
        if (linked !== undefined) return linked.map(({ id }) => id);
        const one = found.get(refKey(ref));
        const first = one?.estado === 'abierto' ? one.primera : null;
        if (first !== null) return [first];
        throw refuse(
          'OPERACION_INEXISTENTE',
          'Ese cupón no está vinculado ni tiene ninguna operación propuesta. No se guardó nada: no hay qué desvincular.',
        );
      };
      // A linked operation may be gone by now: what the decision kept of it is enough to end the link.
      const kept = new Map(
        entries.flatMap(({ decision }) =>
          'operaciones' in decision ? decision.operaciones.map((one) => [one.id, one] as const) : [],
        ),
      );
      const proposed = [...found.values()].flatMap((one) => (one.estado === 'abierto' ? (one.primera ?? []) : []));
      const implied = decisiones.some((input) => input.tipo === 'no_es' && input.operaciones === undefined);
      const wanted = [...new Set([...named, ...(implied ? proposed : [])])];
      const rows = await readOperaciones(cuenta, wanted, context.signal);
      const operacionesOf = (ids: readonly string[], ending: boolean) =>
        ids.map((id) => (ending ? kept.get(id) : undefined) ?? decidedOperacion(id, rows.get(id)));
      const asked = decisiones.map((input) =>
        attempt(() => {
          if (input.tipo === 'vinculo') refuseHeld(resolved, input.operaciones);
          const of = (ids: readonly string[]) =>
            operacionesOf(ids, input.tipo === 'no_es' && input.operaciones === undefined);
          return eventOf(input, { cupon: cuponOf, operaciones: of }, reasonsToRefuse);
        }),
      );

      // The ledger is read again: somebody else may have decided while the thread was answering.
      const before = ledger.readDecisions();
      const checked = checkAll(before, asked);
      const rechazadas = checked.flatMap((one, lugar) =>
        'refused' in one ? [{ lugar, codigo: one.refused.code, mensaje: one.refused.message, error: one.refused }] : [],
      );
      const [first] = rechazadas;
      if (first !== undefined && !parcial) throw first.error;
      const events = checked.flatMap((one) => ('event' in one ? [one.event] : []));
      const ns = probar || events.length === 0 ? [] : ledger.decide(who(), events);
      if (ns.length > 0) afterDeciding(cuenta);
      const stands = foldDecisions(probar ? withThem(before, events) : ledger.readDecisions());
      const cupones = await standing(cuenta, { state: stands, cupones: events.flatMap(cuponesOf) }, idioma, context);
      return {
        ns,
        cupones: cupones.flatMap((one) => (one.decision === null ? [] : [{ ...one, decision: one.decision }])),
        rechazadas: rechazadas.map(({ error: _, ...said }) => said),
      };
    },

    async deshacer({ cuenta: nombre, idioma, que }, context) {
      const cuenta = await choose(nombre);
      const ledger = await ledgers.open(cuenta);
      const ns = 'ns' in que ? que.ns : [await lastOf(cuenta, ledger, que, context)];
      const entries = ledger.readDecisions();
      // Decisions are undone from the last to the first, because one may build on another.
      const events = [...new Set(ns)].sort((a, b) => b - a).map((de) => ({ kind: 'deshecha', de }) as const);
      const refused = checkAll(
        entries,
        events.map((event) => ({ event })),
      ).find((one) => 'refused' in one);
      if (refused !== undefined && 'refused' in refused) throw refused.refused;
      ledger.decide(who(), events);
      afterDeciding(cuenta);
      const undone = new Set(events.map(({ de }) => de));
      const cupones = entries.flatMap(({ n, decision }) => (undone.has(n) ? cuponesOf(decision) : []));
      const state = foldDecisions(ledger.readDecisions());
      return {
        deshechas: events.map(({ de }) => de),
        cupones: await standing(cuenta, { state, cupones }, idioma, context),
      };
    },

    async listar({ cuenta: nombre, idioma, solo, desde = 0, limite = ALL }, context) {
      const cuenta = await choose(nombre);
      const ledger = await ledgers.openExisting(cuenta);
      const state = foldDecisions(ledger?.readDecisions() ?? []);
      const facts = await factsOf(cuenta, [...state.cupones.keys()], context);
      const words = decisionWords(idioma);
      const all = Array.from(state.cupones, ([sale, decision]) => ({
        decision,
        facts: facts.get(sale),
        due: isDue(decision, today()),
        against: contradictionsBy(decision, facts.get(sale)).length > 0,
      }));
      const wanted = all.filter(
        ({ due, against }) =>
          solo === undefined || (due && solo !== 'contradichos') || (against && solo !== 'por_mirar'),
      );
      const cupones = wanted
        .toSorted((a, b) => newestOf(b.decision) - newestOf(a.decision))
        .slice(desde, desde + limite)
        .map(({ decision, facts: known }): CuponConDecision => ({
          ...describeDecidedCupon(decision.cupon),
          decision: decisionDocument(decision, { words, today: today(), facts: known }),
        }));
      return {
        cupones,
        total: wanted.length,
        porMirar: all.filter(({ due }) => due).length,
        contradichos: all.filter(({ against }) => against).length,
      };
    },

    async historia({ cuenta: nombre, idioma, cupon }, context) {
      const cuenta = await choose(nombre);
      const ledger = await ledgers.openExisting(cuenta);
      if (ledger === undefined) return [];
      const entries = ledger.readDecisions();
      const sale = await saleOf(cuenta, ledger, cupon, context);
      const undoing = new Map(
        entries.flatMap((entry) => (entry.decision.kind === 'deshecha' ? [[entry.decision.de, entry] as const] : [])),
      );
      const words = decisionWords(idioma);
      return entries.flatMap((entry): PastDecision[] => {
        const { decision } = entry;
        if (decision.kind === 'deshecha' || !cuponesOf(decision).some((one) => saleIdOf(one) === sale)) return [];
        const by = undoing.get(entry.n);
        const texto = words.decision(decision);
        return [{ ...sealOf(entry), tipo: decision.kind, texto, deshecha: by === undefined ? null : sealOf(by) }];
      });
    },
  };

  /** The sale of a coupon: as a decision names it, else as the results do. */
  async function saleOf(
    cuenta: Account,
    ledger: Ledger,
    ref: CuponRef,
    context: MethodContext,
  ): Promise<string | undefined> {
    if ('seq' in ref) {
      const carga = uploadOf(ledger, cuenta.id, ref.carga);
      const named = ledger
        .readDecisions()
        .flatMap(({ decision }) => cuponesOf(decision))
        .find((cupon) => cupon.carga === carga && cupon.seq === ref.seq);
      if (named !== undefined) return saleIdOf(named);
    }
    const { found } = await findAll(cuenta, ledger, { refs: [ref], operaciones: [] }, context);
    const one = found.get(refKey(ref));
    return one?.estado === 'abierto' ? one.sale : undefined;
  }

  /** The number of the last decision of a kind about a coupon, without undone ones. */
  async function lastOf(
    cuenta: Account,
    ledger: Ledger,
    { cupon, tipo }: { readonly cupon: CuponRef; readonly tipo: DecisionInput['tipo'] },
    context: MethodContext,
  ): Promise<number> {
    const sale = await saleOf(cuenta, ledger, cupon, context);
    const about = sale === undefined ? [] : decisionsAbout(ledger.readDecisions(), sale);
    const last = about.findLast(({ decision }) => decision.kind === tipo);
    if (last !== undefined) return last.n;
    throw refuse('NADA_QUE_DESHACER', 'De ese cupón no hay nada así para deshacer. Todo quedó como estaba.');
  }
}

/** What `make` gives for each key, made once. */
function byKey<T, V>(make: (of: T) => V, keyOf: (of: T) => string): (of: T) => V {
  const made = new Map<string, V>();
  return (of) => {
    const key = keyOf(of);
    const value = made.get(key) ?? make(of);
    made.set(key, value);
    return value;
  };
}
