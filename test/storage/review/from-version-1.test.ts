/** A review that version 1 of its file has, opened by this program. */
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openReview, type FindSent } from '#storage/review/index.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';

/** The tables and indexes of version 1, as that program made them. */
const VERSION_1 = `
CREATE TABLE meta (n INTEGER PRIMARY KEY CHECK (n = 1), texto TEXT NOT NULL) STRICT;
CREATE TABLE fila (
  id INTEGER PRIMARY KEY, valores TEXT NOT NULL, texto TEXT, huella BLOB,
  omitida INTEGER NOT NULL, ignorada INTEGER NOT NULL, editada INTEGER NOT NULL,
  errores INTEGER NOT NULL, avisos INTEGER NOT NULL, enviado TEXT, duplica_a INTEGER,
  fecha TEXT, tarjeta TEXT, terminal TEXT, lote TEXT, centavos INTEGER, busca TEXT NOT NULL
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
CREATE INDEX fila_huella ON fila (huella, id) WHERE huella IS NOT NULL;
CREATE INDEX fila_estado ON fila (ignorada, omitida, errores, avisos, duplica_a, enviado);
CREATE INDEX fila_total ON fila (fecha, tarjeta, terminal, lote, centavos) WHERE texto IS NOT NULL AND omitida = 0;
CREATE INDEX problema_codigo ON problema (codigo, campo, fila);
PRAGMA user_version = 1;
`;

const CUPON = { fecha_venta: '2026-10-03', importe: '10.00', comprobante: '7' };
const WRONG = { fecha_venta: '2026-10-40', importe: '5.00' };
const PROBLEM = {
  clase: 'error',
  codigo: 'NO_ES_FECHA',
  campo: 'fecha_venta',
  valor: '2026-10-40',
  mensaje: 'no',
  arreglo: null,
} as const;

function oldFile(): string {
  const folder = createTemporaryFolder();
  const file = path.join(folder, 'revision.db');
  const db = new Database(file);
  db.exec(VERSION_1);
  const put = db.prepare(
    `INSERT INTO fila (id, valores, texto, omitida, ignorada, editada, errores, avisos, enviado, duplica_a, fecha, centavos, busca)
     VALUES (@id, @valores, @texto, 0, 0, @editada, @errores, 0, @enviado, @equal, @fecha, @centavos, '')`,
  );
  const values = JSON.stringify(CUPON);
  const good = { valores: values, texto: values, editada: 0, errores: 0, fecha: CUPON.fecha_venta, centavos: 1000 };
  put.run({ ...good, id: 2, enviado: 'una carga', equal: null });
  put.run({ ...good, id: 3, enviado: null, equal: 2 });
  const bad = { valores: JSON.stringify(WRONG), texto: null, editada: 1, errores: 1, fecha: null, centavos: 500 };
  put.run({ ...bad, id: 4, enviado: null, equal: null });
  db.prepare('INSERT INTO problema (fila, n, clase, codigo, campo, detalle) VALUES (4, 0, ?, ?, ?, ?)').run(
    PROBLEM.clase,
    PROBLEM.codigo,
    PROBLEM.campo,
    JSON.stringify(PROBLEM),
  );
  db.close();
  return file;
}

const nothingSent: FindSent = (cupones) => cupones.map(() => null);

test('its rows, their problems and which of them are equal are as they were', () => {
  const review = openReview(oldFile());
  expect(review.readRow(2)).toMatchObject({ valores: CUPON, problemas: [], correcciones: null, duplicaA: null });
  expect(review.readRow(3)).toMatchObject({ valores: CUPON, duplicaA: 2 });
  // Which cells a person had corrected was not kept: only that there were some.
  expect(review.readRow(4)).toMatchObject({ valores: WRONG, texto: null, problemas: [PROBLEM], correcciones: {} });
  review.close();
});

test('which of its coupons were sent before is asked again', () => {
  const review = openReview(oldFile());
  const asked: number[] = [];
  review.finishLoading((cupones) => {
    asked.push(cupones.length);
    return nothingSent(cupones);
  });
  expect(asked).not.toEqual([]);
  expect([2, 3].map((id) => review.readRow(id)?.ocurrencia)).toEqual([1, 2]);
  review.close();
});

test('it is turned once, and has the tables and indexes of a new one', () => {
  const file = oldFile();
  openReview(file).close();
  const again = openReview(file);
  expect(again.readRow(4)).toMatchObject({ problemas: [PROBLEM] });
  again.close();
  const fresh = `${file}.new`;
  const made = openReview(fresh);
  made.finishLoading(nothingSent);
  made.close();
  const schemaOf = (path: string): unknown => {
    const db = new Database(path, { readonly: true });
    const names = db.prepare(`SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name`).all();
    const columns = db.prepare(`SELECT name, type, "notnull" FROM pragma_table_info('fila')`).all();
    db.close();
    return { names, columns };
  };
  expect(schemaOf(file)).toEqual(schemaOf(fresh));
});
