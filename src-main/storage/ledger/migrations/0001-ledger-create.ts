import type { Migration } from '../../sqlite/open.ts';

/**
 * The tables of the ledger. What was frozen, sent and seen is append-only, by trigger; drafts, findings of drafts and the
 * dispositions (which the next reading replaces) are not.
 */
export const ledgerCreate: Migration = {
  version: 1,
  sql: `
CREATE TABLE borrador (
  carga INTEGER PRIMARY KEY AUTOINCREMENT,
  ulid TEXT NOT NULL UNIQUE,
  cuenta TEXT NOT NULL,
  archivos TEXT NOT NULL,
  creado INTEGER NOT NULL
) STRICT;
CREATE TABLE borrador_cupon (
  carga INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  archivo INTEGER NOT NULL,
  hoja TEXT,
  fila INTEGER NOT NULL,
  texto TEXT NOT NULL,
  huella BLOB NOT NULL,
  PRIMARY KEY (carga, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE hallazgo (
  carga INTEGER NOT NULL,
  n INTEGER NOT NULL,
  tipo TEXT NOT NULL CHECK (tipo IN ('error', 'aviso')),
  archivo TEXT NOT NULL,
  detalle TEXT NOT NULL,
  PRIMARY KEY (carga, tipo, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE upload (
  carga INTEGER PRIMARY KEY,
  ulid TEXT NOT NULL UNIQUE,
  cuenta TEXT NOT NULL,
  archivos TEXT NOT NULL,
  creado INTEGER NOT NULL,
  congelado INTEGER NOT NULL,
  total INTEGER NOT NULL,
  marcador TEXT,
  nonce TEXT,
  igualdad BLOB NOT NULL
) STRICT;
CREATE INDEX upload_igualdad ON upload (igualdad);
CREATE TABLE cupon (
  carga INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  archivo INTEGER NOT NULL,
  hoja TEXT,
  fila INTEGER NOT NULL,
  texto TEXT NOT NULL,
  huella BLOB NOT NULL,
  PRIMARY KEY (carga, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX cupon_huella ON cupon (huella);
CREATE TABLE batch (
  carga INTEGER NOT NULL,
  generacion INTEGER NOT NULL,
  n INTEGER NOT NULL,
  desde INTEGER NOT NULL,
  hasta INTEGER NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (carga, generacion, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE event (
  carga INTEGER NOT NULL,
  n INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (carga, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE disposicion (
  carga INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  disposicion TEXT NOT NULL
    CHECK (disposicion IN ('conciliado', 'sin_conciliar', 'existente', 'rechazado', 'no_informado', 'no_enviado')),
  modo TEXT,
  nro_liquidacion TEXT,
  fecha_liq TEXT,
  PRIMARY KEY (carga, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE aprendido (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  cuenta TEXT NOT NULL,
  detalle TEXT NOT NULL
) STRICT;
${['upload', 'cupon', 'batch', 'event']
  .flatMap((table) =>
    ['UPDATE', 'DELETE'].map(
      (verb) => `CREATE TRIGGER ${table}_no_${verb.toLowerCase()} BEFORE ${verb} ON ${table}
BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`,
    ),
  )
  .join('\n')}
`,
};
