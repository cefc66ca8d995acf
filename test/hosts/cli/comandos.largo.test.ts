import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { montarMundo, planilla, SIN_ESPERAS, type Mundo } from './mundo.ts';

let mundo: Mundo;
beforeAll(async () => {
  mundo = await montarMundo();
});
afterAll(() => mundo.cerrar());

const leer = (stdout: string): Record<string, unknown> => {
  expect(stdout.endsWith('\n')).toBe(true);
  return JSON.parse(stdout);
};

describe('validar', () => {
  test('answers the document of a good file and exits 0, making no data folder', async () => {
    const archivo = mundo.archivo('bien.csv', planilla(3));
    const home = path.join(mundo.carpeta, 'no-se-crea');
    const { codigo, stdout } = await mundo.cli(['validar', archivo, '--json', '--cupones'], {
      env: { CONCILIADOR_HOME: home },
    });
    expect(codigo).toBe(0);
    expect(leer(stdout)).toMatchObject({
      archivo,
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
    const malo = mundo.archivo('malo.csv', `${planilla(1)}30/02/2026;x;2;1234\n`);
    const { codigo, stdout, stderr } = await mundo.cli(['validar', 'no-esta.xlsx', malo, '--json']);
    expect(codigo).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([
      { archivo: 'no-esta.xlsx', codigo: 'ARCHIVO_INEXISTENTE', mensaje: expect.any(String) },
      {
        archivo: malo,
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
    const archivo = mundo.archivo('ventas.csv', planilla(5));
    const { codigo, stdout } = await mundo.cli(['conciliar', archivo, '--por-tanda', '2', '--json', ...SIN_ESPERAS]);
    expect(codigo).toBe(0);
    const documento = leer(stdout);
    const { id, carga, informe } = documento;
    expect(documento).toMatchObject({
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
    expect(informe).toBe(path.join(mundo.carpeta, `conciliacion-${String(id)}.xlsx`));
    expect(existsSync(String(informe))).toBe(true);

    const [listar, resultado, enTexto, otraVez, pendientes] = await Promise.all([
      mundo.cli(['conciliaciones', 'listar', '--json']),
      mundo.cli(['conciliaciones', 'resultado', String(id), '--json']),
      mundo.cli(['conciliaciones', 'resultado', String(id)]),
      mundo.cli(['conciliar', archivo, '--json', ...SIN_ESPERAS]),
      mundo.cli(['conciliaciones', 'ver', String(id), '--json']),
    ]);
    expect(leer(listar.stdout)).toMatchObject({
      conciliaciones: [{ id, total: 5, nuevos: 5, existentes: 0, sin_conciliar: 5, estado: 'IMPORTADO', carga }],
      cargas: [{ carga, estado: 'TERMINADA', archivo, filas: 5, enviados: 5, id }],
    });
    expect(leer(resultado.stdout)['operaciones']).toHaveLength(5);
    expect(leer(resultado.stdout)).toMatchObject({ operaciones: [{ conciliado: false, fila: 2 }, {}, {}, {}, {}] });
    expect(enTexto.stdout).toMatch(
      /Resultado +Venta +Importe +Comprobante +Liquidación\n(Sin conciliar +\d\d\/10\/2026 +\$\s[\d.]+,\d\d +\d+ +—\n){5}/,
    );
    expect(otraVez.codigo).toBe(4);
    expect(leer(otraVez.stdout)).toMatchObject({
      codigo: 'YA_ENVIADO',
      mensaje: expect.stringContaining('--repetir'),
      decision: { opciones: [{ clave: 'nueva' }] },
    });
    expect(leer(pendientes.stdout)).toMatchObject({ id, carga, origen_desde: '2026-10-02' });
    expect(mundo.sandbox.verdad.conciliaciones()).toHaveLength(1);

    // Deleted since: it is asked all the same, and said.
    await mundo.cli(['conciliaciones', 'borrar', String(id), '--si', '--json']);
    const borrada = await mundo.cli(['conciliar', archivo, '--json', ...SIN_ESPERAS]);
    expect(borrada.codigo).toBe(4);
    expect(leer(borrada.stdout)).toMatchObject({
      codigo: 'YA_ENVIADO',
      mensaje: expect.stringContaining('se borró después'),
      decision: { frase: { codigo: 'ya_enviada_borrada' } },
    });
  });

  test('one invalid row refuses the whole file, with what validar says of it', async () => {
    const archivo = mundo.archivo('una-mala.csv', `${planilla(2, 500)}hoy;10;1;1234\n`);
    const { codigo, stdout } = await mundo.cli(['conciliar', archivo, '--json']);
    expect(codigo).toBe(1);
    expect(leer(stdout)).toMatchObject({
      carga: null,
      codigo: 'VALIDACION_RECHAZADA',
      mensaje: expect.any(String),
      enviados: 0,
      validacion: { archivo, conError: 1, errores: [{ fila: 4, codigo: 'NO_ES_FECHA' }] },
    });
  });

  test.each([
    ['a report that exists', ['--informe', 'bien.csv'], 1, 'SALIDA_EXISTENTE'],
    ['a report in a folder that does not exist', ['--informe', 'nada/x.xlsx'], 2, 'USO'],
    ['a report with a name that no disk takes', ['--informe', `${'x'.repeat(300)}.xlsx`], 3, 'CARPETA_SIN_PERMISO'],
    ['a marker whose field has data', ['--marcador', 'auxiliar_1'], 1, 'MARCADOR_OCUPADO'],
    ['a template that does not exist', ['--plantilla', 'nadie'], 2, 'PLANTILLA_INEXISTENTE'],
    ['an account that does not exist', ['--cuenta', 'nadie'], 2, 'CUENTA_INEXISTENTE'],
  ])('%s is refused before anything is sent', async (_titulo, opciones, salida, code) => {
    const lineas = planilla(2, 700).trim().split('\n');
    const archivo = mundo.archivo('aux.csv', lineas.map((l, i) => `${l};${i === 0 ? 'auxiliar_1' : 'x'}`).join('\n'));
    const antes = mundo.sandbox.recibidos('subir').length;
    const { codigo, stdout } = await mundo.cli(['conciliar', archivo, '--json', ...opciones]);
    expect(codigo).toBe(salida);
    expect(leer(stdout)).toMatchObject({ codigo: code, mensaje: expect.any(String) });
    expect(mundo.sandbox.recibidos('subir')).toHaveLength(antes);
  });
});

test('the result exported afterwards names the rows that were not sent, and the file of each that was', async () => {
  const buena = mundo.archivo('buena.csv', planilla(1, 40));
  const mala = mundo.archivo('mala.csv', `${planilla(1, 41)}hoy;10;1;1234\n`);
  const enviada = await mundo.cli(['conciliar', buena, mala, '--omitir-errores', '--json', ...SIN_ESPERAS]);
  expect(enviada.codigo, enviada.stderr).toBe(0);
  const { id } = leer(enviada.stdout);
  const { codigo, stdout } = await mundo.cli([
    'conciliaciones',
    'resultado',
    String(id),
    '--exportar',
    'r.xlsx',
    '--json',
  ]);
  expect(codigo).toBe(0);
  const libro = new ExcelJS.Workbook();
  await libro.xlsx.readFile(String(leer(stdout)['exportado']));
  const filas = (hoja: string): unknown[][] => {
    const all: unknown[][] = [];
    libro.getWorksheet(hoja)?.eachRow((row) => all.push([row.getCell(1).value, row.getCell(2).value]));
    return all;
  };
  expect(filas('Errores')).toContainEqual([mala, 3]);
  expect(filas('Sin conciliar')).toEqual(
    expect.arrayContaining([
      [buena, 2],
      [mala, 2],
    ]),
  );
});

describe('conciliaciones', () => {
  test('retomar with nothing unfinished is an empty array and exit 0', async () => {
    const { codigo, stdout } = await mundo.cli(['conciliaciones', 'retomar', '--json']);
    expect(codigo).toBe(0);
    expect(JSON.parse(stdout)).toEqual([]);
  });

  test.each([
    [['retomar', '01XX'], 2, 'CARGA_INEXISTENTE'],
    [['ver', '1'], 1, 'CONCILIACION_INEXISTENTE'],
    [['resultado', '1'], 1, 'CONCILIACION_INEXISTENTE'],
    [['borrar', '1'], 2, 'CONFIRMACION_NECESARIA'],
    [['borrar', '1', '--si'], 1, 'CONCILIACION_INEXISTENTE'],
    [['listar', '--desde', 'ayer'], 2, 'ENTRADA_INVALIDA'],
  ])('%j exits %i with %s', async (args, salida, code) => {
    const { codigo, stdout } = await mundo.cli(['conciliaciones', ...args, '--json']);
    expect(codigo).toBe(salida);
    expect(leer(stdout)).toMatchObject({ codigo: code, mensaje: expect.any(String) });
  });
});

describe('the account', () => {
  test('of the environment is tried, and its secret is in no file', async () => {
    const { codigo, stdout } = await mundo.cli(['cuenta', 'probar', '--json']);
    expect(codigo).toBe(0);
    expect(leer(stdout)).toMatchObject({ nombre: 'entorno', comercios: expect.any(Array) });
    const archivos = readdirSync(mundo.home, { recursive: true, withFileTypes: true }).filter((f) => f.isFile());
    for (const { parentPath, name } of archivos) {
      expect(readFileSync(path.join(parentPath, name)).includes(mundo.sandbox.apiSecret), name).toBe(false);
    }
  });

  test('is missing where the environment names none', async () => {
    const home = path.join(mundo.carpeta, 'vacio');
    const sin = { CONCILIADOR_HOME: home, CONCILIADOR_URL: '', CONCILIADOR_API_KEY: '', CONCILIADOR_API_SECRET: '' };
    const [listar, probar] = await Promise.all([
      mundo.cli(['cuenta', 'listar', '--json'], { env: sin }),
      mundo.cli(['cuenta', 'probar', '--json'], { env: sin }),
    ]);
    expect(listar).toMatchObject({ codigo: 0, stdout: '[]\n' });
    expect(probar.codigo).toBe(2);
    expect(leer(probar.stdout)).toMatchObject({ codigo: 'SIN_CUENTA' });
  });

  test('is refused in an address without https, and nothing is kept', async () => {
    const args = ['cuenta', 'agregar', 'caja', '--url', 'http://ejemplo.invalid', '--api-key', 'k'];
    const { codigo, stdout } = await mundo.cli([...args, '--clave-por-stdin', '--json'], { entrada: 'secreto\n' });
    expect(codigo).toBe(2);
    expect(leer(stdout)).toMatchObject({ codigo: 'URL_INSEGURA' });
    expect(stdout).not.toContain('secreto');
  });
});

test('a second process that writes is refused at once, and one that reads is not', async () => {
  mkdirSync(mundo.home, { recursive: true });
  const { acquireInstanceLock } = await import('#platform/instance-lock.ts');
  const lock = await acquireInstanceLock(mundo.home, 'electron');
  try {
    const archivo = mundo.archivo('otra.csv', planilla(1, 900));
    const [escribe, lee] = await Promise.all([
      mundo.cli(['conciliar', archivo, '--json']),
      mundo.cli(['conciliaciones', 'listar', '--json']),
    ]);
    expect(escribe.codigo).toBe(3);
    expect(leer(escribe.stdout)).toMatchObject({ codigo: 'EN_USO' });
    expect(lee.codigo).toBe(0);
  } finally {
    lock.release();
  }
});
