/**
 * The units that are due to be read again. Daily: the current month and the two before it, and months of the last 180 days whose rows are not
 * settled yet. Monthly: older months. Only periods that somebody requested once, up to today, and the days of sales in doubt. A unit is also due
 * when its last reading has a date to come: the clock was wrong then, and nobody knows when it was.
 */
import { addDays, civilDateAt, parseIsoDate, type CivilDate, monthOf } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import { METHODS, type ServiceMethod } from '#domain/views/index.ts';
import { TABLES, type Query, type ReadableCache, type Stretch } from '#storage/cache/index.ts';
import { isOfRecentMonths, OLD_MS } from '../coverage/coverage.ts';
import { listMissingStretches, monthsOf, listStretchesRead, type Unit } from './units.ts';

const UNSETTLED_DAYS = 180;
/** Operations to be credited are read so many days ahead. */
export const COLLECT_DAYS = 365;

type Cache = Pick<ReadableCache, 'readStretches' | 'count' | 'group'>;

const NOT_CREDITED: Pick<Query, 'metodo' | 'filtros'> = {
  metodo: 'liquidaciones',
  filtros: [{ campo: 'acreditada', valores: [0] }],
};
/** The rows that will still change, by method. Totals are due with their rows, so that both sides of a tie-out are of the same day. */
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
  // Newer days are added, unless what was read is a period of long ago.
  const to = isOfRecentMonths(last.hasta, today) || last.hasta > today ? today : last.hasta;
  return monthsOf(first.desde, to).flatMap((month): Unit[] => {
    const stretches = all.filter((stretch) => stretch.desde <= month.hasta && stretch.hasta >= month.desde);
    const isRecent = isOfRecentMonths(month.hasta, today);
    if (stretches.length === 0 && !isRecent) return [];
    const unit = { metodo: method, ...month };
    return stretches.length === 0 || isDue(cache, unit, { ...moment, stretches }) ? [unit] : [];
  });
}

/**
 * The days of sales in doubt, month by month. A reading by payment date puts sales in doubt, also of days that nobody requested; only a reading by
 * their own date settles it. `due`: units that are due anyway.
 */
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

/** The units that are due, newest first. */
export function listDueUnits(cache: Cache, now: Instant): readonly Unit[] {
  const today = civilDateAt(now);
  const due = METHODS.flatMap((method) => unitsOfMethod(cache, method, { today, now }));
  const units = [...due, ...listUnitsInDoubt(cache, due, today)];
  const collectable = cache.readStretches('operaciones', 'fecha_pago');
  const toCollect: Unit[] = collectable.some(({ hasta, leido }) => hasta > today && civilDateAt(leido) !== today)
    ? [{ metodo: 'operaciones', campo: 'fecha_pago', desde: addDays(today, 1), hasta: addDays(today, COLLECT_DAYS) }]
    : [];
  return [...units.toSorted((a, b) => (a.hasta < b.hasta ? 1 : a.hasta > b.hasta ? -1 : 0)), ...toCollect];
}
