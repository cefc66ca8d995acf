import type { Clock } from '#domain/clock.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Account } from '../accounts/account.ts';
import type { Caches } from './caches.ts';
import type { Ledgers } from './ledgers.ts';
import type { Once } from '../once.ts';
import type { Reviews } from './reviews.ts';
import type { Sessions } from './sessions.ts';

/** What capabilities share: the files and sessions of this process, each opened when it is first needed. */
export interface Shared {
  readonly accounts: Once<Accounts>;
  readonly sessions: Once<Sessions>;
  readonly ledgers: Once<Ledgers>;
  readonly caches: Once<Caches>;
  readonly reviews: Once<Reviews>;
  readonly folder: DataFolder;
  readonly clock: Clock;
  readonly random: () => number;
}

/** The account with a name (`CUENTA_INEXISTENTE`, `CUENTA_AMBIGUA`); without a name, the one in use. */
export const chooseIn =
  ({ accounts }: Pick<Shared, 'accounts'>) =>
  async (name: string | undefined): Promise<Account> =>
    (await accounts()).choose(name);
