import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { montarMundo, planilla, SIN_ESPERAS, type Mundo } from './mundo.ts';

let mundo: Mundo;
beforeAll(async () => {
  mundo = await montarMundo();
});
afterAll(() => mundo.cerrar());

describe('settings from a shell', () => {
  test('what is changed is used by the next upload', async () => {
    const informes = path.join(mundo.carpeta, 'informes');
    mkdirSync(informes);
    const cambio = await mundo.cli(['ajustes', 'cambiar', '--por-tanda', '2', '--carpeta', 'informes', '--json']);
    expect(cambio.codigo, cambio.stderr).toBe(0);
    expect(JSON.parse(cambio.stdout)).toMatchObject({ porTanda: 2, carpetaInformes: informes, tardanza: 120 });
    mundo.archivo('cupones.csv', planilla(6));
    const hecho = await mundo.cli(['conciliar', 'cupones.csv', ...SIN_ESPERAS, '--json']);
    expect(hecho.codigo, hecho.stderr).toBe(0);
    expect(JSON.parse(hecho.stdout)).toMatchObject({ enviados: 6, tandas: 4 }); // 2 + ⌈(6 − 2) / 2⌉
    expect(readdirSync(informes)).toHaveLength(1);
    expect(readdirSync(mundo.carpeta).filter((nombre) => nombre.endsWith('.xlsx'))).toEqual([]);
  });

  test.for([
    [['ajustes', 'cambiar', '--tema', 'rosa'], /tiene que ser uno de: sistema, claro, oscuro/],
    [['ajustes', 'cambiar', '--actualizar-a-las', '25:00'], /se espera una hora HH:MM/],
    [['ajustes', 'cambiar'], /Falta decir qué se cambia/],
    [['trasladar', 'exportar'], /Falta decir/],
    [['cuenta', 'salir', 'no-esta'], /No hay ninguna cuenta con ese nombre/],
  ] as const)('%j is refused in words', async ([argumentos, dice]) => {
    const { codigo, stderr } = await mundo.cli(argumentos);
    expect(codigo).toBe(2);
    expect(stderr).toMatch(dice);
  });
});

describe('backups and moving, from a shell', () => {
  test('a stored account goes to another data folder with what it sent', async () => {
    const propia = { CONCILIADOR_URL: '', CONCILIADOR_API_KEY: '', CONCILIADOR_API_SECRET: '' };
    const { url, apiKey, apiSecret } = mundo.sandbox;
    const agregada = await mundo.cli(
      ['cuenta', 'agregar', 'mia', '--url', url, '--api-key', apiKey, '--clave-por-stdin'],
      {
        env: propia,
        entrada: `${apiSecret}\n`,
      },
    );
    expect(agregada.codigo, agregada.stderr).toBe(0);
    // The ledger of an account is found by its key, whoever named it: what the environment's account sent is its own.
    const lista = await mundo.cli(['respaldo', 'listar', '--json'], { env: propia });
    expect(JSON.parse(lista.stdout)).toMatchObject([{ cuenta: 'mia', conRegistro: true }]);
    const hecha = await mundo.cli(['respaldo', 'crear', '--json'], { env: propia });
    const { copia } = JSON.parse(hecha.stdout) as { copia: string };
    expect((await mundo.cli(['respaldo', 'verificar', copia], { env: propia })).stdout).toMatch(/está sana: 1 cargas/);
    expect((await mundo.cli(['respaldo', 'restaurar', copia], { env: propia })).codigo).toBe(2);
    expect((await mundo.cli(['respaldo', 'restaurar', copia, '--si'], { env: propia })).codigo).toBe(0);

    const sale = await mundo.cli(['trasladar', 'exportar', 'todo.zip'], { env: propia });
    expect(sale.codigo, sale.stderr).toBe(0);
    const otra = path.join(mundo.carpeta, 'otra');
    const entra = await mundo.cli(['trasladar', 'importar', 'todo.zip', '--json'], {
      env: { ...propia, CONCILIADOR_HOME: otra },
    });
    expect(JSON.parse(entra.stdout)).toMatchObject({ cuentas: [{ nombre: 'mia', cargas: 1 }], apartado: null });
    expect(readFileSync(path.join(otra, 'ajustes.json'), 'utf8')).toContain('"porTanda": 2');
    const denuevo = await mundo.cli(['trasladar', 'importar', 'todo.zip'], {
      env: { ...propia, CONCILIADOR_HOME: otra },
    });
    expect(denuevo.codigo).toBe(2);
    expect(existsSync(path.join(otra, 'traslado-en-curso.json'))).toBe(false);
  });

  test('another secret is kept only once the service took it', async () => {
    const propia = { CONCILIADOR_URL: '', CONCILIADOR_API_KEY: '', CONCILIADOR_API_SECRET: '' };
    const mala = await mundo.cli(['cuenta', 'cambiar-clave', 'mia', '--clave-por-stdin'], {
      env: propia,
      entrada: 'no-es\n',
    });
    expect(mala.codigo).toBe(3);
    const buena = await mundo.cli(['cuenta', 'cambiar-clave', 'mia', '--clave-por-stdin', '--json'], {
      env: propia,
      entrada: `${mundo.sandbox.apiSecret}\n`,
    });
    expect(buena.codigo, buena.stderr).toBe(0);
    expect(JSON.parse(buena.stdout)).toMatchObject({ nombre: 'mia' });
    const fuera = await mundo.cli(['cuenta', 'salir', 'mia', '--json'], { env: propia });
    expect(fuera.codigo).toBe(0);
    expect((await mundo.cli(['cuenta', 'listar', '--json'], { env: propia })).stdout).toContain('"mia"');
    const soporte = await mundo.cli(['soporte'], { env: propia });
    expect(soporte.stdout).toMatch(/Cuentas: 1/);
    expect(soporte.stdout).not.toContain('mia');
  });
});
