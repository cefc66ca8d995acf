/** The lists of the service that the cache keeps: requests each list, and returns its rows in stretches of whole days. */
import type { Conciliacion } from '#domain/conciliacion.ts';
import { addDays, type DateWindow } from '#domain/civil-date.ts';
import { VIEWS, type ListName } from '#domain/views/index.ts';
import type { DateField } from '#domain/views/operaciones.ts';
import type { Service } from '#service/index.ts';
import { createDensity, DAY_S, dayAt, startOf, type Between, type Density } from '#service/list/density.ts';
import type { Page } from '#service/list/page.ts';
import type { Foreknown, Piece } from '#service/list/period.ts';
import type { ListReader } from '#service/list/definition.ts';
import type { ListHeader, Scope } from '#service/lists.ts';
import {
  createEncoder,
  TABLES,
  type FlatRows,
  type ReadPage,
  type ReadRows,
  type ServiceRow,
} from '#storage/cache/index.ts';

/** Methods that are read by windows of days: the lists, and the reconciliations, which have their own client. */
export type WindowedMethod = ListName | 'conciliaciones';

export interface StretchBeingRead extends Pick<ReadRows, 'desde' | 'hasta' | 'estado' | 'contratado'> {
  /** True if every page had the same bytes as before. `flatRows` then has no rows; `filas` is their number. */
  readonly igual: boolean;
  readonly filas: number;
  readonly flatRows: readonly FlatRows[];
  readonly pages: readonly ReadPage[];
}

function openStretch<Row>(from: number, toFlatRows: (rows: readonly Row[]) => FlatRows) {
  const flatRows: FlatRows[] = [];
  const pages: ReadPage[] = [];
  let same: Extract<Piece<Row, ListHeader>, { kind: 'same' }>[] = [];
  let differs = false;
  let filas = 0;
  let estado: StretchBeingRead['estado'] = 'completa';
  let contratado = true;

  function put(rows: readonly Row[], header: ListHeader): void {
    const flat = toFlatRows(rows);
    if (flat.ids.length > 0) flatRows.push(flat);
    contratado &&= header?.contratado ?? true;
  }
  function putPage({ desde, hasta }: Between, page: Page<Row, ListHeader>): void {
    put(page.rows, page.header);
    const huella = page.digest();
    if (page.bad.length === 0 && huella !== '') pages.push({ desde, hasta, filas: page.rows.length, huella });
  }

  return {
    add(piece: Piece<Row, ListHeader>): void {
      if (piece.kind === 'same') {
        filas += piece.rows;
        if (differs) putPage(piece.between, piece.open());
        else same.push(piece);
        return;
      }
      // A single different row is enough: all rows of the stretch will be compared with the cache.
      differs = true;
      for (const { between, open } of same) putPage(between, open());
      same = [];
      const { rows } = piece.kind === 'page' ? piece.page : piece.part;
      filas += rows.length;
      if (piece.kind === 'page') putPage(piece.between, piece.page);
      else {
        put(rows, piece.header);
        if (piece.part.state === 'inestable') estado = 'inestable';
      }
    },
    /** Ends the stretch at the start of a day. */
    close: (until: number): StretchBeingRead => ({
      ...{ desde: dayAt(from), hasta: addDays(dayAt(until), -1) },
      ...{ igual: !differs, filas, flatRows, pages, estado, contratado },
    }),
  };
}

interface Kept<Query, Row> {
  readonly metodo: WindowedMethod;
  /** The field by which the service probably filters windows. */
  readonly campo: string;
  readonly reader: ListReader<Query, Row, ListHeader>;
  readonly query: (window: DateWindow) => Query;
  readonly toRow: (row: Row) => ServiceRow;
}

function toKeptList<Query, Row>({ metodo, campo, reader, query, toRow }: Kept<Query, Row>) {
  const encode = createEncoder(TABLES[metodo]);
  const toFlatRows = (rows: readonly Row[]): FlatRows =>
    encode(rows.map(toRow).map((row) => ({ id: String(row['id']), fila: row })));
  /** How many rows there are in a span of time. Reading one month predicts the others. */
  let density: Density | undefined;
  return {
    campo,
    filtersByOtherDate: (): boolean => reader.filtersByOtherDate(),
    /** Reads a window in stretches of whole days, in order. A stretch ends with the first piece that ends at the end of a day. */
    async *read(
      window: DateWindow,
      foreknown: Omit<Foreknown, 'density'>,
      signal: AbortSignal,
    ): AsyncGenerator<StretchBeingRead> {
      const asked = query(window);
      density ??= createDensity(reader.takesTimes(asked));
      let open = openStretch(startOf(window.desde), toFlatRows);
      for await (const piece of reader.read(asked, { ...foreknown, density }, signal)) {
        open.add(piece);
        const { hasta } = piece.between;
        if (hasta % DAY_S !== 0) continue;
        yield open.close(hasta);
        open = openStretch(hasta, toFlatRows);
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

/** The list of a method. `field`: the date field of its windows, for views with several dates; by default the usual field. */
export function createKeptList(service: Service, metodo: WindowedMethod, field?: DateField) {
  if (metodo === 'conciliaciones') {
    const { conciliacionList: reader } = service;
    const query = (ventana: DateWindow) => ({ ventana });
    return toKeptList({ metodo, campo: 'fecha', reader, query, toRow: toConciliacionRow });
  }
  const reader: ListReader<Scope, ServiceRow, ListHeader> = service[metodo];
  const campoFecha = field ?? VIEWS[metodo].dates[0];
  const query = (ventana: DateWindow) => ({ ventana, campoFecha });
  return toKeptList({ metodo, campo: campoFecha, reader, query, toRow: (row) => row });
}
