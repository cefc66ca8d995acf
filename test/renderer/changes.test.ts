import { describe, expect, test } from 'vitest';
import type { ReviewChange, ReviewDocument } from '#contract/revision.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { RevisionState } from '../../src-renderer/features/review/revision.svelte.ts';
import { failWith, makeApi } from './double.ts';
import { REVIEW, SUMMARY } from './review.ts';

const DOCUMENT = { ...REVIEW, resumen: { ...SUMMARY, version: 1 } };
const changeOf = (version: number): ReviewChange => ({
  resumen: { ...SUMMARY, version },
  cambiadas: 1,
  fila: null,
});

const TOTALS = { version: 1, cupones: 3, importe: '10.00', porTarjeta: [], porDia: [], porCierre: [] };

async function openReview(answers: Parameters<typeof makeApi>[0]) {
  const api = makeApi({ 'revision.ver': () => DOCUMENT, 'revision.deshacer': () => changeOf(2), ...answers });
  const revision = new RevisionState({ api, session: new Session(api) });
  await revision.recover();
  return { api, revision };
}

test('a change asked while another is on its way waits for it, and is not lost', async () => {
  const first = Promise.withResolvers<ReviewChange>();
  const { api, revision } = await openReview({
    'revision.deshacer': () => first.promise,
    'revision.rehacer': () => changeOf(3),
  });
  const undoneAndRedone = () =>
    api.pedidos.map(([method]) => method).filter((method) => /\.(deshacer|rehacer)$/.test(method));

  const undone = revision.undo();
  const redone = revision.redo();
  await expect.poll(undoneAndRedone).toEqual(['revision.deshacer']);
  first.resolve(changeOf(2));
  expect((await undone)?.resumen.version).toBe(2);
  expect((await redone)?.resumen.version).toBe(3);
  expect(undoneAndRedone()).toEqual(['revision.deshacer', 'revision.rehacer']);
});

test('columns that are chosen one right after another are all told, before the rows are read', async () => {
  const first = Promise.withResolvers<ReviewDocument>();
  const columns: unknown[] = [];
  const { revision } = await openReview({
    'revision.columnas': ({ mapear }: { mapear?: unknown }) => {
      columns.push(mapear);
      return columns.length === 1 ? first.promise : DOCUMENT;
    },
    'revision.leer': () => {
      columns.push('leer');
      return DOCUMENT;
    },
  });
  void revision.readColumns(0, { mapear: { lote: 'Lote' } });
  void revision.readColumns(0, { mapear: { terminal: 'Terminal' } });
  const reading = revision.read();
  first.resolve(DOCUMENT);
  await reading;
  expect(columns).toEqual([{ lote: 'Lote' }, { terminal: 'Terminal' }, 'leer']);
});

test('a change asked while the errors are downloaded waits for them, and is not lost', async () => {
  const workbook = Promise.withResolvers<{ exportado: string; filas: number }>();
  const { api, revision } = await openReview({
    'revision.errores': () => workbook.promise,
    'revision.omitir': () => changeOf(2),
    'revision.leer': () => DOCUMENT,
    'revision.filas': () => ({ version: 2, total: 0, desde: 0, filas: [] }),
  });
  const download = revision.downloadErrors();
  const again = revision.downloadErrors(); // ignored, because the first download still runs
  const omitted = revision.leaveOut([1], true);
  const read = revision.read();
  expect(revision.isDownloading).toBe(true);
  workbook.resolve({ exportado: 'errores.xlsx', filas: 1 });
  await Promise.all([download, again]);
  expect((await omitted)?.resumen.version).toBe(2);
  expect(await read).toBe(true);
  expect([revision.isDownloading, revision.isBusy]).toEqual([false, false]);
  expect(api.pedidos.map(([method]) => method)).toEqual([
    'revision.ver',
    'revision.errores',
    'revision.omitir',
    'revision.leer',
  ]);
});

test('what failed in its turn does not keep what was asked after it from its own', async () => {
  const { revision } = await openReview({
    'revision.errores': () => failWith('DISCO_LLENO'),
  });
  await revision.downloadErrors();
  expect([revision.failure?.code, revision.isDownloading]).toEqual(['DISCO_LLENO', false]);
  expect((await revision.undo())?.resumen.version).toBe(2);
});

