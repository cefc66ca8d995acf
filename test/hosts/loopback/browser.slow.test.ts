import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/conciliador.js', import.meta.url));

/** Output and exit code of `abrir --navegador` where this shell script is xdg-open; the program must end by itself when told to. */
async function openWith(script: string): Promise<{ readonly dicho: string; readonly salida: number | null }> {
  const folder = createTemporaryFolder();
  const commandsFolder = path.join(folder, 'comandos');
  await mkdir(commandsFolder);
  await writeFile(path.join(commandsFolder, 'xdg-open'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const child = spawn(process.execPath, [PROGRAM, 'abrir', '--navegador'], {
    env: {
      ...process.env,
      CONCILIADOR_HOME: path.join(folder, 'datos'),
      PATH: `${commandsFolder}${path.delimiter}${process.env['PATH'] ?? ''}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('exit', resolve);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.includes('Ctrl+C')) child.kill('SIGINT');
  });
  const output = await promise;
  return { dicho: said, salida: output };
}

if (process.platform !== 'linux')
  process.stderr.write('Skipped: only on Linux is the command that opens a page found on the PATH.\n');
describe.skipIf(process.platform !== 'linux')('abrir --navegador', () => {
  test('with a browser says that it is open, and which page to open if it is not seen', async () => {
    const { dicho } = await openWith('exit 0');
    expect(dicho).toMatch(/está abierto en el navegador\. Si no aparece, abrí esta página[^\n]*abrir\.html\n/);
    expect(dicho).not.toContain('entrada=');
  });

  test('without one says so at once, and which page to open', async () => {
    const { dicho } = await openWith('exit 3');
    expect(dicho).toMatch(/No encontramos un navegador[^\n]*abrir\.html\n/);
    expect(dicho).not.toContain('está abierto en el navegador');
  });

  test('a command that stays as long as the browser does counts as open', async () => {
    const { dicho } = await openWith('exec sleep 15');
    expect(dicho).toContain('está abierto en el navegador');
  });
});
