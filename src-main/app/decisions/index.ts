import type { CuponWithDecision, DecisionKind, PastDecision, DecisionsOutputs } from '#contract/decisions.ts';
import type { ExplanationLanguage } from '#contract/explanations.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { cuponesOf, type DecidedCupon, type DecisionEntry, type DecisionEvent } from '#domain/decisions/events.ts';
import { listDecisionsAbout, foldDecisions, isDue, newestOf, type DecisionState } from '#domain/decisions/fold.ts';
import { saleIdOf } from '#domain/decisions/sale-key.ts';
import { DECISION_REFUSALS } from '#domain/texts/decision-refusals.ts';
import { getDecisionWords } from '#domain/texts/decisions.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Account } from '../accounts/account.ts';
import type { Ledgers } from '../open/ledgers.ts';
import type { FunctionsOf, MethodContext } from '../dispatch/dispatch.ts';
import { contradictionsBy, toDecisionDocument, sealOf } from '../explanations/decision-document.ts';
import { createFinder, type FinderDeps, type CuponRef } from './resolve.ts';
import { refuse, saidIn } from './refusals.ts';
import { checkAll, eventsOf } from './take.ts';

interface Deps extends FinderDeps {
  readonly choose: (name: string | undefined) => Promise<Account>;
  readonly ledgers: Ledgers;
  readonly clock: Clock;
  /** Who decides: the name of the person on this machine. */
  readonly who: () => string;
  /** Called when the ledger has a decision that no backup has. */
  readonly afterDeciding: (account: Account) => void;
}

/** One function for each method. */
export type DecisionMethods = FunctionsOf<keyof DecisionsOutputs>;

/** Decisions as they would be written after those before. */
const withThem = (entries: readonly DecisionEntry[], decisions: readonly DecisionEvent[]): readonly DecisionEntry[] => {
  const last = entries.at(-1)?.n ?? 0;
  return [...entries, ...decisions.map((decision, i) => ({ n: last + 1 + i, at: 0, quien: '', decision }))];
};

const ALL = Number.MAX_SAFE_INTEGER;

