import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mountWorld, sheet, NO_WAITS, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await mountWorld();
});
afterAll(() => world.close());

const parse = (stdout: string): Record<string, unknown> => {
  expect(stdout.endsWith('\n')).toBe(true);
  return JSON.parse(stdout);
};

describe('validar', () => {
  test('answers the document of a good file and exits 0, making no data folder', async () => {
    const file = world.file('bien.csv', sheet(3));
    const home = path.join(world.carpeta, 'no-se-crea');
    const { codigo, stdout } = await world.cli(['validar', file, '--json', '--cupones'], {
      env: { CONCILIADOR_HOME: home },
    });
    expect(codigo).toBe(0);
    expect(parse(stdout)).toMatchObject({
      archivo: file,
      hoja: null,
      encabezado: 1,
      filas: 3,
      validas: 3,
      conError: 0,
      vacias: 0,
      mapeo: { fecha_venta: 'Fecha', importe: 'Importe', comprobante: 'Comprobante', tarjeta_nro: 'Tarjeta' },
      sinMapear: [],
      errores: [],
      cupones: [
        {
          fila: 2,
          cupon: { fecha_venta: '2026-10-02', importe: '101.50', comprobante: '000001', tarjeta_nro: '1001' },
        },
        { fila: 3 },
        { fila: 4 },
      ],
    });
    expect(existsSync(home)).toBe(false);
  });

  test('of several files is an array in their order, with the unreadable one in its place', async () => {
    const bad = world.file('malo.csv', `${sheet(1)}30/02/2026;x;2;1234\n`);
    const { codigo, stdout, stderr } = await world.cli(['validar', 'no-esta.xlsx', bad, '--json']);
    expect(codigo).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([
      { archivo: 'no-esta.xlsx', codigo: 'ARCHIVO_INEXISTENTE', mensaje: expect.any(String) },
      {
        archivo: bad,
        conError: 1,
        errores: [
          { fila: 3, campo: 'fecha_venta', codigo: 'FECHA_IMPOSIBLE', columna: 'Fecha', valor: '30/02/2026' },
          { fila: 3, campo: 'importe', codigo: 'IMPORTE_INVALIDO' },
        ],
      },
    ]);
    expect(stderr).not.toContain('{');
  });
});