test('the totals of the rows before a change are not those of what is sent', async () => {
  const importes = ['10.00', '7.00'];
  const { revision } = await openReview({
    'revision.totales': () => ({ ...TOTALS, importe: importes.shift() ?? '' }),
  });
  await revision.readTotals();
  expect(revision.currentTotals?.importe).toBe('10.00');
  await revision.undo();
  expect(revision.currentTotals).toBeUndefined();
  await revision.readTotals();
  expect(revision.currentTotals?.importe).toBe('7.00');
});

describe('another file that is brought while the one before', () => {
  const never = new AbortController().signal;
  const OTHER: ReviewDocument = { ...DOCUMENT, revision: 'other' };
  type Held<T> = ReturnType<typeof Promise.withResolvers<T>>;

  /** A review of the first file, whose answers the test gives later. */
  async function open() {
    const late: { rows: Held<ReviewDocument>; change: Held<ReviewChange>; totals: Held<typeof TOTALS> } = {
      rows: Promise.withResolvers(),
      change: Promise.withResolvers(),
      totals: Promise.withResolvers(),
    };
    const stopped: string[] = [];
    const { revision } = await openReview({
      'revision.empezar': () => OTHER,
      'revision.leer': (_given, { signal }) => {
        signal?.addEventListener('abort', () => stopped.push('leer'));
        return late.rows.promise;
      },
      'revision.corregir': () => late.change.promise,
      'revision.totales': () => late.totals.promise,
    });
    return { revision, late, stopped };
  }

  test('is read is the one that is shown, and the reading stops', async () => {
    const { revision, late, stopped } = await open();
    const reading = revision.read();
    await expect.poll(() => revision.isBusy).toBe(true);
    await revision.begin(['archivo:2/b.xlsx'], never);
    expect(stopped).toEqual(['leer']);
    late.rows.resolve(DOCUMENT);
    await reading;
    expect([revision.document?.revision, revision.failure, revision.isBusy]).toEqual(['other', undefined, false]);
  });

  test('is corrected keeps its own counts', async () => {
    const { revision, late } = await open();
    const correcting = revision.correct({ fila: 1, campo: 'lote', valor: '12', todas: false });
    await revision.begin(['archivo:2/b.xlsx'], never);
    late.change.resolve(changeOf(2));
    expect(await correcting).toBeUndefined();
    expect(revision.summary?.version).toBe(1);
  });

  test('is added up keeps its own totals', async () => {
    const { revision, late } = await open();
    const adding = revision.readTotals();
    await revision.begin(['archivo:2/b.xlsx'], never);
    late.totals.resolve(TOTALS);
    await adding;
    expect(revision.totals).toBeUndefined();
  });

  test('is still taken up, as the program opens, is the one that is shown', async () => {
    const held = Promise.withResolvers<ReviewDocument>();
    const api = makeApi({ 'revision.ver': () => held.promise, 'revision.empezar': () => OTHER });
    const revision = new RevisionState({ api, session: new Session(api) });
    const recovering = revision.recover();
    await revision.begin(['archivo:2/b.xlsx'], never);
    held.resolve(DOCUMENT);
    expect(await recovering).toBeUndefined();
    expect(revision.document?.revision).toBe('other');
  });
});

test('all the rows are shown again when none is left of those that were looked at, and the text stays', async () => {
  let conError = 1;
  const { revision } = await openReview({
    'revision.omitir': () => ({ ...changeOf(2), resumen: { ...SUMMARY, version: 2, conError, conAviso: 2 } }),
  });
  revision.rows.show('error', 'visa');
  await revision.leaveOut([1], true);
  expect(revision.rows.filter).toBe('error');
  conError = 0;
  await revision.leaveOut('errores', true);
  expect([revision.rows.filter, revision.rows.text]).toEqual(['todas', 'visa']);
  revision.rows.show('aviso', '');
  await revision.leaveOut([2], true);
  expect(revision.rows.filter).toBe('aviso');
});
