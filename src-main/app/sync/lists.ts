/** The lists of the service that are kept: how each is asked for, and its rows as they are kept. */
import type { Conciliacion } from '#domain/conciliacion.ts';
import type { DateField } from '#domain/views/operaciones.ts';
import type { DateWindow } from '#domain/window.ts';
import type { ServiceMethod } from '#domain/vista.ts';
import type { Service } from '#service/index.ts';
import { createDensity, type Density } from '#service/list/density.ts';
import type { Between } from '#service/list/instants.ts';
import type { Foreknown } from '#service/list/period.ts';
import type { ListReader } from '#service/list/reader.ts';
import type { ServiceRow } from '#storage/cache/index.ts';

/** Rows that came together. */
export interface Rows {
  readonly rows: readonly ServiceRow[];
  /** Rows beside them that were not understood. */
  readonly setAside: number;
  /** Whether the account has the service at all. */
  readonly contracted: boolean;
}

/** What came of a stretch of the period; those of one period follow each other. */
export type KeptPiece = { readonly between: Between } & (
  | { readonly is: 'page'; readonly page: Rows; readonly digest: string; readonly deniedWith: number | undefined }
  | {
      readonly is: 'same';
      readonly rows: number;
      readonly open: () => { readonly page: Rows; readonly digest: string };
    }
  | { readonly is: 'part'; readonly part: Rows; readonly state: 'completa' | 'inestable' }
);

export interface KeptList {
  readonly metodo: ServiceMethod;
  /** The field that windows are believed to filter by. */
  readonly campo: string;
  filtersByOtherDate(): boolean;
  read(ventana: DateWindow, foreknown: Omit<Foreknown, 'density'>, signal: AbortSignal): AsyncGenerator<KeptPiece>;
}

/** The lists that are read by windows. */
export type WindowedMethod = Exclude<
  ServiceMethod,
  'calendario' | 'comercios' | 'liquidaciones-totales' | 'impuestos-totales'
>;

/** Rows of the domain are read by the names of their fields: every one of them is an object, so this only tells the compiler. */
const areByName = (rows: readonly object[]): rows is readonly ServiceRow[] => rows.every((row) => row !== null);

interface Kept<Query, Row, Header> {
  readonly metodo: ServiceMethod;
  readonly campo: string;
  readonly reader: ListReader<Query, Row, Header>;
  readonly query: (ventana: DateWindow) => Query;
  readonly isContracted?: (header: Header) => boolean;
  /** A row as it is kept, where its fields have other names there. */
  readonly row?: (row: Row) => ServiceRow;
}

function kept<Query, Row extends object, Header>({
  metodo,
  campo,
  reader,
  query,
  isContracted = () => true,
  row,
}: Kept<Query, Row, Header>): KeptList {
  interface Came {
    readonly rows: readonly Row[];
    readonly bad: readonly unknown[];
  }
  function rowsOf({ rows, bad }: Came, header: Header): Rows {
    const named = row === undefined ? rows : rows.map(row);
    return { rows: areByName(named) ? named : [], setAside: bad.length, contracted: isContracted(header) };
  }
  /** What one month shows of how many rows there are serves the others. */
  let density: Density | undefined;
  return {
    metodo,
    campo,
    filtersByOtherDate: () => reader.filtersByOtherDate(),
    async *read(ventana, foreknown, signal) {
      const asked = query(ventana);
      density ??= createDensity(reader.list.takesTimes(asked));
      for await (const piece of reader.read(asked, { ...foreknown, density }, signal)) {
        const { between } = piece;
        if (piece.kind === 'part') {
          const { part, header } = piece;
          yield { between, is: 'part', part: rowsOf(part, header), state: part.state };
        } else if (piece.kind === 'page') {
          const { page } = piece;
          const { digest, deniedWith, header } = page;
          yield { between, is: 'page', page: rowsOf(page, header), digest, deniedWith };
        } else {
          const { rows, open } = piece;
          const opened = () => {
            const page = open();
            return { page: rowsOf(page, page.header), digest: page.digest };
          };
          yield { between, is: 'same', rows, open: opened };
        }
      }
    },
  };
}

const reconciliationRow = ({ origenDesde, origenHasta, sinConciliar, ...rest }: Conciliacion): ServiceRow => ({
  ...rest,
  origen_desde: origenDesde,
  origen_hasta: origenHasta,
  sin_conciliar: sinConciliar,
});

/** The list of a method. `campo` only matters for operations: the one date that can be chosen. */
export function keptList(service: Service, metodo: WindowedMethod, campo: DateField = 'fecha_venta'): KeptList {
  const byDate = { metodo, campo: 'fecha' } as const;
  switch (metodo) {
    case 'operaciones':
      return kept({
        metodo,
        campo,
        reader: service.operaciones,
        query: (ventana) => ({ ventana, campoFecha: campo }),
      });
    case 'movimientos':
      return kept({
        ...byDate,
        reader: service.movimientos,
        query: (ventana) => ({ ventana }),
        isContracted: ({ contratado }) => contratado,
      });
    case 'liquidaciones':
      return kept({ ...byDate, reader: service.liquidaciones, query: (ventana) => ({ ventana, detalle: true }) });
    case 'impuestos':
      return kept({ ...byDate, reader: service.impuestos, query: (ventana) => ({ ventana, detalle: true }) });
    case 'rechazos':
      return kept({ ...byDate, reader: service.rechazos, query: (ventana) => ({ ventana }) });
    case 'liquidaciones-conciliadas':
      return kept({ ...byDate, reader: service.liquidacionesConciliadas, query: (ventana) => ({ ventana }) });
    case 'conciliaciones':
      return kept({
        ...byDate,
        reader: service.listaConciliaciones,
        query: (ventana) => ({ ventana }),
        row: reconciliationRow,
      });
  }
}
