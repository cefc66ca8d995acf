/** The units of a synchronisation: a method, the date field of its request, and a month or the requested part of the month. Also what all readers share. */
import {
  addDays,
  clipMonth,
  listMissingStretches,
  type CivilDate,
  type DateWindow,
  getMonthEnd,
  getMonthStart,
  civilDateAt,
  listMonthsBetween,
  parseIsoDate,
  monthOf,
} from '#domain/civil-date.ts';
import type { Clock, Instant } from '#domain/clock.ts';
import type { DateField } from '#domain/views/operaciones.ts';
import { type ServiceMethod, METHODS } from '#domain/views/index.ts';
import type { Service } from '#service/index.ts';
import {
  TABLES,
  type FlatRead,
  type ReadableCache,
  type ReadRows,
  type SameRead,
  type Stretch,
  type Query,
} from '#storage/cache/index.ts';
import { isOfRecentMonths, OLD_MS } from '../coverage/coverage.ts';

export interface Unit extends DateWindow {
  readonly metodo: ServiceMethod;
  readonly campo?: DateField;
}

/** The months of a period, newest first, so that a person can use the newest months while older months are read. */
export const monthsOf = (desde: CivilDate, hasta: CivilDate): readonly DateWindow[] =>
  desde > hasta
    ? []
    : listMonthsBetween(monthOf(desde), monthOf(hasta))
        .toReversed()
        .map((month) => clipMonth(month, { desde, hasta }));

/** The stretches of a view that were read, in order, by its usual date or by a date that its rows do not have (docs/gaps.md, `fecha_filtro`). */
export const listStretchesRead = (
  cache: Pick<ReadableCache, 'readStretches'>,
  method: ServiceMethod,
): readonly Stretch[] =>
  [TABLES[method].fecha ?? '', '']
    .flatMap((field) => cache.readStretches(method, field))
    .toSorted((a, b) => (a.desde < b.desde ? -1 : 1));

export interface ReaderDeps {
  readonly service: Service;
  readonly cache: ReadableCache;
  /** Moves stored coverage from a date of the rows to a date that rows do not have. */
  readonly changeField: (method: ServiceMethod, field: string) => void;
  readonly clock: Clock;
  /** The start of the interrupted run that is continued: units read after it are skipped. */
  readonly resumed: number | undefined;
  /** Passes on rows. Resolves when they are written; rejects with errors of the disk. */
  readonly write: (unit: Unit, reading: ReadRows) => Promise<void>;
  readonly writeFlat: (unit: Unit, reading: FlatRead) => Promise<void>;
  /** Passes on days whose `rows` rows are unchanged. */
  readonly touch: (unit: Unit, reading: SameRead, rows: number) => Promise<void>;
}

export type UnitReader = (unit: Unit, signal: AbortSignal) => Promise<void>;

/** The part of a unit that an interrupted run had not read. */
export const listRemainingUnits = ({ cache, resumed }: ReaderDeps, unit: Unit, field: string): readonly DateWindow[] =>
  listMissingStretches(
    unit,
    resumed === undefined
      ? []
      : cache
          .readStretches(unit.metodo, field)
          .filter(({ leido, estado }) => leido >= resumed && estado === 'completa'),
  );

export const getWholeMonth = ({ desde, hasta }: Unit): DateWindow => ({
  desde: getMonthStart(desde),
  hasta: getMonthEnd(hasta),
});

// Below: units that are due again. Daily: this month, the two before it, and months of the last 180 days with unsettled rows. Monthly: older months. At once:
// incomplete units, and units that were read at a future time, when the clock was wrong. Only periods that were requested before (up to today) are due, and
// days with sales in doubt.

const UNSETTLED_DAYS = 180;
/** Operations to be credited are read this many days ahead. */
const COLLECT_DAYS = 365;

type Cache = Pick<ReadableCache, 'readStretches' | 'count' | 'group'>;

const NOT_CREDITED: Pick<Query, 'metodo' | 'filtros'> = {
  metodo: 'liquidaciones',
  filtros: [{ campo: 'acreditada', valores: [0] }],
};
/** The rows that will still change, by method. Totals are due together with their rows, so that both sides of a check are of the same day. */
const UNSETTLED: Readonly<Partial<Record<ServiceMethod, Pick<Query, 'metodo' | 'filtros'>>>> = {
  operaciones: { metodo: 'operaciones', filtros: [{ campo: 'liquidaciones_id', valores: [null] }] },
  liquidaciones: NOT_CREDITED,
  'liquidaciones-totales': NOT_CREDITED,
};

