/** How many of the requested days the cache covers, and when these days were read (docs/screens.md, coverage). */
import { addDays, civilDateAt, civilDateTimeAt, getMonthStart, type CivilDate } from '#domain/civil-date.ts';
import { DEFAULT_DAYS } from '#contract/data-fields.ts';
import { DAY_MS, isClockOff, type Instant } from '#domain/clock.ts';
import { METHODS, type CoverageStatus } from '#domain/views/index.ts';
import type { CoverageDocument } from '#contract/documents.ts';
import { TABLES, type Query, type ReadableCache, type Stretch } from '#storage/cache/index.ts';
import { failureOf, failuresIn } from './failure.ts';

/** Readings of this month and the two months before it are old after a day; readings of earlier months, after a month. */
const RECENT_MONTHS = 2;
export const OLD_MS = 31 * DAY_MS;
export const isOfRecentMonths = (date: CivilDate, today: CivilDate): boolean =>
  date >= getMonthStart(today, RECENT_MONTHS);

interface CoverageRequest extends Pick<Query, 'metodo' | 'campoFecha' | 'desde' | 'hasta'> {
  readonly ahora: Instant;
}

export const NO_COVERAGE: CoverageDocument = {
  estado: 'nunca',
  contratado: true,
  desde: null,
  hasta: null,
  sincronizado: null,
  enDuda: 0,
};

/** False if the last reading says that the account lacks the list. Earlier readings do not count: the account may have contracted the list since. */
export function isContracted(stretches: readonly Stretch[]): boolean {
  const last = Math.max(...stretches.map(({ leido }) => leido));
  return stretches.length === 0 || stretches.some(({ leido, contratado }) => leido === last && contratado);
}

/** A stretch up to the day of its reading; empty if the stretch begins after that day. Operations to be credited (`field`: payment date) keep all days. */
function cutToReading(stretch: Stretch, field: string): readonly Stretch[] {
  const readOn = civilDateAt(stretch.leido);
  if (field === 'fecha_pago' || stretch.hasta <= readOn) return [stretch];
  return stretch.desde > readOn ? [] : [{ ...stretch, hasta: readOn }];
}

const expiresAt = (stretch: Stretch, now: Instant): Instant =>
  stretch.leido + (isOfRecentMonths(stretch.hasta, civilDateAt(now)) ? DAY_MS : OLD_MS);

function statusOf(stretches: readonly Stretch[], { desde, hasta, ahora }: CoverageRequest): CoverageStatus {
  let missing = desde;
  for (const stretch of stretches) {
    if (missing !== undefined && stretch.desde > missing) return 'parcial';
    missing = addDays(stretch.hasta, 1);
  }
  // Future days are not missing.
  const today = civilDateAt(ahora);
  const end = hasta !== undefined && hasta > today ? today : hasta;
  if (end !== undefined && missing !== undefined && missing <= end) return 'parcial';
  if (stretches.some(({ estado }) => estado === 'inestable')) return 'inestable';
  // A reading with a date in the future was made with a wrong clock: its age is unknown.
  const isOld = (stretch: Stretch): boolean => expiresAt(stretch, ahora) < ahora || civilDateAt(stretch.leido) > today;
  return stretches.some(isOld) ? 'desactualizada' : 'al_dia';
}

/** The date field of the rows to count: `campoFecha`, but the view's own field if the service filters by another date (`campoFecha` is empty). */
const fieldOf = ({ metodo, campoFecha }: CoverageRequest): string | undefined =>
  campoFecha === '' ? (TABLES[metodo].fecha ?? undefined) : campoFecha;

/** True if days are missing. Rows that were set aside do not count as missing days. */
export const isMissingDays = ({ estado, soloApartadas }: CoverageDocument): boolean =>
  estado === 'nunca' || (estado === 'parcial' && soloApartadas !== true);

/** The coverage when no day was read by the requested date. `others`: readings by another date, which cover an unknown part of the period. */
function toCoverageByOtherDate(
  others: readonly Stretch[],
  known: Pick<CoverageDocument, 'enDuda' | 'falla' | 'fallas'>,
): CoverageDocument {
  if (others.length === 0) return { ...NO_COVERAGE, ...known };
  const { enDuda, ...failures } = known;
  return {
    estado: 'parcial',
    contratado: others.every((stretch) => stretch.contratado),
    desde: null,
    hasta: null,
    sincronizado: civilDateTimeAt(Math.min(...others.map((stretch) => stretch.leido))),
    enDuda,
    porOtraFecha: true,
    ...failures,
  };
}

