/**
 * A whole import (read, map, validate, every coupon handed over) against `exceljs readFile` alone, over the 100,000 rows of 22 columns of
 * EXCEL.md: `node bench/importar.ts [--grande]`. Each run in a process of its own, in turns. `--grande` adds 500,000 rows.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeWorkbook } from './leer-xlsx-archivos.ts';

const RUNS = 3;
const GOALS = { times: 5, mb: 250, longTime: 5.5, longMb: 1.3 };

interface Measure {
  readonly ms: number;
  readonly mb: number;
  readonly said: string;
}

function run(script: string, args: readonly string[]): Measure {
  const output = execFileSync(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    encoding: 'utf8',
  });
  const [ms = '', mb = '', said = ''] = output.trim().split('\t');
  return { ms: Number(ms), mb: Number(mb), said };
}

const better = (before: Measure | undefined, found: Measure): Measure => ({
  ms: Math.min(before?.ms ?? Infinity, found.ms),
  mb: Math.max(before?.mb ?? 0, found.mb),
  said: found.said,
});

const folder = mkdtempSync(path.join(tmpdir(), 'importar-'));
try {
  const file = path.join(folder, '100k.xlsx');
  await writeWorkbook(file, 100_000);
  let ours: Measure | undefined;
  let exceljs: Measure | undefined;
  for (let i = 0; i < RUNS; i++) {
    ours = better(ours, run('importar-uno.ts', [file]));
    exceljs = better(exceljs, run('leer-xlsx-lectores.ts', ['exceljs', file]));
  }
  if (ours === undefined || exceljs === undefined) throw new Error('nothing was measured');
  console.log(
    `import: ${ours.ms.toFixed(0)} ms, ${ours.mb.toFixed(0)} MB (${ours.said}); exceljs readFile: ${exceljs.ms.toFixed(0)} ms, ${exceljs.mb.toFixed(0)} MB`,
  );
  console.log(`importar.tiempo ${(exceljs.ms / ours.ms).toFixed(2)} × faster (goal ≥ ${String(GOALS.times)} ×)`);
  console.log(`importar.memoria ${ours.mb.toFixed(0)} MB (goal ≤ ${String(GOALS.mb)} MB)`);
  if (process.argv.includes('--grande')) {
    const long = path.join(folder, '500k.xlsx');
    await writeWorkbook(long, 500_000);
    const found = run('importar-uno.ts', [long]);
    console.log(`500,000 rows: ${found.ms.toFixed(0)} ms, ${found.mb.toFixed(0)} MB (${found.said})`);
    console.log(`importar.grande.tiempo ${(found.ms / ours.ms).toFixed(2)} × (goal ≤ ${String(GOALS.longTime)} ×)`);
    console.log(`importar.grande.memoria ${(found.mb / ours.mb).toFixed(2)} × (goal ≤ ${String(GOALS.longMb)} ×)`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
