import { expect, test } from 'vitest';
import type { DataPage } from '#contract/data.ts';
import { RecordState } from '../../src-renderer/features/data/panel.svelte.ts';
import { COVERAGE, failWith, makeApi } from './double.ts';

const pageWith = (...ids: readonly string[]): DataPage => ({
  filas: ids.map((id) => ({ clave: id, id })),
  cobertura: COVERAGE,
  hayMas: false,
  total: null,
  version: '1',
});
const NOVEMBER = { desde: '2026-11-01', hasta: '2026-11-30' };

/** `listIds`: the records of a period or, without a period, the records with the id. */
function build(listIds: (from: string | undefined) => readonly string[] | Promise<readonly string[]>) {
  const api = makeApi({
    'datos.pagina': async ({ desde }) => pageWith(...(await listIds(desde))),
    'datos.detalle': ({ clave }) => ({ fila: { clave, id: clave }, cobertura: COVERAGE }),
    'datos.rastro': () => failWith('INTERNO'),
  });
  return new RecordState(api, 'mía', 'impuestos', 'b');
}
const openSignal = (): AbortSignal => new AbortController().signal;

test('a record that came with an update is no longer missing', async () => {
  let ids: readonly string[] = [];
  const state = build(() => ids);
  await state.read(NOVEMBER, openSignal());
  expect(state.isMissing).toBe(true);
  ids = ['b'];
  await state.read(NOVEMBER, openSignal());
  expect(state.isMissing).toBe(false);
});
