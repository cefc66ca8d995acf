import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { gnomeKeyring, hasKeyring, LOCKED, UNLOCK } from './gnome-keyring.ts';
import { everyFile, test } from './temporary-folder.ts';

const CHILD = path.resolve('test/platform/keychain-child.ts');
const SECRET = 'ñandú «$(x)» 1234567890 s3cr3to';

interface Session {
  /** Asks in a new process, whose environment decides which keychain it finds. */
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

describe.runIf(hasKeyring)('with a gnome-keyring', () => {
  test('a secret is there for another process, and gone when deleted', async ({ folder }) => {
    const { ask } = asking(await gnomeKeyring(folder, UNLOCK));
    expect(ask('get', 'cuenta:a')).toEqual({ valor: null });
    expect(ask('set', 'cuenta:a', SECRET)).toEqual({ isStored: true });
    expect(ask('get', 'cuenta:a')).toEqual({ valor: SECRET });
    expect(ask('get', 'cuenta:b')).toEqual({ valor: null });
    expect(ask('delete', 'cuenta:a')).toEqual({ borrado: true });
    expect(ask('delete', 'cuenta:a')).toEqual({ borrado: false });
    expect(ask('get', 'cuenta:a')).toEqual({ valor: null });
  });

  test('a secret is there for another session of the same person, and its files do not show it', async ({ folder }) => {
    asking(await gnomeKeyring(folder, UNLOCK)).ask('set', 'cuenta:a', SECRET);
    expect(asking(await gnomeKeyring(folder, UNLOCK)).ask('get', 'cuenta:a')).toEqual({ valor: SECRET });
    for (const { text } of everyFile(path.join(folder, 'data'))) expect(text).not.toContain('s3cr3to');
  });

  test('a locked keychain is not an empty one', async ({ folder }) => {
    asking(await gnomeKeyring(folder, UNLOCK)).ask('set', 'cuenta:a', SECRET);
    const { ask } = asking(await gnomeKeyring(folder, LOCKED));
    const locked = { codigo: 'LLAVERO_NO_DISPONIBLE', motivo: 'bloqueado' };
    expect(ask('get', 'cuenta:a')).toEqual(locked);
    expect(ask('set', 'cuenta:a', 'x')).toEqual(locked);
    expect(ask('delete', 'cuenta:a')).toEqual(locked);
  });
});

if (process.platform !== 'linux') process.stderr.write('Skipped: only on Linux is the keychain behind D-Bus.\n');
test.runIf(process.platform === 'linux')(
  'without D-Bus there is no keychain, and nothing falls back to another',
  ({ folder }) => {
    const { ask } = asking({ PATH: process.env['PATH'], HOME: folder });
    const missing = { codigo: 'LLAVERO_NO_DISPONIBLE', motivo: 'sin-llavero' };
    expect(ask('set', 'cuenta:a', SECRET)).toEqual(missing);
    expect(ask('get', 'cuenta:a')).toEqual(missing);
    expect(ask('delete', 'cuenta:a')).toEqual(missing);
    expect(everyFile(folder)).toEqual([]);
  },
);
