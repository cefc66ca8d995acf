import { describe, expect, test } from 'vitest';
import type { SettingsDocument } from '#contract/settings.ts';
import { SETTING } from '#contract/settings-inputs.ts';
import { AccountsState } from '../../src-renderer/features/settings/accounts.svelte.ts';
import { parseWholeBetween, LIMITS } from '../../src-renderer/features/settings/limits.ts';
import { formatSize } from '../../src-renderer/features/settings/backup-words.ts';
import { Task } from '../../src-renderer/features/settings/task.svelte.ts';
import { Settings } from '../../src-renderer/shared/settings.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { apiDe, ACCOUNT, failWith, INITIAL_SETTINGS } from './double.ts';

describe('the settings on the page', () => {
  test('what was kept is what is shown and applied', async () => {
    const applied: SettingsDocument[] = [];
    const api = apiDe({
      'ajustes.leer': () => INITIAL_SETTINGS,
      'ajustes.cambiar': (changes) => ({ ...INITIAL_SETTINGS, tema: changes.tema ?? 'sistema' }),
    });
    const ajustes = new Settings(api, (valor) => applied.push(valor));
    await ajustes.leer();
    expect(await ajustes.change({ tema: 'oscuro' })).toBe(true);
    expect(ajustes.valor?.tema).toBe('oscuro');
    expect(applied.map(({ tema }) => tema)).toEqual(['sistema', 'oscuro']);
  });

  test('what could not be kept is not shown as if it were', async () => {
    const api = apiDe({ 'ajustes.leer': () => INITIAL_SETTINGS, 'ajustes.cambiar': () => failWith('DISCO_LLENO') });
    const ajustes = new Settings(api, () => undefined);
    await ajustes.leer();
    expect(await ajustes.change({ tema: 'oscuro' })).toBe(false);
    expect(ajustes.valor?.tema).toBe('sistema');
    expect(ajustes.falla?.code).toBe('DISCO_LLENO');
    expect(ajustes.isSaving).toBe(false);
  });
});

describe('numbers of Ajustes', () => {
  test('have the limits of the contract', () => {
    for (const campo of ['porTanda', 'tardanza'] as const) {
      const [desde, hasta] = LIMITS[campo];
      for (const [n, isWithin] of [
        [desde - 1, false],
        [desde, true],
        [hasta, true],
        [hasta + 1, false],
      ] as const) {
        expect(SETTING[campo].safeParse(n).success, `${campo} ${String(n)}`).toBe(isWithin);
        expect(parseWholeBetween(String(n), LIMITS[campo]) !== undefined, `${campo} ${String(n)}`).toBe(isWithin);
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
  ] as const)('%j is %j', ([texto, n]) => {
    expect(parseWholeBetween(texto, [1, 100_000])).toBe(n);
  });

  test('sizes are said as people say them', () => {
    expect(
      [1, 1024 * 200, 214 * 1_048_576, 1.5 * 1024 * 1_048_576].map((n) => formatSize(n).replace(/\s/, ' ')),
    ).toEqual(['1 KB', '200 KB', '214 MB', '1,5 GB']);
  });
});

describe('a task', () => {
  test('is one at a time, and says why it did not end', async () => {
    const task = new Task();
    const espera = Promise.withResolvers<number>();
    const primera = task.run(() => espera.promise);
    expect(task.ocupada).toBe(true);
    expect(await task.run(() => Promise.resolve(2))).toBeUndefined();
    espera.resolve(1);
    expect(await primera).toBe(1);
    expect(await task.run(async () => failWith('COPIA_DANADA'))).toBeUndefined();
    expect(task.falla?.code).toBe('COPIA_DANADA');
    expect(task.ocupada).toBe(false);
  });
});

describe('the session of an account', () => {
  const withAccount = (respuestas: Parameters<typeof apiDe>[0]) => {
    const api = apiDe({ 'cuentas.listar': () => [ACCOUNT], ...respuestas });
    return new AccountsState({ api, sesion: new Session(api), now: () => 0 });
  };

  test('signing out says whether the service was told', async () => {
    const estado = withAccount({ 'cuentas.salir': ({ nombre }) => ({ nombre, revocada: false }) });
    await estado.signOut('mía');
    expect(estado.cerrada).toEqual({ nombre: 'mía', revocada: false });
  });

  test('a secret that the service refuses keeps the dialog open, and says why', async () => {
    const estado = withAccount({ 'cuentas.clave': () => failWith('CREDENCIALES_RECHAZADAS') });
    estado.askForSecret(ACCOUNT);
    await estado.changeSecret('mía', 'mala');
    expect(estado.changing).toEqual(ACCOUNT);
    expect(estado.falla?.code).toBe('CREDENCIALES_RECHAZADAS');
  });

  test('one that it takes closes it', async () => {
    const estado = withAccount({ 'cuentas.clave': ({ nombre }) => ({ nombre, claveGuardada: true }) });
    estado.askForSecret(ACCOUNT);
    await estado.changeSecret('mía', 'buena');
    expect(estado.changing).toBeUndefined();
    expect(estado.changed).toEqual({ nombre: 'mía', claveGuardada: true });
  });
});
