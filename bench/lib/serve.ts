import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVE = fileURLToPath(new URL('../../test/e2e/serve-child.ts', import.meta.url));

interface Served {
  /** Gives a new address of the application. The page that was open before then gets no more answers. */
  readonly entryUrl: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Serves the application in a new process, so that the process that drives the browser does not slow it down. */
export function serve(folder: string): Served {
  const child = spawn(process.execPath, [...process.execArgv, SERVE, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let hasEntry = false;
  return {
    entryUrl: async () => {
      // The child prints the first address by itself, and a further one for each line. A new address makes the one before invalid.
      if (hasEntry) child.stdin.write('\n');
      hasEntry = true;
      const { value, done } = await lines.next();
      if (done === true) throw new Error('The application ended');
      return value;
    },
    close: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}
