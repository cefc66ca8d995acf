import { expect, test } from 'vitest';
import type { UpdatesDocument, UpdateStatus } from '#contract/updates.ts';
import { ConnectState } from '../../src-renderer/features/settings/connect.svelte.ts';
import { AccountsState } from '../../src-renderer/features/settings/accounts.svelte.ts';
import { UpdatesState } from '../../src-renderer/features/settings/updates.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { makeApi, failWith } from './double.ts';

const OFFER = { version: '1.5.0', novedades: '- Lo nuevo.', bytes: 100 };
const doc = (now: UpdateStatus, changes: Partial<UpdatesDocument> = {}): UpdatesDocument => ({
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
  ...changes,
});
const found = doc({ estado: 'hay', noAbrio: false, ...OFFER });
const ready = doc({ estado: 'lista', ...OFFER });

test('looking brings what there is, where it can be installed', async () => {
  const state = new UpdatesState(
    makeApi({ 'actualizaciones.buscar': () => found, 'actualizaciones.bajar': () => ready }),
  );
  await state.look();
  expect([state.isReady, state.offered?.version, state.doing]).toEqual([true, '1.5.0', undefined]);
});
test.each([
  ['a host that does not replace itself', doc({ estado: 'hay', noAbrio: false, ...OFFER }, { seInstala: false })],
  ['a version that did not open', doc({ estado: 'hay', noAbrio: true, ...OFFER })],
])('looking brings nothing for %s', async (_what, answer) => {
  const state = new UpdatesState(makeApi({ 'actualizaciones.buscar': () => answer }));
  await state.look();
  expect([state.isReady, state.offered?.version, state.failure]).toEqual([false, '1.5.0', undefined]);
});
test('what is wrong with a feed is a failure, and its words are of the screens', async () => {
  const wrong = doc({ estado: 'falla', codigo: 'ACTUALIZACION_SIN_FIRMA', mensaje: 'x' });
  const state = new UpdatesState(makeApi({ 'actualizaciones.buscar': () => wrong }));
  await state.look();
  expect([state.failure?.code, state.offered, state.doing]).toEqual(['ACTUALIZACION_SIN_FIRMA', undefined, undefined]);
});
test('a screen that opens while one is brought waits with whoever brings it', async () => {
  const state = new UpdatesState(
    makeApi({
      'actualizaciones.ver': () => doc({ estado: 'bajando', bajados: 40, ...OFFER }),
      'actualizaciones.bajar': () => ready,
    }),
  );
  const reading = state.read();
  await expect.poll(() => state.brought).toBe(40);
  await reading;
  expect(state.isReady).toBe(true);
});
test('installing that is refused says so, and can be tried again', async () => {
  const state = new UpdatesState(
    makeApi({ 'actualizaciones.ver': () => ready, 'actualizaciones.instalar': () => failWith('EN_USO') }),
  );
  await state.read();
  await state.install();
  expect([state.failure?.code, state.doing, state.isReady]).toEqual(['EN_USO', undefined, true]);
});
test('installing goes on until the window goes', async () => {
  const state = new UpdatesState(makeApi({ 'actualizaciones.instalar': () => ready }));
  await state.install();
  expect(state.doing).toBe('install');
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
