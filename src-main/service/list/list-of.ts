/** The client of a list that is read by windows, from its view (`domain/views/`). */
import { AppError } from '#contract/errors.ts';
import type { Source, View } from '#domain/views/view.ts';
import type { TimedWindow, DateWindow } from '#domain/civil-date.ts';
import type { Param } from '../query/get.ts';
import type { Parsed } from '../wire/mismatch.ts';
import type { RowParser } from '../wire/rows.ts';
import { listAnswer, momentOf, type DatedList } from './definition.ts';
import { listReader, type ListReader, type MethodDeps } from './reader.ts';

export const toWindowParams = ({ desde, hasta }: DateWindow): readonly Param[] => [
  ['fecha_desde', desde],
  ['fecha_hasta', hasta],
];

/** Ids as one comma-separated parameter; nothing when empty. */
const listParam = (name: string, values: readonly string[] | undefined): readonly Param[] =>
  values === undefined || values.length === 0 ? [] : [[name, values.join(',')]];

/** Bounds with times where the window has them; then `fecha_hasta` is excluded. */
function boundParams({ desde, hasta, times }: TimedWindow): readonly Param[] {
  if (times === undefined) return toWindowParams({ desde, hasta });
  return [
    ['fecha_desde', `${desde} ${times.desde}`],
    ['fecha_hasta', `${hasta} ${times.hasta}`],
  ];
}

export interface Scope {
  /** Times are allowed only with a date that takes them: others are refused before sending. */
  readonly ventana: TimedWindow;
  /** The date field of the window, where it can be chosen; by default the view's own date. */
  readonly campoFecha?: string;
  /** Store ids; none means all. */
  readonly comercios?: readonly string[];
}

export type ListView = View & { readonly source: Source };
type ListedRow = Readonly<Record<string, unknown>>;

interface Reads<Row, Header> {
  readonly row: RowParser<Row>;
  readonly header: (value: unknown) => Parsed<Header>;
}

export function listOf<Row extends ListedRow, Header>(
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
    isTotalStated: true,
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
