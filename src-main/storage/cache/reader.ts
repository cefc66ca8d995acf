/**
 * Reads the cache in threads, so that nobody waits for it: one answers pages and links, another sums and counts, another works out the order of whole
 * queries, another fills the search index, and each export has one of its own. Once the order of a query is known, a page at any depth is a look-up
 * of the rows at that place, and typed words are looked for in that order instead of in the table.
 * Figures (docs/measurements.md): a page while totals are summed 9 ms, 349 ms with one thread for all; a leap far down 22 ms, 1,061 ms without the order
 * worked out ahead.
 */
import type { Clock } from '#domain/clock.ts';
import { AppError } from '#contract/errors.ts';
import { TABLES } from './columns.ts';
import { createThread, waitFor, READER_WORKER_URL, type Thread } from './thread.ts';
import type { AskedOperation, Answers } from './reader-messages.ts';
import { createOrders, getQueryKey, type QueryKey, type SortedOrder } from './order-keys.ts';
import type { CacheReader, Readers, PageReading } from './reader-types.ts';
import { createPasses, rowsOf } from './passes.ts';
import type { Query } from './types.ts';

/** Up to this place, rows are looked for directly while the order of all is not known. */
const NEAR_ROWS = 2_000;
/** Pauses without questions: before the order of a typed query is worked out, and before the index is filled. Somebody who scrolls asks often. */
const CALM_MS = 120;
const QUIET_MS = 400;
/** The order of a view is not begun for this long after its first page: whoever asked for the page is painting it, on the same processors. */
const PAINT_MS = 80;
/** How long the order of a view that was just opened waits for its totals. */
const TOTALS_FIRST_MS = 400;
/** How often the index is checked for missing rows, while nobody types. */
const BETWEEN_INDEXES_MS = 5_000;
/**
 * For this long after a question the index takes at most half of a processor: the program that paints the answer cannot make our threads give way.
 */
const IN_USE_MS = 2_000;
/** After this many waits a piece is filled all the same: with constant questions the index grows slowly, but it grows. */
const WAITS_PER_PIECE = 10;
/** How much each thread gives way to the thread of the pages. */
const CEDE = { cuentas: 5, sorter: 10, indice: 19 };
const ROWS_PER_PIECE = 30_000;

/** The cheapest question, asked only for the version of the data. */
const SOLO_VERSION = { nombre: 'porNumero', data: { metodo: 'comercios', ns: new Float64Array(0) } } as const;

interface Deps {
  readonly clock: Clock;
  readonly workerUrl?: URL;
  /** The place up to which rows are looked for directly while the order of all is not known; 2,000 when left out. */
  readonly cerca?: number;
}

