import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SCRIPT } from './run-cli.ts';
import { mountWorld, sheet, NO_WAITS, type World } from './world.ts';

if (process.platform === 'win32') process.stderr.write('Skipped: Windows has no modes of files.\n');

/** Runs a command with umask 000, which makes new files open to everybody by default. */
async function run(world: World, args: readonly string[]): Promise<void> {
  const child = spawn('sh', ['-c', 'umask 000; exec "$@"', 'sh', process.execPath, SCRIPT, ...args], {
    cwd: world.carpeta,
    env: { ...process.env, NODE_OPTIONS: '', ...world.env },
    stdio: 'ignore',
  });
  await once(child, 'exit');
}

/** The files of the data folder that other users of this machine could read or write. */
const readableByOthers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(path.join(folder, name)).mode & 0o077) !== 0,
  );

describe.skipIf(process.platform === 'win32')('what is kept is of its owner alone', () => {
  test('every file and folder, databases and their copies too', async () => {
    await using world = await mountWorld();
    world.file('cupones.csv', sheet(3));
    await run(world, ['conciliar', 'cupones.csv', '--guardar-plantilla', 'Caja', ...NO_WAITS]);
    await run(world, ['sincronizar', '--desde', '2026-10-01', '--hasta', '2026-10-02', '--metodo', 'comercios']);
    await run(world, ['respaldo', 'crear']);
    await run(world, ['ajustes', 'cambiar', '--tema', 'oscuro']);
    const all = readdirSync(world.home, { recursive: true, encoding: 'utf8' });
    for (const name of ['ledger.db', 'cache.db', 'copias', 'bloqueo.db'])
      expect(
        all.some((item) => path.basename(item) === name),
        name,
      ).toBe(true);
    expect([...readableByOthers(world.home), statSync(world.home).mode & 0o777]).toEqual([0o700]);
  });

  test('the folder of the accounts of before is closed as soon as something is written', async () => {
    await using world = await mountWorld();
    mkdirSync(path.join(world.home, 'cuentas'), { recursive: true });
    chmodSync(path.join(world.home, 'cuentas'), 0o755);
    await run(world, ['ajustes', 'cambiar', '--tema', 'oscuro']);
    expect(statSync(path.join(world.home, 'cuentas')).mode & 0o777).toBe(0o700);
  });
});
