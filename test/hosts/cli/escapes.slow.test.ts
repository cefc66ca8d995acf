import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../service/loopback.ts';
import { runCli, type Output } from './run-cli.ts';

/** Clears the screen, begins a link, turns text around, ends a line. */
const EVIL = '\u001b[2J\u001b]8;;http://x.example\u0007\u202e\u2028\u009b31m';
const SHOWN = '\\u{1b}[2J\\u{1b}]8;;http://x.example\\u{7}\\u{202e}\\u{2028}\\u{9b}31m';
const OBEYED = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

let folder = '';
let env: Readonly<Record<string, string>> = {};
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  const { url = '' } = request;
  if (url.startsWith('/oauth')) response.end('{"access_token":"t-1234","expires_in":3600}');
  else if (url.includes('comercios'))
    response.end(JSON.stringify({ comercios: [{ id: '1', nombre: `Kiosco ${EVIL}` }], total: 1 }));
  else response.writeHead(400).end(`{"error":"no ${EVIL}"}`);
});

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'escapes-'));
  const port = await listen(server);
  env = {
    CONCILIADOR_HOME: path.join(folder, 'datos'),
    CONCILIADOR_URL: `http://127.0.0.1:${String(port)}`,
    CONCILIADOR_API_KEY: 'llave-de-prueba',
    CONCILIADOR_API_SECRET: 'secreto-de-prueba',
    CONCILIADOR_REINTENTOS: '0',
  };
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const said = ({ stdout, stderr }: Output): string => stdout + stderr;

describe('text of others is shown on a terminal, never obeyed', () => {
  test('of the service', async () => {
    const tryOut = await runCli(['cuenta', 'probar'], { env });
    const download = await runCli(['sincronizar', '--metodo', 'comercios', '--metodo', 'operaciones'], { env });
    const show = await runCli(['consultar', 'comercios'], { env });
    for (const output of [tryOut, download, show]) expect(said(output)).not.toMatch(OBEYED);
    expect(show.stdout).toContain(`Kiosco ${SHOWN}`);
  });

  test('but a document is JSON as ever', async () => {
    const { stdout } = await runCli(['consultar', 'comercios', '--json'], { env });
    expect(JSON.parse(stdout)).toMatchObject({ filas: [{ nombre: `Kiosco ${EVIL}` }] });
  });

  test('of names of files, sheets and columns, and of cells', async () => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Ventas \u202eodaseuqca');
    sheet.addRow(['Fecha', 'Importe', 'Comprobante', 'Últimos 4', 'Nota \u202e', `Extra${EVIL.slice(-6)}`]);
    sheet.addRow(['2026-11-01', '\u202e12', '1', '\u2066abc', 'x', 'y']);
    const file = path.join(folder, `cupones ${EVIL.replaceAll('/', '')}.xlsx`);
    await book.xlsx.writeFile(file);
    const reading = await runCli(['validar', file], { env });
    const missing = await runCli(['validar', file, '--hoja', `otra${EVIL}`], { env });
    await writeFile(path.join(folder, `no ${EVIL.slice(0, 4)}.xlsx`), 'PK\u0003\u0004');
    const broken = await runCli(['validar', path.join(folder, `no ${EVIL.slice(0, 4)}.xlsx`)], { env });
    for (const output of [reading, missing, broken]) expect(said(output)).not.toMatch(OBEYED);
    expect(reading.stdout).toContain('hoja Ventas \\u{202e}odaseuqca');
    expect(broken.stdout).toContain('no \\u{1b}[2J.xlsx');
  });

  test('of a wrong call', async () => {
    for (const args of [
      [EVIL],
      ['validar', `--${EVIL}`],
      ['exportar', 'comercios', '--salida', `${EVIL}/x.xlsx`],
      ['papel', EVIL],
      ['cuenta', 'usar', EVIL],
    ]) {
      const output = await runCli(args, { env });
      expect(said(output)).not.toMatch(OBEYED);
      expect(output.codigo).toBe(2);
    }
  });
});
