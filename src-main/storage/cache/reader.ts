/**
 * Reads the cache in two threads, so that no caller blocks on SQLite: one thread answers pages and links, the other sums, counts and fills the search
 * index. Each export gets a thread of its own (`createPasses`).
 */
import type { Clock } from '#domain/clock.ts';
import { withAbort } from '#domain/shared-work.ts';
import type { Query, ReadRow } from './types.ts';
import { createJobThread, type JobThread } from '#platform/job-thread.ts';
import type { CacheQueries } from './reading.ts';
import type { createJobs } from './reading-jobs.ts';

/** How often to look for rows that the index lacks, when no search asks for them. */
const BETWEEN_INDEXES_MS = 5_000;
const ROWS_PER_PIECE = 30_000;

/** Rows of a batch: the receiving thread turns them into documents within a few milliseconds. */
const ROWS_PER_CHUNK = 250;

/** The thread of each query. Sums wait until no page is read: on two cores, both at once would delay the rows. */
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

/** The queries of a cache, each answered in its thread. */
export type AskedQueries = {
  readonly [K in keyof CacheQueries]: (...input: Parameters<CacheQueries[K]>) => Promise<ReturnType<CacheQueries[K]>>;
};

/** Reads whole lists one after the other on a thread of their own. All of them see the data of the moment when the first began. */
function createPasses(path: string, signal: AbortSignal) {
  const own = startReading();
  return {
    async *readAll(query: Query): AsyncGenerator<readonly ReadRow[]> {
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
/** Reads the cache of one account. */
export type CacheReader = ReturnType<Readers['readerOf']>;

export function createReaders({ clock }: { readonly clock: Clock }) {
  const threads = { pages: startReading(), sums: startReading() };
  const { pages, sums } = threads;
  const readers = new Map<string, ReturnType<typeof createReader>>();

  function createReader(path: string) {
    /** The version of the data that the index contains completely, and when that was last checked. */
    let indexed: { readonly version: string | undefined; readonly cuando: number } = {
      version: undefined,
      cuando: Number.NEGATIVE_INFINITY,
    };
    /** The signal cancels each query (`CANCELADO`). */
    const ask = (signal: AbortSignal): AskedQueries =>
      // Each function answers the query of its own name.
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
      /** The caller closes it. */
      readPasses: (signal: AbortSignal): Passes => createPasses(path, signal),
      /** Indexes the missing rows piece by piece between other calls. `siempre`: also during a synchronisation. */
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
