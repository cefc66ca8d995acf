import fc from 'fast-check';
import { expect, test } from 'vitest';
import { civilDateAt, parseDateTime } from '#domain/civil-date.ts';

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
    }),
  );
});

test.for([
  '',
  '2026-10-15T10:00',
  '2026-10-15T10:00:00',
  '15/10/2026',
  '2026-10-15T25:00:00Z',
  '2026-02-30T10:00:00',
  '2026-10-15 10:00',
  '15-10-2026',
  '2026/10/15',
  '15/10/26',
  ' 2026-10-15',
])('«%s» is no date', (text) => {
  expect(parseDateTime(text)).toBeUndefined();
});
