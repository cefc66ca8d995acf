import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { runCli, SCRIPT } from './run-cli.ts';

/** Why /etc cannot be another one here; undefined when it can: for one process, in a place of its own. */
function whyNoEtc(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux has an /etc of its own';
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/etc'], { stdio: 'ignore' });
    return undefined;
  } catch (error) {
    return `this machine mounts nothing: ${error instanceof Error ? error.message : String(error)}`;
  }
}
const why = whyNoEtc();
if (why !== undefined) process.stderr.write(`Skipped: the policy file of this system: ${why}\n`);

let folder = '';
beforeEach(() => {
  folder = createTemporaryFolder();
});

async function run(policy: unknown, args: readonly string[], input = '') {
  const file = path.join(folder, 'politica.json');
  await writeFile(file, typeof policy === 'string' ? policy : JSON.stringify(policy));
  const shell =
    'mount -t tmpfs -o mode=755 tmpfs /etc && mkdir /etc/conciliador && cp "$0" /etc/conciliador/politica.json && exec "$@"';
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    ['--mount', 'sh', '-c', shell, file, process.execPath, SCRIPT, ...args],
    {
      env: { ...process.env, NODE_OPTIONS: '', CONCILIADOR_HOME: path.join(folder, 'datos') },
      input,
      encoding: 'utf8',
    },
  );
  return { codigo: status, stdout, stderr };
}

describe.skipIf(why !== undefined)(
  `the policy file of this system${why === undefined ? '' : ` (skipped: ${why})`}`,
  () => {
    test('fixes the address of an account that is added', async () => {
      const policy = { version: 1, servicio: { direccion: 'https://servicio.example/api' } };
      const add = (...rest: string[]) =>
        run(
          policy,
          ['cuenta', 'agregar', 'caja', '--api-key', 'k', '--clave-por-stdin', '--json', ...rest],
          'secreto\n',
        );
      const refused = await add('--url', 'https://otro.example');
      expect([refused.codigo, JSON.parse(refused.stdout).codigo]).toEqual([2, 'FIJADO_POR_POLITICA']);
      const added = await add();
      expect(added.codigo).toBe(0);
      expect(await readFile(path.join(folder, 'datos', 'cuentas.json'), 'utf8')).toContain(
        'https://servicio.example/api',
      );
    });
    test('allows no new versions', async () => {
      const { codigo, stdout } = await run({ version: 1, actualizaciones: { permitidas: false } }, [
        'actualizar',
        '--ver',
        '--json',
      ]);
      expect([codigo, JSON.parse(stdout).codigo]).toEqual([2, 'ACTUALIZACIONES_NO_PERMITIDAS']);
    });
    test('that is broken is refused with what is wrong with it', async () => {
      const { codigo, stderr } = await run('{"version": 1, "servicios": {}}', ['actualizar', '--ver']);
      expect(codigo).toBe(3);
      expect(stderr).toContain(
        'La política que el administrador dejó en /etc/conciliador/politica.json no sirve: tiene de más «servicios»',
      );
    });
  },
);
test('without an address, and without one that is fixed, nothing is added', async () => {
  const env = { CONCILIADOR_HOME: path.join(folder, 'datos') };
  const args = ['cuenta', 'agregar', 'x', '--api-key', 'k', '--clave-por-stdin'];
  expect(await runCli(args, { env, entrada: 'secreto\n' })).toMatchObject({
    codigo: 2,
    stderr: 'Falta la dirección del servicio. No se guardó nada. Decila con --url.\n',
  });
});
test('a program that was published nowhere says so', async () => {
  const env = { CONCILIADOR_HOME: path.join(folder, 'datos') };
  const { codigo, stderr } = await runCli(['actualizar', '--ver'], { env });
  expect([codigo, stderr.split('\n')[0]]).toEqual([
    2,
    'Este programa no tiene de dónde traer versiones nuevas. No se buscó nada. Pedile la dirección a quien te lo dio.',
  ]);
});
