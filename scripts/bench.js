/**
 * `npm run bench`: runs every file of bench/ in order with the project's Node, then prints a table of ratios and goals from the lines
 * `name 1.23 × (goal ≤ 3 ×)` of their output. Does not run parts: files whose name begins with another's (`read-xlsx-readers.ts`, of `read-xlsx.ts`).
 * `--solo NAME` runs one. Exits 1 when a benchmark fails or a goal is missed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** The binary of the package `node`, which benchmarks use whatever Node is installed. */
const node = path.join(
  path.dirname(createRequire(import.meta.url).resolve('node/package.json')),
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const RATIO = /^(\S+) ([\d.]+) (\S+) \(goal ([≤≥]) ([\d.]+)/;

/** The longest time of a benchmark: on a machine this slow, its figures mean nothing. */
const LIMIT_MS = 15 * 60_000;

const { values } = parseArgs({ options: { solo: { type: 'string' } } });
const names = readdirSync(path.join(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.parse(file).name)
  .sort();
const benchmarks = names.filter((name) => !names.some((other) => name.startsWith(`${other}-`)));
const chosen = benchmarks.filter((name) => (values.solo ?? name) === name);
if (chosen.length === 0) {
  console.error(`No hay ningún banco llamado ${String(values.solo)}. Hay: ${benchmarks.join(', ')}`);
  process.exit(2);
}

/** @type {string[][]} */
const results = [];
/** @type {string[]} */
const failed = [];
const start = performance.now();
/** In this folder, a benchmark keeps a filled cache for the next one. */
const shared = mkdtempSync(path.join(tmpdir(), 'conciliador-bench-'));
for (const file of chosen.map((name) => `${name}.ts`)) {
  console.log(`\n— ${file}`);
  const from = performance.now();
  const run = spawnSync(node, [path.join(root, 'bench', file)], {
    cwd: root,
    env: { ...process.env, CONCILIADOR_BENCH: shared },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
    timeout: LIMIT_MS,
  });
  process.stdout.write(run.stdout);
  console.log(`  (${((performance.now() - from) / 1000).toFixed(0)} s)`);
  if (run.status !== 0) failed.push(file);
  for (const line of run.stdout.split('\n')) {
    const [, name = '', value = '', unit = '', side = '', goal = ''] = RATIO.exec(line.trim()) ?? [];
    if (name === '') continue;
    const reached = side === '≤' ? Number(value) <= Number(goal) : Number(value) >= Number(goal);
    results.push([name, `${side} ${goal} ${unit}`, `${value} ${unit}`, reached ? 'bien' : 'NO LLEGA']);
  }
}
rmSync(shared, { recursive: true });

const header = ['medida', 'meta', 'valor', ''];
const rows = [header, ...results];
const widths = header.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
console.log('');
for (const row of rows) {
  console.log(
    row
      .map((cell, column) => (column === 2 ? cell.padStart(widths[2] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  '),
  );
}
for (const file of failed) console.log(`FALLÓ ${file}`);
const achieved = results.filter((row) => row[3] === 'bien').length;
console.log(
  `\n${String(achieved)} metas de ${String(results.length)}, en ${((performance.now() - start) / 60_000).toFixed(1)} minutos`,
);
if (failed.length > 0 || results.some((row) => row[3] !== 'bien')) process.exitCode = 1;