describe('conciliar', () => {
  test('uploads, reports and gives the whole document, which the other commands then know', async () => {
    const file = world.file('ventas.csv', sheet(5));
    const { codigo, stdout } = await world.cli(['conciliar', file, '--por-tanda', '2', '--json', ...NO_WAITS]);
    expect(codigo).toBe(0);
    const doc = parse(stdout);
    const { id, carga, informe } = doc;
    expect(doc).toMatchObject({
      estado: 'IMPORTADO',
      filas: 5,
      enviados: 5,
      tandas: 4, // one, two, one, one: 2 + ⌈(5 − 2) / 2⌉
      nuevos: 5,
      existen: 0,
      error: 0,
      noInformados: 0,
      completo: true,
    });
    expect(informe).toBe(path.join(world.carpeta, `informe-${String(id)}.xlsx`));
    expect(existsSync(String(informe))).toBe(true);

    const [list, result, asText, secondTime, pending] = await Promise.all([
      world.cli(['conciliaciones', 'listar', '--json']),
      world.cli(['conciliaciones', 'resultado', String(id), '--json']),
      world.cli(['conciliaciones', 'resultado', String(id)]),
      world.cli(['conciliar', file, '--json', ...NO_WAITS]),
      world.cli(['conciliaciones', 'ver', String(id), '--json']),
    ]);
    expect(parse(list.stdout)).toMatchObject({
      conciliaciones: [{ id, total: 5, nuevos: 5, existentes: 0, sin_conciliar: 5, estado: 'IMPORTADO', carga }],
      cargas: [{ carga, estado: 'TERMINADA', archivo: file, filas: 5, enviados: 5, id }],
    });
    expect(parse(result.stdout)['operaciones']).toHaveLength(5);
    expect(parse(result.stdout)).toMatchObject({ operaciones: [{ conciliado: false, fila: 2 }, {}, {}, {}, {}] });
    expect(asText.stdout).toMatch(
      /Resultado +Venta +Importe +Comprobante +Liquidación\n(Sin conciliar +\d\d\/10\/2026 +\$\s[\d.]+,\d\d +\d+ +—\n){5}/,
    );
    expect(secondTime.codigo).toBe(4);
    expect(parse(secondTime.stdout)).toMatchObject({
      codigo: 'YA_ENVIADO',
      mensaje: expect.stringContaining('--repetir'),
      decision: { opciones: [{ clave: 'nueva' }] },
    });
    expect(parse(pending.stdout)).toMatchObject({ id, carga, origen_desde: '2026-10-02' });
    expect(world.sandbox.truth.conciliaciones()).toHaveLength(1);

    // Deleted since: it is asked all the same, and said.
    await world.cli(['conciliaciones', 'borrar', String(id), '--si', '--json']);
    const deleted = await world.cli(['conciliar', file, '--json', ...NO_WAITS]);
    expect(deleted.codigo).toBe(4);
    expect(parse(deleted.stdout)).toMatchObject({
      codigo: 'YA_ENVIADO',
      mensaje: expect.stringContaining('se borró después'),
      decision: { frase: { codigo: 'ya_enviada_borrada' } },
    });
  });

  test('one invalid row refuses the whole file, with what validar says of it', async () => {
    const file = world.file('una-mala.csv', `${sheet(2, 500)}hoy;10;1;1234\n`);
    const { codigo, stdout } = await world.cli(['conciliar', file, '--json']);
    expect(codigo).toBe(1);
    expect(parse(stdout)).toMatchObject({
      carga: null,
      codigo: 'VALIDACION_RECHAZADA',
      mensaje: expect.any(String),
      enviados: 0,
      validacion: { archivo: file, conError: 1, errores: [{ fila: 4, codigo: 'NO_ES_FECHA' }] },
    });
  });

  test.each([
    ['a report that exists', ['--informe', 'bien.csv'], 1, 'SALIDA_EXISTENTE'],
    ['a report in a folder that does not exist', ['--informe', 'nada/x.xlsx'], 2, 'USO'],
    ['a report with a name that no disk takes', ['--informe', `${'x'.repeat(300)}.xlsx`], 3, 'CARPETA_SIN_PERMISO'],
    ['a marker whose field has data', ['--marcador', 'auxiliar_1'], 1, 'MARCADOR_OCUPADO'],
    ['a template that does not exist', ['--plantilla', 'nadie'], 2, 'PLANTILLA_INEXISTENTE'],
    ['an account that does not exist', ['--cuenta', 'nadie'], 2, 'CUENTA_INEXISTENTE'],
  ])('%s is refused before anything is sent', async (_title, options, output, code) => {
    const lines = sheet(2, 700).trim().split('\n');
    const file = world.file('aux.csv', lines.map((l, i) => `${l};${i === 0 ? 'auxiliar_1' : 'x'}`).join('\n'));
    const before = world.sandbox.listReceived('subir').length;
    const { codigo, stdout } = await world.cli(['conciliar', file, '--json', ...options]);
    expect(codigo).toBe(output);
    const doc = parse(stdout);
    expect(doc).toMatchObject({ codigo: code, mensaje: expect.any(String) });
    // A wrong call has no document of its own; a refused one has the keys of `conciliar`.
    if (output === 2) expect(doc).not.toHaveProperty('estado');
    else expect(doc).toMatchObject({ carga: null, estado: 'RECHAZADA', enviados: 0, pendientes: 0 });
    expect(world.sandbox.listReceived('subir')).toHaveLength(before);
  });
});

test('the result exported afterwards names the rows that were not sent, and the file of each that was', async () => {
  const good = world.file('buena.csv', sheet(1, 40));
  const badOne = world.file('mala.csv', `${sheet(1, 41)}hoy;10;1;1234\n`);
  const sent = await world.cli(['conciliar', good, badOne, '--omitir-errores', '--json', ...NO_WAITS]);
  expect(sent.codigo, sent.stderr).toBe(0);
  const { id } = parse(sent.stdout);
  const { codigo, stdout } = await world.cli([
    'conciliaciones',
    'resultado',
    String(id),
    '--exportar',
    'r.xlsx',
    '--json',
  ]);
  expect(codigo).toBe(0);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(String(parse(stdout)['exportado']));
  const sheetRows = (sheet: string): unknown[][] => {
    const all: unknown[][] = [];
    workbook.getWorksheet(sheet)?.eachRow((row) => all.push([row.getCell(1).value, row.getCell(2).value]));
    return all;
  };
  expect(sheetRows('Errores')).toContainEqual([badOne, 3]);
  expect(sheetRows('Sin conciliar')).toEqual(
    expect.arrayContaining([
      [good, 2],
      [badOne, 2],
    ]),
  );
});

