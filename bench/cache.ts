/**
 * Measures how fast the cache loads operations, against the goals of docs/storage.md. The floor: the same rows into a table without key and index. First
 * load, with JSON parsing and zod: at most 3.5 × the floor. Loading the same rows again: at most 1.5 ×. `node bench/cache.ts [ROWS]`.
 */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { civilDateAt, fromDayNumber, toDayNumber } from '#domain/civil-date.ts';
import { VIEWS } from '#domain/views/index.ts';
import { systemClock } from '#platform/system-clock.ts';
import { wireOf } from '#service/lists.ts';
import { parseRows, createRowParser } from '#service/wire/rows.ts';
import { MEMORY } from '../bin/memory.js';
import { printGoal, readSpentSeconds } from './lib/figures.ts';
import { runPart } from './lib/processes.ts';
import { daysOf, readStretches, type Stretch } from './lib/segments.ts';
import { openAccountCache, createEncoder, TABLES, type FlatRows, type WritableCache } from '#storage/cache/index.ts';

if (!MEMORY.every((flag) => process.execArgv.includes(flag))) {
  // Starts this file again in a process with the memory limits of the program (bin/memory.js).
  const { status } = spawnSync(process.execPath, [...MEMORY, ...process.argv.slice(1)], { stdio: 'inherit' });
  process.exit(status ?? 1);
}

const ROWS = Number(process.argv[2] ?? 500_000);
const NOW = Date.UTC(2026, 10, 21, 15);
const clock = { ...systemClock, now: () => NOW };

const parse = createRowParser(wireOf(VIEWS.operaciones));
const folder = mkdtempSync(path.join(tmpdir(), 'conciliador-bench-'));
const file = path.join(folder, 'operaciones.jsonl');

/** Gives the processor time of `work`, without the time of reading JSON from the file. */
function measure(work: (stretch: Stretch) => void): number {
  let spent = 0;
  for (const stretch of readStretches(file)) {
    const start = readSpentSeconds();
    work(stretch);
    spent += readSpentSeconds() - start;
  }
  return spent;
}

const toInstants = ({ desde, hasta }: { desde: number; hasta: number }) => ({
  desde: desde * 86_400,
  hasta: (hasta + 1) * 86_400,
});
const digest = (page: Buffer): string => hash('sha256', page, 'base64url').slice(0, 27);
const encode = createEncoder(TABLES.operaciones);

/** Loads every page like a synchronisation: parses, checks, and compares with the stored rows, keeping a digest of each page. */
const load = (cache: WritableCache): number =>
  measure(({ desde, hasta, pages }) => {
    const flatRows: FlatRows[] = [];
    const pageList = pages.map(({ text, bytes }, i) => {
      const { filas } = parseRows(JSON.parse(text) as unknown[], parse);
      flatRows.push(encode(filas.map((fila) => ({ id: fila.id, fila }))));
      return { desde: desde * 86_400 + i, hasta: desde * 86_400 + i + 1, filas: filas.length, huella: digest(bytes) };
    });
    cache.writeFlat({
      metodo: 'operaciones',
      campo: 'fecha_venta',
      desde: fromDayNumber(desde),
      hasta: fromDayNumber(hasta),
      flatRows,
      pages: pageList,
      estado: 'completa',
      contratado: true,
      leido: NOW,
    });
  });

/** Loads every page again like a synchronisation: does not parse a page that has the same bytes as before. */
const loadAgain = (cache: WritableCache): number =>
  measure(({ desde, hasta, pages }) => {
    const known = new Set(
      cache.readPages('operaciones', 'fecha_venta', toInstants({ desde, hasta })).map(({ huella }) => huella),
    );
    if (!pages.every(({ bytes }) => known.has(digest(bytes)))) throw new Error('a page that is not known');
    const days = { desde: fromDayNumber(desde), hasta: fromDayNumber(hasta) };
    cache.touch({ metodo: 'operaciones', campo: 'fecha_venta', ...days, leido: NOW });
  });

try {
  runPart('cache-data.ts', [String(ROWS), String(toDayNumber(civilDateAt(NOW))), file]);
  const { desde, hasta } = daysOf(file);
  console.log(
    `${ROWS.toLocaleString('en')} operations, made from day ${fromDayNumber(desde)} to ${fromDayNumber(hasta)}`,
  );
  const base = Number(runPart('cache-floor.ts', [file, path.join(folder, 'floor.db')]));
  const cache = openAccountCache(path.join(folder, 'cache.db'), { clock });
  const withIngest = (work: (cache: WritableCache) => number): number => {
    const start = readSpentSeconds();
    cache.setIngest(true);
    const before = readSpentSeconds() - start;
    const loading = work(cache);
    const end = readSpentSeconds();
    // Creating the indexes at the end is part of the load.
    cache.setIngest(false);
    return before + loading + readSpentSeconds() - end;
  };
  const first = withIngest(load);
  const peak = process.resourceUsage().maxRSS / 1024;
  const same = withIngest(loadAgain);
  const rows = withIngest(load);
  const formatRate = (seconds: number): string => `${Math.round(ROWS / seconds / 1000).toString()}k rows/s`;
  console.log(
    `floor ${formatRate(base)}, first load ${formatRate(first)}, the same again ${formatRate(same)}, row by row ${formatRate(rows)}`,
  );
  printGoal('cache.primera_carga', first / base, '≤', 3.5);
  printGoal('cache.otra_vez', same / base, '≤', 1.5);
  // Every page has one changed row or another order, so each row has to be compared.
  printGoal('cache.otra_vez_fila_por_fila', rows / base, '≤', 1.5);
  printGoal('cache.memoria', peak, '≤', 500, 'MB');
  cache.close();
} finally {
  rmSync(folder, { recursive: true });
}
