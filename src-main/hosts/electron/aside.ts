import { fileURLToPath } from 'node:url';
import { plainEnvironment, type StartAside } from '#platform/aside.ts';
import { systemCode } from '#platform/disk-error.ts';
import type { ElectronApi } from './electron-api.ts';

/** The window's way of starting a process of ours: a packaged program is no Node (electron-builder.ts, `runAsNode`). */
export const asideOf =
  ({ utilityProcess }: Pick<ElectronApi, 'utilityProcess'>): StartAside =>
  (program, args) => {
    const child = utilityProcess.fork(fileURLToPath(program), [...args], {
      serviceName: 'Conciliador: revisar un archivo',
      stdio: 'ignore',
      env: plainEnvironment(process.env),
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

/** `kill` of Electron asks, and what is inside of SQLite does not hear. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error; // it ended meanwhile
  }
}
