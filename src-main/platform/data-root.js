// @ts-check
// Plain JavaScript: the help of the command line finds the settings on any Node (hosts/cli/program.js).
import path from 'node:path';

/**
 * What the machine says about itself: `process.env`, `process.platform`, `os.homedir()`.
 * @typedef {{ readonly env: Readonly<Record<string, string | undefined>>, readonly platform: string, readonly home: string }} Machine
 */

/**
 * `CONCILIADOR_HOME`, else the platform's usual application-data folder. Absolute.
 * @param {Machine} machine
 */
export function resolveDataRoot({ env, platform, home }) {
  const chosen = env['CONCILIADOR_HOME'];
  if (chosen !== undefined && chosen !== '') return path.resolve(chosen);
  if (platform === 'win32') return path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), 'Conciliador');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Conciliador');
  // Ignore a relative path, as the XDG specification demands.
  const xdg = env['XDG_DATA_HOME'];
  const base = xdg !== undefined && path.isAbsolute(xdg) ? xdg : path.join(home, '.local', 'share');
  return path.join(base, 'conciliador');
}
