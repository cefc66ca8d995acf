/**
 * Grows with any change of the tables, and of what they keep as JSON (`StoredRow`, and the `ReviewState` of `app/conciliar`), which is not parsed again. A
 * file of another version is deleted: it can be made again.
 */
export const VERSION = 3;

/**
 * Queries over all rows use `fila`, which is small; the text of the rows is in `contenido`, which counting does not read. `busqueda` is filled when
 * something is searched for. `identidad`: equal coupons share it. `valores` is null where `texto` says the same. `omitida`: 0 for no, else one more
 * than the place in `OMISSIONS`. `enviado` is the JSON of how the row was recognised among those sent before (`enviado`, `corrige`, `parece`), and of
 * the upload, the file and the day of that coupon, by which rows are counted; `enviado_en` has the rest. `original` is the coupon as it stood in the
 * file, where a person corrected it. `ocurrencia` 0: not counted yet. `centavos` is null in a row that is not to be sent.
 * `de_plantilla`: what the file says in cells that a rule of the template corrected, whatever a person does to them afterwards.
 */
export const TABLES = `
CREATE TABLE meta (n INTEGER PRIMARY KEY CHECK (n = 1), texto TEXT NOT NULL) STRICT;
CREATE TABLE fila (
  id INTEGER PRIMARY KEY,
  identidad INTEGER,
  ocurrencia INTEGER NOT NULL,
  omitida INTEGER NOT NULL,
  ignorada INTEGER NOT NULL,
  editada INTEGER NOT NULL,
  errores INTEGER NOT NULL,
  avisos INTEGER NOT NULL,
  enviado TEXT,
  enviado_en TEXT,
  duplica_a INTEGER,
  fecha TEXT, tarjeta TEXT, terminal TEXT, lote TEXT,
  centavos INTEGER
) STRICT;
CREATE TABLE contenido (id INTEGER PRIMARY KEY, texto TEXT, valores TEXT, correcciones TEXT, original TEXT) STRICT;
CREATE TABLE busqueda (id INTEGER PRIMARY KEY, texto TEXT NOT NULL) STRICT;
CREATE TABLE problema (
  fila INTEGER NOT NULL, n INTEGER NOT NULL, clase TEXT NOT NULL, codigo TEXT NOT NULL, campo TEXT, detalle TEXT NOT NULL,
  PRIMARY KEY (fila, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE de_plantilla (
  fila INTEGER NOT NULL, campo TEXT NOT NULL, antes TEXT NOT NULL, PRIMARY KEY (fila, campo)
) STRICT, WITHOUT ROWID;
CREATE TABLE cambio (n INTEGER PRIMARY KEY, deshecho INTEGER NOT NULL) STRICT;
CREATE TABLE cambio_fila (
  n INTEGER NOT NULL, fila INTEGER NOT NULL, antes TEXT NOT NULL, despues TEXT NOT NULL, PRIMARY KEY (n, fila)
) STRICT, WITHOUT ROWID;
CREATE TABLE version (n INTEGER NOT NULL) STRICT;
INSERT INTO version (n) VALUES (0);
`;

const NAMES = ['fila_identidad', 'fila_enviado', 'problema_codigo'];
export const DROP_INDEXES = NAMES.map((name) => `DROP INDEX IF EXISTS ${name};`).join(' ');

/** Made after the rows are in: maintaining them through a hundred thousand insertions costs more. */
export const INDICES = `
CREATE INDEX IF NOT EXISTS fila_identidad ON fila (identidad) WHERE identidad IS NOT NULL;
CREATE INDEX IF NOT EXISTS fila_enviado ON fila (enviado, omitida, centavos) WHERE enviado IS NOT NULL;
CREATE INDEX IF NOT EXISTS problema_codigo ON problema (codigo, campo, fila);
`;
