/** Requests the pages of a list in order. Each reading keeps its own state, so several can run at once. */
import { AppError } from '#contract/errors.ts';
import { isRefusal } from '../query/consult.ts';
import { isOfRequest } from '../token/oauth.ts';
import type { PagedList } from './definition.ts';
import { createAsker, hasSameKeys, type AskerDeps, type KnownPage, type Page, type Asker } from './page.ts';
import type { Learned } from '../learned.ts';

const isPageTooLong = (error: unknown): boolean =>
  isOfRequest(error, 'RESPUESTA_ENORME') && error.detail['motivo'] === 'bytes';

/** Whether far more rows came than the total states: such a service never ends its list, so the reading stops. */
const isEndless = (received: number, total: number): boolean => received > total * 3 + 1_000;

export type Pages<Query, Row, Header> = ReturnType<typeof createPages<Query, Row, Header>>;

export function createPages<Query, Row, Header>(list: PagedList<Query, Row, Header>, deps: AskerDeps<Query, Row>) {
  type P = Page<Row, Header>;
  const { learned } = deps;
  const asker = createAsker(list, deps);
  const firstPage = createFirstPage<Query, Row, Header>(asker, learned);
  const { keysOf } = asker;

  /** Asks for the first page, with half as many rows when the page has too many bytes (settlements with thousands of sales). Learns the size that fits. */
  async function readWhatFits(query: Query, asked: number, signal: AbortSignal): Promise<P> {
    try {
      return await firstPage(query, asked, signal);
    } catch (error) {
      const half = Math.floor(asked / 2);
      if (!isPageTooLong(error) || half < 1) throw error;
      const page = await readWhatFits(query, half, signal);
      learned.setMaxPageSize(list.metodo, page.asked);
      return page;
    }
  }

  /** For a list without a stated maximum: asks once for more rows than the default and learns the size if the service honours it. */
  async function tryLarger(query: Query, page: P, signal: AbortSignal): Promise<P> {
    const { largerPageSize, metodo } = list;
    const isShort = page.received === page.asked && page.received < page.total;
    if (largerPageSize === undefined || !isShort || learned.getMaxPageSize(metodo) !== undefined) return page;
    const larger = await firstPage(query, largerPageSize, signal).catch((error: unknown) => {
      if (isRefusal(error)) return undefined;
      throw error;
    });
    if (larger === undefined || larger.received <= page.received) {
      learned.setMaxPageSize(metodo, page.asked);
      return page;
    }
    // Fewer rows than requested and than stated may still be the whole list, so they show no maximum; `readAfter` finds out from the next page.
    if (larger.received === Math.min(largerPageSize, larger.total)) learned.setMaxPageSize(metodo, largerPageSize);
    return larger;
  }

  async function readFirst(query: Query, signal: AbortSignal): Promise<P> {
    return tryLarger(query, await readWhatFits(query, asker.pageSize(), signal), signal);
  }

  /** Reads the page after `before`. Undefined past the end, where services return nothing or the last page (docs/gaps.md, `pagina_pasada`). */
  async function readAfter(query: Query, before: P, received: number, signal: AbortSignal): Promise<P | undefined> {
    const mayBeLast = before.received < before.asked || received >= before.total;
    const page = await asker.at(query, { number: before.number + 1, asked: before.asked }, signal);
    if (page.isAbsent && !mayBeLast)
      throw new AppError('LECTURA_INESTABLE', { detail: { metodo: list.metodo, motivo: 'dejó de estar' } });
    if (page.received === 0) return undefined;
    const keys = keysOf(before);
    // Two pages with the same keys are one page sent twice, unless all keys are equal: then `mayBeLast` decides.
    if (hasSameKeys(keysOf(page), keys) && (mayBeLast || new Set(keys).size > 1)) return undefined;
    // The first page was short and yet another page follows, so its number of rows is the service's page size: learn it.
    const base = learned.getPageBase();
    if (before.number === base && before.received < before.asked) learned.setMaxPageSize(list.metodo, before.received);
    return page;
  }

  /** Whether no page follows: after an empty page, or after one that is not full and with which all rows of the total have come. */
  const isEnd = (page: P, received: number): boolean =>
    page.received === 0 || (page.received < page.asked && received >= page.total);

  return {
    first: readFirst,
    after: readAfter,
    isEnd,
    keysOf,

    async *all(query: Query, signal: AbortSignal): AsyncGenerator<P> {
      let page: P | undefined = await readFirst(query, signal);
      for (let received = 0; page !== undefined;) {
        yield page;
        received += page.received;
        if (isEnd(page, received)) return;
        if (isEndless(received, page.total))
          throw new AppError('LECTURA_INESTABLE', { detail: { metodo: list.metodo, motivo: 'no termina' } });
        page = await readAfter(query, page, received, signal);
      }
    },

    /** Requests a known page again without parsing unchanged bytes: saves most of a second synchronisation. Undefined means: request it in the usual way. */
    async again(
      query: Query,
      known: KnownPage,
      signal: AbortSignal,
    ): Promise<P | { readonly open: () => P } | undefined> {
      const asked = asker.pageSize();
      // After a full page there may be another one, so an unchanged full page does not prove that the list is unchanged.
      if (known.filas >= asked || learned.readParametersMode() === undefined) return undefined;
      // Request page 1 while the numbering is unknown. If the service counts from 0, page 1 of a short list is empty, so its bytes differ.
      const base = learned.getPageBase();
      const place = { number: base ?? 1, asked };
      try {
        const page = await asker.again(query, { ...place, known }, signal);
        if ('body' in page) return { open: () => asker.opened(page.body, { ...place, digest: () => known.huella }) };
        return base === undefined ? undefined : page;
      } catch (error) {
        // Request the page in the usual way, which reports the failure.
        if (isPageTooLong(error) || isOfRequest(error, 'PEDIDO_RECHAZADO')) return undefined;
        throw error;
      }
    },
  };
}

