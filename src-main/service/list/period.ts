/**
 * Reads a period in windows that fit one page each: paging by number loses rows when the list changes or has no stable order (docs/gaps.md, "sort order").
 * `density.ts` estimates how long each window should be. A window ends between two days, or within a day if the method takes times and the day has too many
 * rows. A window that does not fit is requested again, shorter. A stretch that cannot be cut further is divided by shop; if a part still does not fit, it is
 * paged twice and both passes are compared. Windows of an earlier reading are used again as they were.
 */
import type { DatedList } from './definition.ts';
import { type Page, type KnownPage, createDateFilter } from './page.ts';
import { joinAnswers, createWhole, type WindowRead, type Whole, type Look } from './whole.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import type { Learned } from '../learned.ts';
import { isOfRequest } from '../token/oauth.ts';
import {
  createDensity,
  type Density,
  betweenOf,
  DAY_S,
  daysIn,
  secondOf,
  startOf,
  windowOf,
  type Between,
} from './density.ts';
import type { Pages } from './pages.ts';

export interface Shop {
  readonly id: string;
  readonly nombre: string | null;
}

interface Asked<Query, Row, Header> {
  readonly query: Query;
  /** The first page of the stretch: its total, and a sample of which shops have how many rows. */
  readonly sample: Page<Row, Header>;
  readonly shops: readonly Shop[];
  readonly signal: AbortSignal;
}

/** Divides the shops into groups that should fit one page each, by their share of the sample. */
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

