/** The lists of the service that are kept: how each one is requested, and the form of its rows in the cache. */
import type { Conciliacion } from '#domain/conciliacion.ts';
import { VIEWS, type ListName } from '#domain/views/index.ts';
import type { DateField } from '#domain/views/operaciones.ts';
import type { DateWindow } from '#domain/civil-date.ts';
import type { Service } from '#service/index.ts';
import { createDensity, type Density } from '#service/list/density.ts';
import type { Between } from '#service/list/instants.ts';
import type { Foreknown } from '#service/list/period.ts';
import type { Scope } from '#service/list/list-of.ts';
import type { ListReader } from '#service/list/reader.ts';
import type { ListHeader } from '#service/lists.ts';
import type { ServiceRow } from '#storage/cache/index.ts';

/** Rows of one page. */
export interface PageRows {
  readonly rows: readonly ServiceRow[];
  /** Rows of the page that were not understood. */
  readonly setAside: number;
  /** Whether the account has contracted the service. */
  readonly contracted: boolean;
}

/** A part of the requested period, with what was read of it; the parts follow each other. */
export type KeptPiece = { readonly between: Between } & (
  | { readonly is: 'page'; readonly page: PageRows; readonly digest: string }
  | {
      readonly is: 'same';
      readonly rows: number;
      readonly open: () => { readonly page: PageRows; readonly digest: string };
    }
  | { readonly is: 'part'; readonly part: PageRows; readonly state: 'completa' | 'inestable' }
);

export interface KeptList {
  readonly metodo: WindowedMethod;
  /** The field by which windows are taken to filter. */
  readonly campo: string;
  filtersByOtherDate(): boolean;
  read(window: DateWindow, foreknown: Omit<Foreknown, 'density'>, signal: AbortSignal): AsyncGenerator<KeptPiece>;
}

/** Methods that are read by windows: the lists, and the reconciliations, which have their own client. */
export type WindowedMethod = ListName | 'conciliaciones';

interface Kept<Query, Row> {
  readonly metodo: WindowedMethod;
  readonly campo: string;
  readonly reader: ListReader<Query, Row, ListHeader>;
  readonly query: (window: DateWindow) => Query;
  /** The form of a row in the cache. */
  readonly row: (row: Row) => ServiceRow;
}

function toKeptList<Query, Row>({ metodo, campo, reader, query, row }: Kept<Query, Row>): KeptList {
  interface Came {
    readonly rows: readonly Row[];
    readonly bad: readonly unknown[];
  }
  const rowsOf = ({ rows, bad }: Came, header: ListHeader): PageRows => ({
    rows: rows.map(row),
    setAside: bad.length,
    contracted: header?.contratado ?? true,
  });
  /** The number of rows of one month predicts that of the others. */
  let density: Density | undefined;
  return {
    metodo,
    campo,
    filtersByOtherDate: () => reader.filtersByOtherDate(),
    async *read(window, foreknown, signal) {
      const asked = query(window);
      density ??= createDensity(reader.takesTimes(asked));
      for await (const piece of reader.read(asked, { ...foreknown, density }, signal)) {
        const { between } = piece;
        if (piece.kind === 'part') {
          const { part, header } = piece;
          yield { between, is: 'part', part: rowsOf(part, header), state: part.state };
        } else if (piece.kind === 'page') {
          const { page } = piece;
          yield { between, is: 'page', page: rowsOf(page, page.header), digest: page.digest() };
        } else {
          const { rows, open } = piece;
          const openPage = () => {
            const page = open();
            return { page: rowsOf(page, page.header), digest: page.digest() };
          };
          yield { between, is: 'same', rows, open: openPage };
        }
      }
    },
  };
}

const toConciliacionRow = ({ origenDesde, origenHasta, sinConciliar, ...rest }: Conciliacion): ServiceRow => ({
  ...rest,
  origen_desde: origenDesde,
  origen_hasta: origenHasta,
  sin_conciliar: sinConciliar,
});

/** The list of a method. `field`: the date that the window is about, for views where it can be chosen; by default the view's own. */
export function createKeptList(service: Service, method: WindowedMethod, field?: DateField): KeptList {
  if (method === 'conciliaciones') {
    const reader = service.conciliacionList;
    return toKeptList({
      metodo: method,
      campo: 'fecha',
      reader,
      query: (window) => ({ ventana: window }),
      row: toConciliacionRow,
    });
  }
  const reader: ListReader<Scope, ServiceRow, ListHeader> = service[method];
  const dateField = field ?? VIEWS[method].dates[0];
  return toKeptList({
    metodo: method,
    campo: dateField,
    reader,
    query: (window) => ({ ventana: window, campoFecha: dateField }),
    row: (row) => row,
  });
}
