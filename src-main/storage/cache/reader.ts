/** Reads caches in threads, so that SQLite blocks no caller: one for pages and searches, one for sums and filling the search index, and one for each export. */
import type { Clock } from '#domain/clock.ts';
import { withAbort } from '#domain/shared-work.ts';
import type { ViewQuery, ReadRow } from './types.ts';
import { createJobThread } from '#platform/job-thread.ts';
import type { CacheQueries } from './reading.ts';
import type { createJobs } from './reading-jobs.ts';

/** How often, in ms, to look for rows that the search index does not have yet, if no person is searching. */
const BETWEEN_INDEXES_MS = 5_000;
const ROWS_PER_PIECE = 30_000;

/** Rows per message of an export: the main thread converts that many within a few milliseconds. */
const ROWS_PER_CHUNK = 250;

/** Which thread answers each query. Sums wait until no page is being read: on two cores a sum would delay the page. */
const THREADS: Readonly<Record<keyof CacheQueries, 'pages' | 'sums'>> = {
  readVersion: 'pages',
  page: 'pages',
  byId: 'pages',
  listLinked: 'pages',
  findByText: 'pages',
  findByImporte: 'pages',
  totals: 'sums',
  listValues: 'sums',
  group: 'sums',
  crossCheck: 'sums',
  getUpcomingCredits: 'sums',
  missing: 'sums',
};

const isQuery = (name: string): name is keyof CacheQueries => name in THREADS;

export type AskedQueries = {
  readonly [K in keyof CacheQueries]: (...input: Parameters<CacheQueries[K]>) => Promise<ReturnType<CacheQueries[K]>>;
};

/** Reads whole lists one after another on a thread of its own. All lists show the data as it was when the first list began. */
function createPasses(path: string, signal: AbortSignal) {
  const own = startReading();
  return {
    async *readAll(query: ViewQuery): AsyncGenerator<readonly ReadRow[]> {
      await own.ask('begin', [path, query], { signal });
      for (;;) {
        const { rows, isLast } = await own.ask('next', [ROWS_PER_CHUNK], { signal });
        yield rows;
        if (isLast) return;
      }
    },
    close: (): Promise<void> => own.close(),
  };
}
export type Passes = ReturnType<typeof createPasses>;

export type Readers = ReturnType<typeof createReaders>;
export type CacheReader = ReturnType<Readers['readerOf']>;

export function createReaders({ clock }: { readonly clock: Clock }) {
  const threads = { pages: startReading(), sums: startReading() };
  const { pages, sums } = threads;
  const readers = new Map<string, ReturnType<typeof createReader>>();

  function createReader(path: string) {
    /** The last version of the data that the search index covers completely, and when that was last checked. */
    let indexed: { readonly version: string | undefined; readonly cuando: number } = {
      version: undefined,
      cuando: Number.NEGATIVE_INFINITY,
    };
    /** The queries of the cache at `path`. When the signal is aborted, a running query throws `CANCELADO`. */
    const ask = (signal: AbortSignal): AskedQueries =>
      // The cast is safe: `THREADS` has one entry for each key of `AskedQueries`.
      Object.fromEntries(
        Object.keys(THREADS)
          .filter(isQuery)
          .map((name) => [
            name,
            async (...input: readonly unknown[]) => {
              if (THREADS[name] === 'sums') await withAbort(pages.whenFree(), signal);
              return threads[THREADS[name]].ask('answer', [path, name, input], { signal });
            },
          ]),
      ) as AskedQueries;

    return {
      ask,
      readPasses: (signal: AbortSignal): Passes => createPasses(path, signal),
      /** Indexes rows for searches, piece by piece between other calls. `siempre`: also while a synchronisation is writing. */
      async buildIndex(
        signal: AbortSignal,
        { siempre }: { readonly siempre: boolean } = { siempre: true },
      ): Promise<void> {
        const version = await ask(signal).readVersion();
        const recent = !siempre && clock.monotonic() - indexed.cuando < BETWEEN_INDEXES_MS;
        if (version === indexed.version || recent) return;
        indexed = { version: undefined, cuando: clock.monotonic() };
        const piece = { howMany: ROWS_PER_PIECE, siempre };
        for (;;) {
          // Each piece keeps the summing thread busy only for a moment; pages have their own thread.
          if (await sums.ask('buildIndex', [path, piece], { signal })) continue;
          // Nothing is left to index. Without `siempre` that is not certain: the piece may have been skipped because a synchronisation is writing.
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
    /** Closes the file of a cache, so that it can be moved. */
    async release(path: string): Promise<void> {
      readers.delete(path);
      const { signal } = new AbortController();
      await Promise.all([pages, sums].map((thread) => thread.ask('release', [path], { signal })));
    },
    async close(): Promise<void> {
      await Promise.all([pages, sums].map((thread) => thread.close()));
    },
  };
}

const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 };

export const startReading = () =>
  createJobThread<typeof createJobs>(new URL('./reading-jobs.ts', import.meta.url), { memory: MEMORY });
