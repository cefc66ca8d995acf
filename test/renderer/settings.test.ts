import { describe, expect, test } from 'vitest';
import { type SettingsDocument, SETTING } from '#contract/settings.ts';
import { LIMITS } from '#domain/upload/settings.js';
import { AccountsState } from '../../src-renderer/features/settings/accounts.svelte.ts';
import { parseWholeBetween } from '../../src-renderer/ui/typing.ts';
import { formatTotalSize } from '../../src-renderer/ui/format.ts';
import { Settings } from '../../src-renderer/shared/settings.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { makeApi, ACCOUNT, failWith, INITIAL_SETTINGS } from './double.ts';

describe('the settings on the page', () => {
  test('what was kept is what is shown and applied', async () => {
    const applied: SettingsDocument[] = [];
    const api = makeApi({
      'ajustes.leer': () => INITIAL_SETTINGS,
      'ajustes.cambiar': (changes) => ({ ...INITIAL_SETTINGS, tema: changes.tema ?? 'sistema' }),
    });
    const settings = new Settings(api, (value) => applied.push(value));
    await settings.read();
    expect(await settings.change({ tema: 'oscuro' })).toBe(true);
    expect(settings.document?.tema).toBe('oscuro');
    expect(applied.map(({ tema }) => tema)).toEqual(['sistema', 'oscuro']);
  });

  test('of two changes the later one is shown, however late the first one is answered', async () => {
    const first = Promise.withResolvers<undefined>();
    let kept = INITIAL_SETTINGS;
    let calls = 0;
    const api = makeApi({
      'ajustes.cambiar': async ({ tema = kept.tema }) => {
        kept = { ...kept, tema };
        const answer = kept;
        calls += 1;
        if (calls === 1) await first.promise;
        return answer;
      },
    });
    const settings = new Settings(api, () => undefined);
    const changing = [settings.change({ tema: 'oscuro' }), settings.change({ tema: 'claro' })];
    await expect.poll(() => calls).toBeGreaterThan(0);
    first.resolve(undefined);
    await Promise.all(changing);
    expect([settings.document?.tema, settings.isBusy]).toEqual(['claro', false]);
  });

  test('what could not be kept is not shown as if it were', async () => {
    const api = makeApi({ 'ajustes.leer': () => INITIAL_SETTINGS, 'ajustes.cambiar': () => failWith('DISCO_LLENO') });
    const settings = new Settings(api, () => undefined);
    await settings.read();
    expect(await settings.change({ tema: 'oscuro' })).toBe(false);
    expect(settings.document?.tema).toBe('sistema');
    expect(settings.failure?.code).toBe('DISCO_LLENO');
    expect(settings.isBusy).toBe(false);
  });
});

describe('numbers of Ajustes', () => {
  test('have the limits of the contract', () => {
    for (const field of ['porTanda', 'tardanza'] as const) {
      const [from, to] = LIMITS[field];
      for (const [n, isWithin] of [
        [from - 1, false],
        [from, true],
        [to, true],
        [to + 1, false],
      ] as const) {
        expect(SETTING[field].safeParse(n).success, `${field} ${String(n)}`).toBe(isWithin);
        expect(parseWholeBetween(String(n), LIMITS[field]) !== undefined, `${field} ${String(n)}`).toBe(isWithin);
      }
    }
  });

  test.for([
    ['1.000', 1000],
    [' 500 ', 500],
    ['1 000', 1000],
    ['', undefined],
    ['12,5', undefined],
    ['1.5', undefined],
    ['-3', undefined],
    ['mil', undefined],
  ] as const)('%j is %j', ([text, n]) => {
    expect(parseWholeBetween(text, [1, 100_000])).toBe(n);
  });

  test('a total is the sum of its parts as they are said', () => {
    const mb = 1_048_576;
    const said = (...parts: readonly number[]): string => formatTotalSize(parts).replace(/\s/, ' ');
    expect(said(5.5 * mb, 3.5 * mb)).toBe('10 MB');
    expect(said(0.5 * 1024, 0.5 * 1024)).toBe('2 KB');
    expect(said(1.25 * 1024 * mb, 1.25 * 1024 * mb)).toBe('2,6 GB');
    expect(said(6 * mb, 300 * 1024)).toBe('6 MB');
  });
});

describe('the session of an account', () => {
  const withAccount = (answers: Parameters<typeof makeApi>[0]) => {
    const api = makeApi({ 'cuentas.listar': () => [ACCOUNT], ...answers });
    return new AccountsState({ api, session: new Session(api), now: () => 0 });
  };

  test('signing out says whether the service was told', async () => {
    const state = withAccount({ 'cuentas.salir': ({ nombre }) => ({ nombre, revocada: false }) });
    await state.signOut('mía');
    expect(state.done).toEqual({ what: 'closed', account: { nombre: 'mía', revocada: false } });
  });

  test('a secret that the service refuses keeps the dialog open, and says why', async () => {
    const state = withAccount({ 'cuentas.clave': () => failWith('CREDENCIALES_RECHAZADAS') });
    state.askForSecret(ACCOUNT);
    await state.changeSecret('mía', 'mala');
    expect(state.changing).toEqual(ACCOUNT);
    expect(state.failure?.code).toBe('CREDENCIALES_RECHAZADAS');
  });

  test('one that it takes closes it', async () => {
    const state = withAccount({ 'cuentas.clave': ({ nombre }) => ({ nombre, claveGuardada: true }) });
    state.askForSecret(ACCOUNT);
    await state.changeSecret('mía', 'buena');
    expect(state.changing).toBeUndefined();
    expect(state.done).toEqual({ what: 'changed', account: { nombre: 'mía', claveGuardada: true } });
  });
});
