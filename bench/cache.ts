/**
 * The cache over a million operations, against the goals of SQLITE.md: first load (JSON parse and zod included) at most 3.5 × the floor of a
 * table with neither key nor index, the same rows again at most 1.5 ×, a page at any depth p95 under 5 ms, totals of a filter under 300 ms.
 * `node bench/cache.ts [ROWS]`.
 */
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { addDays, civilDateAt, fromDayNumber, toDayNumber } from '#domain/civil-date.ts';
import { crearDatos } from '#sandbox/index.ts';
import { crearEscritor } from '#sandbox/listar-operaciones.ts';
import { rasgosPorDefecto } from '#sandbox/rasgos.ts';
import { operacionWire } from '#service/operaciones/wire.ts';
import { parseRows, rowParser } from '#service/wire/rows.ts';
import { goal } from './lib/meta.ts';
import {
  abrirCache,
  codificador,
  sinPlanas,
  TABLAS,
  type Consulta,
  type Cursor,
  type WritableCache,
} from '#storage/cache/index.ts';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const NOW = Date.UTC(2026, 10, 21, 15);
const TRANSACTION = 10_000;
const clock = {
  now: () => NOW,
  monotonic: () => performance.now(),
  sleep: () => Promise.resolve(),
  timeout: (ms: number) => AbortSignal.timeout(ms),
};

const datos = crearDatos({ semilla: 1, operaciones: ROWS, hoy: civilDateAt(NOW) });
const escribir = crearEscritor({ datos, rasgos: rasgosPorDefecto() });
const parse = rowParser(operacionWire);

/** Stretches of whole days of about a transaction, as JSON of pages of up to 1,000 rows. */
function* stretches(): Generator<{ desde: number; hasta: number; pages: string[] }> {
  let desde = datos.desde;
  for (let dia = datos.desde; dia <= datos.hoy; dia++) {
    const [first, end] = [datos.inicioDelDia(desde), datos.inicioDelDia(dia + 1)];
    if (end - first < TRANSACTION && dia < datos.hoy) continue;
    const pages: string[] = [];
    for (let i = first; i < end; i += 1000) {
      const rows: string[] = [];
      for (let n = i; n < Math.min(end, i + 1000); n++) rows.push(escribir(n));
      pages.push(`[${rows.join(',')}]`);
    }
    yield { desde, hasta: dia, pages };
    desde = dia + 1;
  }
}

/** Seconds of processor, user and system: what other programs do to the wall clock does not count. */
const spentSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Time without that of making the JSON. */
function timed(work: (stretch: { desde: number; hasta: number; pages: string[] }) => void): number {
  let spent = 0;
  for (const stretch of stretches()) {
    const start = spentSeconds();
    work(stretch);
    spent += spentSeconds() - start;
  }
  return spent;
}

const folder = mkdtempSync(path.join(tmpdir(), 'conciliador-bench-'));

function floor(): number {
  const db = new Database(path.join(folder, 'floor.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('cache_size = -256000');
  db.pragma('wal_autocheckpoint = 20000');
  const names = TABLAS.operaciones.campos.map(({ nombre }) => nombre);
  db.exec(
    `CREATE TABLE t (${names.map((name) => `${name} ${/importe|arancel|costo|acreditada/.test(name) ? 'INTEGER' : 'TEXT'}`).join(', ')}) STRICT`,
  );
  const insert = db.prepare(`INSERT INTO t VALUES (${names.map(() => '?').join(', ')})`);
  // Rows as they are bound: neither parsed nor checked.
  let spent = 0;
  for (const { pages } of stretches()) {
    const rows = pages.flatMap((page) => {
      const parsed = JSON.parse(page) as Record<string, string | boolean | null>[];
      return parsed.map((row) =>
        names.map((name) => {
          const value = row[name] ?? null;
          if (typeof value === 'boolean') return value ? 1 : 0;
          return value !== null && /importe|arancel|costo/.test(name) ? Math.round(Number(value) * 100) : value;
        }),
      );
    });
    const start = spentSeconds();
    db.transaction(() => {
      for (const row of rows) insert.run(row);
    })();
    spent += spentSeconds() - start;
  }
  db.close();
  return spent;
}

const entre = ({ desde, hasta }: { desde: number; hasta: number }) => ({
  desde: desde * 86_400,
  hasta: (hasta + 1) * 86_400,
});
const digest = (page: string): string => hash('sha256', page, 'base64url').slice(0, 27);
const codificar = codificador(TABLAS.operaciones);

/** Every page parsed, checked and held against what is there, with the digests that a synchronisation keeps. */
const load = (cache: WritableCache): number =>
  timed(({ desde, hasta, pages }) => {
    const planas = sinPlanas();
    const paginas = pages.map((page, i) => {
      const { filas } = parseRows(JSON.parse(page) as unknown[], parse);
      for (const fila of filas) codificar({ ...fila }, fila.id, planas);
      return { desde: desde * 86_400 + i, hasta: desde * 86_400 + i + 1, filas: filas.length, huella: digest(page) };
    });
    cache.escribirPlanas({
      metodo: 'operaciones',
      campo: 'fecha_venta',
      desde: fromDayNumber(desde),
      hasta: fromDayNumber(hasta),
      planas,
      paginas,
      estado: 'completa',
      contratado: true,
      leido: NOW,
    });
  });

/** As a synchronisation does it: a page that comes byte by byte as before is not read. */
const again = (cache: WritableCache): number =>
  timed(({ desde, hasta, pages }) => {
    const known = new Set(
      cache.paginas('operaciones', 'fecha_venta', entre({ desde, hasta })).map(({ huella }) => huella),
    );
    if (!pages.every((page) => known.has(digest(page)))) throw new Error('a page that is not known');
    const dias = { desde: fromDayNumber(desde), hasta: fromDayNumber(hasta) };
    cache.tocar({ metodo: 'operaciones', campo: 'fecha_venta', ...dias, leido: NOW });
  });

const percentile = (times: number[], p: number): number =>
  times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * p))] ?? Number.NaN;

