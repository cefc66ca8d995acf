import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished } from 'vitest';
import { everyFile, test } from './temporary-folder.ts';

const CHILD = path.resolve('test/platform/llavero-hijo.ts');
const SECRETO = 'ñandú «$(x)» 1234567890 s3cr3to';

interface Session {
  /** Asks from a new process; the environment decides which keychain it finds. */
  ask(action: 'get' | 'set' | 'delete', key: string, secret?: string): unknown;
}

function asking(env: NodeJS.ProcessEnv): Session {
  return {
    ask: (action, key, secret = '') => {
      const { stdout, stderr } = spawnSync(process.execPath, [CHILD, action, key], {
        env,
        input: secret,
        encoding: 'utf8',
      });
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout);
    },
  };
}

/** A D-Bus session of its own with a gnome-keyring whose files are under `home`; the daemon ends with the test. */
async function gnomeKeyring(home: string, daemon: string): Promise<Session> {
  mkdirSync(path.join(home, 'run'), { recursive: true, mode: 0o700 });
  const base = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_RUNTIME_DIR: path.join(home, 'run'),
  };
  // The session ends when its standard input does.
  const script = `${daemon} >/dev/null; echo "$DBUS_SESSION_BUS_ADDRESS"; cat >/dev/null`;
  const session = spawn('dbus-run-session', ['--', 'bash', '-c', script], {
    env: base,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    session.stdin.end();
    await once(session, 'exit');
  });
  const [address] = (await once(createInterface(session.stdout), 'line')) as [string];
  return asking({ ...base, DBUS_SESSION_BUS_ADDRESS: address });
}

const UNLOCK = 'echo -n pw | gnome-keyring-daemon --unlock --components=secrets';
const LOCKED = 'gnome-keyring-daemon --start --components=secrets';
const hasKeyring = process.platform === 'linux' && spawnSync('gnome-keyring-daemon', ['--version']).status === 0;

describe.runIf(hasKeyring)('with a gnome-keyring', () => {
  test('a secret is there for another process, and gone when deleted', async ({ folder }) => {
    const { ask } = await gnomeKeyring(folder, UNLOCK);
    expect(ask('get', 'cuenta:a')).toEqual({ valor: null });
    expect(ask('set', 'cuenta:a', SECRETO)).toEqual({ guardado: true });
    expect(ask('get', 'cuenta:a')).toEqual({ valor: SECRETO });
    expect(ask('get', 'cuenta:b')).toEqual({ valor: null });
    expect(ask('delete', 'cuenta:a')).toEqual({ borrado: true });
    expect(ask('delete', 'cuenta:a')).toEqual({ borrado: false });
    expect(ask('get', 'cuenta:a')).toEqual({ valor: null });
  });

  test('a secret is there for another session of the same person, and its files do not show it', async ({ folder }) => {
    (await gnomeKeyring(folder, UNLOCK)).ask('set', 'cuenta:a', SECRETO);
    expect((await gnomeKeyring(folder, UNLOCK)).ask('get', 'cuenta:a')).toEqual({ valor: SECRETO });
    for (const { text } of everyFile(path.join(folder, 'data'))) expect(text).not.toContain('s3cr3to');
  });

  test('a locked keychain is not an empty one', async ({ folder }) => {
    (await gnomeKeyring(folder, UNLOCK)).ask('set', 'cuenta:a', SECRETO);
    const { ask } = await gnomeKeyring(folder, LOCKED);
    const locked = { codigo: 'LLAVERO_NO_DISPONIBLE', motivo: 'bloqueado' };
    expect(ask('get', 'cuenta:a')).toEqual(locked);
    expect(ask('set', 'cuenta:a', 'x')).toEqual(locked);
    expect(ask('delete', 'cuenta:a')).toEqual(locked);
  });
});

test.runIf(process.platform === 'linux')(
  'without D-Bus there is no keychain, and nothing falls back to another',
  ({ folder }) => {
    const { ask } = asking({ PATH: process.env['PATH'], HOME: folder });
    const missing = { codigo: 'LLAVERO_NO_DISPONIBLE', motivo: 'sin-llavero' };
    expect(ask('set', 'cuenta:a', SECRETO)).toEqual(missing);
    expect(ask('get', 'cuenta:a')).toEqual(missing);
    expect(ask('delete', 'cuenta:a')).toEqual(missing);
    expect(everyFile(folder)).toEqual([]);
  },
);
