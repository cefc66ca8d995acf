/** Estimates how many rows a window has, so that it fills one page: from the same weekday and hours of read days. A wrong estimate costs only a request. */
import { addDays, fromDayNumber, toDayNumber, type CivilDate, type TimedWindow } from '#domain/civil-date.ts';

export const DAY_S = 86_400;

const pad = (n: number): string => String(n).padStart(2, '0');
const timeAt = (second: number): string =>
  `${pad(Math.floor(second / 3600))}:${pad(Math.floor(second / 60) % 60)}:${pad(second % 60)}`;

export const startOf = (day: CivilDate): number => toDayNumber(day) * DAY_S;
export const dayAt = (instant: number): CivilDate => fromDayNumber(Math.floor(instant / DAY_S));
export const secondOf = (time: string): number =>
  Number(time.slice(0, 2)) * 3600 + Number(time.slice(3, 5)) * 60 + Number(time.slice(6, 8));

/** A stretch of civil time, in seconds since 1970-01-01 00:00:00; the end is excluded. */
export interface Between {
  readonly desde: number;
  readonly hasta: number;
}

export const daysIn = ({ desde, hasta }: Between): number =>
  Math.floor((hasta - 1) / DAY_S) - Math.floor(desde / DAY_S) + 1;

/** The window to request for a stretch: whole days if the stretch begins and ends at midnight, else with times. */
export function windowOf({ desde, hasta }: Between): TimedWindow {
  if (desde % DAY_S === 0 && hasta % DAY_S === 0) return { desde: dayAt(desde), hasta: addDays(dayAt(hasta), -1) };
  return {
    desde: dayAt(desde),
    hasta: dayAt(hasta),
    times: { desde: timeAt(desde % DAY_S), hasta: timeAt(hasta % DAY_S) },
  };
}

export function betweenOf({ desde, hasta, times }: TimedWindow): Between {
  if (times === undefined) return { desde: startOf(desde), hasta: startOf(hasta) + DAY_S };
  return { desde: startOf(desde) + secondOf(times.desde), hasta: startOf(hasta) + secondOf(times.hasta) };
}

/** Plan pages only this full, so that a day busier than expected still fits. */
const FILLED = 0.88;
/** If whole days fill more than this share of the planned rows, end the window with a day instead of within the next one. */
const ENOUGH = 0.7;
const SLOT_S = 900;
const SLOTS = DAY_S / SLOT_S;
/** The slot for rows without a reported time: the service counts them as midnight. */
const MIDNIGHT = SLOTS;
const RECENT_DAYS = 28;
const WEEKS = 5;

export type Density = ReturnType<typeof createDensity>;

