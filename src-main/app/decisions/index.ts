/** The methods `decisiones.*`: takes decisions, undoes them and lists them. */
import type { DecisionKind, PastDecision } from '#contract/decisions.ts';
import type { Method } from '#contract/inputs.ts';
import { cuponesOf, type CuponRef, type DecisionEvent } from '#domain/decisions/events.ts';
import { listDecisionsAbout } from '#domain/decisions/fold.ts';
import { saleIdOf } from '#domain/decisions/sales.ts';
import { DECISION_REFUSALS } from '#domain/texts/decision-refusals.ts';
import { getDecisionWords } from '#domain/texts/decisions.ts';
import type { Account } from '../accounts/account.ts';
import type { Shared } from '../open/index.ts';
import type { FunctionsOf, MethodContext } from '../dispatch/dispatch.ts';
import { sealOf } from '../explanations/decided.ts';
import type { Ask } from '../explanations/scope.ts';
import { findSale, refuse, saidIn, type Asking, checkAll, eventsOf } from './resolve.ts';

interface Deps extends Pick<Shared, 'ledgers'> {
  readonly accounts: Pick<Shared['accounts'], 'choose'>;
  readonly ask: Ask;
  readonly who: () => string;
  /** Called when the ledger has a new decision, to make a backup. */
  readonly afterDeciding: (account: Account) => void;
}

export type DecisionMethods = FunctionsOf<Extract<Method, `decisiones.${string}`>>;

const ALL = Number.MAX_SAFE_INTEGER;

export function createDecisions({ accounts, ledgers, ask, who, afterDeciding }: Deps): DecisionMethods {
  async function openAsking(name: string | undefined): Promise<Asking> {
    const cuenta = await accounts.choose(name);
    return { cuenta, ledger: await ledgers.open(cuenta), ask };
  }

  /** The coupons of some decisions and their present state. `proposed`: decisions that count as if they were saved. */
  const describeState = async (
    account: Account,
    { about, proposed = [] }: { about: readonly DecisionEvent[]; proposed?: readonly DecisionEvent[] },
    how: Parameters<Ask>[2],
  ) => {
    const cupones = about.flatMap(cuponesOf);
    return cupones.length === 0 ? [] : ask(account, { kind: 'holding', cupones, proposed }, how);
  };

  return {
    async tomar({ cuenta: name, idioma, decisiones, probar = false, parcial = false }, context) {
      const asking = await openAsking(name);
      const { cuenta, ledger } = asking;
      const asked = await eventsOf(asking, decisiones, context);
      // Reads the ledger again, because another decision may have been saved while the thread answered.
      const checked = checkAll(ledger.readDecisions(), asked);
      const rejected = checked.flatMap((one, place) =>
        'refused' in one
          ? [{ lugar: place, codigo: one.refused.code, mensaje: saidIn(one.refused, idioma), error: one.refused }]
          : [],
      );
      const [first] = rejected;
      if (first !== undefined && !parcial) throw first.error;
      const events = checked.flatMap((one) => ('event' in one ? [one.event] : []));
      const ns = probar || events.length === 0 ? [] : ledger.decide(who(), events);
      if (ns.length > 0) afterDeciding(cuenta);
      const stated = { about: events, proposed: probar ? events : [] };
      const cupones = await describeState(cuenta, stated, { ...context, idioma });
      return {
        ns,
        cupones: cupones.flatMap((one) => (one.decision === null ? [] : [{ ...one, decision: one.decision }])),
        rechazadas: rejected.map(({ error: _, ...said }) => said),
      };
    },

    async leer_planilla({ cuenta: name, idioma, planilla }, context) {
      const asking = await openAsking(name);
      const { previewWorkbook } = await import('./from-workbook.ts');
      return previewWorkbook(asking, { planilla, idioma }, context);
    },

    async deshacer({ cuenta: name, idioma, que }, context) {
      const asking = await openAsking(name);
      const { cuenta, ledger } = asking;
      const ns = 'ns' in que ? que.ns : [await findLast(asking, que, context)];
      const entries = ledger.readDecisions();
      // Undoes from the last to the first, because a decision may depend on an earlier decision.
      const events = [...new Set(ns)].sort((a, b) => b - a).map((de) => ({ kind: 'deshecha', de }) as const);
      const refused = checkAll(
        entries,
        events.map((event) => ({ event })),
      ).find((one) => 'refused' in one);
      if (refused !== undefined && 'refused' in refused) throw refused.refused;
      ledger.decide(who(), events);
      afterDeciding(cuenta);
      const undone = new Set(events.map(({ de }) => de));
      const about = entries.flatMap(({ n, decision }) => (undone.has(n) ? [decision] : []));
      return {
        deshechas: events.map(({ de }) => de),
        cupones: await describeState(cuenta, { about }, { ...context, idioma }),
      };
    },

    async listar({ cuenta: name, idioma, solo, limite = ALL }, { signal }) {
      const account = await accounts.choose(name);
      if ((await ledgers.openExisting(account)) === undefined) return { cupones: [], total: 0 };
      return ask(account, { kind: 'decided', solo, limite }, { signal, idioma });
    },

    async historia({ cuenta: name, idioma, cupon }, context) {
      const cuenta = await accounts.choose(name);
      const ledger = await ledgers.openExisting(cuenta);
      if (ledger === undefined) return [];
      const entries = ledger.readDecisions();
      const sale = await findSale({ cuenta, ledger, ask }, cupon, context);
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

  /** The number of the last decision of a kind about a coupon that was not undone. Throws `NADA_QUE_DESHACER` without such a decision. */
  async function findLast(
    asking: Asking,
    { cupon, tipo }: { readonly cupon: CuponRef; readonly tipo: DecisionKind },
    context: MethodContext,
  ): Promise<number> {
    const sale = await findSale(asking, cupon, context);
    const about = sale === undefined ? [] : listDecisionsAbout(asking.ledger.readDecisions(), sale);
    const last = about.findLast(({ decision }) => decision.kind === tipo);
    if (last !== undefined) return last.n;
    throw refuse('NADA_QUE_DESHACER', DECISION_REFUSALS.nothingOfItToUndo);
  }
}
