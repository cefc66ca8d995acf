import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { read, utils } from '@e965/xlsx';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

const SCRIPT = fileURLToPath(new URL('../../../bin/conciliador.js', import.meta.url));

let carpeta: string;
beforeEach(() => {
  carpeta = mkdtempSync(path.join(tmpdir(), 'cli-demo-'));
});
afterEach(() => {
  rmSync(carpeta, { recursive: true, force: true });
});

describe('demo', () => {
  test('goes through the whole job, says where the report is, and leaves nothing else behind', async () => {
    const temporal = mkdtempSync(path.join(carpeta, 'tmp-'));
    const salida = path.join(carpeta, 'salida');
    const env = { TMPDIR: temporal, HOME: carpeta, CONCILIADOR_HOME: path.join(carpeta, 'ajeno') };
    const { codigo, stdout, stderr } = await runCli(['demo', '--carpeta', salida], { env, cwd: '/' });
    expect(codigo, stderr).toBe(0);
    expect(stdout).toMatch(/fila 43 +.*Vino el número de tarjeta completo/);
    expect(stdout).toMatch(/Conciliados +\d+ +\$\s[\d.]+,\d\d/);
    expect(stdout).toMatch(/Sin conciliar +\d+ +\$\s[\d.]+,\d\d/);
    const [informe = '', ...others] = readdirSync(salida);
    expect(others).toEqual([]);
    expect(stdout).toContain(path.join(salida, informe));
    expect(readdirSync(temporal)).toEqual([]);
    expect(readdirSync(carpeta).sort()).toEqual([path.basename(temporal), 'salida'].sort());
  });

  test('writes a report that says what its document says', async () => {
    const { codigo, stdout } = await runCli(['demo', '--carpeta', carpeta, '--json']);
    expect(codigo).toBe(0);
    const doc: Record<string, unknown> = JSON.parse(stdout);
    const conciliados = Number(doc['conciliados']);
    const sinConciliar = Number(doc['sinConciliar']);
    expect(conciliados).toBeGreaterThan(sinConciliar);
    expect(conciliados + sinConciliar).toBe(doc['enviados']);
    const { SheetNames, Sheets } = read(readFileSync(String(doc['informe'])));
    expect(SheetNames).toEqual([
      'Resumen',
      'Conciliados',
      'Sin conciliar',
      'No informados',
      'Por qué',
      'Causas',
      'Omitidos',
      'Errores',
      'Avisos',
    ]);
    const rowsOf = (hoja: string): unknown[][] => {
      const sheet = Sheets[hoja];
      return sheet === undefined ? [] : utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
    };
    const importe = rowsOf('Conciliados')
      .at(-1)
      ?.findLast((valor) => typeof valor === 'number');
    expect(Number(importe).toFixed(2)).toBe(doc['importeConciliado']);
    const countRows = (hoja: string): number => {
      const rows = rowsOf(hoja);
      const column = rows.find((row) => row.includes('Fila'))?.indexOf('Fila') ?? -1;
      return rows.filter((row) => typeof row[column] === 'number').length;
    };
    expect(countRows('Conciliados')).toBe(conciliados);
    expect(countRows('Sin conciliar')).toBe(sinConciliar);
    expect(countRows('Errores')).toBe(5);
  });
});

describe('sandbox', () => {
  test('says on its first line where it serves and how one enters, and ends with 0 when it is stopped', async () => {
    const child = spawn(process.execPath, [SCRIPT, 'sandbox', '--operaciones', '1000'], {
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const fin = new Promise<number | null>((resolve) => child.once('close', resolve));
    const linea = await new Promise<string>((resolve) => child.stdout.setEncoding('utf8').once('data', resolve));
    const access: Record<string, unknown> = JSON.parse(linea);
    expect(Object.keys(access).sort()).toEqual(['apiKey', 'apiSecret', 'clave', 'url', 'usuario']);
    const repeated = new URL(String(access['url'])).port;
    const { codigo, stderr } = await runCli(['sandbox', '--puerto', repeated]);
    expect(codigo).toBe(2);
    expect(stderr).toMatch(/puerto ya está en uso/);
    child.kill('SIGTERM');
    expect(await fin).toBe(0);
  });

  test.each([
    ['--rasgo', 'nada=si'],
    ['--rasgo', 'orden=al_reves'],
    ['--rasgo', 'falla=subir:x:corte-antes'],
    ['--operaciones', '0'],
    ['--puerto', '70000'],
  ])('%s %s exits 2 with a sentence', async (...option) => {
    const { codigo, stdout, stderr } = await runCli(['sandbox', ...option]);
    expect(codigo).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(/\n\s+at |Error:/);
    expect(stderr.length).toBeGreaterThan(20);
  });
});
