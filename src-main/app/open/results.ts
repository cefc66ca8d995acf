import path from 'node:path';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { isRunning } from '#platform/scratch-folder.ts';
import { isThere } from '#platform/is-there.ts';
import { openResults } from '#storage/results/open.ts';
import type { Results } from '#storage/results/types.ts';
import type { Account } from '../accounts/account.ts';

/** The kept results of this process, one file per account, opened when first needed. */
export type OpenResults = ReturnType<typeof createResults>;

export function createResults(data: DataFolder) {
  const open = new Map<string, Results>();
  const pathOf = ({ id }: Account): string => path.join(data.accountFolder(id).folder, 'resultados.db');
  const openAccountResults = async (account: Account): Promise<Results> => {
    const { id } = account;
    const { folder } = data.accountFolder(id);
    await ensureFolder(folder);
    const db = open.get(id) ?? openResults(pathOf(account), { pid: process.pid, isRunning });
    open.set(id, db);
    return db;
  };
  return {
    /** The path of an account's file, which may not exist. */
    pathOf,
    open: openAccountResults,
    /** Undefined when no result was ever kept. Creates no file. */
    openExisting: async (account: Account): Promise<Results | undefined> =>
      isThere(pathOf(account)) ? openAccountResults(account) : undefined,
    close: (): void => {
      for (const db of open.values()) db.close();
      open.clear();
    },
  };
}
