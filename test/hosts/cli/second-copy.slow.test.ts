import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copiesIn } from '../../app/second-copy/world.ts';
import { mountWorld, sheet, NO_WAITS, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await mountWorld();
});
afterAll(() => world.close());

const runSecondCopy = async (...args: readonly string[]) => {
  const { codigo, stdout, stderr } = await world.cli(['respaldo', 'segunda', ...args]);
  return { codigo, stdout, stderr };
};

describe('the second copy from a shell', () => {
  test('is chosen, made by the next upload, looked into and put back on a folder that has nothing', async () => {
    mkdirSync(path.join(world.carpeta, 'pendrive'));
    expect((await runSecondCopy('copiar')).codigo).toBe(2);
    const chosen = await runSecondCopy('elegir', 'pendrive', '--json');
    expect(chosen.codigo, chosen.stderr).toBe(0);
    const folder = path.join(world.carpeta, 'pendrive');
    expect(JSON.parse(chosen.stdout)).toEqual({ carpeta: folder, mismoDisco: true, cuentas: [], pregunta: null });

    world.file('cupones.csv', sheet(3));
    const sent = await world.cli(['conciliar', 'cupones.csv', ...NO_WAITS, '--json']);
    expect(sent.codigo, sent.stderr).toBe(0);
    const [copy = ''] = copiesIn(folder);
    const seen = await runSecondCopy('ver');
    expect(seen.stdout).toMatch(/va a .*pendrive[^]*mismo disco[^]*entorno +\d{4}-.* KB · tiene todo lo enviado/);
    expect(JSON.parse((await runSecondCopy('listar', '--json')).stdout)).toMatchObject({
      carpeta: folder,
      copias: [{ copia: copy, cuenta: 'entorno', conocida: true, estaPc: true }],
    });
    expect((await runSecondCopy('verificar', copy)).stdout).toMatch(/está sana: una carga, hasta el/);

    // Another data folder: nothing is chosen there, and the folder is said.
    const elsewhere = { env: { CONCILIADOR_HOME: path.join(world.carpeta, 'otra PC') } };
    const args = ['respaldo', 'segunda', 'restaurar', copy, '--carpeta', 'pendrive'];
    expect((await world.cli(args, elsewhere)).codigo).toBe(2);
    const done = await world.cli([...args, '--si'], elsewhere);
    expect(done.codigo, done.stderr).toBe(0);
    expect(done.stdout).toMatch(/El registro de entorno es ahora el de la copia/);
    const again = await world.cli(['conciliar', 'cupones.csv', ...NO_WAITS, '--json'], elsewhere);
    expect(JSON.parse(again.stdout)).toMatchObject({ codigo: 'YA_ENVIADO' });
  });

  test('that cannot be made is said on standard error, and the upload is done all the same', async () => {
    renameSync(path.join(world.carpeta, 'pendrive'), path.join(world.carpeta, 'desenchufado'));
    world.file('otros.csv', sheet(4, 11));
    const sent = await world.cli(['conciliar', 'otros.csv', ...NO_WAITS, '--json']);
    expect(sent.codigo, sent.stderr).toBe(0);
    expect(JSON.parse(sent.stdout)).toMatchObject({ enviados: 4 });
    expect(sent.stderr).toMatch(
      /No se pudo hacer la segunda copia del registro de entorno: su carpeta no está.*«respaldo segunda elegir»/,
    );
    const now = await runSecondCopy('copiar');
    expect(now.codigo).toBe(3);
    expect(now.stderr).toMatch(/La carpeta de la segunda copia no está o no responde/);
    expect((await runSecondCopy('ver')).stdout).toMatch(/la última vez no se pudo \(SEGUNDA_COPIA_AUSENTE\)/);
    renameSync(path.join(world.carpeta, 'desenchufado'), path.join(world.carpeta, 'pendrive'));
    expect((await runSecondCopy('copiar')).codigo).toBe(0);
  });

  test('a damaged one exits 3, one that is not there 2, and none is wanted any more', async () => {
    const [copy = ''] = copiesIn(path.join(world.carpeta, 'pendrive'));
    writeFileSync(path.join(world.carpeta, 'pendrive', 'Conciliador', copy), 'x');
    const damaged = await runSecondCopy('verificar', copy, '--json');
    expect(damaged.codigo).toBe(3);
    expect(JSON.parse(damaged.stdout)).toMatchObject({
      ...{ copia: copy, sana: false, codigo: 'COPIA_DANADA' },
      mensaje: expect.any(String),
    });
    expect((await runSecondCopy('restaurar', copy, '--si')).codigo).toBe(3);
    expect(await runSecondCopy('verificar', 'no-esta')).toMatchObject({
      codigo: 2,
      stderr: expect.stringContaining('«respaldo segunda listar»'),
    });
    expect(await runSecondCopy('elegir', 'no-esta')).toMatchObject({
      codigo: 2,
      stderr: expect.stringContaining('No existe la carpeta «no-esta».'),
    });
    expect((await runSecondCopy('quitar')).stdout).toBe('Ya no se hacen segundas copias.\n');
    rmSync(path.join(world.carpeta, 'pendrive'), { recursive: true });
    expect((await runSecondCopy('listar', '--carpeta', 'pendrive')).codigo).toBe(3);
  });
});