function queries(cache: WritableCache): void {
  const todo: Consulta = { metodo: 'operaciones' };
  const hoy = civilDateAt(NOW);
  const mes: Consulta = { metodo: 'operaciones', desde: addDays(hoy, -60), hasta: addDays(hoy, -30) };
  const filtrada: Consulta = { ...mes, filtros: [{ campo: 'marca', valores: ['TRANSUR'] }] };
  const pages: number[] = [];
  for (let k = 0; k < 200; k++) {
    // Any depth: a cursor in the middle of some day.
    const dia = fromDayNumber(datos.desde + Math.floor(((datos.hoy - datos.desde) * k) / 200));
    const despues: Cursor = [dia, '12:00:00', 0];
    for (const consulta of [todo, { ...todo, orden: { campo: 'fecha_venta', desc: true } }]) {
      const start = spentSeconds();
      cache.pagina(consulta, { limite: 100, despues });
      pages.push((spentSeconds() - start) * 1000);
    }
    const start = spentSeconds();
    cache.pagina(filtrada, { limite: 100 });
    pages.push((spentSeconds() - start) * 1000);
  }
  console.log(
    `cache.pagina_p95 ${percentile(pages, 0.95).toFixed(2)} ms (goal ≤ 5 ms; p50 ${percentile(pages, 0.5).toFixed(2)})`,
  );
  for (const [name, consulta, campos] of [
    ['mes', mes, ['importe', 'arancel', 'costo_fin']],
    ['mes_y_marca', filtrada, ['importe', 'arancel', 'costo_fin']],
    ['todo', todo, ['importe']],
    ['todo_tres_importes', todo, ['importe', 'arancel', 'costo_fin']],
  ] as const) {
    const times: number[] = [];
    for (let k = 0; k < 5; k++) {
      const start = spentSeconds();
      cache.contar(consulta);
      cache.sumar(consulta, campos);
      times.push((spentSeconds() - start) * 1000);
    }
    console.log(`cache.totales_${name} ${percentile(times, 0.5).toFixed(0)} ms (goal ≤ 300 ms)`);
  }
}

try {
  console.log(
    `${ROWS.toLocaleString('en')} operations, made from day ${fromDayNumber(datos.desde)} to ${fromDayNumber(toDayNumber(civilDateAt(NOW)))}`,
  );
  const base = floor();
  const cache = abrirCache(path.join(folder, 'cache.db'), { clock });
  const withIngest = (work: (cache: WritableCache) => number): number => {
    const start = spentSeconds();
    cache.ingesta(true);
    const before = spentSeconds() - start;
    const loading = work(cache);
    const end = spentSeconds();
    // Indexes that were left for the end are part of the load.
    cache.ingesta(false);
    return before + loading + spentSeconds() - end;
  };
  const first = withIngest(load);
  const peak = process.resourceUsage().maxRSS / 1024;
  const same = withIngest(again);
  const rows = withIngest(load);
  const rate = (seconds: number): string => `${Math.round(ROWS / seconds / 1000).toString()}k rows/s`;
  console.log(`floor ${rate(base)}, first load ${rate(first)}, the same again ${rate(same)}, row by row ${rate(rows)}`);
  goal('cache.primera_carga', first / base, '≤', 3.5);
  goal('cache.otra_vez', same / base, '≤', 1.5);
  // When some row of each page changed, or they come in another order.
  goal('cache.otra_vez_fila_por_fila', rows / base, '≤', 1.5);
  // The data set and the floor's JSON are among it.
  goal('cache.memoria', peak, '≤', 500, 'MB');
  queries(cache);
  cache.close();
  const opening: number[] = [];
  const empty: number[] = [];
  for (let k = 0; k < 9; k++) {
    for (const [file, times] of [
      ['cache.db', opening],
      ['empty.db', empty],
    ] as const) {
      const start = performance.now();
      abrirCache(path.join(folder, file), { clock }).close();
      times.push(performance.now() - start);
    }
  }
  console.log(
    `cache.abrir ${percentile(opening, 0.5).toFixed(1)} ms against ${percentile(empty, 0.5).toFixed(1)} ms of an empty one`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
