/**
 * Reads a period in windows that fit one page each: paging a list by number loses rows when the list changes or has no stable order (docs/gaps.md,
 * "sort order"). Windows follow one another, each as long as should fit (`density.ts`). They are cut by days and, where the method takes times and a
 * day is full, by times: this partition depends on no other list being complete. A window that does not fit is asked again, shorter. A stretch that
 * cannot be cut any more is divided by shop; what still does not fit is paged twice and compared. Known pages are asked for with the same windows as
 * before.
 */
import { parseIsoDate } from '#domain/civil-date.ts';
import type { Learned } from '../learned.ts';
import { isOfRequest } from '../token/login-failure.ts';
import { readByShop, type Shop } from './by-shop.ts';
import type { DatedList } from './definition.ts';
import { createDateFilter } from './date-filter.ts';
import { createDensity, type Density } from './density.ts';
import { betweenOf, DAY_S, daysIn, secondOf, startOf, windowOf, type Between } from './instants.ts';
import type { KnownPage, Page } from './page.ts';
import type { Pages } from './pages.ts';
import { createWhole, type Look, type WindowRead } from './whole.ts';

/** A page that was read before, and the stretch it held everything of. */
export interface KnownWindow extends KnownPage, Between {}

/** The result of one stretch of the period. Stretches follow one another. */
export type Piece<Row, Header> =
  | { readonly kind: 'page'; readonly between: Between; readonly page: Page<Row, Header> }
  /** The same bytes as the known page; `open` parses them all the same. */
  | { readonly kind: 'same'; readonly between: Between; readonly rows: number; readonly open: () => Page<Row, Header> }
  /** A stretch that no single page holds. */
  | { readonly kind: 'part'; readonly between: Between; readonly part: WindowRead<Row>; readonly header: Header };

/** What the caller may know beforehand; a reading finds out by itself what is missing. */
export interface Foreknown {
  readonly density?: Density;
  /** The shops of the account. */
  readonly shops?: () => readonly Shop[];
  readonly known?: (between: Between) => readonly KnownWindow[];
  /** Rows are not checked against the window: rows from outside do no harm. */
  readonly anyDate?: boolean;
}

/** After so many rows a stretch ends with its day: what is read is written in pieces of about one transaction (docs/storage.md). */
const ROWS_OF_A_STRETCH = 8_000;

/** Whether a request was refused in the way in which services refuse a window that is too long. */
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
    /** The moment before which the next window has to end, after one that did not fit or was refused. */
    let bound = Number.POSITIVE_INFINITY;
    /** The days of the shortened window, after the service refused a longer one. */
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
      // The service took the shorter window and refused the longer one: the length was the reason.
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
          // The total promises rows that no page brings. Shorter windows would only promise them again, one by one.
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
