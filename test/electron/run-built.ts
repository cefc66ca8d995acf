import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { PATIENCE_MS } from '../patience.ts';
import { createTemporaryFolder } from '../platform/temporary-folder.ts';

export interface Run {
  readonly pantalla: number;
  readonly filas: number;
  readonly conciliados: number;
  readonly informe: string;
  readonly errores: readonly string[];
}

/** Runs the program built in `root` (built-child.ts) on a new data folder. */
export async function runBuilt(root: string): Promise<Run> {
  const home = createTemporaryFolder();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, 'built-child.ts'), root, path.join(home, 'copia.xlsx')],
    { env: { ...process.env, CONCILIADOR_HOME: home }, timeout: PATIENCE_MS },
  );
  return JSON.parse(stdout) as Run;
}
