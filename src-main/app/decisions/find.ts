/** Looks in the results, the cache and the ledger for what an input names, in the thread that has matched them all. */
import { cuponesOf } from '#domain/decisions/events.ts';
import { saleIdOf } from '#domain/decisions/sale-key.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Account } from '../accounts/account.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { DecidedFacts, ResolvedCupon, Resolved } from '../explanations/questions.ts';
import { readOperaciones } from '../explanations/saying.ts';
import type { Scopes } from '../explanations/scope.ts';
import type { ExplainingThread } from '../explanations/thread.ts';
import type { Caches } from '../open/caches.ts';
import { attempt } from './refusals.ts';
import { askFor, keyOfRef, uploadOf, type CuponRef } from './resolve.ts';

export interface FinderDeps {
  readonly caches: Caches;
  readonly scopes: Pick<Scopes, 'scopeOf'>;
  readonly thread: ExplainingThread;
}

export type Finder = ReturnType<typeof createFinder>;

export function createFinder({ caches, scopes, thread }: FinderDeps) {
  /** What is known now of some sales that were decided about. */
  async function factsOf(account: Account, sales: readonly string[], { signal }: MethodContext) {
    if (sales.length === 0) return new Map<string, DecidedFacts>();
    const scope = await scopes.scopeOf(account, { kind: 'account' });
    const facts = await thread.ask(scope, { kind: 'facts', sales }, { signal });
    return new Map(facts.map((one) => [one.sale, one]));
  }

  /** Looks for the coupons of an input and for the holders of some operations. `foundOf` throws what `askFor` throws. */
  async function findAll(
    account: Account,
    ledger: Ledger,
    { refs, operaciones }: { readonly refs: readonly CuponRef[]; readonly operaciones: readonly string[] },
    { signal }: MethodContext,
  ): Promise<{ readonly foundOf: (ref: CuponRef) => ResolvedCupon; readonly resolved: Resolved }> {
    const byName = new Map(refs.map((ref) => [keyOfRef(ref), attempt(() => askFor(ledger, account.id, ref))]));
    const asked = [...byName].flatMap(([name, one]) => ('done' in one ? [{ name, cupon: one.done }] : []));
    const scope = await scopes.scopeOf(account, { kind: 'account' });
    const cupones = asked.map(({ cupon }) => cupon);
    const resolved = await thread.ask(scope, { kind: 'resolve', cupones, operaciones }, { signal });
    const found = new Map(asked.map(({ name }, i) => [name, resolved.cupones[i]]));
    const foundOf = (ref: CuponRef): ResolvedCupon => {
      const name = byName.get(keyOfRef(ref));
      if (name !== undefined && 'refused' in name) throw name.refused;
      return found.get(keyOfRef(ref)) ?? { estado: 'no_esta' };
    };
    return { foundOf, resolved };
  }

  /** The sale of a coupon: as a decision names it, else as the results do. */
  async function saleOf(
    account: Account,
    ledger: Ledger,
    ref: CuponRef,
    context: MethodContext,
  ): Promise<string | undefined> {
    if ('seq' in ref) {
      const upload = uploadOf(ledger, account.id, ref.carga);
      const named = ledger
        .readDecisions()
        .flatMap(({ decision }) => cuponesOf(decision))
        .find((cupon) => cupon.carga === upload && cupon.seq === ref.seq);
      if (named !== undefined) return saleIdOf(named);
    }
    const { foundOf } = await findAll(account, ledger, { refs: [ref], operaciones: [] }, context);
    const one = foundOf(ref);
    return one.estado === 'abierto' ? one.sale : undefined;
  }

  return {
    factsOf,
    findAll,
    readOperaciones: (account: Account, ids: readonly string[], signal: AbortSignal) =>
      readOperaciones(caches, { cuenta: account, ids }, signal),
    saleOf,
  };
}
