/**
 * Measures reading `.xlsx` against the floor of docs/workbooks.md, without mapping or validation (`import.ts` measures those): a bomb, a lone cell,
 * and a comparison of readers. `node bench/read-xlsx.ts [--pares]`: `--pares` adds the other readers that were measured.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { writeBomb, writeCells, writeWorkbook } from './read-xlsx-files.ts';
import { rounds, type Contender } from './read-xlsx-measure.ts';
import { goal } from './lib/meta.ts';

const RUNS = 3;
const SMALL_RUNS = 9;
const script = 'read-xlsx-readers.ts';
const folder = mkdtempSync(join(tmpdir(), 'read-xlsx-'));
const path = (name: string): string => join(folder, `${name}.xlsx`);
const reader = (name: string, file: string): Contender => ({
  name: `${name} ${file}`,
  script,
  args: [name, path(file)],
});

try {
  await writeWorkbook(path('100k'), 100_000);
  await writeBomb(path('bomb'));
  await writeBomb(path('liar'), 50_000_000);
  await writeCells(path('last'), ['XFD1048576']);
  await writeCells(path('small'), ['A1']);

  console.log('one cell, in the last place there is and in the first');
  const small = rounds([reader('ours', 'last'), reader('ours', 'small')], SMALL_RUNS, folder);
  goal('leer.celda-sola', small('ours last').cpuMs / small('ours small').cpuMs, '≤', 1.3);

  console.log('100,000 rows × 22, and 1.26 GB from 3.7 MB: told, or said to be 50 MB');
  const peers = process.argv.includes('--pares') ? ['saxes', 'exceljs', 'hucre', 'sheetjs'] : [];
  const names = ['floor', 'ours', 'cells', ...peers];
  const files = [...names.map((name) => reader(name, '100k')), reader('ours', 'bomb'), reader('ours', 'liar')];
  const large = rounds(files, RUNS, folder);
  const floor = large('floor 100k');
  for (const name of names.slice(1)) {
    console.log(`  ${name}: ${(large(`${name} 100k`).cpuMs / floor.cpuMs).toFixed(2)} × the floor`);
  }
  for (const [name, file] of [
    ['leer.bomba', 'bomb'],
    ['leer.bomba-que-miente', 'liar'],
  ] as const) {
    const { cpuMs, mb } = large(`ours ${file}`);
    goal(`${name}.tiempo`, cpuMs / floor.cpuMs, '≤', 5);
    goal(`${name}.memoria`, mb, '≤', 200, 'MB');
  }
} finally {
  rmSync(folder, { recursive: true });
}
