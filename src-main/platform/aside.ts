import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of ours that does one thing and answers with one message. */
export interface AsideProcess {
  /** Calls `told` with the answer, or with undefined if the process ended without one. Ignore further calls. */
  onEnd(told: (answer: unknown) => void): void;
  /** Kills the process at once, whatever it is doing. */
  kill(): void;
}

/** Starts a program in a process of its own. `program`: the URL of one of our files. */
export type StartAside = (program: URL, args: readonly string[]) => AsideProcess;

interface Options {
  readonly signal: AbortSignal;
  /** Milliseconds; the program has its own limit too. */
  readonly limitMs: number;
}

/**
 * Runs a program in a process of its own and returns its answer; undefined if the process died or took longer than `limitMs`. For work that may hang
 * inside native code: a process can be killed there, a thread cannot. Rejects with the signal's reason.
 */
export async function askAside(
  start: StartAside,
  { program, args }: { readonly program: URL; readonly args: readonly string[] },
  { signal, limitMs }: Options,
): Promise<unknown> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = start(program, args);
    const limit = setTimeout(() => child.kill(), limitMs);
    const stop = (): void => child.kill();
    signal.addEventListener('abort', stop, { once: true });
    child.onEnd((answer) => {
      clearTimeout(limit);
      signal.removeEventListener('abort', stop);
      child.kill();
      if (signal.aborted) reject(signal.reason);
      else resolve(answer);
    });
  });
}

/**
 * The environment without our own variables, so that a process that reads a foreign file gets no secret of an account; also without `NODE_OPTIONS`,
 * which would change how it runs.
 */
export const getPlainEnvironment = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('CONCILIADOR_') || name === 'NODE_OPTIONS' ? [] : [[name, value]],
    ),
  );

/** Starts the program with Node's `fork`; Electron has its own way. */
export const forkAside: StartAside = (program, args) => {
  const child = fork(fileURLToPath(program), [...args], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: getPlainEnvironment(process.env),
    execArgv: ['--max-old-space-size=512'],
  });
  return {
    onEnd: (told) => {
      child.once('message', told);
      child.once('exit', () => told(undefined));
      child.once('error', () => told(undefined));
    },
    kill: () => child.kill('SIGKILL'),
  };
};
