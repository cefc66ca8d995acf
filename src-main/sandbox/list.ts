import { COMERCIOS } from './catalogue.ts';
import { getExtras, toJson, writeTotal, type Body, type SandboxContext } from './context.ts';
import { formatDecimal, formatThousands, parseImporte } from './format.ts';
import { listPossibleIds, paginate, readWindow, Refusal, type PageLimits, type Parameters } from './parameters.ts';
import type { Switches } from './switches.ts';

/** What a parameter selects, by its name: makes of its text the test that rows pass. Throws `Refusal` for a text that makes no sense. */
export type Filters<T> = Readonly<Record<string, (text: string, name: string) => (row: T) => boolean>>;

/** The tests of the parameters that came. */
export const listTests = <T>(filters: Filters<T>, parameters: Parameters): readonly ((row: T) => boolean)[] =>
  Object.entries(filters).flatMap(([name, makeTest]) => {
    const text = parameters.get(name);
    return text === undefined ? [] : [makeTest(text.normalize('NFC'), name)];
  });

/** The indexes of the shops that a text names by their ids. */
export function findComercios(text: string): ReadonlySet<number> {
  const ids = new Set(text.split(',').flatMap((id) => listPossibleIds(id.trim())));
  return new Set(COMERCIOS.flatMap((comercio, i) => (ids.has(comercio.id) ? [i] : [])));
}

/** The filter `comercios` of rows that have a shop. */
export function createComercioTest(text: string): (row: { readonly comercio: number }) => boolean {
  const asked = findComercios(text);
  return ({ comercio }) => asked.has(comercio);
}

export function parseAskedImporte(text: string, name: string): number {
  const value = parseImporte(text);
  if (value === undefined) throw new Refusal(400, `Valor inválido en ${name}`);
  return value;
}

/** A list of the API: its rows, what selects them, how they are cut into pages and written. */
export interface List<T extends { readonly id: number }> {
  /** The name of the list in its answer. */
  readonly name: string;
  readonly limits: PageLimits;
  /** All rows, in order of date. */
  readonly rows: (context: SandboxContext) => readonly T[];
  /** The moment that `fecha_desde` and `fecha_hasta` are about, in seconds. */
  readonly instantOf: (row: T, switches: Switches) => number;
  /** Whether the bounds may have a time. */
  readonly allowsTime?: boolean;
  readonly filters: Filters<T>;
  readonly write: (row: T, context: SandboxContext, parameters: Parameters) => object;
}

/** The rows that the parameters select, in order of date. */
export function selectRows<T extends { readonly id: number }>(
  { rows, instantOf, allowsTime = false, filters }: Omit<List<T>, 'write'>,
  context: SandboxContext,
  parameters: Parameters,
): readonly T[] {
  const { switches } = context;
  const { desde, hasta } = readWindow(parameters, switches, allowsTime);
  const tests = listTests(filters, parameters);
  return rows(context).filter((row) => {
    const instant = instantOf(row, switches);
    return instant >= desde && instant < hasta && tests.every((passes) => passes(row));
  });
}

/** One page of the selected rows, as it is written. */
export function writePage<T extends { readonly id: number }>(
  { limits, write }: List<T>,
  rows: readonly T[],
  { context, parameters }: { readonly context: SandboxContext; readonly parameters: Parameters },
): readonly object[] {
  const { switches } = context;
  const { inicio, fin } = paginate(rows.length, parameters, limits, switches);
  const sorted = switches.orden === 'id' ? rows.toSorted((a, b) => a.id - b.id) : rows;
  return sorted
    .slice(inicio, fin)
    .map((row) => ({ ...write(row, context, parameters), ...getExtras(context.switches) }));
}

/** Answers a list with nothing but its page and `total`. */
export const serveList =
  <T extends { readonly id: number }>(list: List<T>) =>
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
