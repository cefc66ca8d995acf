import { expect, test } from 'vitest';
import type { DataDetail } from '#contract/data.ts';
import { PanelState } from '../../src-renderer/features/data/panel.svelte.ts';
import { COVERAGE, failWith, makeApi } from './double.ts';
import { readWithData } from '../../src-renderer/shared/life.svelte.ts';
import { openScreen, Rounds } from './effects.svelte.ts';

const detailOf = (key: string): DataDetail => ({
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

test('a screen reads when it opens and when the data changes; a reading is aborted by the next one and when the screen closes', async () => {
  const freshness = new Rounds();
  const signals: AbortSignal[] = [];
  const read = (signal: AbortSignal): Promise<void> => {
    signals.push(signal);
    return Promise.resolve();
  };
  let reading: ReturnType<typeof readWithData> | undefined;
  const close = openScreen(() => (reading = readWithData(freshness, read)));
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false]);
  freshness.rounds += 1;
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  await reading?.readAgain();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  close();
  expect(signals.at(-1)?.aborted).toBe(true);
  expect(reading?.life.aborted).toBe(true);
});
