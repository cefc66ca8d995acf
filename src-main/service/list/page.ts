/** Requests one page of a list, parses it, and compares it with other pages. Does not store or quarantine rows. */
import { hash } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import type { Learned } from '../learned.ts';
import { isNotFound, type Consult } from '../query/consult.ts';
import type { Param } from '../query/get.ts';
import { readBody } from '../transport/answer.ts';
import { boundRows } from '../transport/json-bounds.ts';
import { accept, type Parsed } from '../wire/fields.ts';
import { parseRows, type BadRow } from '../wire/rows.ts';
import type { DatedList, ListAnswer, PagedList } from './definition.ts';
import { requireCivilDate, type DateWindow } from '#domain/civil-date.ts';
import { isOfRequest } from '../token/oauth.ts';
import type { Pages } from './pages.ts';

export interface Page<Row, Header> {
  readonly rows: readonly Row[];
  readonly bad: readonly BadRow[];
  /** How many rows came, readable or not. */
  readonly received: number;
  readonly total: number;
  readonly header: Header;
  readonly isAbsent: boolean;
  /** The page's number as the service counts, and how many rows were requested. */
  readonly number: number;
  readonly asked: number;
  /** The digest of the answer's bytes, computed on demand; empty if the service sent no page. */
  readonly digest: () => string;
}

/** Facts that an earlier reading stored about a page without bad rows: its number of rows and the digest of its bytes. */
export interface KnownPage {
  readonly huella: string;
  readonly filas: number;
}

const digestOf = (body: Buffer): string => hash('sha256', body, 'base64url').slice(0, 27);

export function countRowsOutside<Query, Row>(
  list: Pick<DatedList<Query, Row, unknown>, 'momentOf' | 'window'>,
  query: Query,
  { rows }: { readonly rows: readonly Row[] },
): number {
  const { desde, hasta } = list.window(query);
  return rows.filter((row) => {
    const moment = list.momentOf(row, query);
    return moment !== null && (moment.dia < desde || moment.dia > hasta);
  }).length;
}

export type Asker<Query, Row, Header> = ReturnType<typeof createAsker<Query, Row, Header>>;

export interface AskerDeps<Query, Row> {
  readonly consult: Consult;
  readonly learned: Learned;
  /** Counts the rows that show whether the service read the parameters. */
  readonly evidence: (
    query: Query,
    page: { readonly rows: readonly Row[]; readonly received: number },
  ) => { readonly filas: number; readonly leftOut: number };
}

