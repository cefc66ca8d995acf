/** Asks for one page of a list, reads it, and compares it with others. Nothing of it is stored or quarantined yet. */
import { hash } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import type { Learned } from '../learned.ts';
import { isNotFound, type Consult } from '../query/consult.ts';
import type { Param } from '../query/get.ts';
import { readBody } from '../transport/answer.ts';
import { boundRows } from '../transport/json-bounds.ts';
import { accept, type Parsed } from '../wire/mismatch.ts';
import { parseRows, type BadRow } from '../wire/rows.ts';
import type { DatedList, ListAnswer, PagedList } from './definition.ts';

export interface Page<Row, Header> {
  readonly rows: readonly Row[];
  /** Rows that did not parse. */
  readonly bad: readonly BadRow[];
  /** How many came, understood or not. */
  readonly received: number;
  readonly total: number;
  readonly header: Header;
  readonly isAbsent: boolean;
  /** The page's number in the service's own counting, and how many rows were asked for. */
  readonly number: number;
  readonly asked: number;
  /** The digest of the answer's bytes, computed on demand; empty where there was no page. */
  readonly digest: () => string;
}

/** An answer that was read before: how many rows it had, all of them understood, and the digest of its bytes. */
export interface KnownPage {
  readonly huella: string;
  readonly filas: number;
}

const digestOf = (body: Buffer): string => hash('sha256', body, 'base64url').slice(0, 27);

/** Rows from outside the window that was asked for. */
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
  /** Evidence, from a page's rows, of whether the parameters were read. */
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
  /** Cached: each page is compared with the one before and the one after. */
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

    /** Asks for the page with that number, in the service's own counting. */
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

    /** Asks again for a known page: gives its bytes when they are the same, else the page as it is now. */
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

    /** Reads a page from bytes that `again` gave. */
    opened(body: Buffer, place: Place & Pick<P, 'digest'>): P {
      const json = readBody({ body, contentType: '' }, { ownIds: list.ownIds });
      const page = json.kind === 'json' ? parsePage(json.value, place) : undefined;
      if (page?.ok !== true) throw new AppError('RESPUESTA_INVALIDA', { detail: { metodo: list.metodo } });
      return page.value;
    },

    /** The keys of a page's rows, in order; for rows that were not understood, their raw text. */
    keysOf(page: P): readonly string[] {
      const known = keys.get(page) ?? [...page.rows.map(list.keyOf), ...page.bad.map(({ raw }) => raw)];
      keys.set(page, known);
      return known;
    },
  };
}

/** The same rows, whatever their order. */
export function hasSameKeys(a: readonly string[], b: readonly string[]): boolean {
  const [first] = a;
  if (a.length !== b.length || (first !== undefined && !b.includes(first))) return false;
  const theirs = b.toSorted();
  return a.toSorted().every((key, i) => key === theirs[i]);
}
