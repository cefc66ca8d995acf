import type { Migration } from '../sqlite/open.ts';

/**
 * Triggers make frozen, sent, seen and decided data append-only. Drafts, their findings, and dispositions (which the next reading replaces) may change. Coupons
 * are written once: freezing a draft leaves its coupons where they are, and once `upload` has its number, none can be added, changed or deleted. A draft stores
 * its number of coupons, their multiset and the auxiliary fields that they use.
 *
 * `cupon.texto` is the canonical text without the marker, which is made of `upload.marcador`, `nonce` and the coupon's `seq`, so that the same coupon is always
 * sent as the same text. `huella` is the fingerprint of the coupon's identity (`digest.ts`), `igualdad` the multiset of all fingerprints of an upload.
 * `ocurrencia` numbers the equal sales of an upload. `clave_dia`, `clave_numero` and `clave_referencia` find coupons that may be the same sale
 * (`sent-cupones.ts`). `original` has coupons as the file had them, if they were corrected before sending.
 *
 * `decision.detail` is the event in the form of its version (`domain/decisions/events.ts`), `quien` the name of the person on this PC. Undoing a decision adds
 * a row. `borrada` has the reconciliations that this PC deleted from the service, and when.
 */
const CREATE = `
CREATE TABLE borrador (
  carga INTEGER PRIMARY KEY AUTOINCREMENT,
  ulid TEXT NOT NULL UNIQUE,
  cuenta TEXT NOT NULL,
  archivos TEXT NOT NULL,
  creado INTEGER NOT NULL,
  cupones INTEGER NOT NULL,
  igualdad BLOB NOT NULL,
  auxiliares TEXT NOT NULL
) STRICT;
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
  ocurrencia INTEGER NOT NULL,
  clave_dia INTEGER,
  clave_numero INTEGER,
  clave_referencia INTEGER,
  PRIMARY KEY (carga, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE original (
  carga INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  texto TEXT NOT NULL,
  clave_dia INTEGER,
  clave_numero INTEGER,
  clave_referencia INTEGER,
  PRIMARY KEY (carga, seq)
) STRICT, WITHOUT ROWID;
${['cupon', 'original']
  .flatMap((table) =>
    ['numero', 'referencia'].map(
      (key) => `CREATE INDEX ${table}_${key} ON ${table} (clave_${key}) WHERE clave_${key} IS NOT NULL;`,
    ),
  )
  .join('\n')}
CREATE INDEX cupon_dia ON cupon (clave_dia, carga, huella) WHERE clave_dia IS NOT NULL;
CREATE INDEX original_dia ON original (clave_dia) WHERE clave_dia IS NOT NULL;
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
CREATE TABLE borrada (
  conciliacion TEXT NOT NULL,
  cuando INTEGER NOT NULL
) STRICT;
CREATE TABLE aprendido (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  cuenta TEXT NOT NULL,
  detalle TEXT NOT NULL
) STRICT;
CREATE TABLE decision (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  quien TEXT NOT NULL,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
${['upload', 'batch', 'event', 'decision', 'borrada']
  .flatMap((table) =>
    ['UPDATE', 'DELETE'].map(
      (verb) => `CREATE TRIGGER ${table}_no_${verb.toLowerCase()} BEFORE ${verb} ON ${table}
BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`,
    ),
  )
  .join('\n')}
${['cupon', 'original']
  .map(
    (table) => `CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table}
BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
CREATE TRIGGER ${table}_no_insert BEFORE INSERT ON ${table} WHEN EXISTS (SELECT 1 FROM upload WHERE carga = NEW.carga)
BEGIN SELECT RAISE(ABORT, 'a frozen ${table} is append-only'); END;
CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table} WHEN EXISTS (SELECT 1 FROM upload WHERE carga = OLD.carga)
BEGIN SELECT RAISE(ABORT, 'a frozen ${table} is append-only'); END;`,
  )
  .join('\n')}
`;

/** The numbered steps of the schema. Never edit the step of a released version: the ledgers in use cannot be downloaded again. */
export const MIGRATIONS: readonly Migration[] = [{ version: 1, sql: CREATE }];
