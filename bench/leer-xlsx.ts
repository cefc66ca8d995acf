/**
 * Reading `.xlsx` against the goals of EXCEL.md: `node bench/leer-xlsx.ts [--grande] [--pares]`. Every reader runs in a process of its own,
 * in turns, and what counts are the ratios. `--grande` adds 500,000 rows, `--pares` the other readers that were measured. The memory of
 * every process includes what Node needs to run TypeScript sources, about 45 MB.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBomb, writeLoneCell, writeWorkbook } from './leer-xlsx-archivos.ts';

const RUNS = 3;

interface Measure {
  readonly ms: number;
  readonly mb: number;
  readonly said: string;
}

/** One run of one reader over one file, in a fresh process. */
function run(reader: string, file: string): Measure {
  const script = join(import.meta.dirname, 'leer-xlsx-lectores.ts');
  // As in the worker that reads (READ_WORKER_LIMITS): a young generation of 12 MB.
  const output = execFileSync(process.execPath, ['--max-semi-space-size=4', script, reader, file], {
    encoding: 'utf8',
  });
  const [ms = '', mb = '', said = ''] = output.trim().split('\t');
  return { ms: Number(ms), mb: Number(mb), said };
}

/** The best time and the highest memory of several runs, the readers taking turns. */
function rounds(readers: readonly string[], file: string): Map<string, Measure> {
  const best = new Map<string, Measure>();
  for (let i = 0; i < RUNS; i += 1) {
    for (const reader of readers) {
      const found = run(reader, file);
      const before = best.get(reader) ?? found;
      best.set(reader, { ms: Math.min(before.ms, found.ms), mb: Math.max(before.mb, found.mb), said: found.said });
    }
  }
  return best;
}

function report(title: string, measures: Map<string, Measure>, floor: number): void {
  console.log(`\n${title}`);
  for (const [reader, { ms, mb, said }] of measures) {
    console.log(
      `  ${reader.padEnd(22)} ${(ms / floor).toFixed(2).padStart(6)} × floor  ${mb.toFixed(0).padStart(5)} MB  ${said}`,
    );
  }
}

const folder = mkdtempSync(join(tmpdir(), 'leer-xlsx-'));
try {
  const file = join(folder, '100k.xlsx');
  await writeWorkbook(file, 100_000);
  const peers = process.argv.includes('--pares') ? ['saxes', 'hucre', 'sheetjs'] : [];
  const measures = rounds(['floor', 'ours', 'ours + every cell', 'exceljs', ...peers], file);
  const floor = measures.get('floor')?.ms ?? Number.NaN;
  const ours = measures.get('ours + every cell');
  report(`100,000 rows × 22 columns (floor ${floor.toFixed(0)} ms)`, measures, floor);
  console.log(
    `  exceljs / ours + every cell: ${((measures.get('exceljs')?.ms ?? 0) / (ours?.ms ?? 1)).toFixed(1)} (goal for the whole import: 5)`,
  );

  const bomb = join(folder, 'bomb.xlsx');
  const liar = join(folder, 'liar.xlsx');
  const lone = join(folder, 'lone.xlsx');
  await writeBomb(bomb);
  await writeBomb(liar, 50_000_000);
  await writeLoneCell(lone);
  report('A bomb of 1.26 GB (goal: 5 × floor, 200 MB)', rounds(['ours'], bomb), floor);
  report('The same, declaring 50 MB', rounds(['ours'], liar), floor);
  report('A lone cell at XFD1048576', rounds(['ours'], lone), floor);

  if (process.argv.includes('--grande')) {
    const large = join(folder, '500k.xlsx');
    await writeWorkbook(large, 500_000);
    const found = rounds(['ours', 'ours + every cell'], large);
    report('500,000 rows × 22 columns', found, floor);
    for (const reader of ['ours', 'ours + every cell']) {
      const small = measures.get(reader);
      const big = found.get(reader);
      if (small === undefined || big === undefined) continue;
      console.log(
        `  ${reader}: ${(big.ms / small.ms).toFixed(2)} × the time (goal 5.5), ${(big.mb / small.mb).toFixed(2)} × the memory (goal 1.3)`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
