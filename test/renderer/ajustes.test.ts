import { describe, expect, test } from 'vitest';
import type { AjustesDocumento } from '#contract/ajustes.ts';
import { AJUSTE } from '#contract/ajustes-inputs.ts';
import { CuentasState } from '../../src-renderer/features/ajustes/cuentas.svelte.ts';
import { enteroEntre, LIMITES } from '../../src-renderer/features/ajustes/limites.ts';
import { tamano } from '../../src-renderer/features/ajustes/tamano.ts';
import { Tarea } from '../../src-renderer/features/ajustes/tarea.svelte.ts';
import { Ajustes } from '../../src-renderer/marco/ajustes.svelte.ts';
import { Sesion } from '../../src-renderer/marco/sesion.svelte.ts';
import { apiDe, CUENTA, falla } from './doble.ts';

const AJUSTES_INICIALES: AjustesDocumento = {
  idioma: null,
  tema: 'sistema',
  tardanza: 120,
  porTanda: 500,
  carpetaInformes: null,
  actualizar: { diario: false, hora: '08:00' },
  rielPlegado: false,
};

describe('the settings on the page', () => {
  test('what was kept is what is shown and applied', async () => {
    const aplicados: AjustesDocumento[] = [];
    const api = apiDe({
      'ajustes.leer': () => AJUSTES_INICIALES,
      'ajustes.cambiar': (cambios) => ({ ...AJUSTES_INICIALES, tema: cambios.tema ?? 'sistema' }),
    });
    const ajustes = new Ajustes(api, (valor) => aplicados.push(valor));
    await ajustes.leer();
    expect(await ajustes.cambiar({ tema: 'oscuro' })).toBe(true);
    expect(ajustes.valor?.tema).toBe('oscuro');
    expect(aplicados.map(({ tema }) => tema)).toEqual(['sistema', 'oscuro']);
  });

  test('what could not be kept is not shown as if it were', async () => {
    const api = apiDe({ 'ajustes.leer': () => AJUSTES_INICIALES, 'ajustes.cambiar': () => falla('DISCO_LLENO') });
    const ajustes = new Ajustes(api, () => undefined);
    await ajustes.leer();
    expect(await ajustes.cambiar({ tema: 'oscuro' })).toBe(false);
    expect(ajustes.valor?.tema).toBe('sistema');
    expect(ajustes.falla?.code).toBe('DISCO_LLENO');
    expect(ajustes.guardando).toBe(false);
  });
});

describe('numbers of Ajustes', () => {
  test('have the limits of the contract', () => {
    for (const campo of ['porTanda', 'tardanza'] as const) {
      const [desde, hasta] = LIMITES[campo];
      for (const [n, dentro] of [
        [desde - 1, false],
        [desde, true],
        [hasta, true],
        [hasta + 1, false],
      ] as const) {
        expect(AJUSTE[campo].safeParse(n).success, `${campo} ${String(n)}`).toBe(dentro);
        expect(enteroEntre(String(n), LIMITES[campo]) !== undefined, `${campo} ${String(n)}`).toBe(dentro);
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
    expect(enteroEntre(texto, [1, 100_000])).toBe(n);
  });

  test('sizes are said as people say them', () => {
    expect([1, 1024 * 200, 214 * 1_048_576, 1.5 * 1024 * 1_048_576].map((n) => tamano(n).replace(/\s/, ' '))).toEqual([
      '1 KB',
      '200 KB',
      '214 MB',
      '1,5 GB',
    ]);
  });
});

describe('a task', () => {
  test('is one at a time, and says why it did not end', async () => {
    const tarea = new Tarea();
    const espera = Promise.withResolvers<number>();
    const primera = tarea.hacer(() => espera.promise);
    expect(tarea.ocupada).toBe(true);
    expect(await tarea.hacer(() => Promise.resolve(2))).toBeUndefined();
    espera.resolve(1);
    expect(await primera).toBe(1);
    expect(await tarea.hacer(async () => falla('COPIA_DANADA'))).toBeUndefined();
    expect(tarea.falla?.code).toBe('COPIA_DANADA');
    expect(tarea.ocupada).toBe(false);
  });
});

describe('the session of an account', () => {
  const conCuenta = (respuestas: Parameters<typeof apiDe>[0]) => {
    const api = apiDe({ 'cuentas.listar': () => [CUENTA], ...respuestas });
    return new CuentasState({ api, sesion: new Sesion(api), ahora: () => 0 });
  };

  test('signing out says whether the service was told', async () => {
    const estado = conCuenta({ 'cuentas.salir': ({ nombre }) => ({ nombre, revocada: false }) });
    await estado.salir('mía');
    expect(estado.cerrada).toEqual({ nombre: 'mía', revocada: false });
  });

  test('a secret that the service refuses keeps the dialog open, and says why', async () => {
    const estado = conCuenta({ 'cuentas.clave': () => falla('CREDENCIALES_RECHAZADAS') });
    estado.pedirClave(CUENTA);
    await estado.cambiarClave('mía', 'mala');
    expect(estado.cambiando).toEqual(CUENTA);
    expect(estado.falla?.code).toBe('CREDENCIALES_RECHAZADAS');
  });

  test('one that it takes closes it', async () => {
    const estado = conCuenta({ 'cuentas.clave': ({ nombre }) => ({ nombre, claveGuardada: true }) });
    estado.pedirClave(CUENTA);
    await estado.cambiarClave('mía', 'buena');
    expect(estado.cambiando).toBeUndefined();
    expect(estado.cambiada).toEqual({ nombre: 'mía', claveGuardada: true });
  });
});