/** Reads a stretch by groups of shops. `shops` may lack a shop: if the parts do not add up to the total, pages the stretch twice and compares both. */
async function readByShop<Query, Row, Header>(
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

export interface KnownWindow extends KnownPage, Between {}

export type Piece<Row, Header> =
  | { readonly kind: 'page'; readonly between: Between; readonly page: Page<Row, Header> }
  /** The page is unchanged since an earlier reading; `open` parses it if the caller needs its rows. */
  | { readonly kind: 'same'; readonly between: Between; readonly rows: number; readonly open: () => Page<Row, Header> }
  /** A stretch that does not fit in one page, or whose total states more rows than the page has. */
  | { readonly kind: 'part'; readonly between: Between; readonly part: WindowRead<Row>; readonly header: Header };

export interface Foreknown {
  readonly density?: Density;
  readonly shops?: () => readonly Shop[];
  readonly known?: (between: Between) => readonly KnownWindow[];
  /** Skips the check that rows lie inside the window. */
  readonly anyDate?: boolean;
}

/** After this many rows the next window ends with its day: the caller writes about as many in one transaction (docs/storage.md). */
const ROWS_OF_A_STRETCH = 8_000;

/** Whether a refusal may mean that the window is too long: services answer 400 or 413. */
export const mayBeWindowTooLong = (error: unknown): boolean =>
  isOfRequest(error, 'PEDIDO_RECHAZADO') && (error.detail['estado'] === 400 || error.detail['estado'] === 413);

export function createPeriodReader<Query, Row, Header>(
  list: DatedList<Query, Row, Header>,
  { pages, learned }: { readonly pages: Pages<Query, Row, Header>; readonly learned: Learned },
) {
  type P = Page<Row, Header>;
  const { metodo, keyOf } = list;
  const whole = createWhole(pages, keyOf);
  const checkDates = createDateFilter(list, { pages, learned });

  function* momentsOf({ rows }: P, query: Query): Generator<number> {
    const starts = new Map<string, number>();
    for (const row of rows) {
      const moment = list.momentOf(row, query);
      const day = moment === null ? undefined : parseIsoDate(moment.dia);
      if (moment === null || day === undefined) continue;
      const start = starts.get(day) ?? startOf(day);
      starts.set(day, start);
      yield start + secondOf(moment.hora);
    }
  }

  async function ask(query: Query, known: KnownWindow | undefined, signal: AbortSignal) {
    const page = known === undefined ? undefined : await pages.again(query, known, signal);
    return page !== undefined && 'open' in page ? page : whole.look(query, signal, page);
  }

  return async function* read(
    query: Query,
    foreknown: Foreknown,
    signal: AbortSignal,
  ): AsyncGenerator<Piece<Row, Header>> {
    const takesTimes = list.takesTimes(query);
    const { density = createDensity(takesTimes), shops = () => [], known = () => [], anyDate = false } = foreknown;
    const grain = takesTimes ? 1 : DAY_S;
    const { desde, hasta: end } = betweenOf(list.window(query));
    const plan = known({ desde, hasta: end });
    let next = 0;
    let now = desde;
    /** If the last window did not fit or was refused: the latest moment at which the next window may end. */
    let bound = Number.POSITIVE_INFINITY;
    /** After a refusal: the most days of the shorter window that is tried instead. */
    let shortened: number | undefined;
    let scale = 1;
    let rowsOfStretch = 0;

    while (now < end) {
      while ((plan[next]?.desde ?? end) < now) next += 1;
      const planned = plan[next];
      const isAsPlanned = planned?.desde === now && bound === Number.POSITIVE_INFINITY;
      const day = Math.floor(now / DAY_S);
      const full = rowsOfStretch >= ROWS_OF_A_STRETCH ? (day + 1) * DAY_S : end;
      const beforePlanned = planned !== undefined && planned.desde > now ? planned.desde : end;
      const longest = (day + (learned.maxDays(metodo) ?? Number.POSITIVE_INFINITY)) * DAY_S;
      const limit = Math.min(end, bound, full, beforePlanned, longest);
      const between = { desde: now, hasta: isAsPlanned ? planned.hasta : density.end(now, { limit, scale }) };
      const asked = list.within(query, windowOf(between));

      let answer: Look<Row, Header> | { readonly open: () => P };
      try {
        answer = await ask(asked, isAsPlanned ? planned : undefined, signal);
      } catch (error) {
        const days = daysIn(between);
        if (days < 2 || !mayBeWindowTooLong(error)) throw error;
        shortened = Math.ceil(days / 2);
        bound = (day + shortened) * DAY_S;
        continue;
      }
      // The service accepts the shortened window, so it refused the longer one for its length: learn the limit.
      if (shortened !== undefined) learned.setMaxDays(metodo, shortened);
      shortened = undefined;

      if ('open' in answer) {
        const rows = planned?.filas ?? 0;
        rowsOfStretch += rows;
        yield { kind: 'same', between, rows, open: answer.open };
      } else {
        const { is, page } = answer;
        if (!anyDate) await checkDates(asked, page, signal);
        const length = between.hasta - between.desde;
        if (is === 'more' && length > grain) {
          density.didNotFit(between, page);
          const less = length * Math.min(0.7, (1.5 * page.received) / page.total);
          bound = now + Math.max(grain, Math.floor(less / grain) * grain);
          if (bound > (day + 1) * DAY_S) bound -= bound % DAY_S;
          continue;
        }
        if (is === 'whole') {
          const share = density.read(between, momentsOf(page, asked));
          if (share !== undefined) scale = Math.min(4, Math.max(0.01, Math.sqrt(scale * share)));
          rowsOfStretch += page.rows.length;
          yield { kind: 'page', between, page };
        } else {
          // `short`: the total states more rows than the page brings. Shorter windows would not bring them either, so accept what came.
          const part: WindowRead<Row> =
            is === 'short'
              ? { rows: page.rows, bad: page.bad, state: 'inestable' }
              : await readByShop(list, whole, { query: asked, sample: page, shops: shops(), signal });
          rowsOfStretch += part.rows.length;
          yield { kind: 'part', between, part, header: page.header };
        }
      }
      bound = Number.POSITIVE_INFINITY;
      now = between.hasta;
      if (now % DAY_S === 0) rowsOfStretch = 0;
    }
  };
}
