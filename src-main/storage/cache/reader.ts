/**
 * Reads the cache in threads, so that nobody waits for it: one answers pages and links, another sums and counts, another works out the order of whole
 * queries, another fills the search index, and each export has one of its own. Once the order of a query is known, a page at any depth is a look-up
 * of the rows at that place, and typed words are looked for in that order instead of in the table.
 * What one thread for all, no order ahead or no pauses of the index would cost, `bench/threads.ts` prints (docs/measurements.md).
 */
import type { Clock } from '#domain/clock.ts';
import { withAbort } from '#domain/shared-work.ts';
import { AppError } from '#contract/errors.ts';
import { TABLES } from './columns.ts';
import { createThread, type Thread } from './thread.ts';
import type { AskedOperation, Answers } from './reader-messages.ts';
import { createOrders, getQueryKey, type QueryKey, type SortedOrder } from './order-keys.ts';
import type { CacheReader, Readers, PageReading } from './reader-types.ts';
import { createPasses, rowsOf } from './passes.ts';
import type { Query } from './types.ts';

/** Up to this place, rows are looked for directly while the order of all is not known. */
const NEAR_ROWS = 2_000;
/** The index is filled after so long without questions. Somebody who scrolls asks often. */
const QUIET_MS = 400;
/** How often the index is checked for missing rows, while nobody types. */
const BETWEEN_INDEXES_MS = 5_000;
/**
 * For this long after a question the index takes at most half of a processor: the program that paints the answer cannot make our threads give way.
 */
const IN_USE_MS = 2_000;
/** After this many waits a piece is filled all the same: with constant questions the index grows slowly, but it grows. */
const WAITS_PER_PIECE = 10;
const ROWS_PER_PIECE = 30_000;

/** The cheapest question, asked only for the version of the data. */
const ONLY_VERSION = { nombre: 'readByNumber', data: { metodo: 'comercios', ns: new Float64Array(0) } } as const;

interface Deps {
  readonly clock: Clock;
  /** What starts a thread; `bench/threads.ts` gives another. */
  readonly startThread?: () => Thread;
  /** The place up to which rows are looked for directly while the order of all is not known; 2,000 when left out. */
  readonly nearby?: number;
}

