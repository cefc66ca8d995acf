/** The changes that a synchronisation makes to a cache. The search index and results have writers of their own. */
import type { Database } from 'better-sqlite3';
import { toDayNumber } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import { METHODS, type ServiceMethod } from '#domain/views/index.ts';
import type { openCoverage, openPages } from './coverage.ts';
import type { openQuarantine, RowSetAside } from './quarantine.ts';
import { TABLES, createEncoder } from './row.ts';
import { openWriting } from './writing.ts';
import { guard } from '../sqlite/open.ts';
import type { FlatRead, ReadRows, SameRead, Written } from './types.ts';
import { TABLES_SQL } from './schema.ts';

/**
 * Filling an empty table is faster without its indexes, so these are dropped first and made afterwards. The index of the view's own date stays, because pages
 * are looked up by it. The drop is noted in the same transaction, so that the next run makes the indexes if this run is cut off.
 */
const KEY = 'indices_por_hacer';
/** The SQL of each index as SQLite stores it. Only this SQL is run, whatever text is stored under `KEY`. */
const OURS = Array.from(TABLES_SQL.matchAll(/^CREATE INDEX [^;]+/gm), ([sql]) => sql);

export function openIndices(db: Database) {
  const noted = db.prepare<[string], string>('SELECT valor FROM saber WHERE clave = ?').pluck();
  const note = db.prepare(
    'INSERT INTO saber (clave, valor) VALUES (?, ?) ON CONFLICT (clave) DO UPDATE SET valor = excluded.valor',
  );
  const forget = db.prepare('DELETE FROM saber WHERE clave = ?');
  const listPending = (): readonly string[] => {
    const pending: readonly string[] = JSON.parse(noted.get(KEY) ?? '[]');
    return OURS.filter((sql) => pending.includes(sql));
  };
  const ofTable = db.prepare<[string], { readonly name: string; readonly sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
  );
  const firstColumn = db.prepare('SELECT name FROM pragma_index_info(?) WHERE seqno = 0').pluck();

  return {
    takeOut: db.transaction(() => {
      const removed: string[] = [];
      for (const { tabla, fecha } of METHODS.map((method) => TABLES[method])) {
        if (db.prepare(`SELECT 1 FROM ${tabla} LIMIT 1`).get() !== undefined) continue;
        for (const { name, sql } of ofTable.all(tabla)) {
          if (firstColumn.get(name) === fecha) continue;
          db.exec(`DROP INDEX ${name}`);
          removed.push(sql);
        }
      }
      if (removed.length > 0) note.run(KEY, JSON.stringify([...listPending(), ...removed]));
    }),
    add: db.transaction(() => {
      const missing = listPending();
      if (missing.length === 0) return;
      for (const sql of missing) db.exec(sql);
      forget.run(KEY);
    }),
  };
}

/** Key in `saber` of a counter that grows with every change of rows, but not when an index is filled or an unchanged reading is noted. */
export const ROWS_VERSION = 'version_de_filas';

const SMALL_CACHE_KB = 16_000;
/** A page cache of this size makes writing many rows four to five times faster (docs/storage.md). */
const INGEST_CACHE_KB = 128_000;

const SMALL_WAIT_MS = 5_000;
/** How long a write waits during a synchronisation: a piece of the search index may take long on a slow disk, and a timeout would end the synchronisation. */
const INGEST_WAIT_MS = 60_000;

const DAY_S = 86_400;

interface Deps {
  readonly coverage: ReturnType<typeof openCoverage>;
  readonly quarantine: ReturnType<typeof openQuarantine>;
  readonly pages: ReturnType<typeof openPages>;
}

export type CacheWrites = ReturnType<typeof openWritable>;

