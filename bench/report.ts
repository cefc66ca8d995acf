/**
 * Measures what it costs that a report says why coupons did not match: the report of 100,000 coupons that ends `conciliar`, 3,000 of them unmatched, with
 * *Por qué* and *Causas*, against the same without. 200,000 operations were downloaded, and the explanation begins from nothing, as after an upload.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { MEMORY } from '../bin/memory.js';
import { getDataFolder } from '#platform/data-folder.ts';
import { runPart } from './lib/processes.ts';

const CUPONES = 100_000;
const UNMATCHED = 3000;
const OPERATIONS = 200_000;
const ROUNDS = 3;
const ACCOUNT = '0123456789abcdef';
const told = z.object({ ms: z.number(), cpu: z.number(), explaining: z.number(), mib: z.number(), bytes: z.number() });
type Told = z.infer<typeof told>;

const root = mkdtempSync(path.join(tmpdir(), 'conciliador-bench-'));
try {
  const { folder } = getDataFolder(root).accountFolder(ACCOUNT);
  mkdirSync(folder, { recursive: true });
  runPart('explain-account.ts', [folder, ...[OPERATIONS, UNMATCHED, 1, CUPONES].map(String)], MEMORY);
  const write = (what: 'con' | 'sin'): Told =>
    told.parse(JSON.parse(runPart('report-one.ts', [root, ACCOUNT, what], MEMORY)));
  const runs: Record<'con' | 'sin', Told[]> = { con: [], sin: [] };
  // The runs take turns, so that a slow moment of the machine affects both.
  for (let round = 0; round < ROUNDS; round++) {
    runs.sin.push(write('sin'));
    runs.con.push(write('con'));
  }
  const leastOf = (what: 'con' | 'sin', value: (one: Told) => number): number => Math.min(...runs[what].map(value));
  for (const what of ['sin', 'con'] as const) {
    console.log(
      `  ${what} motivos: ${(leastOf(what, ({ ms }) => ms) / 1000).toFixed(1)} s (${(leastOf(what, ({ cpu }) => cpu) / 1000).toFixed(1)} s de procesador), de ellos ${(leastOf(what, ({ explaining }) => explaining) / 1000).toFixed(1)} s buscar por qué; ${leastOf(what, ({ mib }) => mib).toFixed(0)} MiB; libro de ${(leastOf(what, ({ bytes }) => bytes) / 2 ** 20).toFixed(1)} MiB`,
    );
  }
  const ratio = leastOf('con', ({ cpu }) => cpu) / leastOf('sin', ({ cpu }) => cpu);
  console.log(`informe.motivos_contra_sin ${ratio.toFixed(2)} ×`);
} finally {
  rmSync(root, { recursive: true });
}
