import path from 'node:path';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { openReview, type RevisionDb } from '#storage/review/index.ts';
import type { Cuenta } from '../accounts/account.ts';

/** The files under review of this process, one per account, opened when first needed. */
export interface Reviews {
  open(cuenta: Cuenta): Promise<RevisionDb>;
  /** Where the files under review are copied to. */
  folderOf(cuenta: Cuenta): string;
  /** Where its rows are. */
  pathOf(cuenta: Cuenta): string;
  close(): void;
}

const FILE = 'revision.db';

export function createReviews(datos: DataFolder): Reviews {
  const open = new Map<string, RevisionDb>();
  return {
    async open({ id }) {
      const { carpeta } = datos.cuenta(id);
      await ensureFolder(carpeta);
      const db = open.get(id) ?? openReview(path.join(carpeta, FILE));
      open.set(id, db);
      return db;
    },
    pathOf: ({ id }) => path.join(datos.cuenta(id).carpeta, FILE),
    folderOf: ({ id }) => path.join(datos.cuenta(id).carpeta, 'revision'),
    close: () => {
      for (const db of open.values()) db.close();
      open.clear();
    },
  };
}
