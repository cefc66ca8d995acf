/** Compares the start of `conciliador --ayuda` with that of an empty script on the same Node, in turns. Goal: at most 3 ×. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { medianOf, printGoal } from './lib/figures.ts';

const RUNS = 11;
const GOAL = 3;
const script = fileURLToPath(new URL('../bin/conciliador.js', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'conciliador-bench-'));
const empty = path.join(folder, 'vacio.js');
writeFileSync(empty, '');

function measure(args: readonly string[]): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`exit ${String(status)}`);
  return performance.now() - start;
}

try {
  const help: number[] = [];
  const floor: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    floor.push(measure([empty]));
    help.push(measure([script, '--ayuda']));
  }
  const [base, ours] = [medianOf(floor), medianOf(help)];
  console.log(`ayuda: ${ours.toFixed(0)} ms against ${base.toFixed(0)} ms of an empty script`);
  printGoal('ayuda.arranque', ours / base, '≤', GOAL);
} finally {
  rmSync(folder, { recursive: true });
}
