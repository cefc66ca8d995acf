import { expect, test } from 'vitest';
import { CutDownload } from '../../src-renderer/shared/cut-download.svelte.ts';
import { makeApi } from './double.ts';

/** The storage of a tab, which lives longer than its pages. */
function makeTab() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('a page left while a download runs is told by the next one, until another download begins', async () => {
  const tab = makeTab();
  const run = Promise.withResolvers<{ metodos: []; fallas: [] }>();
  const api = makeApi({ 'datos.sincronizar': () => run.promise });
  const left = new CutDownload(tab);
  const download = left.observe(api).call('datos.sincronizar', { cuenta: 'mía' });
  left.leave();
  const next = new CutDownload(tab);
  expect(next.account).toBe('mía');
  run.resolve({ metodos: [], fallas: [] });
  await download;
  await next.observe(api).call('datos.sincronizar', { cuenta: 'otra' });
  expect(next.account).toBe('mía');
  await next.observe(api).call('datos.sincronizar', { cuenta: 'mía' });
  expect(next.account).toBeUndefined();
  expect(new CutDownload(tab).account).toBeUndefined();
});

test('a page left with no download running is not told', async () => {
  const tab = makeTab();
  const api = makeApi({ 'datos.sincronizar': () => ({ metodos: [], fallas: [] }) });
  const page = new CutDownload(tab);
  await page.observe(api).call('datos.sincronizar', { cuenta: 'mía' });
  page.leave();
  expect(new CutDownload(tab).account).toBeUndefined();
});