// Finds out whether the service numbers pages from 0 or from 1 (docs/gaps.md, `pagina_base`). Compares both pages and stores only a proven answer.

type Base = 0 | 1;

function createFirstPage<Query, Row, Header>(
  { at, keysOf }: Pick<Asker<Query, Row, Header>, 'at' | 'keysOf'>,
  learned: Learned,
) {
  type P = Page<Row, Header>;
  interface Asked {
    readonly query: Query;
    readonly asked: number;
    readonly signal: AbortSignal;
  }
  const pageAt = (number: number, { query, asked, signal }: Asked): Promise<P> => at(query, { number, asked }, signal);

  async function readOrRefusal(number: number, asked: Asked): Promise<P | { readonly refusal: unknown }> {
    try {
      return await pageAt(number, asked);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { refusal: error };
    }
  }

  /** Whether the page holds the whole list with room to spare, so it must be the first page. */
  const isAll = (page: P): boolean => page.received >= page.total && page.received < page.asked;

  /** Decides without keys: requests the page that is the last full one if pages count from 1. If they count from 0, that page holds only the remainder. */
  async function byLength(one: P, length: number, asked: Asked): Promise<Base | undefined> {
    const full = Math.floor(one.total / length);
    if (full === 0) return undefined;
    const page = full === 1 ? one : await readOrRefusal(full, asked);
    const received = 'refusal' in page ? 0 : page.received;
    return received === length ? 1 : received === one.total % length ? 0 : undefined;
  }

  /** Decides whether page 0 or page 1, both with rows, is the first one. */
  async function compare(one: P, zero: P, asked: Asked): Promise<{ readonly base: Base; readonly isProven: boolean }> {
    const [ones, zeros] = [keysOf(one), keysOf(zero)];
    const isVaried = new Set(ones).size > 1;
    const hasMore = one.total > one.received;
    if (hasSameKeys(ones, zeros) && isVaried) return { base: 1, isProven: hasMore };
    const theirs = new Set(zeros);
    const shared = ones.filter((key) => theirs.has(key)).length;
    // Pages 0 and 1 share no row. If page 1 gives the same rows when asked again, they are two different pages: proof that counting begins at 0.
    if (shared === 0 && hasSameKeys(keysOf(await pageAt(1, asked)), ones)) return { base: 0, isProven: true };
    const likely = shared > zeros.length / 2 ? 1 : 0;
    const length = Math.max(one.received, zero.received);
    return { base: (await byLength(one, length, asked)) ?? likely, isProven: false };
  }

  return async (query: Query, asked: number, signal: AbortSignal): Promise<P> => {
    const question = { query, asked, signal };
    const known = learned.getPageBase();
    if (known !== undefined) return pageAt(known, question);
    const one = await pageAt(1, question);
    if (one.received > 0 && isAll(one)) return one;
    const zero = await readOrRefusal(0, question);
    if ('refusal' in zero || zero.received === 0) {
      if (one.received > 0) learned.setPageBase(1);
      return one;
    }
    if (one.received === 0) {
      learned.setPageBase(0);
      return zero;
    }
    const { base, isProven } = await compare(one, zero, question);
    if (isProven) learned.setPageBase(base);
    return base === 1 ? one : zero;
  };
}
