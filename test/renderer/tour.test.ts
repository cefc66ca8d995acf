import { expect, test } from 'vitest';
import { TourState } from '../../src-renderer/features/wizard/tour.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { Settings } from '../../src-renderer/shared/settings.svelte.ts';
import { makeApi, ACCOUNT, INITIAL_SETTINGS, memoryStorage } from './double.ts';

const TWO_ACCOUNTS = [
  { ...ACCOUNT, nombre: 'La Espiga' },
  { ...ACCOUNT, nombre: 'Datos de ejemplo', predeterminada: false },
];

async function tourOf(account: string, seen: boolean) {
  const api = makeApi({
    'cuentas.listar': () => [{ ...ACCOUNT, nombre: account }],
    'ajustes.leer': () => ({ ...INITIAL_SETTINGS, recorridoVisto: seen }),
    'ajustes.cambiar': (changes) => ({ ...INITIAL_SETTINGS, recorridoVisto: changes.recorridoVisto ?? seen }),
  });
  const session = new Session(api);
  const settings = new Settings(api, () => undefined);
  await Promise.all([session.read(), settings.read()]);
  return { api, tour: new TourState({ session, settings }) };
}

test('is of the example, and of no other account', async () => {
  expect((await tourOf('Datos de ejemplo', false)).tour.isShown).toBe(true);
  expect((await tourOf('La Espiga', false)).tour.isShown).toBe(false);
});

test('goes along with the wizard, or ahead of it, in three steps', async () => {
  const { tour } = await tourOf('Datos de ejemplo', false);
  const steps = ['archivo', 'columnas', 'revision', 'previa', 'envio', 'resultado'] as const;
  expect(steps.map((step) => tour.stepAt(step))).toEqual([1, 2, 2, 3, 3, 3]);
  tour.readOn('archivo');
  expect(steps.map((step) => tour.stepAt(step))).toEqual([2, 2, 2, 3, 3, 3]);
  tour.readOn('revision');
  expect(tour.stepAt('archivo')).toBe(3);
});

test('is read back as far as the step of the wizard', async () => {
  const { tour } = await tourOf('Datos de ejemplo', false);
  expect(tour.isAhead('archivo')).toBe(false);
  tour.readOn('archivo');
  tour.readOn('archivo');
  expect(tour.isAhead('columnas')).toBe(true);
  tour.readBack('columnas');
  tour.readBack('columnas');
  expect(tour.stepAt('columnas')).toBe(2);
  tour.readBack('archivo');
  expect(tour.stepAt('archivo')).toBe(1);
});

test('once it was left it is not shown again, and that is kept', async () => {
  const { api, tour } = await tourOf('Datos de ejemplo', false);
  await tour.leave();
  expect(tour.isShown).toBe(false);
  expect(api.pedidos.at(-1)).toEqual(['ajustes.cambiar', { recorridoVisto: true }]);
  expect((await tourOf('Datos de ejemplo', true)).tour.isShown).toBe(false);
});

test('ended on the example that another account was left for, it shows that account again, also in a page loaded since', async () => {
  const storage = memoryStorage();
  const api = makeApi({
    'cuentas.listar': () => TWO_ACCOUNTS,
    'ajustes.cambiar': () => ({ ...INITIAL_SETTINGS, recorridoVisto: true }),
  });
  const load = async (): Promise<Session> => {
    const session = new Session(api, storage);
    await session.read();
    return session;
  };
  const before = await load();
  before.borrow('Datos de ejemplo');
  before.borrow('Datos de ejemplo'); // the tour was begun once more
  const session = await load();
  const tour = new TourState({ session, settings: new Settings(api, () => undefined) });
  expect([session.actual?.nombre, tour.returnsTo]).toEqual(['Datos de ejemplo', 'La Espiga']);
  await tour.leave();
  expect(session.actual?.nombre).toBe('La Espiga');
  expect((await load()).actual?.nombre).toBe('La Espiga');
});

test('ended after the person chose the example by hand, it stays there', async () => {
  const session = new Session(makeApi({ 'cuentas.listar': () => TWO_ACCOUNTS }));
  await session.read();
  session.borrow('Datos de ejemplo');
  session.choose('Datos de ejemplo');
  session.giveBack();
  expect(session.actual?.nombre).toBe('Datos de ejemplo');
});
