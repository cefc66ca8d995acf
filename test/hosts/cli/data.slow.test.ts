import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import type { Output } from './run-cli.ts';
import { mountWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await mountWorld();
});
afterAll(() => world.close());

const cli = (args: readonly string[], home = world.home): Promise<Output> =>
  world.cli(args, { env: { CONCILIADOR_HOME: home } });
const parseDocument = ({ stdout }: Output): Record<string, unknown> => JSON.parse(stdout) as Record<string, unknown>;

describe('the local data from the command line', () => {
  test('is brought, asked for and written with the service gone', async () => {
    const fetched = await cli(['sincronizar', '--json']);
    expect(fetched.codigo).toBe(0);
    expect(parseDocument(fetched)).toMatchObject({ fallas: [], metodos: expect.any(Array) });
    await world.sandbox.close();
    const queried = await cli(['consultar', 'operaciones', '--limite', '2', '--orden', 'importe:desc', '--json']);
    expect(queried.codigo).toBe(0);
    const { total, filas, cobertura } = parseDocument(queried) as {
      total: number;
      filas: unknown[];
      cobertura: unknown;
    };
    expect(filas).toHaveLength(2);
    expect(total).toBeGreaterThan(100);
    const shown = await cli(['consultar', 'operaciones', '--columna', 'importe', '--columna', 'fecha_pago']);
    expect(shown.stdout).toMatch(/^ +\$\s[\d.]+,\d\d {2}\d\d\/\d\d\/20\d\d$/m);
    const columns = ['id', 'detalle', 'retirada', 'en_duda'].flatMap((name) => ['--columna', name]);
    const chosen = await cli([
      'consultar',
      'operaciones',
      '--detalle',
      '--orden',
      'importe:DESC',
      ...columns,
      '--json',
    ]);
    expect(parseDocument(chosen)).toMatchObject({
      filas: expect.arrayContaining([{ id: expect.any(String), retirada: null, en_duda: null }]),
    });
    expect(cobertura).toMatchObject({ estado: 'al_dia', contratado: true });
    const output = path.join(world.home, 'o.csv');
    const exported = await cli(['exportar', 'operaciones', '--salida', output, '--json']);
    expect(parseDocument(exported)).toMatchObject({ archivo: output, filas: total });
    expect(readFileSync(output, 'utf8').split('\r\n')[0]).toMatch(/^\uFEFFID;Fecha de venta;/);
  });

  test('with nobody there, what fails is in the document and the exit is 3', async () => {
    const output = await cli(['sincronizar', '--desde', '2026-10-01', '--json']);
    expect(output.codigo).toBe(3);
    expect(parseDocument(output)).toMatchObject({
      codigo: 'SIN_CONEXION',
      mensaje: expect.any(String),
      metodos: expect.any(Array),
    });
  });

  test('of days that were not downloaded nobody says that their operations have a coupon', async () => {
    const other = createTemporaryFolder();
    const { codigo, stdout } = await cli(['faltantes', '--desde', '2026-10-01', '--hasta', '2026-10-05'], other);
    expect(codigo).toBe(0);
    expect(stdout).toContain(
      'No se puede saber: faltan bajar operaciones del período. Bajalas con «sincronizar --desde 2026-10-01 --hasta 2026-10-05».',
    );
    expect(stdout).not.toContain('tienen un cupón');
  });

  test('a view that was never read is not zero rows', async () => {
    const other = createTemporaryFolder();
    const output = await cli(['consultar', 'rechazos', '--json'], other);
    expect(parseDocument(output)).toMatchObject({
      total: 0,
      filas: [],
      cobertura: { estado: 'nunca', sincronizado: null },
    });
  });

  test.each([
    ['consultar', 'inventada'],
    ['consultar', 'operaciones', '--filtro', 'sin-igual'],
    ['consultar', 'operaciones', '--filtro', 'inventado=1'],
    ['consultar', 'operaciones', '--columna', 'inventada'],
    ['consultar', 'cupones', '--columna', 'inventada'],
    ['consultar', 'operaciones', '--desde', 'ayer'],
    ['sincronizar', '--metodo', 'cupones'],
    ['exportar', 'operaciones'],
    ['exportar', 'operaciones', '--salida', 'x.pdf'],
  ])('a wrong call is told, exit 2: %s %s %s %s', async (...args) => {
    const output = await cli([...args.filter((arg) => arg !== undefined), '--json']);
    expect(output.codigo).toBe(2);
    expect(parseDocument(output)).toMatchObject({ codigo: expect.any(String), mensaje: expect.any(String) });
  });

  test('coupons come from what this PC sent', async () => {
    const output = await cli(['consultar', 'cupones', '--json']);
    expect(parseDocument(output)).toMatchObject({ vista: 'cupones', total: 0, cobertura: { estado: 'nunca' } });
    const { stdout } = await cli(['consultar', 'cupones']);
    expect(stdout).toBe('Todavía no se envió ningún cupón. Enviá una planilla con «conciliar».\n');
  });
});
