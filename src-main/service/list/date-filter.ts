/**
 * Whether the service filters by the dates it is asked for, and by which date (docs/gaps.md, `filtros`, `fecha_filtro`). Where the description states
 * the date, one row from outside the window shows that it does not. Where it states none, a window long before any sale is asked: a service that
 * answers with rows ignores dates.
 */
import { AppError } from '#contract/errors.ts';
import { requireCivilDate, type DateWindow } from '#domain/civil-date.ts';
import type { Learned } from '../learned.ts';
import { isOfRequest } from '../token/login-failure.ts';
import type { DatedList } from './definition.ts';
import { countRowsOutside, type Page } from './page.ts';
import type { Pages } from './pages.ts';

const LONG_AGO = requireCivilDate('2000-01-01');

/** Whether the service has something to give of a day long before any sale: then it ignores the dates that it is asked for. */
export async function givesLongAgo(ask: (window: DateWindow) => Promise<boolean>): Promise<boolean> {
  try {
    return await ask({ desde: LONG_AGO, hasta: LONG_AGO });
  } catch (error) {
    // A service that refuses a date has read it.
    if (isOfRequest(error, 'PEDIDO_RECHAZADO')) return false;
    throw error;
  }
}

export function createDateFilter<Query, Row, Header>(
  list: DatedList<Query, Row, Header>,
  { pages, learned }: { readonly pages: Pages<Query, Row, Header>; readonly learned: Learned },
) {
  const isIgnored = (query: Query, signal: AbortSignal): Promise<boolean> =>
    givesLongAgo(async (window) => (await pages.first(list.within(query, window), signal)).received > 0);

  /** Throws `FILTRO_IGNORADO` when the rows of a page show that its dates were ignored. */
  return async (query: Query, page: Page<Row, Header>, signal: AbortSignal): Promise<void> => {
    if (learned.filtersByOtherDate(list.metodo) || countRowsOutside(list, query, page) === 0) return;
    if (list.isDateStated || (await isIgnored(query, signal))) {
      throw new AppError('FILTRO_IGNORADO', { detail: { metodo: list.metodo } });
    }
    learned.setFiltersByOtherDate(list.metodo);
  };
}
