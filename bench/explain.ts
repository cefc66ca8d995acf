/**
 * Measures time and memory of explaining why coupons did not match: 1,000 unmatched coupons among 20,000, 200,000 and 1,000,000 operations, and an unsent
 * file of 100,000 rows among 1,000,000 operations. The time includes reading the cache and the stored results. The memory is that of the whole process,
 * with the limits of the program (bin/memory.js); Node needs about 60 MiB of it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { MEMORY } from '../bin/memory.js';
import { printGoal } from './lib/figures.ts';
import { runPart } from './lib/processes.ts';

const told = z.object({
  ms: z.number(),
  cpu: z.number(),
  again: z.number(),
  decided: z.number(),
  noted: z.number(),
  mib: z.number(),
  coupons: z.number(),
});

function measure(operations: number, what: 'cuenta' | 'archivo', folder: string): z.infer<typeof told> {
  const found = told.parse(JSON.parse(runPart('explain-one.ts', [folder, what], MEMORY)));
  console.log(
    `  ${what}, ${String(operations)} operaciones, ${String(found.coupons)} cupones: ${(found.ms / 1000).toFixed(1)} s (${(found.cpu / 1000).toFixed(1)} s de procesador); otra página ${found.again.toFixed(0)} ms, tras una decisión ${found.decided.toFixed(0)} ms, tras una nota ${found.noted.toFixed(0)} ms; ${found.mib.toFixed(0)} MiB`,
  );
  return found;
}

const folders: string[] = [];
function makeAccount(operations: number, rows: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'conciliador-bench-'));
  folders.push(folder);
  runPart('explain-account.ts', [folder, String(operations), '1000', String(rows)], MEMORY);
  return folder;
}

try {
  const few = measure(20_000, 'cuenta', makeAccount(20_000, 1));
  const usual = measure(200_000, 'cuenta', makeAccount(200_000, 1));
  const largest = makeAccount(1_000_000, 100_000);
  measure(1_000_000, 'cuenta', largest);
  const file = measure(1_000_000, 'archivo', largest);
  printGoal('explicar.mil', usual.ms / 1000, '≤', 5, 's');
  printGoal('explicar.memoria', usual.mib, '≤', 500, 'MiB');
  printGoal('explicar.diez_veces', usual.ms / few.ms, '≤', 2);
  printGoal('explicar.otra_pagina', usual.again, '≤', 100, 'ms');
  printGoal('explicar.previa', file.ms / 1000, '≤', 60, 's');
  printGoal('explicar.previa_memoria', file.mib, '≤', 700, 'MiB');
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true });
}
