import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** How the daemon starts: with an unlocked keychain (made when missing), or locked, as after a login without password. */
export const UNLOCK = 'echo -n pw | gnome-keyring-daemon --unlock --components=secrets';
export const LOCKED = 'gnome-keyring-daemon --start --components=secrets';

export const hasKeyring = process.platform === 'linux' && spawnSync('gnome-keyring-daemon', ['--version']).status === 0;
if (!hasKeyring) process.stderr.write('Skipped: no gnome-keyring and D-Bus here to hold the secrets.\n');

/**
 * Starts a D-Bus session with a gnome-keyring whose files are under `home`; the daemon ends with the test. Returns the whole environment for a program in
 * that session.
 */
export async function gnomeKeyring(home: string, daemon: string): Promise<Record<string, string>> {
  mkdirSync(path.join(home, 'run'), { recursive: true, mode: 0o700 });
  const base = {
    PATH: process.env['PATH'] ?? '',
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
  return { ...base, DBUS_SESSION_BUS_ADDRESS: address };
}
