/** Everything that changes the cache: only the synchronisation uses it. */
import type { Database } from 'better-sqlite3';
import { toDayNumber } from '#domain/civil-date.ts';
import type { openCoverage } from './coverage.ts';
import type { openQuarantine } from './quarantine.ts';
import { TABLES } from './columns.ts';
import { openWriting } from './writing.ts';
import { createEncoder, createFlatRows } from './row.ts';
import { openIndices } from './indices.ts';
import type { openPages } from './pages.ts';
import { guard } from '../sqlite/errors.ts';
import type { CacheWrites, SameRead, FlatRead } from './types.ts';

/** The key (table `saber`) of the count of changes to rows. Filling an index, or noting that nothing changed, does not count. */
export const ROWS_VERSION = 'version_de_filas';

const SMALL_CACHE_KB = 16_000;
/** docs/storage.md: ingesting is four to five times faster with it. */
const INGEST_CACHE_KB = 128_000;

/** How long a write waits for another connection that writes, before it fails. */
const SMALL_WAIT_MS = 5_000;
/** The same while rows come in: the wait may be for a piece of the search index on a slow disk, and a failure would end the synchronisation. */
const INGEST_WAIT_MS = 60_000;

const DAY_S = 86_400;

interface Deps {
  readonly coverage: ReturnType<typeof openCoverage>;
  readonly quarantine: ReturnType<typeof openQuarantine>;
  readonly pages: ReturnType<typeof openPages>;
}

export function openWritable(db: Database, { coverage, quarantine, pages }: Deps): CacheWrites {
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
    // Held rows stay although the service no longer shows them: those days do not count as completely read.
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
  const writeFlat: CacheWrites['writeFlat'] = (reading) => guard(() => write.immediate(reading));

  return {
    writeFlat,
    touch: (reading) => {
      guard(() => {
        touch.immediate(reading);
      });
    },
    write({ filas, ...reading }) {
      const encode = createEncoder(TABLES[reading.metodo]);
      const flatRows = createFlatRows();
      for (const { id, fila } of filas) encode(fila, id, flatRows);
      return writeFlat({ ...reading, flatRows: [flatRows] });
    },
    setAside: (each) => guard(() => quarantine.setAside(each)),
    changeField: (method, field) => guard(() => void changeField.run(method, field)),
    learn: (key, value) => guard(() => void learn.run(key, value)),
    beginRun: (request, { ahora, desde }) =>
      guard(() => {
        const continued = cutShort.get(request, desde);
        if (continued !== undefined) return continued;
        finish.run(ahora, request);
        begin.run(request, ahora);
        return undefined;
      }),
    finishRun: (request, now) => guard(() => void finish.run(now, request)),
    makeIndexes: () => {
      guard(indices.add.immediate);
    },
    setIngest: (isActive) => {
      guard(() => {
        db.pragma(`cache_size = -${String(isActive ? INGEST_CACHE_KB : SMALL_CACHE_KB)}`);
        // Another thread fills the search index meanwhile, and ingesting may wait for it.
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
