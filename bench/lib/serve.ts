import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVE = fileURLToPath(new URL('../../test/e2e/serve-child.ts', import.meta.url));

interface Served {
  /** A new address that opens the application. The program then rejects the page that was open before. */
  readonly entryUrl: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Serves the application in a separate process, so that the program that drives the browser takes none of its time. */
export function serve(folder: string): Served {
  const child = spawn(process.execPath, [...process.execArgv, SERVE, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let hasEntry = false;
  return {
    entryUrl: async () => {
      // The child prints the first address itself. Each new address ends the previous one.
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
