/** The real command line, killed at a step of its synchronisation and run again, against a sandbox in this process. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { QueryDocument, SyncDocument } from '#contract/documents.ts';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox } from '#sandbox/index.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { environmentOf } from '../../sandbox/access.ts';
import { fromService } from './compare.ts';
import { makePlain, createAsker } from './truth.ts';

const SCRIPT = fileURLToPath(new URL('../../../bin/conciliador.js', import.meta.url));
const METHODS = ['comercios', 'operaciones', 'movimientos', 'liquidaciones', 'impuestos', 'rechazos'] as const;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly steps: number;
}

/** Runs a command; `killAt`: SIGKILL once that many steps were reported. */
function run(env: NodeJS.ProcessEnv, args: readonly string[], killAt = Number.POSITIVE_INFINITY): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [SCRIPT, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let steps = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    createInterface({ input: child.stderr }).on('line', () => {
      steps += 1;
      if (steps === killAt) child.kill('SIGKILL');
    });
    child.once('error', reject);
    child.once('close', (code) => void resolve({ code, stdout, steps }));
  });
}

/** Kills a run at each of the steps, one after another, lets the last run end, and compares every row with the service. */
export async function killAndCompare(steps: readonly number[]): Promise<void> {
  const home = createTemporaryFolder();
  const sandbox = await createSandbox({ clock: systemClock, operaciones: 20_000 });
  const env = {
    ...process.env,
    CONCILIADOR_HOME: home,
    ...environmentOf(sandbox),
  };
  try {
    const today = civilDateAt(systemClock.now());
    const from = addDays(today, -75);
    const request = ['sincronizar', '--desde', from, '--hasta', today, '--json'];
    for (const step of steps) expect((await run(env, request, step)).code).not.toBe(0);
    const { code, stdout } = await run(env, request);
    const doc = JSON.parse(stdout) as SyncDocument;
    expect({ code, fallas: doc.fallas }).toEqual({ code: 0, fallas: [] });
    makePlain(sandbox);
    const truth = createAsker(sandbox);
    for (const vista of METHODS) {
      const query = await run(env, ['consultar', vista, '--limite', '0', '--detalle', '--json']);
      const { filas, cobertura } = JSON.parse(query.stdout) as QueryDocument;
      const stored = filas.map((row) => fromService(vista, row));
      expect(cobertura.estado, vista).toBe('al_dia');
      expect(
        stored.toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1)),
        vista,
      ).toEqual(await truth.readRows(vista, from, today));
    }
  } finally {
    await sandbox.close();
  }
}
