import { getSystemCode } from './disk-error.ts';

/** Whether a process of this machine is running, by its number. A process of another user counts, although it may not be signalled. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return getSystemCode(error) === 'EPERM';
  }
}
