/**
 * Reads the cache in two threads, so that no caller blocks on SQLite: one thread answers pages and links, the other sums, counts and fills the search
 * index. Each export gets a thread of its own (`createPasses`).
 */
import type { Clock } from '#domain/clock.ts';
import { withAbort } from '#domain/shared-work.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { ReadableCache } from './open.ts';
import type { Filter, Query, ReadRow } from './types.ts';
import { createJobThread, type JobThread } from '#platform/job-thread.ts';
import { TABLES, type RawRow, type Value } from './row.ts';
import { listReadColumns } from './query.ts';
import type { createJobs } from './reading-jobs.ts';

/** How often to look for rows that the index lacks, when no search asks for them. */
const BETWEEN_INDEXES_MS = 5_000;
const ROWS_PER_PIECE = 30_000;

/** The cheapest query, used only to read the version of the data. */
const ONLY_VERSION = { metodo: 'comercios', ids: [] } as const;

/** Rows of a batch: the receiving thread turns them into documents within a few milliseconds. */
const ROWS_PER_CHUNK = 250;

type Heavy = 'group' | 'crossCheck' | 'getUpcomingCredits' | 'missing';

export type Adder = {
  readonly [K in Heavy]: (...args: Parameters<ReadableCache[K]>) => Promise<ReturnType<ReadableCache[K]>>;
};

/** Reads whole lists one after the other on a thread of their own. All of them see the data of the moment when the first began. */
function createPasses(path: string, signal: AbortSignal) {
  const own = startReading();
  return {
    async *readAll(query: Query): AsyncGenerator<readonly ReadRow[]> {
      await own.ask('begin', [path, query], { signal });
      for (;;) {
        const { rows, isLast } = await own.ask('next', [ROWS_PER_CHUNK], { signal });
        yield rowsOf(query.metodo, rows);
        if (isLast) return;
      }
    },
    close: (): Promise<void> => own.close(),
  };
}
export type Passes = ReturnType<typeof createPasses>;

export type Readers = ReturnType<typeof createReaders>;
/** Reads the cache of one account. The signal cancels each call (`CANCELADO`). */
export type CacheReader = ReturnType<Readers['readerOf']>;
export type ReadTotals = Awaited<ReturnType<CacheReader['readTotals']>>;

