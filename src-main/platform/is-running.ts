import { systemCode } from './disk-error.ts';

/** Whether a process of this machine is running, by its number. One of somebody else is, although nothing can be said to it. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
