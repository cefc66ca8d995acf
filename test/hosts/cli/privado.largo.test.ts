import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { test as base } from '../../platform/temporary-folder.ts';
import { montarMundo, planilla, SIN_ESPERAS, type Mundo } from './mundo.ts';

const SCRIPT = fileURLToPath(new URL('../../../bin/conciliador.js', import.meta.url));
const test = base.extend<{ mundo: Mundo }>({
  mundo: async ({}, use) => {
    const mundo = await montarMundo();
    await use(mundo);
    await mundo.cerrar();
  },
});

/** Runs a command as a person whose files are everybody's. */
async function correr(mundo: Mundo, args: readonly string[]): Promise<void> {
  const child = spawn('sh', ['-c', 'umask 000; exec "$@"', 'sh', process.execPath, SCRIPT, ...args], {
    cwd: mundo.carpeta,
    env: { ...process.env, NODE_OPTIONS: '', ...mundo.env },
    stdio: 'ignore',
  });
  await once(child, 'exit');
}

/** What somebody else of this machine could read or write of the data folder. */
const deOtros = (carpeta: string): string[] =>
  readdirSync(carpeta, { recursive: true, encoding: 'utf8' }).filter(
    (nombre) => (statSync(path.join(carpeta, nombre)).mode & 0o077) !== 0,
  );

describe.skipIf(process.platform === 'win32')('what is kept is of its owner alone', () => {
  test('every file and folder, databases and their copies too', async ({ mundo }) => {
    mundo.archivo('cupones.csv', planilla(3));
    await correr(mundo, ['conciliar', 'cupones.csv', '--guardar-plantilla', 'Caja', ...SIN_ESPERAS]);
    await correr(mundo, ['sincronizar', '--desde', '2026-10-01', '--hasta', '2026-10-02', '--metodo', 'comercios']);
    await correr(mundo, ['respaldo', 'crear']);
    await correr(mundo, ['ajustes', 'cambiar', '--tema', 'oscuro']);
    const todo = readdirSync(mundo.home, { recursive: true, encoding: 'utf8' });
    for (const nombre of ['ledger.db', 'cache.db', 'copias', 'bloqueo.db'])
      expect(
        todo.some((uno) => path.basename(uno) === nombre),
        nombre,
      ).toBe(true);
    expect(deOtros(mundo.home)).toEqual([]);
  });

  test('the folder of the accounts of before is closed as soon as something is written', async ({ mundo }) => {
    mkdirSync(path.join(mundo.home, 'cuentas'), { recursive: true });
    chmodSync(path.join(mundo.home, 'cuentas'), 0o755);
    await correr(mundo, ['ajustes', 'cambiar', '--tema', 'oscuro']);
    expect(statSync(path.join(mundo.home, 'cuentas')).mode & 0o777).toBe(0o700);
  });
});
