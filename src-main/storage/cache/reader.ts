/**
 * Reads the cache in two threads, so that no caller waits for SQLite on its own thread: one answers pages and links, the other sums, counts and fills
 * the search index. Each export has a thread of its own (`passes.ts`).
 */
import type { Clock } from '#domain/clock.ts';
import { withAbort } from '#domain/shared-work.ts';
import type { CacheReader, Readers } from './reader-types.ts';
import { createPasses } from './passes.ts';
import { rowsOf, startReading } from './reading-thread.ts';

/** The index is filled after so long without questions. A person who scrolls asks often. */
const QUIET_MS = 400;
/** How often the index is checked for missing rows, while nobody types. */
const BETWEEN_INDEXES_MS = 5_000;
/** For this long after a question the index takes at most half of a processor: the program that paints the answer cannot make our threads give way. */
const IN_USE_MS = 2_000;
/** After this many waits a piece is filled all the same: with constant questions the index grows slowly, but it grows. */
const WAITS_PER_PIECE = 10;
const ROWS_PER_PIECE = 30_000;

/** The cheapest question, asked only for the version of the data. */
const ONLY_VERSION = { metodo: 'comercios', ids: [] } as const;

export function createReaders({ clock }: { readonly clock: Clock }): Readers {
  const pages = startReading();
  const sums = startReading();
  const readers = new Map<string, CacheReader>();
  let lastQuestion = Number.NEGATIVE_INFINITY;

  function createReader(path: string): CacheReader {
    /** The version of the data that is completely in the index, and when that was last checked. */
    let indexed: { readonly version: string | undefined; readonly cuando: number } = {
      version: undefined,
      cuando: Number.NEGATIVE_INFINITY,
    };

    const noteAsked = (signal: AbortSignal): { readonly signal: AbortSignal } => {
      lastQuestion = clock.monotonic();
      return { signal };
    };

    return {
      async readPage(query, { desdeFila, filas: howMany }, signal) {
        const data = { consulta: query, desdeFila, howMany };
        const { value, version } = await pages.ask('page', [path, data], noteAsked(signal));
        const { filas, hayMas } = value;
        const total = hayMas || (filas.length === 0 && desdeFila > 0) ? null : desdeFila + filas.length;
        return { filas: rowsOf(query.metodo, filas), hayMas, total, version };
      },
      async readTotals(query, signal) {
        // Sums wait for pages: on two cores, both at once would delay the rows.
        await withAbort(pages.whenFree(), signal);
        const { value, version } = await sums.ask('totales', [path, { consulta: query }], noteAsked(signal));
        return { ...value, version };
      },
      async readValues(query, request, signal) {
        const data = { consulta: query, ...request };
        const { value } = await sums.ask('listValues', [path, data], noteAsked(signal));
        return value.map(([each = null, times]) => ({ valor: each, filas: Number(times) }));
      },
      async byId(method, ids, signal) {
        const { value } = await pages.ask('readById', [path, { metodo: method, ids }], noteAsked(signal));
        return rowsOf(method, value);
      },
      async listLinked(method, request, signal) {
        const { value } = await pages.ask('listLinked', [path, { metodo: method, ...request }], noteAsked(signal));
        return { filas: rowsOf(method, value.filas), total: value.total };
      },
      async findByText(method, request, signal) {
        const { value } = await pages.ask('found', [path, { metodo: method, ...request }], noteAsked(signal));
        return { filas: rowsOf(method, value.filas), completo: value.completo };
      },
      async findByImporte(method, request, signal) {
        const { value } = await pages.ask('findByImporte', [path, { metodo: method, ...request }], noteAsked(signal));
        return rowsOf(method, value);
      },
      group: async (query, grouping, signal) =>
        (await sums.ask('group', [path, { consulta: query, grouping }], noteAsked(signal))).value,
      crossCheck: async (from, to, signal) =>
        (await sums.ask('crossCheck', [path, { desde: from, hasta: to }], noteAsked(signal))).value,
      getUpcomingCredits: async (afterDay, signal) =>
        (await sums.ask('getUpcomingCredits', [path, { afterDay }], noteAsked(signal))).value,
      missing: async (de, period, signal) =>
        (await sums.ask('missing', [path, { de, ...period }], noteAsked(signal))).value,
      readPasses: (signal) => createPasses(path, signal),
      async buildIndex(signal, { siempre } = { siempre: true }) {
        const { version } = await pages.ask('readById', [path, ONLY_VERSION], noteAsked(signal));
        const recent = !siempre && clock.monotonic() - indexed.cuando < BETWEEN_INDEXES_MS;
        if (version === indexed.version || recent) return;
        indexed = { version: undefined, cuando: clock.monotonic() };
        const piece = { howMany: ROWS_PER_PIECE, siempre };
        for (;;) {
          // Questions go first.
          for (let wait = 0; wait < WAITS_PER_PIECE; wait++) {
            const missing = lastQuestion + QUIET_MS - clock.monotonic();
            if (missing <= 0) break;
            await clock.sleep(missing, signal);
          }
          const startedAt = clock.monotonic();
          if (await sums.ask('buildIndex', [path, piece], { signal })) {
            const now = clock.monotonic();
            if (!siempre && now - lastQuestion < IN_USE_MS) await clock.sleep(now - startedAt, signal);
            continue;
          }
          // Without `siempre`, "nothing to do" may only mean that a synchronisation is writing.
          if (siempre) indexed = { ...indexed, version };
          return;
        }
      },
    };
  }

  return {
    readerOf(path) {
      const reader = readers.get(path) ?? createReader(path);
      readers.set(path, reader);
      return reader;
    },
    async release(path) {
      readers.delete(path);
      const { signal } = new AbortController();
      await Promise.all([pages, sums].map((thread) => thread.ask('release', [path], { signal })));
    },
    async close() {
      await Promise.all([pages, sums].map((thread) => thread.close()));
    },
  };
}
