/** The dated lists, one for each view with a source: their requests and wire schemas are made from the view. */
import * as z from 'zod';
import { LIST_NAMES, VIEWS, type ListName, type ListRow } from '#domain/views/index.ts';
import {
  parseNoHeader,
  listAnswer,
  momentOf,
  type DatedList,
  type ListReader,
  type MethodDeps,
  listReader,
} from './list/definition.ts';
import {
  requiredBoolean,
  codigo,
  cuenta,
  dateTime,
  dmyDate,
  optionalDateTime,
  fechaIso,
  identifier,
  nullableBoolean,
  nullableGroupedAmount,
  optionalAmount,
  optionalCount,
  optionalIsoDate,
  plainAmount,
  texto,
  vinculo,
  parserOf,
  type Parsed,
} from './wire/fields.ts';
import { createRowParser, type RowParser, parseNested, parseNestedList, allowNothing } from './wire/rows.ts';
import { AppError } from '#contract/errors.ts';
import type {
  Source,
  View,
  Fields,
  FieldShape,
  FieldValue,
  SentName,
  ShapeValue,
  ViewField,
} from '#domain/views/view.ts';
import type { TimedWindow, DateWindow } from '#domain/civil-date.ts';
import type { Param } from './query/get.ts';

/** `contratado` false: the account has no bank feed. This differs from an empty list: movements in the cache stay (docs/gaps.md). */
interface MovimientosHeader {
  readonly contratado: boolean;
}
export type ListHeader = MovimientosHeader | null;

const movimientosHeader = z
  .object({ interbanking: requiredBoolean })
  .transform(({ interbanking }): MovimientosHeader => ({ contratado: interbanking }));
const HEADERS: Readonly<Partial<Record<ListName, (value: unknown) => Parsed<ListHeader>>>> = {
  movimientos: parserOf(movimientosHeader),
};

export type Lists = { readonly [N in ListName]: ListReader<Scope, ListRow<N>, ListHeader> };

export function createLists(deps: MethodDeps): Lists {
  const made = LIST_NAMES.map((name) => {
    const view: ListView = VIEWS[name];
    return [
      name,
      listOf(view, { row: createRowParser(wireOf(view)), header: HEADERS[name] ?? parseNoHeader }, deps),
    ] as const;
  });
  // The cast is safe: `LIST_NAMES` gives one client for each key of `Lists`.
  return Object.fromEntries(made) as Lists;
}

export const toWindowParams = ({ desde, hasta }: DateWindow): readonly Param[] => [
  ['fecha_desde', desde],
  ['fecha_hasta', hasta],
];

const listParam = (name: string, values: readonly string[] | undefined): readonly Param[] =>
  values === undefined || values.length === 0 ? [] : [[name, values.join(',')]];

/** The bounds of a window, with times if it has them. The service excludes `fecha_hasta` only if it has a time. */
function boundParams({ desde, hasta, times }: TimedWindow): readonly Param[] {
  if (times === undefined) return toWindowParams({ desde, hasta });
  return [
    ['fecha_desde', `${desde} ${times.desde}`],
    ['fecha_hasta', `${hasta} ${times.hasta}`],
  ];
}

export interface Scope {
  /** May have times only if `campoFecha` takes them; otherwise the call fails without a request. */
  readonly ventana: TimedWindow;
  /** The date field that the service filters by, where it can be chosen; by default the view's own. */
  readonly campoFecha?: string;
  readonly comercios?: readonly string[];
}

export type ListView = View & { readonly source: Source };
type ListedRow = Readonly<Record<string, unknown>>;

interface Reads<Row, Header> {
  readonly row: RowParser<Row>;
  readonly header: (value: unknown) => Parsed<Header>;
}

function listOf<Row extends ListedRow, Header>(
  { name, dates: [own = ''], source }: ListView,
  { row, header }: Reads<Row, Header>,
  deps: MethodDeps,
): ListReader<Scope, Row, Header> {
  const { path, list, pageSize, largerPageSize, dateIsStated, withTimes, dateParam, always = {}, byStore } = source;
  const dateOf = ({ campoFecha = own }: Scope): string => campoFecha;
  const hasTimes = (scope: Scope): boolean => withTimes.includes(dateOf(scope));

  function toParams(scope: Scope): readonly Param[] {
    if (scope.ventana.times !== undefined && !hasTimes(scope)) throw new AppError('HORA_SIN_SENTIDO');
    return [
      ...boundParams(scope.ventana),
      ...(dateParam === undefined ? [] : [[dateParam, dateOf(scope)] as const]),
      ...Object.entries(always),
      ...listParam('comercios', scope.comercios),
    ];
  }
  const definition: DatedList<Scope, Row, Header> = {
    metodo: name,
    path: () => path,
    pageSize,
    ...(largerPageSize === undefined ? {} : { largerPageSize }),
    answer: listAnswer(list, header),
    row,
    keyOf: ({ id }) => textOf(id) ?? '',
    params: toParams,
    window: ({ ventana }) => ventana,
    within: (scope, window) => ({ ...scope, ventana: window }),
    ...(byStore === null ? {} : { byShop: { ask: withStores, nameOf: (row: Row) => textOf(row[byStore]) } }),
    takesTimes: hasTimes,
    momentOf: (row, scope) => momentOf(row[dateOf(scope)]),
    isDateStated: dateIsStated,
  };
  return listReader(definition, deps);
}

const withStores = (scope: Scope, comercios: readonly string[]): Scope => ({ ...scope, comercios });
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The parser of each shape. The compiler checks that it gives the type that the domain declares for that shape. */
const READERS: { readonly [S in FieldShape]: z.ZodType<ShapeValue<S>> } = {
  identificador: identifier,
  texto,
  codigo,
  vinculo,
  cuenta,
  cuenta_o_nada: optionalCount,
  importe_sin_miles: plainAmount,
  importe_sin_miles_o_nada: optionalAmount,
  importe_con_miles_o_nulo: nullableGroupedAmount,
  fecha_iso: fechaIso,
  fecha_iso_o_nada: optionalIsoDate,
  fecha_dmy: dmyDate,
  fecha_hora: dateTime,
  fecha_hora_o_nada: optionalDateTime,
  booleano: requiredBoolean,
  booleano_o_nulo: nullableBoolean,
};

type WireShape<F extends Fields> = { readonly [K in SentName<F>]: z.ZodType<FieldValue<F[K]>> };

function readerOf(field: ViewField): z.ZodType {
  if (field.shape !== 'json') return READERS[field.shape];
  if ('list' in field) return allowNothing(parseNestedList(objectOf(field.list)));
  const parts = Object.entries(field.lists).map(([name, rows]) => [name, parseNestedList(objectOf(rows))] as const);
  return allowNothing(parseNested(z.object(Object.fromEntries(parts))));
}

function objectOf<F extends Fields>(fields: F): z.ZodObject<WireShape<F>> {
  const sent = Object.entries(fields).filter(([, field]) => !('ours' in field));
  // `Object.fromEntries` forgets which name has which type; the type of `READERS` makes the cast safe.
  return z.object(Object.fromEntries(sent.map(([name, field]) => [name, readerOf(field)])) as WireShape<F>);
}

/** The schema of a view's rows as the service sends them, without the fields that the program adds. */
export const wireOf = <F extends Fields>({ fields }: { readonly fields: F }): z.ZodObject<WireShape<F>> =>
  objectOf(fields);
