import { expect, test } from 'vitest';
import type { UpdatesDocument, UpdateStatus } from '#contract/updates.ts';
import { ConnectState } from '../../src-renderer/features/settings/connect.svelte.ts';
import { AccountsState } from '../../src-renderer/features/settings/accounts.svelte.ts';
import { UpdatesState } from '../../src-renderer/features/settings/updates.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { makeApi, failWith } from './double.ts';

const doc = (now: UpdateStatus): UpdatesDocument => ({
  version: '1.4.0',
  hay: null,
  seInstala: true,
  activas: true,
  permitidas: true,
  direccion: 'https://programas.example/',
  canal: 'latest',
  fijadas: [],
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

const policy = (service: string | null) => ({
  archivo: '/etc/conciliador/politica.json',
  presente: true,
  deCualquiera: false,
  servicio: service,
  actualizaciones: { direccion: null, canal: null, permitidas: null },
});
test.each([
  ['https://servicio.example/api', 'https://servicio.example/api/', false],
  ['https://otro.example', 'https://servicio.example', true],
  ['https://servicio.example', 'https://servicio.example/api', true],
  ['https://otro.example', null, false],
])('an account at %s, where %s is fixed, is elsewhere: %s', async (url, service, elsewhere) => {
  const api = makeApi({ 'politica.ver': () => policy(service) });
  const state = new AccountsState({ api, session: new Session(api), now: () => 0 });
  await state.readPolicy();
  expect(state.isElsewhere({ url })).toBe(elsewhere);
});
test('an address that was fixed is the one of the form', async () => {
  const fixed = new ConnectState(makeApi({ 'politica.ver': () => policy('https://servicio.example') }));
  await fixed.readPolicy();
  expect([fixed.url, fixed.fixedUrl]).toEqual(['https://servicio.example', 'https://servicio.example']);
  const free = new ConnectState(makeApi({ 'politica.ver': () => policy(null) }));
  await free.readPolicy();
  expect([free.url, free.fixedUrl]).toEqual(['', undefined]);
  const broken = new ConnectState(makeApi({ 'politica.ver': () => failWith('POLITICA_INVALIDA') }));
  await broken.readPolicy();
  expect(broken.failure?.code).toBe('POLITICA_INVALIDA');
});