/** `takesTimes`: whether a window may begin or end within a day. */
export function createDensity(takesTimes: boolean) {
  const wholeDays = new Map<number, number>();
  const openDays = new Map<number, Float64Array>();
  let recent: number[] = [];
  let perDay: number | undefined;
  let pageRows: number | undefined;
  const profile = new Float64Array(SLOTS + 1).fill(1 / SLOTS);
  profile[MIDNIGHT] = 0;
  let profileDays = 0;

  function expectedOn(day: number): number | undefined {
    for (let week = 1; week <= WEEKS; week++) {
      const n = wholeDays.get(day + 7 * week) ?? wholeDays.get(day - 7 * week);
      if (n !== undefined) return n;
    }
    if (recent.length === 0) return perDay;
    return recent.reduce((sum, n) => sum + n, 0) / recent.length;
  }

  /** The share of a day's rows that come before a second of the day. */
  function shareBefore(second: number): number {
    if (second === 0) return 0;
    let share = profile[MIDNIGHT] ?? 0;
    const whole = Math.floor(second / SLOT_S);
    for (let i = 0; i < whole; i++) share += profile[i] ?? 0;
    return share + ((profile[whole] ?? 0) * (second % SLOT_S)) / SLOT_S;
  }
  /** The first second of a day by which the given share of the day's rows has come. */
  function secondWith(share: number): number {
    let reached = profile[MIDNIGHT] ?? 0;
    if (reached >= share) return 1;
    for (let i = 0; i < SLOTS; i++) {
      const own = profile[i] ?? 0;
      if (reached + own >= share) return i * SLOT_S + Math.round((SLOT_S * (share - reached)) / own);
      reached += own;
    }
    return DAY_S;
  }

  function closeDay(day: number, slots: Float64Array): number | undefined {
    const n = slots.reduce((sum, each) => sum + each, 0);
    const before = expectedOn(day);
    wholeDays.set(day, n);
    recent = [...recent.slice(1 - RECENT_DAYS), n];
    if (n >= 100) {
      profileDays += 1;
      const weight = Math.max(0.25, 1 / profileDays);
      for (const [i, each] of slots.entries()) profile[i] = (profile[i] ?? 0) * (1 - weight) + (each / n) * weight;
    }
    return before === undefined ? undefined : (n + 5) / (before + 5);
  }

  return {
    /** Where a window that begins at `from` should end, at `limit` at the latest. `scale`: the ratio of real to estimated rows in this stretch. */
    end(from: number, { limit, scale }: { readonly limit: number; readonly scale: number }): number {
      if (pageRows === undefined || limit <= from) return limit;
      const room = FILLED * pageRows;
      let rows = 0;
      for (let day = Math.floor(from / DAY_S); day * DAY_S < limit; day++) {
        const second = Math.max(0, from - day * DAY_S);
        const ofDay = expectedOn(day);
        if (ofDay === undefined) return limit;
        const before = takesTimes ? shareBefore(second) : 0;
        const rest = ofDay * scale * (1 - before);
        if (rows + rest > room) {
          const atLeast = from + (takesTimes ? 1 : DAY_S);
          if (!takesTimes || rows > room * ENOUGH) return Math.min(limit, Math.max(atLeast, day * DAY_S));
          const cut = day * DAY_S + secondWith(before + (room - rows) / (ofDay * scale));
          return Math.min(limit, Math.max(atLeast, cut));
        }
        rows += rest;
      }
      return limit;
    },
    /** Learns from the rows of a completely read window. Returns the mean ratio of real to estimated rows of the completed days, if any. */
    read(between: Between, moments: Iterable<number>): number | undefined {
      const firstDay = Math.floor(between.desde / DAY_S);
      for (let day = firstDay; day * DAY_S < between.hasta; day++) {
        // Count only days that are read from their beginning.
        if (between.desde <= day * DAY_S) openDays.set(day, new Float64Array(SLOTS + 1));
      }
      for (const moment of moments) {
        const slots = openDays.get(Math.floor(moment / DAY_S));
        if (slots === undefined) continue;
        const second = moment % DAY_S;
        const i = second === 0 ? MIDNIGHT : Math.floor(second / SLOT_S);
        slots[i] = (slots[i] ?? 0) + 1;
      }
      let sum = 0;
      let count = 0;
      for (let day = firstDay; (day + 1) * DAY_S <= between.hasta; day++) {
        const slots = openDays.get(day);
        openDays.delete(day);
        const share = slots === undefined ? undefined : closeDay(day, slots);
        if (share === undefined) continue;
        sum += share;
        count += 1;
      }
      return count === 0 ? undefined : sum / count;
    },
    /** Learns from a window that did not fit one page. */
    didNotFit(between: Between, { total, received }: { readonly total: number; readonly received: number }): void {
      pageRows = Math.max(1, received);
      if (between.hasta - between.desde < DAY_S) return;
      perDay = total / daysIn(between);
      if (recent.length === 0) return;
      // These days have more rows than estimated: until they are read, estimate them with the density of this window.
      for (let day = Math.floor(between.desde / DAY_S); day * DAY_S < between.hasta; day++) {
        for (let week = 1; week <= WEEKS; week++) {
          const same = [day + 7 * week, day - 7 * week].find((other) => wholeDays.has(other));
          if (same !== undefined && (wholeDays.get(same) ?? 0) < perDay) wholeDays.set(same, perDay);
        }
      }
      recent = [...recent.slice(1 - RECENT_DAYS), perDay];
    },
  };
}
