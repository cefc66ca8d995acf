import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVIR = fileURLToPath(new URL('../../test/e2e/servir-hijo.ts', import.meta.url));

interface Servida {
  /** An address to open the application once more. */
  readonly entrada: () => Promise<string>;
  readonly cerrar: () => Promise<void>;
}

/** The application in a process of its own, as a person has it: what drives the browser takes none of its time. */
export function servir(carpeta: string): Servida {
  const hijo = spawn(process.execPath, [...process.execArgv, SERVIR, carpeta], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lineas = createInterface(hijo.stdout)[Symbol.asyncIterator]();
  return {
    entrada: async () => {
      hijo.stdin.write('\n');
      const { value, done } = await lineas.next();
      if (done === true) throw new Error('The application ended');
      return value;
    },
    cerrar: async () => {
      hijo.kill();
      await once(hijo, 'exit');
    },
  };
}
