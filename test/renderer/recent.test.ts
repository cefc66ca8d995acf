import { expect, test } from 'vitest';
import type { RecentFile } from '#contract/uploads.ts';
import { RecentState } from '../../src-renderer/features/wizard/recent.svelte.ts';
import { failWith, makeApi } from './double.ts';

const fileOf = (upload: string): RecentFile => ({
  carga: upload,
  archivos: ['ventas.csv'],
  at: 0,
  cupones: 3,
  estado: 'TERMINADA',
  id: '48213',
});

test('the files of an account are gone as soon as another is chosen, and do not come late', async () => {
  const late = Promise.withResolvers<readonly RecentFile[]>();
  const other = Promise.withResolvers<readonly RecentFile[]>();
  const answers = [Promise.resolve([fileOf('C0')]), late.promise, other.promise];
  const recent = new RecentState(makeApi({ 'cargas.recientes': () => answers.shift() ?? [] }));
  await recent.show('mía');
  expect(recent.files).toEqual([fileOf('C0')]);
  const first = recent.show('mía');
  const second = recent.show('otra');
  expect(recent.files).toEqual([]);
  other.resolve([fileOf('C2')]);
  await second;
  late.resolve([fileOf('C1')]);
  await first;
  expect(recent.files).toEqual([fileOf('C2')]);
});

test('a ledger that cannot be read shows no files', async () => {
  const recent = new RecentState(makeApi({ 'cargas.recientes': () => failWith('DISCO_LLENO') }));
  await recent.show('mía');
  expect(recent.files).toEqual([]);
});
