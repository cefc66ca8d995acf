import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface AsideProcess {
  /** Calls `told` with the answer, or with undefined if the process ended without an answer. `told` must ignore every call after the first. */
  onEnd(told: (answer: unknown) => void): void;
  kill(): void;
}

export type StartAside = (program: URL, args: readonly string[]) => AsideProcess;

interface Options {
  readonly signal: AbortSignal;
  readonly limitMs: number;
}

/** Runs a file of the program in a new process, which can be killed even inside native code. Returns undefined if it died or exceeded `limitMs`. */
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

/** The environment without the program's variables (a process that reads a stranger's file gets no secret) and without `NODE_OPTIONS`. */
export const getPlainEnvironment = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('CONCILIADOR_') || name === 'NODE_OPTIONS' ? [] : [[name, value]],
    ),
  );

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
