import { isClockOff } from '#domain/clock.ts';
import type { ReadableCache } from '#storage/cache/index.ts';

/** The fact of the cache that says whether the PC's clock agreed with the service's at the last synchronisation. */
export const CLOCK_FACT = 'reloj';
const OFF = 'corrido';

/** The value of `CLOCK_FACT`. `offMs`: the PC's time less the service's; undefined while the service has not said its own. */
export const toClockFact = (offMs: number | undefined): string => (isClockOff(offMs) ? OFF : '');

/** Whether the last synchronisation was made with a wrong clock: the times of its readings then say nothing about their age. */
export const wasClockOff = (cache: Pick<ReadableCache, 'readFact'>): boolean => cache.readFact(CLOCK_FACT) === OFF;