export function createReaders({ clock }: { readonly clock: Clock }) {
  const pages = startReading();
  const sums = startReading();
  const readers = new Map<string, ReturnType<typeof createReader>>();

  function createReader(path: string) {
    /** The version of the data that the index contains completely, and when that was last checked. */
    let indexed: { readonly version: string | undefined; readonly cuando: number } = {
      version: undefined,
      cuando: Number.NEGATIVE_INFINITY,
    };

    return {
      async readPage(
        query: Query,
        { desdeFila, filas: howMany }: { readonly desdeFila: number; readonly filas: number },
        signal: AbortSignal,
      ) {
        const data = { consulta: query, desdeFila, howMany };
        const { value, version } = await pages.ask('page', [path, data], { signal });
        const { filas, hayMas } = value;
        const total = hayMas || (filas.length === 0 && desdeFila > 0) ? null : desdeFila + filas.length;
        return { filas: rowsOf(query.metodo, filas), hayMas, total, version };
      },
      /** `total` and the sums leave out withdrawn rows, which `retiradas` counts. `enDuda`: the counted rows that a complete reading lacked. */
      async readTotals(query: Query, signal: AbortSignal) {
        // Sum only after the pages: on two cores, both at once would delay the rows.
        await withAbort(pages.whenFree(), signal);
        const { value, version } = await sums.ask('totales', [path, { consulta: query }], { signal });
        return { ...value, version };
      },
      async readValues(
        query: Query,
        request: { readonly campo: string; readonly cuantos: number },
        signal: AbortSignal,
      ) {
        const data = { consulta: query, ...request };
        const { value } = await sums.ask('listValues', [path, data], { signal });
        return value.map(([each = null, times]) => ({ valor: each, filas: Number(times) }));
      },
      async byId(method: ServiceMethod, ids: readonly string[], signal: AbortSignal) {
        const { value } = await pages.ask('readById', [path, { metodo: method, ids }], { signal });
        return rowsOf(method, value);
      },
      /** Rows that have all of these values, and their count. */
      async listLinked(
        method: ServiceMethod,
        request: { readonly filtros: readonly Filter[]; readonly limite: number },
        signal: AbortSignal,
      ) {
        const { value } = await pages.ask('listLinked', [path, { metodo: method, ...request }], { signal });
        return { filas: rowsOf(method, value.filas), total: value.total };
      },
      /** The newest rows with a text in some fields. */
      async findByText(
        method: ServiceMethod,
        request: { readonly texto: string; readonly campos: readonly string[]; readonly limite: number },
        signal: AbortSignal,
      ) {
        const { value } = await pages.ask('found', [path, { metodo: method, ...request }], { signal });
        return { filas: rowsOf(method, value.filas), completo: value.completo };
      },
      /** The newest rows whose amount is between two, whatever its sign. Centavos, not negative. */
      async findByImporte(
        method: ServiceMethod,
        request: { readonly campo: string; readonly desde: number; readonly hasta: number; readonly limite: number },
        signal: AbortSignal,
      ) {
        const { value } = await pages.ask('findByImporte', [path, { metodo: method, ...request }], { signal });
        return rowsOf(method, value);
      },
      /** The queries of `ReadableCache` that read many rows, answered in the thread. */
      adder: (signal: AbortSignal): Adder => ({
        group: async (...args) => (await sums.ask('group', [path, ...args], { signal })).value,
        crossCheck: async (...args) => (await sums.ask('crossCheck', [path, ...args], { signal })).value,
        getUpcomingCredits: async (...args) =>
          (await sums.ask('getUpcomingCredits', [path, ...args], { signal })).value,
        missing: async (...args) => (await sums.ask('missing', [path, ...args], { signal })).value,
      }),
      /** The caller closes it. */
      readPasses: (signal: AbortSignal): Passes => createPasses(path, signal),
      /** Indexes the missing rows piece by piece between other calls. `siempre`: also during a synchronisation. */
      async buildIndex(
        signal: AbortSignal,
        { siempre }: { readonly siempre: boolean } = { siempre: true },
      ): Promise<void> {
        const { version } = await pages.ask('readById', [path, ONLY_VERSION], { signal });
        const recent = !siempre && clock.monotonic() - indexed.cuando < BETWEEN_INDEXES_MS;
        if (version === indexed.version || recent) return;
        indexed = { version: undefined, cuando: clock.monotonic() };
        const piece = { howMany: ROWS_PER_PIECE, siempre };
        for (;;) {
          // A piece keeps the summing thread busy for a moment; pages have their own thread.
          if (await sums.ask('buildIndex', [path, piece], { signal })) continue;
          // Without `siempre`, `false` may only mean that a synchronisation is writing.
          if (siempre) indexed = { ...indexed, version };
          return;
        }
      },
    };
  }

  return {
    readerOf(path: string) {
      const reader = readers.get(path) ?? createReader(path);
      readers.set(path, reader);
      return reader;
    },
    /** Closes a file before it is moved. */
    async release(path: string): Promise<void> {
      readers.delete(path);
      const { signal } = new AbortController();
      await Promise.all([pages, sums].map((thread) => thread.ask('release', [path], { signal })));
    },
    /** Ends the threads; the next call starts them again. */
    async close(): Promise<void> {
      await Promise.all([pages, sums].map((thread) => thread.close()));
    },
  };
}

const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 };

export const startReading = (): JobThread<typeof createJobs> =>
  createJobThread(new URL('./reading-jobs.ts', import.meta.url), { memory: MEMORY });

/** Rows as they come from a thread, with the names of their columns. */
function rowsOf(method: ServiceMethod, raw: readonly RawRow[]): readonly ReadRow[] {
  const columns = listReadColumns(TABLES[method]);
  return raw.map((rawRow) => {
    const row: Record<string, Value> = {};
    for (let i = 0; i < columns.length; i++) row[columns[i] ?? ''] = rawRow[i] ?? null;
    return row;
  });
}
