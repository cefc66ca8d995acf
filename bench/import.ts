/**
 * Compares a whole import (read, map, validate, pass on every coupon) with `exceljs readFile` alone, for the 100,000 rows of 22 columns of docs/workbooks.md;
 * then imports five times as many rows.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWorkbook } from './read-xlsx-files.ts';
import { runRounds } from './read-xlsx-measure.ts';
import { printGoal } from './lib/figures.ts';

const RUNS = 2;
const folder = mkdtempSync(join(tmpdir(), 'importar-'));

try {
  const [file, long] = [join(folder, '100k.xlsx'), join(folder, '500k.xlsx')];
  await writeWorkbook(file, 100_000);
  await writeWorkbook(long, 500_000);
  const found = runRounds(
    [
      { name: 'import', script: 'import-one.ts', args: [file] },
      { name: 'exceljs readFile', script: 'read-xlsx-readers.ts', args: ['exceljs', file] },
      { name: 'import of 500,000', script: 'import-one.ts', args: [long] },
    ],
    RUNS,
    folder,
  );
  const [ours, exceljs, longer] = [found('import'), found('exceljs readFile'), found('import of 500,000')];
  // The time that a person waits. Import and exceljs run in turns and the faster of two runs counts, because other programs slow them down.
  console.log(
    `  processor time: ${(exceljs.cpuMs / ours.cpuMs).toFixed(2)} × less, ${(longer.cpuMs / ours.cpuMs).toFixed(2)} × for five times as many`,
  );
  printGoal('importar.tiempo', exceljs.ms / ours.ms, '≥', 5);
  printGoal('importar.memoria', ours.mb, '≤', 250, 'MB');
  printGoal('importar.500k.tiempo', longer.ms / ours.ms, '≤', 5.5);
  printGoal('importar.500k.memoria', longer.mb / ours.mb, '≤', 1.3);
} finally {
  rmSync(folder, { recursive: true });
}
