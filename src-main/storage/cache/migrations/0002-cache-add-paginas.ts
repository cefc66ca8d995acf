import type { Migration } from '../../sqlite/open.ts';

/**
 * The pages in which the kept rows were read: by which date, between which moments (seconds of civil time since 1970, the end not included), how many
 * rows, and the digest of the answer. A page that comes again with the same digest is neither parsed nor compared.
 */
export const addPages: Migration = {
  version: 2,
  sql: `
CREATE TABLE pagina (
  metodo TEXT NOT NULL, campo TEXT NOT NULL, desde INTEGER NOT NULL, hasta INTEGER NOT NULL, filas INTEGER NOT NULL,
  huella TEXT NOT NULL, PRIMARY KEY (metodo, campo, desde)
) STRICT, WITHOUT ROWID;
`,
};