/** The coverage of a period of a view by one of its dates; without a period, of everything that was read. */
export function toCoverageDocument(
  cache:
    | Pick<ReadableCache, 'readStretches' | 'hasNotUnderstood' | 'countSetAsideIn' | 'count' | 'readFact'>
    | undefined,
  request: CoverageRequest,
): CoverageDocument {
  if (cache === undefined) return NO_COVERAGE;
  const { metodo, desde, hasta } = request;
  const { fecha } = TABLES[metodo];
  const inDoubt = cache.count({ metodo, desde, hasta, campoFecha: fieldOf(request), enDuda: true });
  const failures = failuresIn(cache, metodo, request);
  const ofDays = failures.length === 0 ? {} : { fallas: failures };
  const last = failureOf(cache, metodo);
  const ofMethod = last === undefined ? {} : { falla: last };
  const field = request.campoFecha ?? fecha ?? '';
  const isWithoutDates = fecha === null;
  // A row of totals covers its whole month, whichever of its days are requested.
  const isByMonths = metodo === 'liquidaciones-totales' || metodo === 'impuestos-totales';
  const isWithin = (stretch: Stretch): boolean =>
    isWithoutDates ||
    ((desde === undefined || stretch.hasta >= desde) && (hasta === undefined || stretch.desde <= hasta));
  const cut = (stretch: Stretch): readonly Stretch[] => (isWithoutDates ? [stretch] : cutToReading(stretch, field));
  const stretches = cache.readStretches(metodo, field);
  // Ignores readings from before the account had the list, because the list may now have rows of these days.
  const isNowContracted = isContracted(stretches);
  const all = isNowContracted ? stretches.filter(({ contratado }) => contratado) : stretches;
  const own = isByMonths ? all.filter(isWithin).flatMap(cut) : all.flatMap(cut).filter(isWithin);
  const others = [fecha ?? '', '']
    .filter((other) => other !== field)
    .flatMap((other) => cache.readStretches(metodo, other));
  const [first] = own;
  const lastOwn = own.at(-1);
  if (first === undefined || lastOwn === undefined) {
    // When none of the requested days could be read, returns this as a failure of the whole method.
    const [overall = last] = failures.toReversed().map(({ desde: _, hasta: _to, ...which }) => which);
    const failure = overall === undefined ? {} : { falla: overall };
    return toCoverageByOtherDate(others, { enDuda: inDoubt, ...failure, ...ofDays });
  }
  // If all rows of some days were set aside (`isSetAside`), the coverage is partial: the days were fetched, but the cache lacks their rows.
  const between = { desde, hasta, leido: Math.min(...own.map(({ leido }) => leido)) };
  const isSetAside = cache.hasNotUnderstood(metodo, between);
  const setAside = cache.countSetAsideIn(metodo, between);
  const state = isSetAside
    ? 'parcial'
    : statusOf(own, isWithoutDates ? { ...request, desde: undefined, hasta: undefined } : request);
  const onlySetAside = state === 'al_dia' && setAside > 0;
  const known = state === 'al_dia' && wasClockOff(cache) ? 'desactualizada' : state;
  return {
    estado: onlySetAside ? 'parcial' : known,
    contratado: isNowContracted || own.every((stretch) => stretch.contratado),
    desde: isWithoutDates ? null : !isByMonths && desde !== undefined && first.desde < desde ? desde : first.desde,
    hasta: isWithoutDates ? null : !isByMonths && hasta !== undefined && lastOwn.hasta > hasta ? hasta : lastOwn.hasta,
    sincronizado: civilDateTimeAt(between.leido),
    enDuda: inDoubt,
    ...(setAside === 0 ? {} : { apartadas: setAside }),
    ...(onlySetAside ? { soloApartadas: onlySetAside } : {}),
    ...ofMethod,
    ...ofDays,
  };
}

/** The name of the fact in the cache that says whether the PC's clock agreed with the service's at the last synchronisation. */
export const CLOCK_FACT = 'reloj';
const OFF = 'corrido';

/** The value of `CLOCK_FACT`. `offMs`: the PC's time less the service's time; undefined if the service has not sent its time. */
export const toClockFact = (offMs: number | undefined): string => (isClockOff(offMs) ? OFF : '');

/** True if the clock was wrong at the last synchronisation: the age of its readings is then unknown. */
const wasClockOff = (cache: Pick<ReadableCache, 'readFact'>): boolean => cache.readFact(CLOCK_FACT) === OFF;

/**
 * The time of the oldest reading of the last `DEFAULT_DAYS` days, over the lists with dates that the account has and that were downloaded: one list that failed
 * makes the result older. Older days are read less often, and count only if nothing newer was read. Undefined if no such list was downloaded.
 */
export function findRecentReading(cache: Pick<ReadableCache, 'readStretches'>, now: Instant): Instant | undefined {
  const from = addDays(civilDateAt(now), 1 - DEFAULT_DAYS);
  const stretches = METHODS.flatMap((method) => {
    const { fecha } = TABLES[method];
    if (fecha === null) return [];
    const own = cache.readStretches(method, fecha);
    const read = own.length > 0 ? own : cache.readStretches(method, '');
    return isContracted(read) ? read.filter(({ contratado }) => contratado) : [];
  });
  const recent = stretches.filter(({ hasta }) => hasta >= from);
  const readings = (recent.length > 0 ? recent : stretches).map(({ leido }) => leido);
  return readings.length === 0 ? undefined : Math.min(...readings);
}
