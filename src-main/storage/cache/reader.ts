/**
 * Reads the cache in two threads, so that no caller waits for SQLite on its own thread: one answers pages and links, the other sums, counts and fills
 * the search index. Each export has a thread of its own (`passes.ts`).
 */
import type { Clock } from '#domain/clock.ts';
import { withAbort } from '#domain/shared-work.ts';
import { AppError } from '#contract/errors.ts';
import { createThread, type Thread } from './thread.ts';
import type { AskedOperation, Answers } from './reader-messages.ts';
import type { CacheReader, Readers } from './reader-types.ts';
import { createPasses, rowsOf } from './passes.ts';

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
const ONLY_VERSION = { nombre: 'readById', data: { metodo: 'comercios', ids: [] } } as const;

export function createReaders({ clock }: { readonly clock: Clock }): Readers {
  const pages = createThread();
  const sums = createThread();
  const readers = new Map<string, CacheReader>();
  let lastQuestion = Number.NEGATIVE_INFINITY;

  function createReader(path: string): CacheReader {
    /** The version of the data that is completely in the index, and when that was last checked. */
    let indexed: { readonly version: string | undefined; readonly cuando: number } = {
      version: undefined,
      cuando: Number.NEGATIVE_INFINITY,
    };

    async function askThread<P extends AskedOperation>(
      thread: Thread,
      operacion: P,
      signal: AbortSignal,
    ): Promise<{ readonly valor: NonNullable<Answers[P['nombre']]>['valor']; readonly version: string }> {
      lastQuestion = clock.monotonic();
      const answered = await thread.ask({ tipo: 'operacion', ruta: path, operacion }, { signal });
      const name: P['nombre'] = operacion.nombre;
      const answer = answered.tipo === 'bien' ? answered.respuestas[name] : undefined;
      if (answered.tipo !== 'bien' || answer === undefined) throw new AppError('INTERNO');
      return { valor: answer.valor, version: answered.version };
    }

    return {
      async readPage(query, { desdeFila, filas: howMany }, signal) {
        const data = { consulta: query, desdeFila, howMany };
        const { valor, version } = await askThread(pages, { nombre: 'page', data }, signal);
        const { filas, hayMas } = valor;
        const total = hayMas || (filas.length === 0 && desdeFila > 0) ? null : desdeFila + filas.length;
        return { filas: rowsOf(query.metodo, filas), hayMas, total, version };
      },
      async readTotals(query, signal) {
        // Sums wait for pages: on two cores, both at once would delay the rows.
        await withAbort(pages.whenFree(), signal);
        const { valor, version } = await askThread(sums, { nombre: 'totales', data: { consulta: query } }, signal);
        return { ...valor, version };
      },
      async readValues(query, request, signal) {
        const data = { consulta: query, ...request };
        const { valor } = await askThread(sums, { nombre: 'listValues', data }, signal);
        return valor.map(([each = null, times]) => ({ valor: each, filas: Number(times) }));
      },
      async byId(method, ids, signal) {
        const { valor } = await askThread(pages, { nombre: 'readById', data: { metodo: method, ids } }, signal);
        return rowsOf(method, valor);
      },
      async listLinked(method, request, signal) {
        const { valor } = await askThread(
          pages,
          { nombre: 'listLinked', data: { metodo: method, ...request } },
          signal,
        );
        return { filas: rowsOf(method, valor.filas), total: valor.total };
      },
      async findByText(method, request, signal) {
        const { valor } = await askThread(pages, { nombre: 'found', data: { metodo: method, ...request } }, signal);
        return { filas: rowsOf(method, valor.filas), completo: valor.completo };
      },
      async findByImporte(method, request, signal) {
        const data = { metodo: method, ...request };
        const { valor } = await askThread(pages, { nombre: 'findByImporte', data }, signal);
        return rowsOf(method, valor);
      },
      group: async (query, grouping, signal) =>
        (await askThread(sums, { nombre: 'group', data: { consulta: query, grouping } }, signal)).valor,
      crossCheck: async (from, to, signal) =>
        (await askThread(sums, { nombre: 'crossCheck', data: { desde: from, hasta: to } }, signal)).valor,
      getUpcomingCredits: async (afterDay, signal) =>
        (await askThread(sums, { nombre: 'getUpcomingCredits', data: { afterDay } }, signal)).valor,
      missing: async (de, period, signal) =>
        (await askThread(sums, { nombre: 'missing', data: { de, ...period } }, signal)).valor,
      readPasses: (signal) => createPasses(path, signal),
      async buildIndex(signal, { siempre } = { siempre: true }) {
        const { version } = await askThread(pages, ONLY_VERSION, signal);
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
          const answered = await sums.ask({ tipo: 'indexar', ruta: path, pieza: piece }, { signal });
          if (answered.tipo !== 'hecho' || answered.quedan) {
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
      await Promise.all([pages, sums].map((thread) => thread.release(path)));
    },
    async close() {
      await Promise.all([pages, sums].map((thread) => thread.close()));
    },
  };
}
