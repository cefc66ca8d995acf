import type { Migration } from '../../sqlite/open.ts';

/** The service does not send these fields of reconciled settlements: their columns were empty, which screens showed as "not known". */
export const dropUnsentFields: Migration = {
  version: 10,
  sql: `
ALTER TABLE liquidaciones_conciliadas DROP COLUMN fecha_recupero_adelanto;
ALTER TABLE liquidaciones_conciliadas DROP COLUMN fecha_recupero_adelanto_hora;
ALTER TABLE liquidaciones_conciliadas DROP COLUMN acreditada;
`,
};
