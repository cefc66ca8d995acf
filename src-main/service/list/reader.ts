/** A list of what happened between two days, for the synchronisation and single calls. */
import type { DateWindow } from '#domain/civil-date.ts';
import type { Learned } from '../learned.ts';
import type { Consult } from '../query/consult.ts';
import type { BadRow, Quarantine } from '../wire/rows.ts';
import type { DatedList } from './definition.ts';
import { countRowsOutside, type Page } from './page.ts';
import { createPages } from './pages.ts';
import { createPeriodReader, type Foreknown, type Piece } from './period.ts';

export interface MethodDeps {
  readonly consult: Consult;
  readonly learned: Learned;
  /** Takes the unreadable rows of pages that are used. */
  readonly quarantine: Quarantine;
}

/** Everything in a period, in order of arrival. */
export interface PeriodRead<Row, Header> {
  readonly rows: readonly Row[];
  readonly bad: readonly BadRow[];
  /** False where the list changed during the reading, or its total promises more rows than came. */
  readonly isWhole: boolean;
  readonly headers: readonly Header[];
}

export interface ListReader<Query, Row, Header = null> {
  /** Whether windows of a question may begin and end within a day. */
  takesTimes(query: Query): boolean;
  /** The first page of a question. Throws `RESPUESTA_INVALIDA` for an answer that is not as described; rows that are not are in `bad`. */
  page(query: Query, signal: AbortSignal): Promise<Page<Row, Header>>;
  /** Reads the window of a question piece by piece. Throws `FILTRO_IGNORADO` when the service ignores dates. */
  read(query: Query, foreknown: Foreknown, signal: AbortSignal): AsyncGenerator<Piece<Row, Header>>;
  readAll(query: Query, signal: AbortSignal, foreknown?: Foreknown): Promise<PeriodRead<Row, Header>>;
  /** Whether the service compares windows with another date than the rows' (docs/gaps.md, `fecha_filtro`). */
  filtersByOtherDate(): boolean;
}

export function listReader<Query, Row, Header>(
  list: DatedList<Query, Row, Header>,
  { consult, learned, quarantine }: MethodDeps,
): ListReader<Query, Row, Header> {
  const pages = createPages(list, {
    consult,
    learned,
    evidence: (query, page) => ({ filas: page.received, leftOut: countRowsOutside(list, query, page) }),
  });
  const readPeriod = createPeriodReader(list, { pages, learned });

  const setAside = (bad: readonly BadRow[], { desde, hasta }: DateWindow): void => {
    for (const row of bad) quarantine(list.metodo, row, { desde, hasta });
  };

  async function* read(query: Query, foreknown: Foreknown, signal: AbortSignal): AsyncGenerator<Piece<Row, Header>> {
    for await (const piece of readPeriod(query, foreknown, signal)) {
      if (piece.kind === 'page') setAside(piece.page.bad, list.window(query));
      else if (piece.kind === 'part') setAside(piece.part.bad, list.window(query));
      yield piece;
    }
  }

  return {
    takesTimes: list.takesTimes,
    page: pages.first,
    read,
    async readAll(query, signal, foreknown = {}) {
      const rows: Row[] = [];
      const bad: BadRow[] = [];
      const headers: Header[] = [];
      let isWhole = true;
      for await (const piece of read(query, foreknown, signal)) {
        if (piece.kind === 'part') {
          rows.push(...piece.part.rows);
          bad.push(...piece.part.bad);
          headers.push(piece.header);
          isWhole &&= piece.part.state === 'completa';
        } else {
          const page = piece.kind === 'page' ? piece.page : piece.open();
          rows.push(...page.rows);
          bad.push(...page.bad);
          headers.push(page.header);
        }
      }
      return { rows, bad, headers, isWhole };
    },
    filtersByOtherDate: () => learned.filtersByOtherDate(list.metodo),
  };
}
