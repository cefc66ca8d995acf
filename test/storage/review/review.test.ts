import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openReview, rowIdOf, type FindSent, type StoredRow } from '#storage/review/index.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';

const ROW: StoredRow = {
  id: 2,
  valores: { importe: '1,00', fecha_venta: '2026-10-40' },
  texto: null,
  problemas: [
    { clase: 'error', codigo: 'NO_ES_FECHA', campo: 'fecha_venta', valor: '2026-10-40', mensaje: 'no', arreglo: null },
    { clase: 'aviso', codigo: 'FILA_IGNORADA', campo: null, valor: '', mensaje: 'oculta', arreglo: null },
  ],
  omitida: null,
  ignorada: false,
  correcciones: null,
};
const ALONE = { duplicaA: null, ocurrencia: 1, anterior: null };
const nothingSent: FindSent = (cupones) => cupones.map(() => null);

const CHANGED: StoredRow = { ...ROW, correcciones: { fecha_venta: { texto: 'ayer', leido: false } } };

/** A review of one row whose correction can be undone, opened again. */
function revisionAgain() {
  const folder = createTemporaryFolder();
  const file = path.join(folder, 'revision.db');
  const before = openReview(file);
  before.add([{ fila: ROW, identidad: null }], nothingSent);
  before.finishLoading(nothingSent);
  before.change([CHANGED], nothingSent);
  before.close();
  const revision = openReview(file);
  onTestFinished(() => {
    revision.close();
  });
  return revision;
}
test('a row, its problems and its changes are what was written', () => {
  const revision = revisionAgain();
  expect(revision.readRow(2)).toEqual({ ...CHANGED, ...ALONE });
  expect(revision.undo(nothingSent)).toEqual([2]);
  expect(revision.readRow(2)).toEqual({ ...ROW, ...ALONE });
});

test('totals by card are in the order of names, whatever their accents and capitals', () => {
  const revision = openReview(path.join(createTemporaryFolder(), 'revision.db'));
  onTestFinished(() => {
    revision.close();
  });
  const cards = ['QUINTAR', 'ÑANDUBAY', 'naranja', 'Cabal', 'ARGENCARD'];
  const rows = cards.map((card, i): { fila: StoredRow; identidad: null } => ({
    fila: { ...ROW, id: i + 2, problemas: [], texto: JSON.stringify({ tarjeta_desc: card, importe: '1.00' }) },
    identidad: null,
  }));
  revision.add(rows, nothingSent);
  revision.finishLoading(nothingSent);
  const names = revision.readTotals().porTarjeta.map(({ clave }) => clave);
  expect(names).toEqual(['ARGENCARD', 'Cabal', 'naranja', 'ÑANDUBAY', 'QUINTAR']);
});

test('a search finds the rows of a file by its name, and by its name and words together', () => {
  const revision = openReview(path.join(createTemporaryFolder(), 'revision.db'));
  onTestFinished(() => {
    revision.close();
  });
  const ids = [rowIdOf(0, 2), rowIdOf(1, 2), rowIdOf(1, 3)];
  const rows = ids.map((id, i) => ({
    fila: { ...ROW, id, valores: { lote: String(740 + i) } },
    identidad: null,
  }));
  revision.add(rows, nothingSent);
  revision.finishLoading(nothingSent);
  revision.nameFiles(['Caja 1.xlsx', 'Ciérre3.xls']);
  expect(revision.ids('todas', 'cierre3')).toEqual(ids.slice(1));
  expect(revision.ids('todas', 'CIERRE3 742')).toEqual(ids.slice(2));
  expect(revision.ids('todas', '740')).toEqual(ids.slice(0, 1));
});
