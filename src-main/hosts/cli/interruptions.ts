import { AppError, exitCodeOf } from '#contract/errors.ts';

/** Two signals within this time are one Ctrl-C: a terminal signals the launcher and this process at once. */
const SAME_KEY_MS = 500;

/**
 * Turns Ctrl-C, SIGTERM and the launcher's message into an aborted signal; a second Ctrl-C exits at once. When the launcher is killed this
 * process exits too (bin/relaunch.js): whoever killed the command does not expect anything to go on.
 */
export function watchInterruptions(): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  let abortedAt = 0;
  const interrupt = (): void => {
    if (!controller.signal.aborted) {
      abortedAt = Date.now();
      controller.abort(new AppError('CANCELADO'));
    } else if (Date.now() - abortedAt > SAME_KEY_MS) {
      process.exit(exitCodeOf('CANCELADO'));
    }
  };
  const fromLauncher = (message: unknown): void => {
    if (message === 'interrumpir') interrupt();
  };
  const endOrphaned = () => process.kill(process.pid, 'SIGKILL');
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  process.on('message', fromLauncher);
  process.on('disconnect', endOrphaned);
  return {
    signal: controller.signal,
    end: () => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
      process.off('message', fromLauncher);
      process.off('disconnect', endOrphaned);
      if (process.connected) process.disconnect();
    },
  };
}
