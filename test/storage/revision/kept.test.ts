import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { abrirRevision, type BuscarEnviados, type FilaGuardada } from '#storage/revision/index.ts';

const ROW: FilaGuardada = {
  id: 2,
  valores: { importe: '1,00', fecha_venta: '2026-10-40' },
  texto: null,
  problemas: [
    { clase: 'error', codigo: 'NO_ES_FECHA', campo: 'fecha_venta', valor: '2026-10-40', mensaje: 'no', arreglo: null },
    { clase: 'aviso', codigo: 'FILA_OCULTA', campo: null, valor: '', mensaje: 'oculta', arreglo: null },
  ],
  omitida: null,
  ignorada: false,
  correcciones: null,
};
const SOLA = { duplicaA: null, ocurrencia: 1, anterior: null };
const nothingSent: BuscarEnviados = (cupones) => cupones.map(() => null);

const CHANGED: FilaGuardada = { ...ROW, correcciones: { fecha_venta: { texto: 'ayer', leido: false } } };

/** A revision of one row that was corrected and can be taken back, after `change` was made to its file. */
function revisionAfter(change: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'revision-'));
  const file = path.join(folder, 'revision.db');
  const before = abrirRevision(file);
  before.agregar([{ fila: ROW, identidad: null }], nothingSent);
  before.terminarCarga(nothingSent);
  before.cambiar([CHANGED], nothingSent);
  before.close();
  const db = new Database(file);
  db.exec(change);
  db.close();
  const revision = abrirRevision(file);
  onTestFinished(() => {
    revision.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return revision;
}
const unreadable = expect.objectContaining({ code: 'GUARDADO_ILEGIBLE' }) as Error;

test('a row, its problems and its changes are what was written', () => {
  const revision = revisionAfter('');
  expect(revision.fila(2)).toEqual({ ...CHANGED, ...SOLA });
  expect(revision.deshacer(nothingSent)).toEqual([2]);
  expect(revision.fila(2)).toEqual({ ...ROW, ...SOLA });
});

test.for([
  `UPDATE problema SET detalle = replace(detalle, 'NO_ES_FECHA', 'RARO')`,
  `UPDATE contenido SET valores = '{"importe":1}'`,
])('a row that cannot be understood is told, not guessed: %s', (change) => {
  const revision = revisionAfter(change);
  expect(() => revision.fila(2)).toThrow(unreadable);
});

test('a change that cannot be understood is not undone', () => {
  const revision = revisionAfter(`UPDATE cambio_fila SET antes = '{"id":2}'`);
  expect(() => revision.deshacer(nothingSent)).toThrow(unreadable);
  expect(revision.fila(2)?.correcciones).toEqual(CHANGED.correcciones);
});
