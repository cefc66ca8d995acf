import fc from 'fast-check';
import { expect, test } from 'vitest';
import { civilDateAt } from '#domain/civil-date.ts';
import { parseDateTime, parseLooseDate } from '#domain/date-time.ts';

const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
const moments = fc.record({
  fecha: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((d) => civilDateAt(d.getTime())),
  hora: fc.option(fc.tuple(two(23), two(59), two(59)).map((parts) => parts.join(':'))),
});

test('a date with or without time is read back as it was written', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      const text = [moment.fecha, moment.hora ?? ''].join(' ').trim();
      expect(parseDateTime(text)).toEqual(moment);
      expect(parseLooseDate(text)).toEqual(moment);
    }),
  );
});

test('a date in either form is the same date', () => {
  fc.assert(
    fc.property(moments, ({ fecha, hora }) => {
      const dayMonthYear = `${fecha.slice(8)}/${fecha.slice(5, 7)}/${fecha.slice(0, 4)}${hora === null ? '' : ` ${hora}`}`;
      expect(parseLooseDate(dayMonthYear)).toEqual({ fecha, hora });
      expect(parseDateTime(dayMonthYear)).toBeUndefined();
    }),
  );
});

test.for([
  ['2026-10-15T10:00:00', '2026-10-15 10:00:00'],
  ['2026-10-15T10:00:00.123', '2026-10-15 10:00:00'],
  ['2026-10-15T23:30:00-03:00', '2026-10-15 23:30:00'],
  ['2026-10-15T02:30:00Z', '2026-10-14 23:30:00'],
  ['2026-10-15T02:30:00.000+0000', '2026-10-14 23:30:00'],
] as const)('«%s» is %s in Buenos Aires', ([text, moment]) => {
  expect(parseLooseDate(text)).toEqual(parseDateTime(moment));
  expect(parseDateTime(text)).toBeUndefined();
});

test.for([
  '',
  '2026-10-15T10:00',
  '2026-10-15T25:00:00Z',
  '2026-02-30T10:00:00',
  '2026-10-15 10:00',
  '15-10-2026',
  '2026/10/15',
  '15/10/26',
  ' 2026-10-15',
])('«%s» is no date in any known form', (text) => {
  expect(parseLooseDate(text)).toBeUndefined();
});
