import { expect, test } from 'vitest';
import type { DataDetail } from '#contract/data.ts';
import { PanelState } from '../../src-renderer/features/data/panel.svelte.ts';
import { COVERAGE, failWith, makeApi } from './double.ts';

const detailOf = (key: string): DataDetail => ({
  vista: 'impuestos-totales',
  fila: { clave: key, id: key },
  cobertura: COVERAGE,
});

function build() {
  const broken = new Set<string>();
  const api = makeApi({ 'datos.detalle': ({ clave }) => (broken.has(clave) ? failWith('INTERNO') : detailOf(clave)) });
  return { broken, panel: new PanelState(api, 'mía') };
}
const shownBy = (panel: PanelState): unknown[] => [panel.detail?.fila?.clave, panel.failure?.code];

test('the failure of a record does not stand above the fields of the one before', async () => {
  const { panel, broken } = build();
  broken.add('b');
  await panel.show('impuestos-totales', 'a');
  const reading = panel.show('impuestos-totales', 'b');
  expect(shownBy(panel)).toEqual([undefined, undefined]);
  await reading;
  expect(shownBy(panel)).toEqual([undefined, 'INTERNO']);
});

test('a record stays while it is read again, and when that fails', async () => {
  const { panel, broken } = build();
  await panel.show('impuestos-totales', 'a');
  broken.add('a');
  const reading = panel.show('impuestos-totales', 'a');
  expect(shownBy(panel)).toEqual(['a', undefined]);
  await reading;
  expect(shownBy(panel)).toEqual(['a', 'INTERNO']);
});

test('the failure of a record is gone once another is marked', async () => {
  const { panel, broken } = build();
  broken.add('a');
  await panel.show('impuestos-totales', 'a');
  const reading = panel.show('impuestos-totales', 'b');
  expect(panel.failure).toBeUndefined();
  await reading;
  expect(shownBy(panel)).toEqual(['b', undefined]);
});