/** The methods `decisiones.*`. */
export function createDecisions(deps: Deps): DecisionMethods {
  const { choose, ledgers, clock, who, afterDeciding } = deps;
  const finder = createFinder(deps);
  const { factsOf, saleOf } = finder;
  const getToday = () => civilDateAt(clock.now());

  /** The coupons of some decisions and their current state. */
  async function describeState(
    account: Account,
    { state, cupones }: { readonly state: DecisionState; readonly cupones: readonly DecidedCupon[] },
    language: ExplanationLanguage | undefined,
    context: MethodContext,
  ) {
    const sales = new Map(cupones.map((cupon) => [saleIdOf(cupon), cupon]));
    const facts = await factsOf(account, [...sales.keys()], context);
    const words = getDecisionWords(language);
    return Array.from(sales, ([sale, cupon]) => {
      const decision = state.cupones.get(sale);
      const said = decision && toDecisionDocument(decision, { words, today: getToday(), facts: facts.get(sale) });
      return { ...cupon, decision: said ?? null };
    });
  }

  return {
    async tomar({ cuenta: name, idioma, decisiones, probar = false, parcial = false }, context) {
      const account = await choose(name);
      const ledger = await ledgers.open(account);
      const asked = await eventsOf({ cuenta: account, ledger, finder }, decisiones, context);
      // Read the ledger again: another decision may have been written while the thread was answering.
      const before = ledger.readDecisions();
      const checked = checkAll(before, asked);
      const rejected = checked.flatMap((one, place) =>
        'refused' in one
          ? [{ lugar: place, codigo: one.refused.code, mensaje: saidIn(one.refused, idioma), error: one.refused }]
          : [],
      );
      const [first] = rejected;
      if (first !== undefined && !parcial) throw first.error;
      const events = checked.flatMap((one) => ('event' in one ? [one.event] : []));
      const ns = probar || events.length === 0 ? [] : ledger.decide(who(), events);
      if (ns.length > 0) afterDeciding(account);
      const stands = foldDecisions(probar ? withThem(before, events) : ledger.readDecisions());
      const cupones = await describeState(
        account,
        { state: stands, cupones: events.flatMap(cuponesOf) },
        idioma,
        context,
      );
      return {
        ns,
        cupones: cupones.flatMap((one) => (one.decision === null ? [] : [{ ...one, decision: one.decision }])),
        rechazadas: rejected.map(({ error: _, ...said }) => said),
      };
    },

    async leer_planilla({ cuenta: name, idioma, planilla }, context) {
      const account = await choose(name);
      const ledger = await ledgers.open(account);
      const { previewWorkbook } = await import('./from-workbook.ts');
      return previewWorkbook({ cuenta: account, ledger, finder }, { planilla, idioma }, context);
    },

    async deshacer({ cuenta: name, idioma, que }, context) {
      const account = await choose(name);
      const ledger = await ledgers.open(account);
      const ns = 'ns' in que ? que.ns : [await lastOf(account, ledger, que, context)];
      const entries = ledger.readDecisions();
      // Decisions are undone from the last to the first, because one may build on another.
      const events = [...new Set(ns)].sort((a, b) => b - a).map((de) => ({ kind: 'deshecha', de }) as const);
      const refused = checkAll(
        entries,
        events.map((event) => ({ event })),
      ).find((one) => 'refused' in one);
      if (refused !== undefined && 'refused' in refused) throw refused.refused;
      ledger.decide(who(), events);
      afterDeciding(account);
      const undone = new Set(events.map(({ de }) => de));
      const cupones = entries.flatMap(({ n, decision }) => (undone.has(n) ? cuponesOf(decision) : []));
      const state = foldDecisions(ledger.readDecisions());
      return {
        deshechas: events.map(({ de }) => de),
        cupones: await describeState(account, { state, cupones }, idioma, context),
      };
    },

    async listar({ cuenta: name, idioma, solo, desde = 0, limite = ALL }, context) {
      const account = await choose(name);
      const ledger = await ledgers.openExisting(account);
      const state = foldDecisions(ledger?.readDecisions() ?? []);
      const facts = await factsOf(account, [...state.cupones.keys()], context);
      const words = getDecisionWords(idioma);
      const all = Array.from(state.cupones, ([sale, decision]) => {
        const known = facts.get(sale);
        const isGone = known?.gone === true;
        return {
          decision,
          facts: known,
          due: !isGone && isDue(decision, getToday()),
          against: !isGone && contradictionsBy(decision, known).length > 0,
        };
      });
      const wanted = all.filter(
        ({ due, against }) =>
          solo === undefined || (due && solo !== 'contradichos') || (against && solo !== 'por_mirar'),
      );
      const cupones = wanted
        .toSorted((a, b) => newestOf(b.decision) - newestOf(a.decision))
        .slice(desde, desde + limite)
        .map(({ decision, facts: known }): CuponWithDecision => ({
          ...decision.cupon,
          decision: toDecisionDocument(decision, { words, today: getToday(), facts: known }),
        }));
      return {
        cupones,
        total: wanted.length,
        porMirar: all.filter(({ due }) => due).length,
        contradichos: all.filter(({ against }) => against).length,
      };
    },

    async historia({ cuenta: name, idioma, cupon }, context) {
      const account = await choose(name);
      const ledger = await ledgers.openExisting(account);
      if (ledger === undefined) return [];
      const entries = ledger.readDecisions();
      const sale = await saleOf(account, ledger, cupon, context);
      const undoing = new Map(
        entries.flatMap((entry) => (entry.decision.kind === 'deshecha' ? [[entry.decision.de, entry] as const] : [])),
      );
      const words = getDecisionWords(idioma);
      return entries.flatMap((entry): PastDecision[] => {
        const { decision } = entry;
        if (decision.kind === 'deshecha' || !cuponesOf(decision).some((one) => saleIdOf(one) === sale)) return [];
        const by = undoing.get(entry.n);
        const text = words.decision(decision);
        return [{ ...sealOf(entry), tipo: decision.kind, texto: text, deshecha: by === undefined ? null : sealOf(by) }];
      });
    },
  };

  /** The number of the last decision of a kind about a coupon, without undone ones. */
  async function lastOf(
    account: Account,
    ledger: Ledger,
    { cupon, tipo }: { readonly cupon: CuponRef; readonly tipo: DecisionKind },
    context: MethodContext,
  ): Promise<number> {
    const sale = await saleOf(account, ledger, cupon, context);
    const about = sale === undefined ? [] : listDecisionsAbout(ledger.readDecisions(), sale);
    const last = about.findLast(({ decision }) => decision.kind === tipo);
    if (last !== undefined) return last.n;
    throw refuse('NADA_QUE_DESHACER', DECISION_REFUSALS.nothingOfItToUndo);
  }
}
