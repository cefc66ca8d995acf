import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mountWorld, sheet, NO_WAITS, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await mountWorld();
});
afterAll(() => world.close());

describe('settings from a shell', () => {
  test('what is changed is used by the next upload', async () => {
    const reports = path.join(world.carpeta, 'informes');
    mkdirSync(reports);
    const edit = await world.cli(['ajustes', 'cambiar', '--por-tanda', '2', '--carpeta', 'informes', '--json']);
    expect(edit.codigo, edit.stderr).toBe(0);
    expect(JSON.parse(edit.stdout)).toMatchObject({ porTanda: 2, carpetaInformes: reports, tardanza: 120 });
    world.file('cupones.csv', sheet(6));
    const done = await world.cli(['conciliar', 'cupones.csv', ...NO_WAITS, '--json']);
    expect(done.codigo, done.stderr).toBe(0);
    expect(JSON.parse(done.stdout)).toMatchObject({ enviados: 6, tandas: 4 }); // 2 + ⌈(6 − 2) / 2⌉
    expect(readdirSync(reports)).toHaveLength(1);
    expect(readdirSync(world.carpeta).filter((name) => name.endsWith('.xlsx'))).toEqual([]);
  });

  test.for([
    [['ajustes', 'cambiar', '--tema', 'rosa'], /tiene que ser uno de: sistema, claro, oscuro/],
    [['ajustes', 'cambiar', '--actualizar-a-las', '25:00'], /^--actualizar-a-las: se espera una hora HH:MM/],
    [['ajustes', 'cambiar', '--carpeta', 'no-esta'], /^No existe la carpeta «no-esta»\./],
    [['ajustes', 'cambiar'], /Falta decir qué se cambia/],
    [['respaldo', 'verificar'], /Falta decir/],
    [['plantillas', 'borrar', 'no-esta'], /Mirá las que hay con «plantillas listar»/],
    [['cuenta', 'salir', 'no-esta'], /No hay ninguna cuenta con ese nombre/],
  ] as const)('%j is refused in words', async ([arguments_, says]) => {
    const { codigo, stderr } = await world.cli(arguments_);
    expect(codigo).toBe(2);
    expect(stderr).toMatch(says);
  });
});

describe('backups and moving, from a shell', () => {
  test.each([['plantillas', 'importar', 'no-esta.json']])(
    '%s %s of a file that is not there does not call it damaged',
    async (...arguments_) => {
      const { codigo, stderr } = await world.cli(arguments_);
      expect(codigo).toBe(1);
      expect(stderr).toContain('El archivo no está.');
    },
  );

  test('a stored account goes to another data folder with what it sent', async () => {
    const own = { CONCILIADOR_URL: '', CONCILIADOR_API_KEY: '', CONCILIADOR_API_SECRET: '' };
    const { url, apiKey, apiSecret } = world.sandbox;
    const added = await world.cli(
      ['cuenta', 'agregar', 'mia', '--url', url, '--api-key', apiKey, '--clave-por-stdin'],
      {
        env: own,
        entrada: `${apiSecret}\n`,
      },
    );
    expect(added.codigo, added.stderr).toBe(0);
    // The ledger of an account is found by its key, whoever named it: what the environment's account sent is its own.
    const done = await world.cli(['respaldo', 'crear', '--json'], { env: own });
    const { copia } = JSON.parse(done.stdout) as { copia: string };
    const list = await world.cli(['respaldo', 'listar', '--json'], { env: own });
    expect(JSON.parse(list.stdout)).toMatchObject({ carpeta: null, copias: [{ copia, cuenta: 'mia' }] });
    expect((await world.cli(['respaldo', 'verificar', copia], { env: own })).stdout).toMatch(
      /mia, entra en .*\n {2}1 carga,/,
    );
    expect((await world.cli(['respaldo', 'restaurar', copia], { env: own })).codigo).toBe(2);
    expect((await world.cli(['respaldo', 'restaurar', copia, '--si'], { env: own })).codigo).toBe(0);

    const [file = ''] = readdirSync(path.join(world.home, 'cuentas'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(copia))
      .map((name) => path.join(world.home, 'cuentas', name));
    const other = path.join(world.carpeta, 'otra');
    const entered = await world.cli(['respaldo', 'restaurar', file, '--si', '--json'], {
      env: { ...own, CONCILIADOR_HOME: other },
    });
    expect(JSON.parse(entered.stdout)).toMatchObject({ cuentas: [{ cuenta: 'mia', apartado: null, nueva: true }] });
    expect(readFileSync(path.join(other, 'ajustes.json'), 'utf8')).toContain('"porTanda": 2');
    writeFileSync(file, 'x');
    const damaged = await world.cli(['respaldo', 'verificar', copia, '--json'], { env: own });
    expect([damaged.codigo, JSON.parse(damaged.stdout)]).toMatchObject([3, [{ estado: 'danada' }]]);
  });

  test('another secret is kept only once the service took it', async () => {
    const own = { CONCILIADOR_URL: '', CONCILIADOR_API_KEY: '', CONCILIADOR_API_SECRET: '' };
    const badOne = await world.cli(['cuenta', 'cambiar-clave', 'mia', '--clave-por-stdin'], {
      env: own,
      entrada: 'no-es\n',
    });
    expect(badOne.codigo).toBe(3);
    const good = await world.cli(['cuenta', 'cambiar-clave', 'mia', '--clave-por-stdin', '--json'], {
      env: own,
      entrada: `${world.sandbox.apiSecret}\n`,
    });
    expect(good.codigo, good.stderr).toBe(0);
    expect(JSON.parse(good.stdout)).toMatchObject({ nombre: 'mia' });
    const leftOut = await world.cli(['cuenta', 'salir', 'mia', '--json'], { env: own });
    expect(leftOut.codigo).toBe(0);
    expect((await world.cli(['cuenta', 'listar', '--json'], { env: own })).stdout).toContain('"mia"');
    const support = await world.cli(['soporte'], { env: own });
    expect(support.stdout).toMatch(/Cuentas: 1/);
    expect(support.stdout).not.toContain('mia');
  });
});

test('a program that was published nowhere says so', async () => {
  const { codigo, stderr } = await world.cli(['actualizar', '--ver']);
  expect([codigo, stderr.split('\n')[0]]).toEqual([
    2,
    'Este programa no tiene de dónde traer versiones nuevas. No se buscó nada. Pedile la dirección a quien te lo dio.',
  ]);
});
