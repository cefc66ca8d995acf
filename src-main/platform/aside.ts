import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of ours that does one thing and answers with one message. */
export interface AsideProcess {
  /** Told once: what it answered, or undefined when it ended without a word. */
  onEnd(told: (answer: unknown) => void): void;
  /** Ends it at once, whatever it is at. */
  kill(): void;
}

/** Starts a program in a process of its own. `program`: one of our files, by its URL. */
export type StartAside = (program: URL, args: readonly string[]) => AsideProcess;

interface Options {
  readonly signal: AbortSignal;
  /** Milliseconds; the program has its own limit too. */
  readonly limitMs: number;
}

/**
 * What a program answers in a process of its own; undefined when it did not, because it fell or took too long. For what this process must not
 * do itself: a thread that is inside of native code cannot be ended, a process can.
 */
export async function askAside(
  start: StartAside,
  { program, args }: { readonly program: URL; readonly args: readonly string[] },
  { signal, limitMs }: Options,
): Promise<unknown> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = start(program, args);
    const limit = setTimeout(() => {
      child.kill();
    }, limitMs);
    const stop = (): void => {
      child.kill();
    };
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

/** What a process of ours needs of the environment: no secret of an account is handed to one that reads what somebody else wrote. */
export const plainEnvironment = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('CONCILIADOR_') || name === 'NODE_OPTIONS' ? [] : [[name, value]],
    ),
  );

/** By Node's own means. */
export const forkAside: StartAside = (program, args) => {
  const child = fork(fileURLToPath(program), [...args], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: plainEnvironment(process.env),
    execArgv: ['--max-old-space-size=512'],
  });
  return {
    onEnd: (told) => {
      child.once('message', told);
      child.once('exit', () => {
        told(undefined);
      });
      child.once('error', () => {
        told(undefined);
      });
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
};
