import { COMERCIOS } from './catalogue.ts';
import {
  getExtras,
  toJson,
  writeTotal,
  type Body,
  type SandboxContext,
  listPossibleIds,
  paginate,
  readWindow,
  type PageLimits,
  type Parameters,
  type DateWindow,
} from './parameters.ts';
import { formatDecimal, formatThousands } from './format.ts';

export function findComercios(text: string): ReadonlySet<number> {
  const ids = new Set(text.split(',').flatMap((id) => listPossibleIds(id.trim())));
  return new Set(COMERCIOS.flatMap((comercio, i) => (ids.has(comercio.id) ? [i] : [])));
}

/** A request for a list: its window in seconds, and its other parameters. */
export interface Asked {
  readonly context: SandboxContext;
  readonly parameters: Parameters;
  readonly window: DateWindow;
}

/** A list of the API: its rows, their filters, pages and form. */
export interface List<T> {
  readonly name: string;
  readonly limits: PageLimits;
  /** The rows of the window in order of date; there may be further ones. */
  readonly rows: (asked: Asked) => readonly T[];
  readonly idOf: (row: T, context: SandboxContext) => number;
  /** The moment that `fecha_desde` and `fecha_hasta` filter by, in seconds. */
  readonly instantOf: (asked: Asked) => (row: T) => number;
  readonly allowsTime?: (parameters: Parameters) => boolean;
  /** The place of a row's shop in `COMERCIOS`; left out where `comercios` filters nothing. */
  readonly comercioOf?: (row: T, context: SandboxContext) => number;
  readonly write: (row: T, context: SandboxContext, parameters: Parameters) => object;
}

export function selectRows<T>(
  { rows, instantOf, allowsTime = () => false, comercioOf }: Omit<List<T>, 'write'>,
  context: SandboxContext,
  parameters: Parameters,
): readonly T[] {
  const window = readWindow(parameters, context.switches, allowsTime(parameters));
  const comercios = parameters.get('comercios');
  const wanted = comercios === undefined ? undefined : findComercios(comercios);
  const asked = { context, parameters, window };
  const momentOf = instantOf(asked);
  return rows(asked).filter((row) => {
    const instant = momentOf(row);
    if (instant < window.desde || instant >= window.hasta) return false;
    return wanted === undefined || comercioOf === undefined || wanted.has(comercioOf(row, context));
  });
}

export function writePage<T>(
  { limits, idOf, write }: List<T>,
  rows: readonly T[],
  { context, parameters }: { readonly context: SandboxContext; readonly parameters: Parameters },
): readonly object[] {
  const { switches } = context;
  const { inicio, fin } = paginate(rows.length, parameters, limits, switches);
  const sorted = switches.orden === 'id' ? rows.toSorted((a, b) => idOf(a, context) - idOf(b, context)) : rows;
  return sorted.slice(inicio, fin).map((row) => ({ ...write(row, context, parameters), ...getExtras(switches) }));
}

/** Answers with a list: only its page and `total`. */
export const serveList =
  <T>(list: List<T>) =>
  (context: SandboxContext, parameters: Parameters): Body => {
    const rows = selectRows(list, context, parameters);
    const page = writePage(list, rows, { context, parameters });
    return toJson({ [list.name]: page, total: writeTotal(rows.length, context.switches) });
  };

/** An amount of a row: its name in lists, its name in totals, its centavos. */
export type Amount<T> = readonly [name: string, nameOfTotal: string, of: (row: T) => number];

export const writeAmounts = <T>(amounts: readonly Amount<T>[], row: T): object =>
  Object.fromEntries(amounts.map(([name, , of]) => [name, formatDecimal(of(row))]));

/** The sums of some rows, with thousands commas. */
export const sumAmounts = <T>(amounts: readonly Amount<T>[], rows: readonly T[]): object =>
  Object.fromEntries(amounts.map(([, name, of]) => [name, formatThousands(rows.reduce((n, row) => n + of(row), 0))]));
