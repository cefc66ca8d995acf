import { COMERCIOS } from './catalogue.ts';
import {
  getExtras,
  toJson,
  writeTotal,
  type Body,
  type SandboxContext,
  listPossibleIds,
  cutPage,
  readPageSize,
  readWindow,
  Refusal,
  type PageLimits,
  type Parameters,
  type DateWindow,
} from './parameters.ts';
import { formatDecimal, formatThousands, parseImporte } from './format.ts';

/** The filter parameters of a list, by name. Each turns the parameter's text into a test of rows, and throws `Refusal` if it cannot read the text. */
export type Filters<T> = Readonly<
  Record<string, (text: string, name: string, context: SandboxContext) => (row: T) => boolean>
>;

const listTests = <T>(
  filters: Filters<T>,
  context: SandboxContext,
  parameters: Parameters,
): readonly ((row: T) => boolean)[] =>
  Object.entries(filters).flatMap(([name, makeTest]) => {
    const text = parameters.get(name);
    return text === undefined ? [] : [makeTest(text.normalize('NFC'), name, context)];
  });

export function findComercios(text: string): ReadonlySet<number> {
  const ids = new Set(text.split(',').flatMap((id) => listPossibleIds(id.trim())));
  return new Set(COMERCIOS.flatMap((comercio, i) => (ids.has(comercio.id) ? [i] : [])));
}

export function createComercioTest(text: string): (row: { readonly comercio: number }) => boolean {
  const asked = findComercios(text);
  return ({ comercio }) => asked.has(comercio);
}

export function parseAskedImporte(text: string, name: string): number {
  const value = parseImporte(text);
  if (value === undefined) throw new Refusal(400, `Valor inválido en ${name}`);
  return value;
}

export interface Asked {
  readonly context: SandboxContext;
  readonly parameters: Parameters;
  readonly window: DateWindow;
}

export interface List<T> {
  readonly name: string;
  readonly limits: PageLimits;
  /** At least the rows of the window; rows outside it are filtered out later. */
  readonly rows: (asked: Asked) => readonly T[];
  readonly idOf: (row: T, context: SandboxContext) => number;
  /** The moment of a row, in seconds, that must lie between `fecha_desde` and `fecha_hasta`. */
  readonly instantOf: (asked: Asked) => (row: T) => number;
  readonly allowsTime?: (parameters: Parameters) => boolean;
  readonly filters: Filters<T>;
  readonly write: (row: T, context: SandboxContext, parameters: Parameters) => object;
}

export function selectRows<T>(
  { rows, instantOf, allowsTime = () => false, filters }: Omit<List<T>, 'write'>,
  context: SandboxContext,
  parameters: Parameters,
): readonly T[] {
  const window = readWindow(parameters, context.switches, allowsTime(parameters));
  const tests = listTests(filters, context, parameters);
  const asked = { context, parameters, window };
  const momentOf = instantOf(asked);
  return rows(asked).filter((row) => {
    const instant = momentOf(row);
    return instant >= window.desde && instant < window.hasta && tests.every((passes) => passes(row));
  });
}

export function writePage<T>(
  { limits, idOf, write }: List<T>,
  rows: readonly T[],
  { context, parameters }: { readonly context: SandboxContext; readonly parameters: Parameters },
): readonly object[] {
  const { switches } = context;
  const { inicio, fin } = cutPage(rows.length, readPageSize(parameters, limits), parameters, switches);
  const sorted = switches.orden === 'id' ? rows.toSorted((a, b) => idOf(a, context) - idOf(b, context)) : rows;
  return sorted.slice(inicio, fin).map((row) => ({ ...write(row, context, parameters), ...getExtras(switches) }));
}

export const serveList =
  <T>(list: List<T>) =>
  (context: SandboxContext, parameters: Parameters): Body => {
    const rows = selectRows(list, context, parameters);
    const page = writePage(list, rows, { context, parameters });
    return toJson({ [list.name]: page, total: writeTotal(rows.length, context.switches) });
  };

/** An amount of a row: its name in lists, its name in totals, and its value in centavos. */
export type Amount<T> = readonly [name: string, nameOfTotal: string, of: (row: T) => number];

export const writeAmounts = <T>(amounts: readonly Amount<T>[], row: T): object =>
  Object.fromEntries(amounts.map(([name, , of]) => [name, formatDecimal(of(row))]));

export const sumAmounts = <T>(amounts: readonly Amount<T>[], rows: readonly T[]): object =>
  Object.fromEntries(amounts.map(([, name, of]) => [name, formatThousands(rows.reduce((n, row) => n + of(row), 0))]));
