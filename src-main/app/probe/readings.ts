/** Every method of the API that reads, as the probe reads it: once, through the product's client, over a few days and with detail. */
import { monthOf } from '#domain/months.ts';
import { LIST_NAMES, type ListName } from '#domain/views/index.ts';
import type { TimedWindow } from '#domain/window.ts';
import type { Service } from '#service/index.ts';
import type { Scope } from '#service/list/list-of.ts';
import type { ListReader } from '#service/list/reader.ts';

interface Came {
  /** The rows as the client understood them. */
  readonly rows: readonly object[];
}

export interface Asked {
  readonly service: Service;
  readonly window: TimedWindow;
  /** The id of a listed reconciliation; one that cannot exist when the list gave none. */
  readonly id: string;
  readonly signal: AbortSignal;
}

export interface MethodReading {
  readonly metodo: string;
  readonly read: (asked: Asked) => Promise<Came>;
}

/** No service is likely to have reached this id. */
export const ABSENT_ID = '999999999999999';

/** The first rows that the client reads of a list: all of the window if it fits in a page. */
async function firstOf<Query, Row extends object>(
  reader: ListReader<Query, Row, unknown>,
  query: Query,
  signal: AbortSignal,
): Promise<Came> {
  for await (const piece of reader.read(query, {}, signal)) {
    if (piece.kind === 'part') return { rows: piece.part.rows };
    return { rows: (piece.kind === 'page' ? piece.page : piece.open()).rows };
  }
  return { rows: [] };
}

const readList = (method: ListName): MethodReading => ({
  metodo: method,
  read: ({ service, window, signal }) => firstOf<Scope, object>(service[method], { ventana: window }, signal),
});

const FIRST_LISTS: readonly ListName[] = [
  'operaciones',
  'movimientos',
  'liquidaciones',
  'liquidaciones-conciliadas',
  'impuestos',
  'rechazos',
];
const LATER_LISTS = LIST_NAMES.filter((name) => !FIRST_LISTS.includes(name));
/** The lists in the order of reports; newer lists come at the end. */
export const LISTS: readonly ListName[] = [...FIRST_LISTS, ...LATER_LISTS];

/** In the order of asking. The names are those that the client uses in its errors. */
export const READINGS: readonly MethodReading[] = [
  { metodo: 'comercios', read: async ({ service, signal }) => ({ rows: (await service.comercios(signal)).filas }) },
  readList('operaciones'),
  readList('movimientos'),
  readList('liquidaciones'),
  {
    metodo: 'liquidaciones-totales',
    read: async ({ service, window, signal }) => ({
      rows: (await service.liquidacionesTotales({ ventana: window }, signal)).filas,
    }),
  },
  readList('liquidaciones-conciliadas'),
  readList('impuestos'),
  {
    metodo: 'impuestos-totales',
    read: async ({ service, window, signal }) => {
      const one = await service.impuestosTotales({ ventana: window }, signal);
      return { rows: one === undefined ? [] : [one] };
    },
  },
  readList('rechazos'),
  ...LATER_LISTS.map(readList),
  {
    metodo: 'calendario',
    read: async ({ service, window, signal }) => ({
      rows: (await service.calendario({ mes: monthOf(window.hasta) }, signal)).filas,
    }),
  },
  {
    metodo: 'conciliar-operaciones-listar',
    read: ({ service, window, signal }) => firstOf(service.conciliacionList, { ventana: window }, signal),
  },
  {
    metodo: 'conciliar-operaciones-ver',
    read: async ({ service, id, signal }) => {
      const one = await service.conciliaciones.show(id, signal);
      return { rows: one === undefined ? [] : [one] };
    },
  },
  {
    metodo: 'conciliar-operaciones-resultado',
    read: async ({ service, id, signal }) => {
      for await (const { cupones } of service.conciliaciones.readResult(id, signal)) return { rows: cupones };
      return { rows: [] };
    },
  },
];