describe('conciliaciones', () => {
  test('retomar with nothing unfinished is an empty array and exit 0', async () => {
    const { codigo, stdout } = await world.cli(['conciliaciones', 'retomar', '--json']);
    expect(codigo).toBe(0);
    expect(JSON.parse(stdout)).toEqual([]);
  });

  test('retomar with an answer and nothing unfinished says that there is nothing to answer', async () => {
    const { codigo, stdout } = await world.cli(['conciliaciones', 'retomar', '--decidir', 'reenviar', '--json']);
    expect(codigo).toBe(2);
    expect(parse(stdout)).toMatchObject({ codigo: 'USO', mensaje: expect.stringContaining('nada que contestar') });
  });

  test.each([
    [['retomar', '01XX'], 2, 'CARGA_INEXISTENTE'],
    [['ver', '1'], 1, 'CONCILIACION_INEXISTENTE'],
    [['resultado', '1'], 1, 'CONCILIACION_INEXISTENTE'],
    [['borrar', '1'], 2, 'CONFIRMACION_NECESARIA'],
    [['borrar', '1', '--si'], 1, 'CONCILIACION_INEXISTENTE'],
    [['listar', '--desde', 'ayer'], 2, 'ENTRADA_INVALIDA'],
  ])('%j exits %i with %s', async (args, output, code) => {
    const { codigo, stdout } = await world.cli(['conciliaciones', ...args, '--json']);
    expect(codigo).toBe(output);
    expect(parse(stdout)).toMatchObject({ codigo: code, mensaje: expect.any(String) });
  });
});

describe('the account', () => {
  test('of the environment is tried, and its secret is in no file', async () => {
    const { codigo, stdout } = await world.cli(['cuenta', 'probar', '--json']);
    expect(codigo).toBe(0);
    expect(parse(stdout)).toMatchObject({ nombre: 'entorno', comercios: expect.any(Array) });
    const files = readdirSync(world.home, { recursive: true, withFileTypes: true }).filter((f) => f.isFile());
    for (const { parentPath, name } of files) {
      expect(readFileSync(path.join(parentPath, name)).includes(world.sandbox.apiSecret), name).toBe(false);
    }
  });

  test('is missing where the environment names none', async () => {
    const home = path.join(world.carpeta, 'vacio');
    const without = {
      CONCILIADOR_HOME: home,
      CONCILIADOR_URL: '',
      CONCILIADOR_API_KEY: '',
      CONCILIADOR_API_SECRET: '',
    };
    const [list, tryOut] = await Promise.all([
      world.cli(['cuenta', 'listar', '--json'], { env: without }),
      world.cli(['cuenta', 'probar', '--json'], { env: without }),
    ]);
    expect(list).toMatchObject({ codigo: 0, stdout: '[]\n' });
    expect(tryOut.codigo).toBe(2);
    expect(parse(tryOut.stdout)).toMatchObject({ codigo: 'SIN_CUENTA' });
  });

  test('is refused without an address', async () => {
    const args = ['cuenta', 'agregar', 'x', '--api-key', 'k', '--clave-por-stdin'];
    expect(await world.cli(args, { entrada: 'secreto\n' })).toMatchObject({
      codigo: 2,
      stderr: 'Falta la dirección del servicio. No se guardó nada. Decila con --url.\n',
    });
  });

  test('is refused in an address without https, and nothing is kept', async () => {
    const args = ['cuenta', 'agregar', 'caja', '--url', 'http://ejemplo.invalid', '--api-key', 'k'];
    const { codigo, stdout } = await world.cli([...args, '--clave-por-stdin', '--json'], { entrada: 'secreto\n' });
    expect(codigo).toBe(2);
    expect(parse(stdout)).toMatchObject({ codigo: 'URL_INSEGURA' });
    expect(stdout).not.toContain('secreto');
  });
});

test('a second process that writes is refused at once, and one that reads is not', async () => {
  mkdirSync(world.home, { recursive: true });
  const { acquireInstanceLock } = await import('#platform/instance-lock.ts');
  const lock = await acquireInstanceLock(world.home, 'electron');
  try {
    const file = world.file('otra.csv', sheet(1, 900));
    const [writes, reads] = await Promise.all([
      world.cli(['conciliar', file, '--json']),
      world.cli(['conciliaciones', 'listar', '--json']),
    ]);
    expect(writes.codigo).toBe(3);
    expect(parse(writes.stdout)).toMatchObject({ codigo: 'EN_USO' });
    expect(reads.codigo).toBe(0);
  } finally {
    lock.release();
  }
});