function hasUnsettled(cache: Cache, { metodo, desde, hasta }: Unit): boolean {
  const rows = UNSETTLED[metodo];
  return rows !== undefined && cache.count({ ...rows, desde, hasta }) > 0;
}

interface Moment {
  readonly today: CivilDate;
  readonly now: Instant;
}

function isDue(
  cache: Cache,
  unit: Unit,
  { stretches, today, now }: Moment & { stretches: readonly Stretch[] },
): boolean {
  if (listMissingStretches(unit, stretches).length > 0 || stretches.some(({ estado }) => estado === 'inestable'))
    return true;
  const readAt = Math.min(...stretches.map((stretch) => stretch.leido));
  if (civilDateAt(readAt) === today) return false;
  if (readAt > now) return true;
  if (isOfRecentMonths(unit.hasta, today) || now - readAt > OLD_MS) return true;
  return unit.hasta >= addDays(today, -UNSETTLED_DAYS) && hasUnsettled(cache, unit);
}

function unitsOfMethod(cache: Cache, method: ServiceMethod, moment: Moment): readonly Unit[] {
  if (TABLES[method].fecha === null) return [];
  const { today } = moment;
  const all = listStretchesRead(cache, method);
  const [first] = all;
  const last = all.at(-1);
  if (first === undefined || last === undefined) return [];
  // Adds newer days, unless the read period ended long ago.
  const to = isOfRecentMonths(last.hasta, today) || last.hasta > today ? today : last.hasta;
  return monthsOf(first.desde, to).flatMap((month): Unit[] => {
    const stretches = all.filter((stretch) => stretch.desde <= month.hasta && stretch.hasta >= month.desde);
    const isRecent = isOfRecentMonths(month.hasta, today);
    if (stretches.length === 0 && !isRecent) return [];
    const unit = { metodo: method, ...month };
    return stretches.length === 0 || isDue(cache, unit, { ...moment, stretches }) ? [unit] : [];
  });
}

/** The days of sales in doubt, by month, that are neither in `due` nor read today: only a reading by date of sale settles the doubt. */
function listUnitsInDoubt(cache: Cache, due: readonly Unit[], today: CivilDate): readonly Unit[] {
  const days = cache.group({ metodo: 'operaciones', enDuda: true }, { por: [{ campo: 'fecha_venta' }], sumas: [] });
  const readToday = listStretchesRead(cache, 'operaciones').filter(({ leido }) => civilDateAt(leido) === today);
  const covered = [...due.filter(({ metodo }) => metodo === 'operaciones'), ...readToday];
  const months = new Map<string, Unit>();
  for (const { keys } of days) {
    const day = parseIsoDate(keys[0] ?? '');
    if (day === undefined || covered.some(({ desde, hasta }) => desde <= day && day <= hasta)) continue;
    const month = monthOf(day);
    months.set(month, { metodo: 'operaciones', desde: months.get(month)?.desde ?? day, hasta: day });
  }
  return [...months.values()];
}

export const unitToCollect = (today: CivilDate): Unit => ({
  metodo: 'operaciones',
  campo: 'fecha_pago',
  desde: addDays(today, 1),
  hasta: addDays(today, COLLECT_DAYS),
});

/** The units that are due, newest first; operations to be credited last. */
export function listDueUnits(cache: Cache, now: Instant): readonly Unit[] {
  const today = civilDateAt(now);
  const due = METHODS.flatMap((method) => unitsOfMethod(cache, method, { today, now }));
  const units = [...due, ...listUnitsInDoubt(cache, due, today)];
  const collectable = cache.readStretches('operaciones', 'fecha_pago');
  const isCollectDue = collectable.some(({ hasta, leido }) => hasta > today && civilDateAt(leido) !== today);
  const newestFirst = units.toSorted((a, b) => (a.hasta < b.hasta ? 1 : a.hasta > b.hasta ? -1 : 0));
  return isCollectDue ? [...newestFirst, unitToCollect(today)] : newestFirst;
}