export function createAsker<Query, Row, Header>(
  list: PagedList<Query, Row, Header>,
  { consult, learned, evidence }: AskerDeps<Query, Row>,
) {
  type P = Page<Row, Header>;
  type Place = Pick<P, 'number' | 'asked'>;
  /** Caches the keys of a page, because each page is compared with the page before it and the page after it. */
  const keys = new WeakMap<P, readonly string[]>();

  const paramsAt = (query: Query, { number, asked }: Place): readonly Param[] => [
    ...list.params(query),
    ['reg_pagina', String(asked)],
    ['pagina', String(number)],
  ];

  function pageOf({ rows, total, header, isAbsent }: ListAnswer<Header>, place: Place & Pick<P, 'digest'>): P {
    boundRows(rows.length, place.asked);
    const { filas, malas } = parseRows(rows, list.row);
    return { rows: filas, bad: malas, received: rows.length, total, header, isAbsent: isAbsent === true, ...place };
  }

  function parsePage(value: unknown, place: Place & Pick<P, 'digest'>): Parsed<P> {
    const answer = list.answer(value);
    return answer.ok ? accept(pageOf(answer.value, place)) : answer;
  }

  const toSpec = (query: Query, place: Place) => ({
    metodo: list.metodo,
    path: list.path(query),
    params: paramsAt(query, place),
    ...(list.ownIds === undefined ? {} : { ownIds: list.ownIds }),
  });

  return {
    metodo: list.metodo,
    pageSize: (): number => learned.getMaxPageSize(list.metodo) ?? list.pageSize,

    async at(query: Query, place: Place, signal: AbortSignal): Promise<P> {
      let digest = (): string => '';
      try {
        return await consult<P>(
          {
            ...toSpec(query, place),
            keepRaw: (body) => {
              digest = () => digestOf(body);
              return undefined;
            },
            parse: (value) => parsePage(value, { ...place, digest }),
            evidence: (page) => ({ ...evidence(query, page), total: page.total }),
          },
          signal,
        );
      } catch (error) {
        const denied = isNotFound(error) ? list.denied?.() : undefined;
        if (denied === undefined) throw error;
        return pageOf(denied, { ...place, digest: () => '' });
      }
    },

    /** Requests a known page again: returns its bytes if they have not changed, else the parsed new page. */
    again(
      query: Query,
      { known, ...place }: Place & { readonly known: KnownPage },
      signal: AbortSignal,
    ): Promise<{ readonly body: Buffer } | P> {
      let digest = '';
      return consult<{ readonly body: Buffer } | P>(
        {
          ...toSpec(query, place),
          keepRaw: (body) => {
            digest = digestOf(body);
            return digest === known.huella ? { body } : undefined;
          },
          parse: (value) => parsePage(value, { ...place, digest: () => digest }),
          evidence: (page) =>
            'body' in page
              ? { filas: known.filas, leftOut: 0, total: known.filas }
              : { ...evidence(query, page), total: page.total },
        },
        signal,
      );
    },

    /** Parses a page from the unchanged bytes that `again` returned. */
    opened(body: Buffer, place: Place & Pick<P, 'digest'>): P {
      const json = readBody({ body, contentType: '' }, { ownIds: list.ownIds });
      const page = json.kind === 'json' ? parsePage(json.value, place) : undefined;
      if (page?.ok !== true) throw new AppError('RESPUESTA_INVALIDA', { detail: { metodo: list.metodo } });
      return page.value;
    },

    /** The keys of a page's rows, in order; the raw text of unreadable rows. */
    keysOf(page: P): readonly string[] {
      const known = keys.get(page) ?? [...page.rows.map(list.keyOf), ...page.bad.map(({ raw }) => raw)];
      keys.set(page, known);
      return known;
    },
  };
}

export function hasSameKeys(a: readonly string[], b: readonly string[]): boolean {
  const [first] = a;
  if (a.length !== b.length || (first !== undefined && !b.includes(first))) return false;
  const theirs = b.toSorted();
  return a.toSorted().every((key, i) => key === theirs[i]);
}

// Finds out whether the service filters by the requested dates, and by which date (docs/gaps.md, `filtros`, `fecha_filtro`). If the description
// states the date, one row from outside the window proves that it does not filter. Otherwise, a window long before any sale proves it: a service that
// returns rows for it ignores dates.

const LONG_AGO = requireCivilDate('2000-01-01');

/** Whether the service returns rows of a day long before any sale, and so ignores the requested dates. */
export async function givesLongAgo(ask: (window: DateWindow) => Promise<boolean>): Promise<boolean> {
  try {
    return await ask({ desde: LONG_AGO, hasta: LONG_AGO });
  } catch (error) {
    // The service refused the date, so it has read it.
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

  /** Throws `FILTRO_IGNORADO` when a page's rows show that its dates were ignored; learns it when the service filters by another date. */
  return async (query: Query, page: Page<Row, Header>, signal: AbortSignal): Promise<void> => {
    if (learned.filtersByOtherDate(list.metodo) || countRowsOutside(list, query, page) === 0) return;
    if (list.isDateStated || (await isIgnored(query, signal))) {
      throw new AppError('FILTRO_IGNORADO', { detail: { metodo: list.metodo } });
    }
    learned.setFiltersByOtherDate(list.metodo);
  };
}