export function createReaders({ clock, startThread = createThread, nearby = NEAR_ROWS }: Deps): Readers {
  const pages = startThread();
  const sums = startThread();
  const sorter = startThread();
  const index = startThread();
  let end = new AbortController();
  const orders = createOrders();
  const readers = new Map<string, CacheReader>();
  let lastQuestion = Number.NEGATIVE_INFINITY;
  /** The order that is being worked out ahead, although nobody waits for it. */
  let ahead: { readonly which: QueryKey; readonly control: AbortController } | undefined;

  function createReader(path: string): CacheReader {
    /** The version of the data that is completely in the index, and when that was last checked. */
    let indexed: { readonly version: string | undefined; readonly cuando: number } = {
      version: undefined,
      cuando: Number.NEGATIVE_INFINITY,
    };

    /** Asks about one version of the data; undefined when the data is no longer of that version. */
    async function askIn<P extends AskedOperation>(
      thread: Thread,
      operacion: P,
      { signal, version = null }: { signal: AbortSignal; version?: string | null },
    ): Promise<{ readonly respuesta: NonNullable<Answers[P['nombre']]>; readonly version: string } | undefined> {
      lastQuestion = clock.monotonic();
      const answered = await thread.ask({ tipo: 'operacion', ruta: path, version, operacion }, { signal });
      if (answered.tipo !== 'bien') return undefined;
      const name: P['nombre'] = operacion.nombre;
      const answer = answered.respuestas[name];
      if (answer === undefined) throw new AppError('INTERNO');
      return { respuesta: answer, version: answered.version };
    }

    async function askOrFail<P extends AskedOperation>(thread: Thread, operacion: P, signal: AbortSignal) {
      const answered = await askIn(thread, operacion, { signal });
      if (answered === undefined) throw new AppError('INTERNO');
      return answered;
    }

    /**
     * The order of a query, made from a wider order of the same version where there is one. Later callers share the work that was begun; only
     * `ahead` may give it up.
     */
    const sort = (query: Query, which: QueryKey, signal = end.signal): Promise<SortedOrder> =>
      orders.requestOrder(which, async () => {
        const base = orders.base(which);
        const fromBase =
          base === undefined
            ? undefined
            : await askIn(
                sorter,
                { nombre: 'orden', data: { consulta: query, conocidas: base.numeros } },
                { signal, version: base.version },
              );
        const { respuesta, version } =
          fromBase ?? (await askOrFail(sorter, { nombre: 'orden', data: { consulta: query } }, signal));
        return { numeros: respuesta.valor, version };
      });

    /** Works out the order ahead, so that neither scrolling far down nor typing has to wait. */
    async function prepareAhead(query: Query, which: QueryKey, version: string): Promise<void> {
      // Whoever opens a view will type over it; whoever types rarely scrolls far down, and the next letter is another query.
      const isTyped = which.words.length > 0;
      if (isTyped) await sums.whenFree();
      await sorter.whenFree();
      if (!(isTyped ? orders.isLatest(which) : orders.isOfLatest(which))) return;
      if (orders.getOrder(which)?.version !== version) orders.forget(which);
      const control = new AbortController();
      ahead = { which, control };
      await sort(query, which, AbortSignal.any([control.signal, end.signal]));
    }

    /** A page of an order; undefined when it is of another version of the data. */
    async function readPageOfOrder(
      { metodo }: Query,
      { numeros, version }: SortedOrder,
      { desdeFila, filas, anyVersion = false }: { desdeFila: number; filas: number; anyVersion?: boolean },
      signal: AbortSignal,
    ): Promise<PageReading | undefined> {
      const ns = numeros.slice(desdeFila, desdeFila + filas);
      const answered = await askIn(
        pages,
        { nombre: 'readByNumber', data: { metodo, ns } },
        { signal, version: anyVersion ? null : version },
      );
      if (answered === undefined) return undefined;
      return {
        filas: rowsOf(metodo, answered.respuesta.valor),
        hayMas: desdeFila + ns.length < numeros.length,
        total: numeros.length,
        version: answered.version,
      };
    }

    async function readByOrder(
      query: Query,
      place: { desdeFila: number; filas: number },
      signal: AbortSignal,
    ): Promise<PageReading> {
      const which = getQueryKey(path, query);
      if (ahead?.which.clave === which.clave) ahead = undefined; // somebody waits for it now
      // The data may change while the order is worked out. Then it is worked out again; at the third attempt a page of older data is accepted.
      for (let attempt = 0; ; attempt++) {
        const order = await withAbort(sort(query, which), signal);
        const page = await readPageOfOrder(query, order, { ...place, anyVersion: attempt === 2 }, signal);
        if (page !== undefined) return page;
        orders.forget(which);
      }
    }

    /** An order that has all the rows of a typed query. Waits for one that is being worked out where looking through the table would take as long. */
    async function findKnown({ metodo, filtros = [], orden }: Query, which: QueryKey, signal: AbortSignal) {
      const byDate = orden === undefined || orden.campo === TABLES[metodo].fecha;
      const underWay = filtros.length > 0 || !byDate ? orders.getBaseUnderWay(which) : undefined;
      // If it fails, the table is looked through.
      if (underWay !== undefined)
        await withAbort(
          underWay.catch(() => undefined),
          signal,
        );
      return orders.base(which);
    }

    async function readFirst(
      query: Query,
      { desdeFila, filas: howMany }: { desdeFila: number; filas: number },
      signal: AbortSignal,
    ) {
      const base = await findKnown(query, getQueryKey(path, query), signal);
      const data = { consulta: query, desdeFila, howMany };
      const deBase =
        base === undefined
          ? undefined
          : await askIn(
              pages,
              { nombre: 'first', data: { ...data, conocidas: base.numeros } },
              { signal, version: base.version },
            );
      return deBase ?? askOrFail(pages, { nombre: 'first', data }, signal);
    }

    return {
      async readPage(query, place, signal) {
        const which = getQueryKey(path, query);
        orders.use(which);
        if (ahead !== undefined && ahead.which.grupo !== which.grupo) ahead.control.abort();
        const { desdeFila, filas: howMany } = place;
        if (desdeFila + howMany > nearby) return readByOrder(query, place, signal);
        const order = orders.getOrder(which);
        const known = order === undefined ? undefined : await readPageOfOrder(query, order, place, signal);
        if (known !== undefined) return known;
        const { respuesta, version } = await readFirst(query, place, signal);
        if (respuesta.valor === undefined) return readByOrder(query, place, signal);
        const { filas, hayMas } = respuesta.valor;
        // A failure is left to the next page, which asks again and reports it.
        if (hayMas) prepareAhead(query, which, version).catch(() => undefined);
        else if (desdeFila === 0) orders.put(which, { version, numeros: Float64Array.from(filas, ([n]) => Number(n)) });
        const total = hayMas || (filas.length === 0 && desdeFila > 0) ? null : desdeFila + filas.length;
        return { filas: rowsOf(query.metodo, filas), hayMas, total, version };
      },
      async readTotals(query, signal) {
        // Sums wait for pages: on two cores, both at once would delay the rows.
        await withAbort(pages.whenFree(), signal);
        const { respuesta, version } = await askOrFail(sums, { nombre: 'totales', data: { consulta: query } }, signal);
        return { ...respuesta.valor, version };
      },
      async readValues(query, request, signal) {
        const { respuesta } = await askOrFail(
          sums,
          { nombre: 'listValues', data: { consulta: query, ...request } },
          signal,
        );
        return respuesta.valor.map(([each = null, times]) => ({ valor: each, filas: Number(times) }));
      },
      async byId(method, ids, signal) {
        const { respuesta } = await askOrFail(pages, { nombre: 'readById', data: { metodo: method, ids } }, signal);
        return rowsOf(method, respuesta.valor);
      },
      async listLinked(method, request, signal) {
        const { respuesta } = await askOrFail(
          pages,
          { nombre: 'listLinked', data: { metodo: method, ...request } },
          signal,
        );
        return { filas: rowsOf(method, respuesta.valor.filas), total: respuesta.valor.total };
      },
      async findByText(method, request, signal) {
        const { respuesta } = await askOrFail(pages, { nombre: 'found', data: { metodo: method, ...request } }, signal);
        return { filas: rowsOf(method, respuesta.valor.filas), completo: respuesta.valor.completo };
      },
      async findByImporte(method, request, signal) {
        const data = { metodo: method, ...request };
        const { respuesta } = await askOrFail(pages, { nombre: 'findByImporte', data }, signal);
        return rowsOf(method, respuesta.valor);
      },
      group: async (query, grouping, signal) =>
        (await askOrFail(sums, { nombre: 'group', data: { consulta: query, grouping } }, signal)).respuesta.valor,
      crossCheck: async (from, to, signal) =>
        (await askOrFail(sums, { nombre: 'crossCheck', data: { desde: from, hasta: to } }, signal)).respuesta.valor,
      getUpcomingCredits: async (afterDay, signal) =>
        (await askOrFail(sums, { nombre: 'getUpcomingCredits', data: { afterDay } }, signal)).respuesta.valor,
      missing: async (de, period, signal) =>
        (await askOrFail(sums, { nombre: 'missing', data: { de, ...period } }, signal)).respuesta.valor,
      readPasses: (signal) => createPasses(path, signal),
      async buildIndex(signal, { siempre } = { siempre: true }) {
        const { version } = await askOrFail(pages, ONLY_VERSION, signal);
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
          const answered = await index.ask({ tipo: 'indexar', ruta: path, pieza: piece }, { signal });
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
      orders.forgetAll();
      await Promise.all([pages, sums, sorter, index].map((thread) => thread.release(path)));
    },
    async close() {
      end.abort();
      end = new AbortController();
      await Promise.all([pages, sums, sorter, index].map((thread) => thread.close()));
    },
  };
}
