import path from 'node:path';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { openReview, type RevisionDb } from '#storage/review/index.ts';
import type { Account } from '../accounts/account.ts';

/** The files under review of this process, one per account, opened when first needed. */
export interface Reviews {
  open(account: Account): Promise<RevisionDb>;
  /** The folder of the copies of the files under review. */
  folderOf(account: Account): string;
  /** The path of the database with the rows. */
  pathOf(account: Account): string;
  close(): void;
}

const FILE = 'revision.db';

export function createReviews(data: DataFolder): Reviews {
  const open = new Map<string, RevisionDb>();
  return {
    async open({ id }) {
      const { folder } = data.accountFolder(id);
      await ensureFolder(folder);
      const db = open.get(id) ?? openReview(path.join(folder, FILE));
      open.set(id, db);
      return db;
    },
    pathOf: ({ id }) => path.join(data.accountFolder(id).folder, FILE),
    folderOf: ({ id }) => path.join(data.accountFolder(id).folder, 'revision'),
    close: () => {
      for (const db of open.values()) db.close();
      open.clear();
    },
  };
}
