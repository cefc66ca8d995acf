import { fc, forAll } from '../for-all.ts';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  toCivilDate,
  civilDateAt,
  civilDateTimeAt,
  countDaysBetween,
  fromDayNumber,
  parseDmyDate,
  parseIsoDate,
  toDayNumber,
  formatDayMonthYear,
  parseDateTime,
  weekdayOf,
} from '#domain/civil-date.ts';

const dayNumber = fc.integer({ min: -200_000, max: 200_000 });

describe('a civil date', () => {
  test('exists or not by the calendar', () => {
    expect(toCivilDate(2024, 2, 29).ok).toBe(true);
    expect(toCivilDate(2026, 2, 29)).toEqual({ ok: false, error: 'FECHA_IMPOSIBLE' });
    expect(toCivilDate(1900, 2, 29).ok).toBe(false);
    expect(toCivilDate(2026, 13, 1).ok).toBe(false);
  });

  test('agrees with its day number in both directions', () => {
    forAll(dayNumber, (days) => toDayNumber(fromDayNumber(days)) === days);
  });

  test('moves by days across months and years', () => {
    forAll(dayNumber, fc.integer({ min: -5000, max: 5000 }), (days, move) => {
      const from = fromDayNumber(days);
      return countDaysBetween(from, addDays(from, move)) === move;
    });
  });

  test('reads ISO and day-first text exactly, nothing else', () => {
    expect(parseIsoDate('2026-11-21')).toBe('2026-11-21');
    expect(parseDmyDate('21/11/2026')).toBe('2026-11-21');
    for (const text of ['2026-11-31', '2026-1-1', '2026-11-21 ', '2026-11-21T00:00:00', '']) {
      expect(parseIsoDate(text)).toBeUndefined();
    }
    expect(parseDmyDate('11/21/2026')).toBeUndefined();
  });
});

describe('today', () => {
  test('is the civil date of Buenos Aires, not of the machine', () => {
    expect(civilDateAt(Date.UTC(2026, 10, 21, 2, 59, 59))).toBe('2026-11-20');
    expect(civilDateAt(Date.UTC(2026, 10, 21, 3, 0, 0))).toBe('2026-11-21');
  });

  test('has its time of day in Buenos Aires', () => {
    expect(civilDateTimeAt(Date.UTC(2026, 10, 21, 3, 4, 5))).toBe('2026-11-21 00:04:05');
  });
});

test.each([
  ['2026-10-01', '01/10/2026'],
  ['2026-10-01T00:00:00', '01/10/2026'],
  ['01/10/2026', '01/10/2026'],
  ['', ''],
])('"%s" is shown as "%s"', (text, isShown) => {
  expect(formatDayMonthYear(text)).toBe(isShown);
});

const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
const moments = fc.record({
  fecha: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((d) => civilDateAt(d.getTime())),
  hora: fc.option(fc.tuple(two(23), two(59), two(59)).map((parts) => parts.join(':'))),
});

test('a date with or without time is read back as it was written', () => {
  forAll(moments, (moment) => {
    const text = [moment.fecha, moment.hora ?? ''].join(' ').trim();
    expect(parseDateTime(text)).toEqual(moment);
  });
});

test.for([
  '',
  '2026-10-15T10:00',
  '15/10/2026',
  '2026-10-15T25:00:00Z',
  '2026-02-30T10:00:00',
  '2026-10-15 10:00',
  ' 2026-10-15',
])('«%s» is no date', (text) => {
  expect(parseDateTime(text)).toBeUndefined();
});

test('days before 1970 have a day of the week too', () => {
  const date = parseIsoDate('1969-12-28');
  expect(date === undefined ? -1 : weekdayOf(toDayNumber(date))).toBe(0);
});
