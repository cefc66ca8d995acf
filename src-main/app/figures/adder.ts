/** Sums over many rows, made by threads that read the cache, so that a million rows block nothing. */
import type { CacheReader, ReadableCache } from '#storage/cache/index.ts';
import type { Account } from '../accounts/account.ts';
import type { Caches } from '../open/caches.ts';

type Heavy = 'group' | 'crossCheck' | 'getUpcomingCredits' | 'missing';

/** The questions of the cache that read many rows; they are answered later. */
export type Adder = {
  readonly [K in Heavy]: (...args: Parameters<ReadableCache[K]>) => Promise<ReturnType<ReadableCache[K]>>;
};

/** The data behind the figures. `cache` answers small questions at once; sums are answered later. */
export interface FigureData {
  readonly cache: Pick<ReadableCache, 'readStretches' | 'readFact' | 'hasNotUnderstood' | 'countSetAsideIn' | 'count'>;
  readonly sumador: Adder;
  /** Undefined when there is nothing to read. */
  readonly lector: Pick<CacheReader, 'readPasses'> | undefined;
}

/** Runs with the local data of an account. When nothing was ever read, the data knows nothing. */
export type WithData = <T>(
  account: Account,
  job: (data: FigureData) => Promise<T>,
  signal?: AbortSignal | undefined,
) => Promise<T>;

const NO_DATA: FigureData = {
  cache: {
    readStretches: () => [],
    readFact: () => undefined,
    hasNotUnderstood: () => false,
    countSetAsideIn: () => 0,
    count: () => 0,
  },
  sumador: {
    group: () => Promise.resolve([]),
    crossCheck: () => Promise.resolve([]),
    getUpcomingCredits: () => Promise.resolve([]),
    missing: () => Promise.resolve([]),
  },
  lector: undefined,
};

export const createWithData =
  (caches: Pick<Caches, 'read' | 'withReader'>): WithData =>
  (account, job, signal = new AbortController().signal) =>
    caches.withReader(account, (reader) => {
      if (reader === undefined) return job(NO_DATA);
      const adder: Adder = {
        group: (query, grouping) => reader.group(query, grouping, signal),
        crossCheck: (from, to) => reader.crossCheck(from, to, signal),
        getUpcomingCredits: (afterDay) => reader.getUpcomingCredits(afterDay, signal),
        missing: (de, period) => reader.missing(de, period, signal),
      };
      return caches.read(account, (cache) =>
        cache === undefined ? job(NO_DATA) : job({ cache, sumador: adder, lector: reader }),
      );
    });
