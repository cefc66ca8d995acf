/** Which unmatched coupons nothing is left to do with now. The rail, *Inicio* and the queue count the others. */
import { civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { isPending } from '#domain/decisions/fold.ts';
import type { Account } from '../accounts/account.ts';
import type { IsResting } from '../home/unmatched.ts';
import { contradictionsBy } from './decision-document.ts';
import type { IdleCupon } from './questions.ts';
import type { Scopes } from './scope.ts';
import type { ExplainingThread } from './thread.ts';

interface Deps {
  readonly scopes: Pick<Scopes, 'scopeOf' | 'stateOf'>;
  readonly thread: Pick<ExplainingThread, 'ask'>;
  readonly clock: Clock;
}

const nameOf = ({ of, n, seq }: IdleCupon): string => JSON.stringify([of, n, seq]);

/** A coupon rests that was decided about and is not pending, that waits for its operation, or that nets to zero with its void. */
export const createResting =
  ({ scopes, thread, clock }: Deps) =>
  async (account: Account, signal: AbortSignal): Promise<IsResting> => {
    const scope = await scopes.scopeOf(account, { kind: 'account' });
    const { cupones } = await scopes.stateOf(account);
    const idle = new Set((await thread.ask(scope, { kind: 'idle' }, { signal })).map(nameOf));
    const sales = [...cupones.keys()];
    const facts = sales.length === 0 ? [] : await thread.ask(scope, { kind: 'facts', sales }, { signal });
    const factsOf = new Map(facts.map((one) => [one.sale, one]));
    const today = civilDateAt(clock.now());
    const decided = new Set(
      [...cupones].flatMap(([sale, decision]) =>
        isPending(decision, today) || contradictionsBy(decision, factsOf.get(sale)).length > 0 ? [] : [sale],
      ),
    );
    return ({ sale, of, nLectura: n, seq }) =>
      idle.has(nameOf({ of, n, seq })) || (sale !== undefined && decided.has(sale));
  };
