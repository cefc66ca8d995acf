/** Page 0 or 1 (docs/gaps.md, `pagina_base`): compares both while unknown, and learns only from a comparison that proves it. */
import type { Learned } from '../learned.ts';
import { isRefusal } from '../query/consult.ts';
import { hasSameKeys, type Asker, type Page } from './page.ts';

type Base = 0 | 1;

export function createFirstPage<Query, Row, Header>(
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

  /** The page has all rows and room for more, so it is the first page. */
  const isAll = (page: P): boolean => page.received >= page.total && page.received < page.asked;

  /**
   * Decides by length, for equal rows: asks for the page that is the last full one if pages count from 1. If they count from 0, it holds only the
   * remainder.
   */
  async function byLength(one: P, length: number, asked: Asked): Promise<Base | undefined> {
    const full = Math.floor(one.total / length);
    if (full === 0) return undefined;
    const page = full === 1 ? one : await readOrRefusal(full, asked);
    const received = 'refusal' in page ? 0 : page.received;
    return received === length ? 1 : received === one.total % length ? 0 : undefined;
  }

  /** Which of two pages with rows is the first. */
  async function compare(one: P, zero: P, asked: Asked): Promise<{ readonly base: Base; readonly isProven: boolean }> {
    const [ones, zeros] = [keysOf(one), keysOf(zero)];
    const isVaried = new Set(ones).size > 1;
    const hasMore = one.total > one.received;
    if (hasSameKeys(ones, zeros) && isVaried) return { base: 1, isProven: hasMore };
    const theirs = new Set(zeros);
    const shared = ones.filter((key) => theirs.has(key)).length;
    // Pages with nothing in common prove the base only where page 1 repeats.
    if (shared === 0 && hasSameKeys(keysOf(await pageAt(1, asked)), ones)) return { base: 0, isProven: true };
    const likely = shared > zeros.length / 2 ? 1 : 0;
    const length = Math.max(one.received, zero.received);
    return { base: (await byLength(one, length, asked)) ?? likely, isProven: false };
  }

  return async (query: Query, asked: number, signal: AbortSignal): Promise<P> => {
    const question = { query, asked, signal };
    const known = learned.getPageBase();
    if (known !== undefined) return pageAt(known, question);
    const one = await readOrRefusal(1, question);
    if (!('refusal' in one) && one.received > 0 && isAll(one)) return one;
    const zero = await readOrRefusal(0, question);
    const ones = 'refusal' in one ? 0 : one.received;
    const zeros = 'refusal' in zero ? 0 : zero.received;
    if (ones === 0 && zeros === 0) {
      if (!('refusal' in one)) return one;
      if (!('refusal' in zero)) return zero;
      throw one.refusal;
    }
    if ('refusal' in zero || zeros === 0) {
      learned.setPageBase(1);
      if ('refusal' in one) throw one.refusal;
      return one;
    }
    if ('refusal' in one || ones === 0) {
      learned.setPageBase(0);
      return zero;
    }
    const { base, isProven } = await compare(one, zero, question);
    if (isProven) learned.setPageBase(base);
    return base === 1 ? one : zero;
  };
}
