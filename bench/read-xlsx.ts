/**
 * Measures reading `.xlsx` against the floor of docs/workbooks.md, without mapping and validation (see `import.ts`); also a zip bomb and a single cell.
 * `node bench/read-xlsx.ts [--pares]`: `--pares` also measures other readers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { writeBomb, writeCells, writeWorkbook } from './read-xlsx-files.ts';
import { runRounds, type Contender } from './read-xlsx-measure.ts';
import { printGoal } from './lib/figures.ts';

const RUNS = 2;
const SMALL_RUNS = 5;
const script = 'read-xlsx-readers.ts';
const folder = mkdtempSync(join(tmpdir(), 'read-xlsx-'));
const pathOf = (name: string): string => join(folder, `${name}.xlsx`);
const toContender = (name: string, file: string): Contender => ({
  name: `${name} ${file}`,
  script,
  args: [name, pathOf(file)],
});

try {
  await writeWorkbook(pathOf('100k'), 100_000);
  await writeBomb(pathOf('bomb'));
  await writeBomb(pathOf('liar'), 50_000_000);
  await writeCells(pathOf('last'), ['XFD1048576']);
  await writeCells(pathOf('small'), ['A1']);

  console.log('one cell, in the last place there is and in the first');
  const small = runRounds([toContender('ours', 'last'), toContender('ours', 'small')], SMALL_RUNS, folder);
  printGoal('leer.celda-sola', small('ours last').cpuMs / small('ours small').cpuMs, '≤', 1.3);

  console.log('100,000 rows × 22, and 1.26 GB from 3.7 MB: told, or said to be 50 MB');
  const peers = process.argv.includes('--pares') ? ['saxes', 'exceljs', 'hucre', 'sheetjs'] : [];
  const names = ['floor', 'ours', 'cells', ...peers];
  const files = [
    ...names.map((name) => toContender(name, '100k')),
    toContender('ours', 'bomb'),
    toContender('ours', 'liar'),
  ];
  const large = runRounds(files, RUNS, folder);
  const floor = large('floor 100k');
  for (const name of names.slice(1)) {
    console.log(`  ${name}: ${(large(`${name} 100k`).cpuMs / floor.cpuMs).toFixed(2)} × the floor`);
  }
  for (const [name, file] of [
    ['leer.bomba', 'bomb'],
    ['leer.bomba-que-miente', 'liar'],
  ] as const) {
    const { cpuMs, mb } = large(`ours ${file}`);
    printGoal(`${name}.tiempo`, cpuMs / floor.cpuMs, '≤', 5);
    printGoal(`${name}.memoria`, mb, '≤', 200, 'MB');
  }
} finally {
  rmSync(folder, { recursive: true });
}
