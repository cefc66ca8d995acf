import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { runCli } from './run-cli.ts';

describe('help', () => {
  test.each(['--ayuda', '--help', '-h'])('%s lists the commands in Spanish and exits 0', async (flag) => {
    const { codigo, stdout, stderr } = await runCli([flag]);
    expect(codigo).toBe(0);
    expect(stdout).toMatch(/Uso: conciliador/);
    for (const command of ['demo', 'sandbox', 'cuenta', 'validar', 'conciliar', 'conciliaciones']) {
      expect(stdout).toContain(command);
    }
    expect(stderr).toBe('');
  });

  test.each([
    ['ayuda', 'cuenta', 'agregar'],
    ['cuenta', 'agregar', '--ayuda'],
  ])('of a command of two words: %s %s %s', async (...args) => {
    const { codigo, stdout } = await runCli(args);
    expect(codigo).toBe(0);
    expect(stdout).toMatch(/^Uso: conciliador cuenta agregar /);
  });

  test('names what may be left out as what is needed', async () => {
    const { stdout } = await runCli(['vincular', '--ayuda']);
    expect(stdout).toContain('vincular [opciones] CARGA SEQ[,SEQ] [OPERACION]');
  });
});

describe('a wrong call', () => {
  test.each([
    [['volar'], /El comando «volar» no existe/],
    [['validar'], /Falta decir ARCHIVO\./],
    [['exportar', 'operaciones'], /Falta la opción --salida ARCHIVO\./],
    [['validar', 'a.xlsx', '--hoja'], /La opción --hoja HOJA necesita un valor\./],
    [['consultar', 'operaciones', '--limite', 'x'], /^--limite N: tiene que ser un número entero/],
    [['validar', 'a.xlsx', '--rapido'], /--rapido no existe/],
    [['conciliar', 'a.xlsx', '--por-tanda', '0'], /entre 1 y/],
    [['conciliar', 'a.xlsx', '--marcador', 'auxiliar_9'], /no es un marcador/],
    [['conciliar', 'a.xlsx', '--tardanza', '90000'], /segundos de hasta 86400/],
    [['conciliar', 'a.xlsx', '--tardanza', '1,5'], /no hay ninguna cuenta/],
    [['conciliar', 'a.xlsx', '--mapear', 'importe'], /no dice un campo y su columna/],
    [['validar', 'a.xlsx', '--mapear', 'lote=A', '--mapear', 'lote=B'], /dos columnas para «lote»: «A» y «B»/],
    [['cuenta', 'agregar', 'x'], /Falta decir cómo se entra/],
    [['conciliaciones'], /Falta decir qué hacer/],
    [['cuenta', 'agregar', 'x', '--url', 'https://x.invalid', '--api-key', 'k', '--clave-por-stdin'], /llegó vacía/],
  ])('%j exits 2 with a sentence in Spanish', async (args, sentence) => {
    const { codigo, stdout, stderr } = await runCli(args);
    expect(codigo).toBe(2);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/ at |error:/);
    expect(stdout).toBe('');
  });

  test('a field is left without a column with nothing after the equals sign', async () => {
    const folder = createTemporaryFolder();
    const file = path.join(folder, 'cuotas.csv');
    await writeFile(file, 'Fecha;Cupón;Últimos 4;Importe;Cuotas\n01/10/2026;1;4905;10,00;Ahora 12\n');
    const env = { CONCILIADOR_HOME: folder };
    expect((await runCli(['validar', file], { env })).stdout).toContain('«Ahora 12» no son solo cifras');
    const { codigo, stdout } = await runCli(['validar', file, '--mapear', 'cuotas=', '--json'], { env });
    expect(codigo).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ validas: 1, sinMapear: ['Cuotas'] });
  });

  test.each([
    [['validar'], 'Falta decir ARCHIVO.'],
    [['conciliaciones'], 'Falta decir qué hacer.'],
    [['sandbox'], 'La opción --json no existe.'],
  ])('with --json is a document too: %j', async (words, mensaje) => {
    const { codigo, stdout } = await runCli([...words, '--json']);
    expect(codigo).toBe(2);
    expect(JSON.parse(stdout)).toEqual({ codigo: 'USO', mensaje });
  });
});

test.each([[['nada']], [['cuenta', 'nada']], [['nada', '--json']], [['validar', 'nada']]])(
  'ayuda %j exits 2, naming it',
  async (words) => {
    const { codigo, stdout, stderr } = await runCli(['ayuda', ...words]);
    expect(codigo).toBe(2);
    expect(stderr).toMatch(/El comando «nada» no existe/);
    if (words.includes('--json')) expect(JSON.parse(stdout)).toMatchObject({ codigo: 'USO' });
    else expect(stdout).toBe('');
  },
);

describe('what is answered before any command runs', () => {
  /** A standard output that fails: its reader left, or its disk is full. */
  const refusing = (code: string): Writable =>
    new Writable({
      autoDestroy: false,
      write: (_chunk, _encoding, done) => {
        done(Object.assign(new Error(code), { code }));
      },
    });

  test.each([
    [['--ayuda'], 0],
    [['validar', '--json'], 2],
  ])('%j to a reader that left is no fault of the program: exit %i', async (args, exit) => {
    const { codigo } = await runCli(args, { stdout: refusing('EPIPE') });
    expect(codigo).toBe(exit);
  });

  test('help that a full disk does not take is told, and exits 3', async () => {
    const { codigo, stderr } = await runCli(['--ayuda'], { stdout: refusing('ENOSPC') });
    expect(stderr).toBe(
      'No se pudo escribir la ayuda donde la mandaste. No se hizo nada más. Revisá el lugar en el disco y pedila de nuevo.\n',
    );
    expect(codigo).toBe(3);
  });
});

test('help asked for with --json is still help', async () => {
  const { codigo, stdout } = await runCli(['ayuda', 'validar', '--json']);
  expect(codigo).toBe(0);
  expect(stdout).toMatch(/^Uso: conciliador validar /);
});
