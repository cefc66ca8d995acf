import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { isRunning } from '#platform/is-running.ts';
import { openResults, type Results } from '#storage/results/index.ts';
import type { Account } from '../accounts/account.ts';

/** The kept results of this process, one file per account, opened when first needed. */
export interface OpenResults {
  open(cuenta: Account): Promise<Results>;
  /** Undefined when no result was ever kept. Creates no file. */
  openExisting(cuenta: Account): Promise<Results | undefined>;
  /** The path of an account's file, which may not exist. */
  pathOf(cuenta: Account): string;
  close(): void;
}

export function createResults(data: DataFolder): OpenResults {
  const open = new Map<string, Results>();
  const pathOf = ({ id }: Account): string => path.join(data.cuenta(id).carpeta, 'resultados.db');
  const openAccountResults = async (cuenta: Account): Promise<Results> => {
    const { id } = cuenta;
    const { carpeta } = data.cuenta(id);
    await ensureFolder(carpeta);
    const db = open.get(id) ?? openResults(pathOf(cuenta), { pid: process.pid, isRunning });
    open.set(id, db);
    return db;
  };
  return {
    pathOf,
    open: openAccountResults,
    openExisting: async (cuenta) => (existsSync(pathOf(cuenta)) ? openAccountResults(cuenta) : undefined),
    close: () => {
      for (const db of open.values()) db.close();
      open.clear();
    },
  };
}
