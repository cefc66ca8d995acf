import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVE = fileURLToPath(new URL('../../test/e2e/serve-child.ts', import.meta.url));

interface Served {
  /** An address that opens the application once more; a page that was open is then closed to the program. */
  readonly entryUrl: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Serves the application in a process of its own, as a person has it: the program that drives the browser takes none of its time. */
export function serve(folder: string): Served {
  const child = spawn(process.execPath, [...process.execArgv, SERVE, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let hasEntry = false;
  return {
    entryUrl: async () => {
      // The child prints the first one by itself, and each new one ends the one before.
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
