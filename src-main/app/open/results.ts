import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { isRunning } from '#platform/is-running.ts';
import { openResults, type Results } from '#storage/results/index.ts';
import type { Cuenta } from '../accounts/account.ts';

/** The kept results of this process, one file per account, opened when first needed. */
export interface OpenResults {
  open(cuenta: Cuenta): Promise<Results>;
  /** Undefined when no result was ever kept: asking makes no file. */
  openExisting(cuenta: Cuenta): Promise<Results | undefined>;
  /** The file of an account, whether it is there or not. */
  pathOf(cuenta: Cuenta): string;
  close(): void;
}

export function createResults(datos: DataFolder): OpenResults {
  const open = new Map<string, Results>();
  const pathOf = ({ id }: Cuenta): string => path.join(datos.cuenta(id).carpeta, 'resultados.db');
  const openAccountResults = async (cuenta: Cuenta): Promise<Results> => {
    const { id } = cuenta;
    const { carpeta } = datos.cuenta(id);
    await ensureFolder(carpeta);
    const db = open.get(id) ?? openResults(pathOf(cuenta), { pid: process.pid, isRunning });
    open.set(id, db);
    return db;
  };
  return {
    pathOf: pathOf,
    open: openAccountResults,
    openExisting: async (cuenta) => (existsSync(pathOf(cuenta)) ? openAccountResults(cuenta) : undefined),
    close: () => {
      for (const db of open.values()) db.close();
      open.clear();
    },
  };
}
