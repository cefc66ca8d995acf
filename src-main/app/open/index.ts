/** The shared stores and sessions of this process. Each file is opened on first use. */
import path from 'node:path';
import type { Clock } from '#domain/clock.ts';
import type { Tell } from '#domain/texts/statements.ts';
import { type DataFolder, ensureFolder } from '#platform/data-folder.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Caches } from './caches.ts';
import type { Ledgers } from './ledgers.ts';
import type { Sessions } from './sessions.ts';
import { openReview, type RevisionDb } from '#storage/review/index.ts';
import type { Account } from '../accounts/account.ts';

export interface LocalData {
  readonly accounts: Pick<Accounts, 'choose'>;
  readonly caches: Caches;
  readonly ledgers: Pick<Ledgers, 'openExisting'>;
  readonly folder: Pick<DataFolder, 'accountFolder'>;
  readonly clock: Clock;
}

export interface Shared extends LocalData {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly ledgers: Ledgers;
  readonly reviews: Reviews;
  readonly folder: DataFolder;
  readonly random: () => number;
  readonly onNotice: Tell;
}

/** The files under review of this process, one per account, opened on first use. */
export type Reviews = ReturnType<typeof createReviews>;

const FILE = 'revision.db';

export function createReviews(data: DataFolder) {
  const open = new Map<string, RevisionDb>();
  return {
    async open({ id }: Account): Promise<RevisionDb> {
      const { folder } = data.accountFolder(id);
      await ensureFolder(folder);
      const db = open.get(id) ?? openReview(path.join(folder, FILE));
      open.set(id, db);
      return db;
    },
    pathOf: ({ id }: Account): string => path.join(data.accountFolder(id).folder, FILE),
    folderOf: ({ id }: Account): string => path.join(data.accountFolder(id).folder, 'revision'),
    close: (): void => {
      for (const db of open.values()) db.close();
      open.clear();
    },
  };
}
