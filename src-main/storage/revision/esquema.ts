/** Grows with any change of the tables: a file of another version is deleted, for it can be made again. */
export const VERSION = 1;

export const TABLAS = `
CREATE TABLE meta (n INTEGER PRIMARY KEY CHECK (n = 1), texto TEXT NOT NULL) STRICT;
CREATE TABLE fila (
  id INTEGER PRIMARY KEY,
  valores TEXT NOT NULL,
  texto TEXT,
  huella BLOB,
  omitida INTEGER NOT NULL,
  ignorada INTEGER NOT NULL,
  editada INTEGER NOT NULL,
  errores INTEGER NOT NULL,
  avisos INTEGER NOT NULL,
  enviado TEXT,
  duplica_a INTEGER,
  fecha TEXT, tarjeta TEXT, terminal TEXT, lote TEXT,
  centavos INTEGER,
  busca TEXT NOT NULL
) STRICT;
CREATE TABLE problema (
  fila INTEGER NOT NULL, n INTEGER NOT NULL, clase TEXT NOT NULL, codigo TEXT NOT NULL, campo TEXT, detalle TEXT NOT NULL,
  PRIMARY KEY (fila, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE cambio (n INTEGER PRIMARY KEY, deshecho INTEGER NOT NULL) STRICT;
CREATE TABLE cambio_fila (
  n INTEGER NOT NULL, fila INTEGER NOT NULL, antes TEXT NOT NULL, despues TEXT NOT NULL, PRIMARY KEY (n, fila)
) STRICT, WITHOUT ROWID;
CREATE TABLE version (n INTEGER NOT NULL) STRICT;
INSERT INTO version (n) VALUES (0);
`;

/** Made once the rows are in: keeping them up with a hundred thousand insertions costs more. */
export const INDICES = `
CREATE INDEX IF NOT EXISTS fila_huella ON fila (huella, id) WHERE huella IS NOT NULL;
CREATE INDEX IF NOT EXISTS fila_estado ON fila (ignorada, omitida, errores, avisos, duplica_a, enviado);
CREATE INDEX IF NOT EXISTS fila_total ON fila (fecha, tarjeta, terminal, lote, centavos) WHERE texto IS NOT NULL AND omitida = 0;
CREATE INDEX IF NOT EXISTS problema_codigo ON problema (codigo, campo, fila);
`;
