import { execFileSync, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox } from '#sandbox/index.ts';
import { useTemporaryFolder } from '../../platform/temporary-folder.ts';
import { SCRIPT } from './run-cli.ts';

const isThere = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** `script` of util-linux gives a command a terminal of its own; BSD's has other options. */
const hasTerminal = isThere('script', '--version');
/** An installed Node without type stripping, for which `bin/relaunch.js` exists. */
const oldNode = [
  '/usr/bin/node',
  '/usr/local/bin/node',
  ...(process.env['NODE_VIEJO'] ?? '').split(path.delimiter),
].find((candidato) => {
  if (candidato === '' || !isThere(candidato, '--version')) return false;
  const version = execFileSync(candidato, ['--version'], { encoding: 'utf8' });
  return /^v2[01]\./.test(version);
});
if (!hasTerminal) process.stderr.write('Skipped: no `script` (util-linux) here to give the command a terminal.\n');
if (oldNode === undefined) process.stderr.write('Skipped: no Node 20 here (NODE_VIEJO=/path/to/node names one).\n');

const folder = useTemporaryFolder();
const sandbox = await createSandbox({ clock: systemClock, operaciones: 1000 });
afterAll(() => sandbox.close());

interface Session {
  readonly codigo: number | null;
  /** All that the terminal showed, echoed keystrokes included. */
  readonly pantalla: string;
}

/** Runs a command on a terminal, and types each `texto` once `after` is on the screen. */
function inTerminal(command: string, keystrokes: readonly { after: string; texto: string }[]): Promise<Session> {
  return new Promise((resolve, reject) => {
    const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        CONCILIADOR_HOME: path.join(folder, 'datos'),
        CONCILIADOR_REINTENTOS: '0',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let screen = '';
    const pending = [...keystrokes];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
      const [next] = pending;
      if (next === undefined || !screen.includes(next.after)) return;
      pending.shift();
      child.stdin.write(next.texto);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ codigo: code, pantalla: screen });
    });
  });
}
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const conciliador = (...args: string[]): string => [process.execPath, SCRIPT, ...args].map(quoted).join(' ');

describe.skipIf(!hasTerminal)('a secret that is asked for on a terminal', () => {
  test('is not shown while it is typed, and works', async () => {
    const command = conciliador('cuenta', 'agregar', 'mia', '--url', sandbox.url, '--api-key', sandbox.apiKey);
    const { codigo, pantalla } = await inTerminal(command, [
      { after: 'Secreto de la API: ', texto: `${sandbox.apiSecret}\r` },
    ]);
    expect(pantalla).toContain('Quedó agregada la cuenta mia.');
    expect(pantalla).not.toContain(sandbox.apiSecret);
    expect(pantalla).not.toContain(sandbox.apiSecret.slice(0, 6));
    expect(codigo).toBe(0);
  });

  test('a correction is taken, and is not shown either', async () => {
    const { pantalla } = await inTerminal(conciliador('cuenta', 'cambiar-clave', 'mia'), [
      {
        after: `Secreto o contraseña de mia, en ${sandbox.url}: `,
        texto: `mal\u007f\u007f\u007f${sandbox.apiSecret}\r`,
      },
    ]);
    expect(pantalla).toContain('El servicio aceptó la clave nueva de mia.');
    expect(pantalla).not.toContain(sandbox.apiSecret);
  });

  test('Ctrl-C leaves, with the terminal as it was', async () => {
    const command = conciliador('cuenta', 'agregar', 'otra', '--url', sandbox.url, '--api-key', 'x');
    const { codigo, pantalla } = await inTerminal(`${command}; echo "salió $?"; stty -a | grep -o ' echo '`, [
      { after: 'Secreto de la API: ', texto: 'a medias\u0003' },
    ]);
    expect(pantalla).toContain('salió 130');
    expect(pantalla).not.toContain('a medias');
    expect(pantalla).toContain(' echo '); // echo is on again
    expect(codigo).toBe(0);
  });
});

describe.skipIf(oldNode === undefined)('on a machine whose Node is 20', () => {
  const run = (args: readonly string[], input = '') =>
    spawnSync(oldNode ?? '', [SCRIPT, ...args], {
      encoding: 'utf8',
      input,
      env: { ...process.env, NODE_OPTIONS: '', CONCILIADOR_HOME: path.join(folder, 'vieja') },
    });

  test('the program runs on the Node that it installs, with its exit codes', () => {
    expect(run(['--version'])).toMatchObject({ status: 0 });
    const list = run(['cuenta', 'listar', '--json']);
    expect(list).toMatchObject({ status: 0, stdout: '[]\n' });
    expect(run(['conciliaciones', 'ver', '1'])).toMatchObject({ status: 2 });
    expect(run(['soporte']).stdout).toContain(`node: ${process.versions.node}`);
  });

  test('a wrong call is answered without it', () => {
    const { status, stderr } = run(['no-existe']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/no existe/);
  });

  test('standard input reaches the command', () => {
    const { url, apiKey, apiSecret } = sandbox;
    const args = ['cuenta', 'agregar', 'v', '--url', url, '--api-key', apiKey, '--clave-por-stdin', '--json'];
    const { status, stdout } = run(args, `${apiSecret}\n`);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ nombre: 'v' });
  });
});
