import { expect, test } from 'vitest';
import type { UpdatesDocument, UpdateStatus } from '#contract/settings.ts';
import { UpdatesState } from '../../src-renderer/features/settings/updates.svelte.ts';
import { makeApi, failWith } from './double.ts';

const doc = (now: UpdateStatus): UpdatesDocument => ({
  version: '1.4.0',
  hay: null,
  seInstala: true,
  activas: true,
  direccion: 'https://programas.example/',
  buscada: null,
  ahora: now,
});
const ready = doc({ estado: 'lista', version: '1.5.0' });

test('looking only says what there is; installing downloads it first', async () => {
  const calls: string[] = [];
  const state = new UpdatesState(
    makeApi({
      'actualizaciones.buscar': () => doc({ estado: 'hay', version: '1.5.0' }),
      'actualizaciones.bajar': () => {
        calls.push('bajar');
        return ready;
      },
      'actualizaciones.instalar': () => {
        calls.push('instalar');
        return ready;
      },
    }),
  );
  await state.look();
  expect([state.offered, state.doing, calls]).toEqual(['1.5.0', undefined, []]);
  await state.install();
  expect([calls, state.doing]).toEqual([['bajar', 'instalar'], 'install']);
});
test('a place that cannot be read, and an installation that is refused, are failures that can be tried again', async () => {
  const wrong = doc({ estado: 'falla', codigo: 'ACTUALIZACION_ILEGIBLE', mensaje: 'x' });
  const state = new UpdatesState(
    makeApi({
      'actualizaciones.buscar': () => wrong,
      'actualizaciones.bajar': () => ready,
      'actualizaciones.instalar': () => failWith('EN_USO'),
    }),
  );
  await state.look();
  expect([state.failure?.code, state.offered, state.doing]).toEqual(['ACTUALIZACION_ILEGIBLE', undefined, undefined]);
  await state.install();
  expect([state.failure?.code, state.doing]).toEqual(['EN_USO', undefined]);
});
