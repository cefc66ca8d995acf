import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ResultDocument } from '#contract/documents.ts';
import { useWorld, sheet, NO_WAITS } from './world.ts';

const world = useWorld();

const parse = (stdout: string): Record<string, unknown> => {
  expect(stdout.endsWith('\n')).toBe(true);
  return JSON.parse(stdout);
};

test('validar answers the document of a good file and exits 0, making no data folder', async () => {
  const file = world.file('bien.csv', sheet(3));
  const home = path.join(world.carpeta, 'no-se-crea');
  expect(await world.json(['validar', file, '--cupones'], 0, { env: { CONCILIADOR_HOME: home } })).toMatchObject({
    ...{ archivo: file, validas: 3, errores: [] },
    cupones: [{ fila: 2, cupon: { comprobante: '000001' } }, { fila: 3 }, { fila: 4 }],
  });
  expect(existsSync(home)).toBe(false);
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

    const [list, result, asText, secondTime, shown] = await Promise.all([
      world.json(['conciliaciones', 'listar']),
      world.json<ResultDocument>(['conciliaciones', 'resultado', String(id)]),
      world.cli(['conciliaciones', 'resultado', String(id)]),
      world.json(['conciliar', file, ...NO_WAITS], 4),
      world.json(['conciliaciones', 'ver', String(id)]),
    ]);
    expect(list).toMatchObject({
      conciliaciones: [{ id, total: 5, nuevos: 5, existentes: 0, sin_conciliar: 5, estado: 'IMPORTADO', carga }],
      cargas: [{ carga, estado: 'TERMINADA', archivo: file, filas: 5, enviados: 5, id }],
    });
    expect(result).toMatchObject({ operaciones: [{ conciliado: false, fila: 2 }, {}, {}, {}, {}] });
    expect(asText.stdout).toMatch(
      /Resultado +Venta +Importe +Comprobante +Liquidación\n(Sin conciliar +\d\d\/10\/2026 +\$\s[\d.]+,\d\d +\d+ +—\n){5}/,
    );
    expect(secondTime).toMatchObject({
      codigo: 'YA_ENVIADO',
      mensaje: expect.stringContaining('--repetir'),
      decision: { opciones: [{ clave: 'nueva' }] },
    });
    expect(shown).toMatchObject({ id, carga, origen_desde: '2026-10-02' });
    expect(world.sandbox.truth.conciliaciones()).toHaveLength(1);

    // Deleted at the service since: the question comes all the same, and mentions it.
    await world.cli(['conciliaciones', 'borrar', String(id), '--si', '--json']);
    expect(await world.json(['conciliar', file, ...NO_WAITS], 4)).toMatchObject({
      codigo: 'YA_ENVIADO',
      mensaje: expect.stringContaining('se borró después'),
      decision: { frase: { codigo: 'ya_enviada_borrada' } },
    });
  });

  test('one invalid row refuses the whole file, with what validar says of it', async () => {
    const file = world.file('una-mala.csv', `${sheet(2, 500)}hoy;10;1;1234\n`);
    expect(await world.json(['conciliar', file], 1)).toMatchObject({
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
    // Wrong usage (exit 2) has only the error; a refused file has every key of `conciliar`.
    if (output === 2) expect(doc).not.toHaveProperty('estado');
    else expect(doc).toMatchObject({ carga: null, estado: 'RECHAZADA', enviados: 0, pendientes: 0 });
    expect(world.sandbox.listReceived('subir')).toHaveLength(before);
  });
});

describe('conciliaciones', () => {
  test('retomar with nothing unfinished is an empty array and exit 0', async () => {
    expect(await world.json(['conciliaciones', 'retomar'])).toEqual([]);
  });

  test('retomar with an answer and nothing unfinished says that there is nothing to answer', async () => {
    expect(await world.json(['conciliaciones', 'retomar', '--decidir', 'reenviar'], 2)).toMatchObject({
      codigo: 'USO',
      mensaje: expect.stringContaining('nada que contestar'),
    });
  });

  test.each([
    [['retomar', '01XX'], 2, 'CARGA_INEXISTENTE'],
    [['ver', '1'], 1, 'CONCILIACION_INEXISTENTE'],
    [['resultado', '1'], 1, 'CONCILIACION_INEXISTENTE'],
    [['borrar', '1'], 2, 'CONFIRMACION_NECESARIA'],
    [['borrar', '1', '--si'], 1, 'CONCILIACION_INEXISTENTE'],
    [['listar', '--desde', 'ayer'], 2, 'ENTRADA_INVALIDA'],
  ])('%j exits %i with %s', async (args, output, code) => {
    expect(await world.json(['conciliaciones', ...args], output)).toMatchObject({
      codigo: code,
      mensaje: expect.any(String),
    });
  });
});

test('an account is refused without an address', async () => {
  const args = ['cuenta', 'agregar', 'x', '--api-key', 'k', '--clave-por-stdin'];
  expect(await world.cli(args, { entrada: 'secreto\n' })).toMatchObject({
    codigo: 2,
    stderr: 'Falta la dirección del servicio. No se guardó nada. Decila con --url.\n',
  });
});
