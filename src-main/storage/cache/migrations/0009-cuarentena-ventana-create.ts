import type { Migration } from '../../sqlite/open.ts';

/**
 * By which days each quarantined row was read, and when last by each: one row may come by its date of sale and by its date of payment. Before, a row kept
 * only the days by which it came first. `ventana` is empty where no days were requested.
 */
export const createQuarantineWindows: Migration = {
  version: 9,
  sql: `
DROP INDEX cuarentena_ventana;
CREATE TABLE cuarentena_ventana (
  metodo TEXT NOT NULL, ventana TEXT NOT NULL, n INTEGER NOT NULL, ultima INTEGER NOT NULL, PRIMARY KEY (metodo, ventana, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX cuarentena_ventana_n ON cuarentena_ventana (n);
CREATE TRIGGER cuarentena_borrada AFTER DELETE ON cuarentena BEGIN DELETE FROM cuarentena_ventana WHERE n = old.n; END;
INSERT INTO cuarentena_ventana (metodo, ventana, n, ultima) SELECT metodo, coalesce(ventana, ''), n, ultima FROM cuarentena;
`,
};