export function openWritable(db: Database, { coverage, quarantine, pages }: Deps) {
  const writeRows = openWriting(db);
  const indices = openIndices(db);
  const learn = db.prepare(
    'INSERT INTO saber (clave, valor) VALUES (?, ?) ON CONFLICT (clave) DO UPDATE SET valor = excluded.valor',
  );
  const changeField = db.prepare("UPDATE cobertura SET campo = '' WHERE metodo = ? AND campo = ?");
  const cutShort = db
    .prepare<[string, number], number>(
      'SELECT empezada FROM corrida WHERE pedido = ? AND terminada IS NULL AND empezada >= ? ORDER BY n DESC LIMIT 1',
    )
    .pluck();
  const begin = db.prepare('INSERT INTO corrida (pedido, empezada) VALUES (?, ?)');
  const finish = db.prepare('UPDATE corrida SET terminada = ? WHERE pedido = ? AND terminada IS NULL');
  const totalChanges = db.prepare('SELECT total_changes()').pluck();
  const bumpVersion = db.prepare(
    `INSERT INTO saber (clave, valor) VALUES (?, '1')
     ON CONFLICT (clave) DO UPDATE SET valor = CAST(CAST(valor AS INTEGER) + 1 AS TEXT)`,
  );
  const write = db.transaction((reading: FlatRead) => {
    const { metodo, campo, desde, hasta, leido: when, estado, contratado } = reading;
    const before = totalChanges.get();
    const { isClean, wereMoved, ...written } = writeRows(reading);
    if (totalChanges.get() !== before) bumpVersion.run(ROWS_VERSION);
    // `retenidas` are rows that the service no longer shows and the cache keeps, so these days do not count as completely read.
    const sureState = written.retenidas === 0 ? estado : 'inestable';
    coverage.record(metodo, campo ?? '', { desde, hasta, leido: when, estado: sureState, contratado });
    const between = { desde: toDayNumber(desde) * DAY_S, hasta: (toDayNumber(hasta) + 1) * DAY_S };
    pages.record(
      { metodo, campo: campo ?? '', ...between },
      { pages: isClean ? (reading.pages ?? []) : [], cambio: written.cambiados + written.bajas > 0, wereMoved },
    );
    return written;
  });
  const touch = db.transaction(({ metodo, campo, desde, hasta, leido }: SameRead) => {
    coverage.record(metodo, campo, { desde, hasta, leido, estado: 'completa', contratado: true });
  });
  const writeFlat = (reading: FlatRead): Written => guard(() => write.immediate(reading));

  return {
    writeFlat,
    touch: (reading: SameRead): void => guard(() => touch.immediate(reading)),
    write: ({ filas, ...reading }: ReadRows): Written =>
      writeFlat({ ...reading, flatRows: [createEncoder(TABLES[reading.metodo])(filas)] }),
    setAside: (each: RowSetAside): boolean => guard(() => quarantine.setAside(each)),
    /** Corrects by which date earlier readings were filtered, once it is known that the service filters by a date that rows do not show. */
    changeField: (method: ServiceMethod, field: string): void => guard(() => void changeField.run(method, field)),
    learn: (key: string, value: string): void => guard(() => void learn.run(key, value)),
    /** Continues the unfinished run of a request that began at `desde` or later, and returns its beginning; else begins a new run and returns undefined. */
    beginRun: (
      request: string,
      { ahora, desde }: { readonly ahora: Instant; readonly desde: Instant },
    ): Instant | undefined =>
      guard(() => {
        const continued = cutShort.get(request, desde);
        if (continued !== undefined) return continued;
        finish.run(ahora, request);
        begin.run(request, ahora);
        return undefined;
      }),
    finishRun: (request: string, now: Instant): void => guard(() => void finish.run(now, request)),
    /** Makes the missing indexes; call it before reads that need them. */
    makeIndexes: (): void => guard(indices.add.immediate),
    /** Begins or ends writing many rows: a large page cache, and no indexes on empty tables (docs/storage.md). */
    setIngest: (isActive: boolean): void => {
      guard(() => {
        db.pragma(`cache_size = -${String(isActive ? INGEST_CACHE_KB : SMALL_CACHE_KB)}`);
        db.pragma(`busy_timeout = ${String(isActive ? INGEST_WAIT_MS : SMALL_WAIT_MS)}`);
        if (isActive) indices.takeOut.immediate();
        else {
          indices.add.immediate();
          db.pragma('wal_checkpoint(PASSIVE)');
        }
      });
    },
  };
}
