import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { test } from '../../platform/temporary-folder.ts';
import { runCli, runProgram, SCRIPT } from './run-cli.ts';

test('demo goes through the whole job, says where the report is, and leaves nothing else behind', async ({
  folder,
}) => {
  const temporary = mkdtempSync(path.join(folder, 'tmp-'));
  const output = path.join(folder, 'salida');
  const env = { TMPDIR: temporary, HOME: folder, CONCILIADOR_HOME: path.join(folder, 'ajeno') };
  const { codigo, stdout, stderr } = await runProgram(['demo', '--carpeta', output], { env, cwd: '/' });
  expect(codigo, stderr).toBe(0);
  expect(stdout).toMatch(/fila 43 +.*Vino el número de tarjeta completo/);
  expect(stdout).toMatch(/Conciliados +\d+ +\$\s[\d.]+,\d\d/);
  expect(stdout).toMatch(/Sin conciliar +\d+ +\$\s[\d.]+,\d\d/);
  const [report = '', ...others] = readdirSync(output);
  expect(others).toEqual([]);
  expect(stdout).toContain(path.join(output, report));
  expect(readdirSync(temporary)).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual([path.basename(temporary), 'salida'].sort());
});

describe('sandbox', () => {
  test('says on its first line where it serves and how one enters, and ends with 0 when it is stopped', async () => {
    const child = spawn(process.execPath, [SCRIPT, 'sandbox', '--operaciones', '1000'], {
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const end = new Promise<number | null>((resolve) => child.once('close', resolve));
    const line = await new Promise<string>((resolve) => child.stdout.setEncoding('utf8').once('data', resolve));
    const access: Record<string, unknown> = JSON.parse(line);
    expect(Object.keys(access).sort()).toEqual(['apiKey', 'apiSecret', 'clave', 'url', 'usuario']);
    const repeated = new URL(String(access['url'])).port;
    const { codigo, stderr } = await runCli(['sandbox', '--puerto', repeated]);
    expect(codigo).toBe(2);
    expect(stderr).toMatch(/puerto ya está en uso/);
    child.kill('SIGTERM');
    expect(await end).toBe(0);
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
