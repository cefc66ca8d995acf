/** How old what the screens show is, in one moment for all of them. */
import { DEFAULT_DAYS } from '#contract/data.ts';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import { METHODS } from '#domain/views/index.ts';
import { TABLES, type ReadableCache } from '#storage/cache/index.ts';
import { isContracted } from './coverage.ts';

/**
 * The oldest reading of the last `DEFAULT_DAYS` days of the contracted lists that were downloaded: a part that failed holds it back. Older days are
 * read less often, so they count only where nothing newer was read. A list without dates does not count: the figures are in the others. Undefined when
 * no list with dates was downloaded.
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
