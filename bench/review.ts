/**
 * Measures the review of 300,000 rows of 22 columns, until the first page and the counts are there: the seconds that a person waits, and the ratio to an
 * import of the same file that keeps no rows. Then the same file with all coupons sent before. Last, a till's file of 3,000 rows, from dropping it until
 * it can be sent.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWorkbook } from './read-xlsx-files.ts';
import { runRounds } from './read-xlsx-measure.ts';
import { printGoal } from './lib/figures.ts';

const RUNS = 1;
const folder = mkdtempSync(join(tmpdir(), 'revisar-'));

try {
  const [file, till] = [join(folder, '300k.xlsx'), join(folder, 'caja.xlsx')];
  await writeWorkbook(file, 300_000);
  await writeWorkbook(till, 3000);
  const found = runRounds(
    [
      { name: 'import alone', script: 'import-one.ts', args: [file] },
      { name: 'review', script: 'review-one.ts', args: [file] },
      { name: 'review, all sent before', script: 'review-one.ts', args: [file, 'enviado'] },
      { name: 'review of a till', script: 'review-one.ts', args: [till, 'caja'] },
    ],
    RUNS,
    folder,
  );
  const [alone, review, sent] = [found('import alone'), found('review'), found('review, all sent before')];
  printGoal('revisar.procesador', review.cpuMs / alone.cpuMs, '≤', 2);
  printGoal('revisar.enviado.procesador', sent.cpuMs / alone.cpuMs, '≤', 3);
  printGoal('revisar.segundos', review.ms / 1000, '≤', 20, 's');
  printGoal('revisar.caja.segundos', found('review of a till').ms / 1000, '≤', 5, 's');
} finally {
  rmSync(folder, { recursive: true });
}
