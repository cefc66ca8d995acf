/**
 * Measures the queries of the data screens on a million operations, against the goals of docs/storage.md. A page of a list in its usual order, at any depth:
 * 100 ms; in another order or with a filter: 2 s. Typed text, totals: 1 s. Search in the top bar: 100 ms. Opening and a first page: at most 10 % slower than
 * with an empty cache. `node bench/query.ts [ROWS [FOLDER]]`: FOLDER keeps the cache for the next run. All times are processor time of all threads, which
 * does not depend on other programs.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import { systemClock } from '#platform/system-clock.ts';
import { openIndexing } from '../src-main/storage/cache/search-index.ts';
import { openReading, type CacheReading } from '../src-main/storage/cache/reading.ts';
import { openAccountCache, createReaders, type Query } from '#storage/cache/index.ts';
import { medianOf, printGoal, quantileOf, readSpentSeconds } from './lib/figures.ts';
import { fillOperations } from './lib/operations.ts';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const kept = process.argv[3];
const NOW = systemClock.now();
const TODAY = civilDateAt(NOW);
const TRANSACTION = 10_000;
const PAGE = 100;
const never = new AbortController().signal;

const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'conciliador-bench-'));
mkdirSync(folder, { recursive: true });
const file = path.join(folder, `consulta-${String(ROWS)}.db`);

function measure<T>(work: () => T, times: number[]): T {
  const start = readSpentSeconds();
  const value = work();
  times.push((readSpentSeconds() - start) * 1000);
  return value;
}

/** Fills the cache with a million operations, and with a settlement, a tax record and a payment for each. */
function fill(): void {
  fillOperations(file, { rows: ROWS, today: TODAY, now: NOW });
  const db = new Database(file);
  db.exec(`
    INSERT INTO liquidaciones (id, marca, tarjeta, comercio, establecimiento, numero, fecha, total_facturado, total_acreditado, hash)
      SELECT liquidaciones_id, marca, tarjeta, comercio, establecimiento, max(nro_liquidacion), max(fecha_presentacion), sum(importe),
        sum(importe - arancel), '' FROM operaciones WHERE liquidaciones_id IS NOT NULL GROUP BY liquidaciones_id;
    INSERT INTO impuestos (id, marca, tarjeta, comercio, establecimiento, numero, fecha, total_impuestos, hash)
      SELECT id, marca, tarjeta, comercio, establecimiento, numero, fecha, total_facturado / 100, '' FROM liquidaciones;
    INSERT INTO movimientos (id, fecha, fecha_hora, banco, informacion, debito_credito, importe, referencia, liquidaciones_id, hash)
      SELECT id, fecha, '04:10:00', 'BANCO', 'LIQ ' || marca || ' ' || numero, 'C', total_acreditado, numero, id, '' FROM liquidaciones;
    INSERT INTO rechazos (id, fecha, marca, tarjeta, motivo, importe, comercio, comprobante, tarjeta_nro, autorizacion, hash)
      SELECT id, fecha_presentacion, marca, tarjeta, 'CONTRACARGO', importe, comercio, comprobante, tarjeta_nro, autorizacion, ''
      FROM operaciones WHERE n % 250 = 0;
  `);
  const start = readSpentSeconds();
  const buildIndex = openIndexing(db);
  while (buildIndex({ howMany: TRANSACTION * 3, siempre: true }));
  console.log(`index of what people type: ${(readSpentSeconds() - start).toFixed(1)} s of processor`);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

const marca = { campo: 'marca', valores: ['TRANSUR'] };
const month = { desde: addDays(TODAY, -60), hasta: addDays(TODAY, -30) };
/** Lists as they open; below, with another order, a filter, a month or typed words. */
const OWN: readonly Query[] = [
  { metodo: 'operaciones' },
  { metodo: 'operaciones', orden: { campo: 'fecha_venta', desc: true } },
  { metodo: 'movimientos' },
  { metodo: 'impuestos' },
  { metodo: 'rechazos' },
];
const OTHERS: readonly Query[] = [
  { metodo: 'operaciones', orden: { campo: 'importe', desc: true } },
  { metodo: 'operaciones', orden: { campo: 'comercio', desc: false } },
  { metodo: 'operaciones', filtros: [marca] },
  { metodo: 'operaciones', filtros: [{ campo: 'tarjeta_nro', valores: ['1234'] }] },
  { metodo: 'operaciones', ...month, filtros: [marca] },
  { metodo: 'liquidaciones', orden: { campo: 'total_acreditado', desc: true } },
];
const TYPED: readonly Query[] = ['cordalia', '00164', 'espiga cordalia'].map((typed) => ({
  metodo: 'operaciones',
  texto: typed,
}));

/** Of each query, reads the first, the middle and the last page, and prints the slowest. */
function measurePages(reading: CacheReading): void {
  const goals: readonly (readonly [string, readonly Query[], number])[] = [
    ['propia', OWN, 100],
    ['otro_orden', OTHERS, 2_000],
    ['texto', TYPED, 1_000],
  ];
  for (const [name, queries, goal] of goals) {
    const times: number[] = [];
    for (const query of queries) {
      const { total } = reading.totals(query);
      for (const first of [0, Math.floor(total / 2), Math.max(0, total - PAGE)])
        measure(() => reading.page(query, { desdeFila: first, filas: PAGE }), times);
    }
    printGoal(`consulta.pagina_${name}`, Math.max(...times), '≤', goal, 'ms');
    console.log(`  p50 ${medianOf(times).toFixed(1)} ms; first, middle and last of ${String(queries.length)} queries`);
  }
}

function measureTotals(reading: CacheReading): void {
  const filters: readonly (readonly [string, Query])[] = [
    ['todo', { metodo: 'operaciones' }],
    ['mes', { metodo: 'operaciones', ...month }],
    ['marca', { metodo: 'operaciones', filtros: [marca] }],
    ['mes_y_marca', { metodo: 'operaciones', ...month, filtros: [marca] }],
    ['raro', { metodo: 'operaciones', filtros: [{ campo: 'tarjeta_nro', valores: ['1234'] }] }],
    ['importe', { metodo: 'operaciones', filtros: [{ campo: 'importe', op: 'mayor', valores: [2_000_000] }] }],
    ['texto_raro', { metodo: 'operaciones', texto: '00164673' }],
    ['texto_comun', { metodo: 'operaciones', texto: 'cordalia' }],
  ];
  for (const [name, query] of filters) {
    const times: number[] = [];
    for (let k = 0; k < 3; k++) measure(() => reading.totals(query), times);
    printGoal(`consulta.totales_${name}`, medianOf(times), '≤', 1_000, 'ms');
  }
}

/** Types a number letter by letter into the search of the top bar. */
function search(reading: CacheReading, db: Database.Database): void {
  const times: number[] = [];
  const inGrid: number[] = [];
  const some = db
    .prepare('SELECT comprobante, autorizacion, nro_liquidacion FROM operaciones WHERE n % ? = 7 LIMIT 3')
    .raw();
  for (const text of some.all(Math.floor(ROWS / 3)).flat()) {
    if (typeof text !== 'string') continue;
    for (let length = 2; length <= text.length; length++) {
      const written = text.slice(0, length);
      measure(() => {
        reading.findByText('liquidaciones', { texto: written, campos: ['numero'], limite: 60 });
        reading.findByText('operaciones', {
          texto: written,
          campos: ['comprobante', 'autorizacion', 'referencia'],
          limite: 60,
        });
        reading.findByText('rechazos', {
          texto: written,
          campos: ['rechazo', 'comprobante', 'autorizacion'],
          limite: 60,
        });
        reading.findByText('movimientos', { texto: written, campos: ['referencia', 'informacion'], limite: 60 });
      }, times);
      const query: Query = { metodo: 'operaciones', texto: written };
      measure(() => reading.page(query, { desdeFila: 0, filas: PAGE }), inGrid);
    }
  }
  console.log(
    `  ${String(times.length)} keys: p50 ${medianOf(times).toFixed(1)} ms, in the grid ${medianOf(inGrid).toFixed(1)} ms`,
  );
  printGoal('consulta.buscar_p95', quantileOf(times, 0.95), '≤', 100, 'ms');
  printGoal('consulta.buscar_en_grilla_p95', quantileOf(inGrid, 0.95), '≤', 1_000, 'ms');
}

/** Opens the cache and reads a first page, as the program does at its start. */
async function start(): Promise<void> {
  const empty = path.join(folder, 'vacia.db');
  const times = new Map<string, number[]>([
    [empty, []],
    [file, []],
  ]);
  for (let k = 0; k < 8; k++) {
    for (const [path, theirs] of times) {
      const begin = performance.now();
      const cache = openAccountCache(path, { clock: systemClock });
      const readers = createReaders({ clock: systemClock });
      await readers.readerOf(path).ask(never).page({ metodo: 'operaciones' }, { desdeFila: 0, filas: 50 });
      // Ignores the first run, which also loads the code.
      if (k > 0) theirs.push(performance.now() - begin);
      await readers.close();
      cache.close();
    }
  }
  const [base, full] = [medianOf(times.get(empty) ?? []), medianOf(times.get(file) ?? [])];
  console.log(`  a first page in ${full.toFixed(0)} ms, ${base.toFixed(0)} ms of an empty cache`);
  printGoal('consulta.arranque', full / base, '≤', 1.1);
}

try {
  if (!existsSync(file)) fill();
  const db = new Database(file, { readonly: true });
  db.pragma('cache_size = -32000');
  db.pragma('temp_store = MEMORY');
  const reading = openReading(db);
  measurePages(reading);
  measureTotals(reading);
  search(reading, db);
  db.close();
  await start();
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true });
}
