import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { useWorld, sheet, NO_WAITS } from './world.ts';

const world = useWorld();
/** An environment without an account. */
const own = { CONCILIADOR_URL: '', CONCILIADOR_API_KEY: '', CONCILIADOR_API_SECRET: '' };

describe('settings from a shell', () => {
  test('what is changed is used by the next upload', async () => {
    const reports = path.join(world.carpeta, 'informes');
    mkdirSync(reports);
    expect(await world.json(['ajustes', 'cambiar', '--por-tanda', '2', '--carpeta', 'informes'])).toMatchObject({
      porTanda: 2,
      carpetaInformes: reports,
      tardanza: 120,
    });
    world.file('cupones.csv', sheet(6));
    expect(await world.json(['conciliar', 'cupones.csv', ...NO_WAITS])).toMatchObject({ enviados: 6, tandas: 4 }); // 2 + ⌈(6 − 2) / 2⌉
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
  test('a file of templates that is not there is not called damaged', async () => {
    const { codigo, stderr } = await world.cli(['plantillas', 'importar', 'no-esta.json']);
    expect([codigo, stderr]).toEqual([1, expect.stringContaining('El archivo no está.')]);
  });

  test('a stored account goes to another data folder with what it sent', async () => {
    const { url, apiKey, apiSecret } = world.sandbox;
    const args = ['cuenta', 'agregar', 'mia', '--url', url, '--api-key', apiKey, '--clave-por-stdin'];
    const added = await world.cli(args, { env: own, entrada: `${apiSecret}\n` });
    expect(added.codigo, added.stderr).toBe(0);
    // An account's ledger is found by its API key: uploads of the environment's account belong to the saved account with that key.
    const { copia } = await world.json<{ readonly copia: string }>(['respaldo', 'crear'], 0, { env: own });
    expect(await world.json(['respaldo', 'listar'], 0, { env: own })).toMatchObject({
      carpeta: null,
      copias: [{ copia, cuenta: 'mia' }],
    });
    expect((await world.cli(['respaldo', 'verificar', copia], { env: own })).stdout).toMatch(
      /mia, entra en .*\n {2}1 carga,/,
    );
    expect((await world.cli(['respaldo', 'restaurar', copia], { env: own })).codigo).toBe(2);
    expect((await world.cli(['respaldo', 'restaurar', copia, '--si'], { env: own })).codigo).toBe(0);

    const [file = ''] = readdirSync(path.join(world.home, 'cuentas'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(copia))
      .map((name) => path.join(world.home, 'cuentas', name));
    const other = path.join(world.carpeta, 'otra');
    expect(
      await world.json(['respaldo', 'restaurar', file, '--si'], 0, {
        env: { ...own, CONCILIADOR_HOME: other },
      }),
    ).toMatchObject({ cuentas: [{ cuenta: 'mia', apartado: null, nueva: true }] });
    expect(readFileSync(path.join(other, 'ajustes.json'), 'utf8')).toContain('"porTanda": 2');
    writeFileSync(file, 'x');
    expect(await world.json(['respaldo', 'verificar', copia], 3, { env: own })).toMatchObject([{ estado: 'danada' }]);
  });

  test('another secret is kept only once the service took it', async () => {
    const change = (secret: string, exit: number) =>
      world.json(['cuenta', 'cambiar-clave', 'mia', '--clave-por-stdin'], exit, { env: own, entrada: `${secret}\n` });
    await change('no-es', 3);
    expect(await change(world.sandbox.apiSecret, 0)).toMatchObject({ nombre: 'mia' });
    await world.json(['cuenta', 'salir', 'mia'], 0, { env: own });
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
