import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copiesIn } from '../../app/second-copy/world.ts';
import { montarMundo, planilla, SIN_ESPERAS, type Mundo } from './mundo.ts';

let mundo: Mundo;
beforeAll(async () => {
  mundo = await montarMundo();
});
afterAll(() => mundo.cerrar());

const segunda = async (...args: readonly string[]) => {
  const { codigo, stdout, stderr } = await mundo.cli(['respaldo', 'segunda', ...args]);
  return { codigo, stdout, stderr };
};

describe('the second copy from a shell', () => {
  test('is chosen, made by the next upload, looked into and put back on a folder that has nothing', async () => {
    mkdirSync(path.join(mundo.carpeta, 'pendrive'));
    expect((await segunda('copiar')).codigo).toBe(2);
    const chosen = await segunda('elegir', 'pendrive', '--json');
    expect(chosen.codigo, chosen.stderr).toBe(0);
    const carpeta = path.join(mundo.carpeta, 'pendrive');
    expect(JSON.parse(chosen.stdout)).toEqual({ carpeta, mismoDisco: true, cuentas: [], pregunta: null });

    mundo.archivo('cupones.csv', planilla(3));
    const sent = await mundo.cli(['conciliar', 'cupones.csv', ...SIN_ESPERAS, '--json']);
    expect(sent.codigo, sent.stderr).toBe(0);
    const [copia = ''] = copiesIn(carpeta);
    const seen = await segunda('ver');
    expect(seen.stdout).toMatch(/va a .*pendrive[^]*mismo disco[^]*entorno +\d{4}-.* KB · tiene todo lo enviado/);
    expect(JSON.parse((await segunda('listar', '--json')).stdout)).toMatchObject({
      carpeta,
      copias: [{ copia, cuenta: 'entorno', conocida: true, estaPc: true }],
    });
    expect((await segunda('verificar', copia)).stdout).toMatch(/está sana: una carga, hasta el/);

    // Another data folder: nothing is chosen there, and the folder is said.
    const elsewhere = { env: { CONCILIADOR_HOME: path.join(mundo.carpeta, 'otra PC') } };
    const args = ['respaldo', 'segunda', 'restaurar', copia, '--carpeta', 'pendrive'];
    expect((await mundo.cli(args, elsewhere)).codigo).toBe(2);
    const done = await mundo.cli([...args, '--si'], elsewhere);
    expect(done.codigo, done.stderr).toBe(0);
    expect(done.stdout).toMatch(/El registro de entorno es ahora el de la copia/);
    const again = await mundo.cli(['conciliar', 'cupones.csv', ...SIN_ESPERAS, '--json'], elsewhere);
    expect(JSON.parse(again.stdout)).toMatchObject({ codigo: 'YA_ENVIADO' });
  });

  test('that cannot be made is said on standard error, and the upload is done all the same', async () => {
    renameSync(path.join(mundo.carpeta, 'pendrive'), path.join(mundo.carpeta, 'desenchufado'));
    mundo.archivo('otros.csv', planilla(4, 11));
    const sent = await mundo.cli(['conciliar', 'otros.csv', ...SIN_ESPERAS, '--json']);
    expect(sent.codigo, sent.stderr).toBe(0);
    expect(JSON.parse(sent.stdout)).toMatchObject({ enviados: 4 });
    expect(sent.stderr).toMatch(/No se pudo hacer la segunda copia del registro de entorno: su carpeta no está/);
    const now = await segunda('copiar');
    expect(now.codigo).toBe(3);
    expect(now.stderr).toMatch(/La carpeta de la segunda copia no está o no responde/);
    expect((await segunda('ver')).stdout).toMatch(/la última vez no se pudo \(SEGUNDA_COPIA_AUSENTE\)/);
    renameSync(path.join(mundo.carpeta, 'desenchufado'), path.join(mundo.carpeta, 'pendrive'));
    expect((await segunda('copiar')).codigo).toBe(0);
  });

  test('a damaged one exits 3, one that is not there 2, and none is wanted any more', async () => {
    const [copia = ''] = copiesIn(path.join(mundo.carpeta, 'pendrive'));
    writeFileSync(path.join(mundo.carpeta, 'pendrive', 'Conciliador', copia), 'x');
    expect((await segunda('verificar', copia)).codigo).toBe(3);
    expect((await segunda('restaurar', copia, '--si')).codigo).toBe(3);
    expect((await segunda('verificar', 'no-esta')).codigo).toBe(2);
    expect((await segunda('elegir', 'no-esta')).codigo).toBe(3);
    expect((await segunda('quitar')).stdout).toMatch(/Todavía no elegiste dónde va/);
    rmSync(path.join(mundo.carpeta, 'pendrive'), { recursive: true });
    expect((await segunda('listar', '--carpeta', 'pendrive')).codigo).toBe(3);
  });
});