export function createReaders({ clock, workerUrl = READER_WORKER_URL, cerca = NEAR_ROWS }: Deps): Readers {
  const paginas = createThread(workerUrl);
  const cuentas = createThread(workerUrl, CEDE.cuentas);
  const sorter = createThread(workerUrl, CEDE.sorter);
  const index = createThread(workerUrl, CEDE.indice);
  let fin = new AbortController();
  const orders = createOrders();
  const readers = new Map<string, CacheReader>();
  let lastQuestion = Number.NEGATIVE_INFINITY;
  /** The order that is being worked out ahead, although nobody waits for it. */
  let adelanto: { readonly which: QueryKey; readonly control: AbortController } | undefined;

  function createReader(ruta: string): CacheReader {
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
      const answered = await thread.ask({ tipo: 'operacion', ruta, version, operacion }, { signal });
      if (answered.tipo !== 'bien') return undefined;
      const nombre: P['nombre'] = operacion.nombre;
      const respuesta = answered.respuestas[nombre];
      if (respuesta === undefined) throw new AppError('INTERNO');
      return { respuesta, version: answered.version };
    }

    async function askOrFail<P extends AskedOperation>(thread: Thread, operacion: P, signal: AbortSignal) {
      const answered = await askIn(thread, operacion, { signal });
      if (answered === undefined) throw new AppError('INTERNO');
      return answered;
    }

    /**
     * The order of a query, made from a wider order of the same version where there is one. Later callers share the work that was begun; only
     * `adelanto` may give it up.
     */
    const sort = (query: Query, which: QueryKey, signal = fin.signal): Promise<SortedOrder> =>
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
    async function workAhead(query: Query, which: QueryKey, version: string): Promise<void> {
      // Whoever opens a view will type over it; whoever types rarely scrolls far down. Totals, which are asked for once the page is painted, go
      // first.
      if (which.words.length > 0) {
        await clock.sleep(CALM_MS, fin.signal);
        await cuentas.whenFree();
        if (!orders.isLatest(which)) return;
      } else {
        await clock.sleep(PAINT_MS, fin.signal);
        await Promise.race([cuentas.whenFree(), clock.sleep(TOTALS_FIRST_MS, fin.signal)]);
      }
      await sorter.whenFree();
      if (!orders.isOfLatest(which)) return;
      if (orders.getOrder(which)?.version !== version) orders.forget(which);
      const control = new AbortController();
      adelanto = { which, control };
      await sort(query, which, AbortSignal.any([control.signal, fin.signal]));
    }

    /** A page of an order; undefined when it is of another version of the data. */
    async function readPageOfOrder(
      { metodo }: Query,
      { numeros, version }: SortedOrder,
      { desdeFila, filas, sea = false }: { desdeFila: number; filas: number; sea?: boolean },
      signal: AbortSignal,
    ): Promise<PageReading | undefined> {
      const ns = numeros.slice(desdeFila, desdeFila + filas);
      const answered = await askIn(
        paginas,
        { nombre: 'porNumero', data: { metodo, ns } },
        { signal, version: sea ? null : version },
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
      const which = getQueryKey(ruta, query);
      if (adelanto?.which.clave === which.clave) adelanto = undefined; // somebody waits for it now
      // The data may change while the order is worked out. Then it is worked out again; at the third attempt a page of older data is accepted.
      for (let attempt = 0; ; attempt++) {
        const orden = await waitFor(sort(query, which), signal);
        const page = await readPageOfOrder(query, orden, { ...place, sea: attempt === 2 }, signal);
        if (page !== undefined) return page;
        orders.forget(which);
      }
    }

    /** An order that has all the rows of a typed query. Waits for one that is being worked out where looking through the table would take as long. */
    async function findKnown({ metodo, filtros = [], orden }: Query, which: QueryKey, signal: AbortSignal) {
      const byDate = orden === undefined || orden.campo === TABLES[metodo].fecha;
      const camino = filtros.length > 0 || !byDate ? orders.getBaseUnderWay(which) : undefined;
      // If it fails, the table is looked through.
      if (camino !== undefined)
        await waitFor(
          camino.catch(() => undefined),
          signal,
        );
      return orders.base(which);
    }

    async function readFirst(
      query: Query,
      { desdeFila, filas: howMany }: { desdeFila: number; filas: number },
      signal: AbortSignal,
    ) {
      const base = await findKnown(query, getQueryKey(ruta, query), signal);
      const data = { consulta: query, desdeFila, howMany };
      const deBase =
        base === undefined
          ? undefined
          : await askIn(
              paginas,
              { nombre: 'first', data: { ...data, conocidas: base.numeros } },
              { signal, version: base.version },
            );
      return deBase ?? askOrFail(paginas, { nombre: 'first', data }, signal);
    }

    return {
      async readPage(query, place, signal) {
        const which = getQueryKey(ruta, query);
        orders.use(which);
        if (adelanto !== undefined && adelanto.which.grupo !== which.grupo) adelanto.control.abort();
        const { desdeFila, filas: howMany } = place;
        if (desdeFila + howMany > cerca) return readByOrder(query, place, signal);
        const orden = orders.getOrder(which);
        const conocida = orden === undefined ? undefined : await readPageOfOrder(query, orden, place, signal);
        if (conocida !== undefined) return conocida;
        const { respuesta, version } = await readFirst(query, place, signal);
        if (respuesta.valor === undefined) return readByOrder(query, place, signal);
        const { filas, hayMas } = respuesta.valor;
        // A failure is left to the next page, which asks again and reports it.
        if (hayMas) workAhead(query, which, version).catch(() => undefined);
        else if (desdeFila === 0) orders.put(which, { version, numeros: Float64Array.from(filas, ([n]) => Number(n)) });
        const total = hayMas || (filas.length === 0 && desdeFila > 0) ? null : desdeFila + filas.length;
        return { filas: rowsOf(query.metodo, filas), hayMas, total, version };
      },
      async readTotals(query, signal) {
        // Sums wait for pages: on two cores, both at once would delay the rows.
        await waitFor(paginas.whenFree(), signal);
        const { respuesta, version } = await askOrFail(
          cuentas,
          { nombre: 'totales', data: { consulta: query } },
          signal,
        );
        return { ...respuesta.valor, version };
      },
      async readValues(query, request, signal) {
        const { respuesta } = await askOrFail(
          cuentas,
          { nombre: 'valores', data: { consulta: query, ...request } },
          signal,
        );
        return respuesta.valor.map(([each = null, times]) => ({ valor: each, filas: Number(times) }));
      },
      async byId(metodo, ids, signal) {
        const { respuesta } = await askOrFail(paginas, { nombre: 'porId', data: { metodo, ids } }, signal);
        return rowsOf(metodo, respuesta.valor);
      },
      async listLinked(metodo, request, signal) {
        const { respuesta } = await askOrFail(paginas, { nombre: 'listLinked', data: { metodo, ...request } }, signal);
        return { filas: rowsOf(metodo, respuesta.valor.filas), total: respuesta.valor.total };
      },
      async findByText(metodo, request, signal) {
        const { respuesta } = await askOrFail(paginas, { nombre: 'found', data: { metodo, ...request } }, signal);
        return { filas: rowsOf(metodo, respuesta.valor.filas), completo: respuesta.valor.completo };
      },
      async findByImporte(metodo, request, signal) {
        const data = { metodo, ...request };
        const { respuesta } = await askOrFail(paginas, { nombre: 'findByImporte', data }, signal);
        return rowsOf(metodo, respuesta.valor);
      },
      group: async (query, grouping, signal) =>
        (await askOrFail(cuentas, { nombre: 'group', data: { consulta: query, grouping } }, signal)).respuesta.valor,
      crossCheck: async (desde, hasta, signal) =>
        (await askOrFail(cuentas, { nombre: 'crossCheck', data: { desde, hasta } }, signal)).respuesta.valor,
      getUpcomingCredits: async (afterKey, signal) =>
        (await askOrFail(cuentas, { nombre: 'getUpcomingCredits', data: { afterKey } }, signal)).respuesta.valor,
      missing: async (de, periodo, signal) =>
        (await askOrFail(cuentas, { nombre: 'missing', data: { de, ...periodo } }, signal)).respuesta.valor,
      readPasses: (signal) => createPasses({ ruta, workerUrl }, signal),
      async buildIndex(signal, { siempre } = { siempre: true }) {
        const { version } = await askOrFail(paginas, SOLO_VERSION, signal);
        const recent = !siempre && clock.monotonic() - indexed.cuando < BETWEEN_INDEXES_MS;
        if (version === indexed.version || recent) return;
        indexed = { version: undefined, cuando: clock.monotonic() };
        const pieza = { howMany: ROWS_PER_PIECE, siempre };
        for (;;) {
          // Questions go first.
          for (let espera = 0; espera < WAITS_PER_PIECE; espera++) {
            const missing = lastQuestion + QUIET_MS - clock.monotonic();
            if (missing <= 0) break;
            await clock.sleep(missing, signal);
          }
          const startedAt = clock.monotonic();
          const answered = await index.ask({ tipo: 'indexar', ruta, pieza }, { signal });
          if (answered.tipo !== 'hecho' || answered.quedan) {
            const ahora = clock.monotonic();
            if (!siempre && ahora - lastQuestion < IN_USE_MS) await clock.sleep(ahora - startedAt, signal);
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
    de(ruta) {
      const reader = readers.get(ruta) ?? createReader(ruta);
      readers.set(ruta, reader);
      return reader;
    },
    async release(ruta) {
      readers.delete(ruta);
      orders.forgetAll();
      await Promise.all([paginas, cuentas, sorter, index].map((thread) => thread.release(ruta)));
    },
    async close() {
      fin.abort();
      fin = new AbortController();
      await Promise.all([paginas, cuentas, sorter, index].map((thread) => thread.close()));
    },
  };
}
