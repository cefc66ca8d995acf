/**
 * The units of a synchronisation: a method, the date by which it is requested, and a month (or the requested part of one); and what the readers of
 * all kinds of methods share.
 */
import { addDays, type CivilDate, type DateWindow, getMonthEnd, getMonthStart } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { DateField } from '#domain/views/operaciones.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { Service } from '#service/index.ts';
import {
  TABLES,
  type FlatRead,
  type ReadableCache,
  type ReadRows,
  type SameRead,
  type Stretch,
} from '#storage/cache/index.ts';
import type { Memory } from './unread.ts';

export interface Unit extends DateWindow {
  readonly metodo: ServiceMethod;
  readonly campo?: DateField;
}

/** The months of a period, newest first: a person can work with the last ones while the others are read. */
export function monthsOf(from: CivilDate, to: CivilDate): readonly DateWindow[] {
  const months: DateWindow[] = [];
  for (let end = to; end >= from; end = addDays(getMonthStart(end), -1)) {
    const start = getMonthStart(end);
    months.push({ desde: start < from ? from : start, hasta: end });
  }
  return months;
}

/** The stretches of a view that were read, by its own date or by one that its rows do not carry (docs/gaps.md, `fecha_filtro`), in order of days. */
export const listStretchesRead = (
  cache: Pick<ReadableCache, 'readStretches'>,
  method: ServiceMethod,
): readonly Stretch[] =>
  [TABLES[method].fecha ?? '', '']
    .flatMap((field) => cache.readStretches(method, field))
    .toSorted((a, b) => (a.desde < b.desde ? -1 : 1));

/** The parts of a period that no stretch covers, in order of days. */
export function listMissingStretches(
  { desde, hasta }: DateWindow,
  stretches: readonly Pick<Stretch, 'desde' | 'hasta'>[],
): readonly DateWindow[] {
  const missing: DateWindow[] = [];
  let fromNow = desde;
  for (const stretch of stretches) {
    if (stretch.hasta < fromNow || stretch.desde > hasta) continue;
    if (stretch.desde > fromNow) missing.push({ desde: fromNow, hasta: addDays(stretch.desde, -1) });
    fromNow = addDays(stretch.hasta, 1);
  }
  if (fromNow <= hasta) missing.push({ desde: fromNow, hasta });
  return missing;
}

export interface ReaderDeps {
  readonly service: Service;
  readonly cache: ReadableCache;
  readonly memory: Memory;
  readonly clock: Clock;
  /** The start of the interrupted run that is resumed: units that were read since then are not read again. */
  readonly resumed: number | undefined;
  /** Hands over what was read. Resolves when it is written; rejects with what the disk causes. */
  readonly write: (unit: Unit, reading: ReadRows) => Promise<void>;
  readonly writeFlat: (unit: Unit, reading: FlatRead) => Promise<void>;
  /** Hands over days of which `rows` rows came unchanged. */
  readonly touch: (unit: Unit, reading: SameRead, rows: number) => Promise<void>;
  /** The shops, once they were read. */
  readonly comercios: () => readonly { readonly id: string; readonly nombre: string | null }[];
  readonly setComercios: (rows: readonly { readonly id: string; readonly nombre: string | null }[]) => void;
}

export type UnitReader = (unit: Unit, signal: AbortSignal) => Promise<void>;

/** The part of a unit that the interrupted run had not read. */
export const listRemainingUnits = ({ cache, resumed }: ReaderDeps, unit: Unit, field: string): readonly DateWindow[] =>
  listMissingStretches(
    unit,
    resumed === undefined
      ? []
      : cache
          .readStretches(unit.metodo, field)
          .filter(({ leido, estado }) => leido >= resumed && estado === 'completa'),
  );

/** The whole month of a unit, whichever of its days were requested. */
export const getWholeMonth = ({ desde, hasta }: Unit): DateWindow => ({
  desde: getMonthStart(desde),
  hasta: getMonthEnd(hasta),
});
