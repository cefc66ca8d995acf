/** Reads, shop by shop, a stretch that cannot be cut by dates or times. Several small shops are asked together when their rows fit a page. */
import type { DatedList } from './definition.ts';
import type { Page } from './page.ts';
import { joinAnswers, type WindowRead, type Whole } from './whole.ts';

export interface Shop {
  readonly id: string;
  readonly nombre: string | null;
}

interface Asked<Query, Row, Header> {
  readonly query: Query;
  /** The first page of the whole stretch: it tells how many rows there are, and is a sample of their shops. */
  readonly sample: Page<Row, Header>;
  readonly shops: readonly Shop[];
  readonly signal: AbortSignal;
}

/** Groups of shops whose share of the sample fits one page, biggest first. */
function groupsOf<Row>(
  { rows, total }: Pick<Page<Row, unknown>, 'rows' | 'total'>,
  shops: readonly Shop[],
  nameOf: (row: Row) => string | null,
): readonly (readonly string[])[] {
  const seen = new Map<string | null, number>();
  for (const row of rows) seen.set(nameOf(row), (seen.get(nameOf(row)) ?? 0) + 1);
  const received = Math.max(1, rows.length);
  const shareOf = ({ nombre }: Shop): number => (seen.get(nombre) ?? 1) / received;
  const room = (0.9 * received) / total;
  const groups: { ids: string[]; share: number }[] = [];
  for (const shop of shops.toSorted((a, b) => shareOf(b) - shareOf(a))) {
    const share = shareOf(shop);
    const group = groups.find((open) => open.share + share <= room);
    if (group === undefined) groups.push({ ids: [shop.id], share });
    else {
      group.ids.push(shop.id);
      group.share += share;
    }
  }
  return groups.map(({ ids }) => ids);
}

/**
 * Reads the stretch by shops and compares the sum with the total: rows of a shop that `shops` lacks would be missed. Where they differ, or there are
 * fewer than two shops, the stretch is paged twice and the passages are compared.
 */
export async function readByShop<Query, Row, Header>(
  list: Pick<DatedList<Query, Row, Header>, 'byShop' | 'keyOf'>,
  { look, twice }: Whole<Query, Row, Header>,
  { query, sample, shops, signal }: Asked<Query, Row, Header>,
): Promise<WindowRead<Row>> {
  const { byShop, keyOf } = list;
  if (byShop === undefined || shops.length < 2) return twice(query, signal);
  const { ask, nameOf } = byShop;

  async function read(ids: readonly string[]): Promise<readonly WindowRead<Row>[]> {
    const own = ask(query, ids);
    const { is, page } = await look(own, signal);
    if (is === 'whole') return [{ rows: page.rows, bad: page.bad, state: 'completa' }];
    if (ids.length === 1) return [await twice(own, signal)];
    const parts: WindowRead<Row>[] = [];
    for (const id of ids) parts.push(...(await read([id])));
    return parts;
  }

  const parts: WindowRead<Row>[] = [];
  for (const ids of groupsOf(sample, shops, nameOf)) parts.push(...(await read(ids)));
  const together = joinAnswers(keyOf, ...parts);
  const came = parts.reduce((sum, { rows, bad }) => sum + rows.length + bad.length, 0);
  const isWhole = parts.every(({ state }) => state === 'completa') && came === sample.total;
  if (isWhole && together.rows.length + together.bad.length === came) return { ...together, state: 'completa' };
  const entire = await twice(query, signal);
  return entire.state === 'completa' ? entire : { ...joinAnswers(keyOf, entire, together), state: 'inestable' };
}
