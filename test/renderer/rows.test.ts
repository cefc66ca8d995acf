import { expect, test } from 'vitest';
import type { ReviewPlace, ReviewRow } from '#contract/revision.ts';
import { RowsState } from '../../src-renderer/features/review/rows.svelte.ts';
import { makeApi } from './double.ts';

const ROW: ReviewRow = { id: 7, archivo: 0, fila: 8, estado: 'error', valores: {}, problemas: [], editada: false };
const PLACE: ReviewPlace = { posicion: 6, fila: ROW };

/** Rows of which the next one with an error is found with some texts only. */
function makeRows(placeWith: (text: string) => ReviewPlace | null) {
  const api = makeApi({
    'revision.filas': () => ({ version: 1, total: 10, desde: 0, filas: [] }),
    'revision.siguiente': ({ texto }) => placeWith(texto ?? ''),
  });
  return { api, rows: new RowsState(api, () => ({ cuenta: 'mía', revision: 'r' })) };
}

test('the next error is found among all the rows where the searched text hides it, and the text is cleared', async () => {
  const { rows } = makeRows((text) => (text === '' ? PLACE : null));
  rows.show('error', 'visa');
  expect(await rows.findNext('error', 0)).toEqual(PLACE);
  expect([rows.filter, rows.text]).toEqual(['error', '']);
});

test('the searched text stays where the next error is among its rows', async () => {
  const { api, rows } = makeRows(() => PLACE);
  rows.show('todas', 'visa');
  expect(await rows.findNext('error', 0)).toEqual(PLACE);
  expect(rows.text).toBe('visa');
  expect(api.pedidos.filter(([method]) => method === 'revision.siguiente')).toHaveLength(1);
});

test('the searched text stays where there is no such row at all', async () => {
  const { rows } = makeRows(() => null);
  rows.show('todas', 'visa');
  expect(await rows.findNext('error', 0)).toBeUndefined();
  expect(rows.text).toBe('visa');
});
