import path from 'node:path';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { abrirRevision, type RevisionDb } from '#storage/revision/index.ts';
import type { Cuenta } from '../accounts/account.ts';

/** The files under review of this process, one per account, opened when first needed. */
export interface Revisiones {
  abrir(cuenta: Cuenta): Promise<RevisionDb>;
  /** Where the files under review are copied to. */
  carpeta(cuenta: Cuenta): string;
  cerrar(): void;
}

export function crearRevisiones(datos: DataFolder): Revisiones {
  const open = new Map<string, RevisionDb>();
  return {
    async abrir({ id }) {
      const { carpeta } = datos.cuenta(id);
      await ensureFolder(carpeta);
      const db = open.get(id) ?? abrirRevision(path.join(carpeta, 'revision.db'));
      open.set(id, db);
      return db;
    },
    carpeta: ({ id }) => path.join(datos.cuenta(id).carpeta, 'revision'),
    cerrar: () => {
      for (const db of open.values()) db.close();
      open.clear();
    },
  };
}
