import { fileURLToPath } from 'node:url';
import { getPlainEnvironment, type StartAside } from '#platform/aside.ts';
import { getSystemCode } from '#platform/disk-error.ts';
import type { ElectronApi } from './electron-api.ts';

/** How the window starts a process of ours: a packaged program cannot run as Node (electron-builder.ts, `runAsNode`). */
export const asideOf =
  ({ utilityProcess }: Pick<ElectronApi, 'utilityProcess'>): StartAside =>
  (program, args) => {
    const child = utilityProcess.fork(fileURLToPath(program), [...args], {
      serviceName: 'Conciliador: revisar un archivo',
      stdio: 'ignore',
      env: getPlainEnvironment(process.env),
    });
    let ended = false;
    child.once('exit', () => {
      ended = true;
    });
    return {
      onEnd: (told) => {
        child.once('message', told);
        child.once('exit', () => {
          told(undefined);
        });
      },
      kill: () => {
        if (!ended && child.pid !== undefined) killNow(child.pid);
      },
    };
  };

/** Kills at once: Electron's `kill` only asks, and code inside SQLite does not hear it. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (getSystemCode(error) !== 'ESRCH') throw error; // it ended meanwhile
  }
}
