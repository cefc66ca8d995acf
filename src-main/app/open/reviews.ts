import path from 'node:path';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { openReview, type RevisionDb } from '#storage/review/index.ts';
import type { Account } from '../accounts/account.ts';

/** The files under review of this process, one per account, opened when first needed. */
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
    /** The path of the database with the rows. */
    pathOf: ({ id }: Account): string => path.join(data.accountFolder(id).folder, FILE),
    /** The folder of the copies of the files under review. */
    folderOf: ({ id }: Account): string => path.join(data.accountFolder(id).folder, 'revision'),
    close: (): void => {
      for (const db of open.values()) db.close();
      open.clear();
    },
  };
}
