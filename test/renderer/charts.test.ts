import { fc, forAll } from '../for-all.ts';
import { describe, expect, test } from 'vitest';
import { getHref, getDayHref } from '../../src-renderer/features/home/open.ts';
import { scaleOf, makeSteps } from '../../src-renderer/ui/charts/bars.ts';
import { formatShort, formatForAxis, formatPercent, formatPercentagePoints } from '../../src-renderer/ui/format.ts';
import {
  formatWeekday,
  getWeekdays,
  getPlaceInWeek,
  formatMonthAndYear,
  formatShortMonth,
  getMonthName,
} from '../../src-renderer/ui/dates.ts';

const plain = (text: string | undefined): string | undefined => text?.replace(/\s/g, ' ');

describe('amounts where there is no room', () => {
  test.each([
    ['0.00', '0'],
    ['850.40', '850'],
    ['978321.00', '978 mil'],
    ['999499.99', '999 mil'],
    ['999500.00', '1,00 M'],
    ['1225000.00', '1,23 M'],
    ['25512053.00', '25,51 M'],
    ['123456789.00', '123 M'],
    ['1234567890.00', '1.235 M'],
    ['-453326.11', '−453 mil'],
    ['-0.20', '0'],
  ])('%s is %s', (importe, expected) => {
    expect(plain(formatShort(importe))).toBe(expected);
  });

  test('an axis has no decimals that say nothing', () => {
    expect(
      [2_000_000, 2_500_000, 10_000_000, 100_000_000, 500_000].map((value) => plain(formatForAxis(value))),
    ).toEqual(['2 M', '2,5 M', '10 M', '100 M', '500 mil']);
  });

  test('shares and their changes are in tenths, and a change that nobody would see is none', () => {
    expect(plain(formatPercent(744))).toBe('7,4 %');
    expect(plain(formatPercent(1000))).toBe('10,0 %');
    expect(plain(formatPercentagePoints(700, 744))).toBe('+0,4 puntos');
    expect(plain(formatPercentagePoints(744, 700))).toBe('−0,4 puntos');
    expect(formatPercentagePoints(744, 747)).toBeUndefined();
  });
});

describe('steps of ink', () => {
  test('five days have the five steps, in order', () => {
    const step = makeSteps(['10.00', '30.00', '20.00', '50.00', '40.00', '0.00']);
    expect(['10.00', '20.00', '30.00', '40.00', '50.00'].map(step)).toEqual([1, 2, 3, 4, 5]);
  });

  test('more is never lighter, and equal amounts look the same', () => {
    const importe = fc.integer({ min: 1, max: 10_000_000 }).map((centavos) => (centavos / 100).toFixed(2));
    forAll(fc.array(importe, { minLength: 1, maxLength: 40 }), (importes) => {
      const step = makeSteps(importes);
      const inOrder = importes.toSorted((a, b) => Number(a) - Number(b)).map(step);
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
      expect(inOrder[0]).toBe(1);
    });
  });
});

describe('the rows behind a figure', () => {
  test('are a data screen with its filter in the address', () => {
    const filters = [{ campo: 'motivo', valor: 'CONTRACARGO' }];
    expect(getHref({ vista: 'rechazos', desde: '2026-11-01', hasta: '2026-11-30', filtros: filters })).toBe(
      '#/rechazos?desde=2026-11-01&hasta=2026-11-30&f.motivo=CONTRACARGO',
    );
    expect(getHref({ vista: 'liquidaciones-conciliadas' })).toMatch(
      /^#\/liquidaciones\?vista=liquidaciones-conciliadas/,
    );
  });

  test('of what was credited on a day are the bank’s movements where there is a feed', () => {
    expect(getDayHref('2026-11-03', 'vendido', true)).toBe('#/operaciones?desde=2026-11-03&hasta=2026-11-03');
    expect(getDayHref('2026-11-03', 'acreditado', true)).toMatch(/^#\/movimientos\?/);
    expect(getDayHref('2026-11-03', 'acreditado', false)).toMatch(/^#\/operaciones\?.*campoFecha=fecha_pago/);
  });
});

test('weeks begin on Monday', () => {
  expect(getWeekdays()[0]?.toLowerCase()).toMatch(/^lun/);
  expect(getPlaceInWeek('2026-11-02')).toBe(0);
  expect(getPlaceInWeek('2026-11-01')).toBe(6);
});

test('the names of months and days are those of the platform', () => {
  const platform = (options: Intl.DateTimeFormatOptions, iso: string): string =>
    new Intl.DateTimeFormat('es-AR', { ...options, timeZone: 'UTC' }).format(new Date(`${iso}T12:00:00Z`));
  for (let month = 1; month <= 12; month++) {
    const oneMonth = `2026-${String(month).padStart(2, '0')}`;
    expect(getMonthName(oneMonth)).toBe(platform({ month: 'long' }, `${oneMonth}-01`));
    expect(formatShortMonth(oneMonth)).toBe(platform({ month: 'short' }, `${oneMonth}-01`));
    expect(formatMonthAndYear(oneMonth)).toBe(platform({ month: 'long', year: 'numeric' }, `${oneMonth}-01`));
  }
  for (let day = 1; day <= 7; day++) {
    const iso = `2026-11-0${String(day)}`;
    expect(formatWeekday(iso)).toBe(platform({ weekday: 'long' }, iso));
    expect(getWeekdays()[getPlaceInWeek(iso)]).toBe(platform({ weekday: 'short' }, iso));
  }
});

test('the axis of bars holds zero and every value in at most seven round steps', () => {
  forAll(fc.array(fc.integer({ min: -5e10, max: 5e10 }), { maxLength: 40 }), (values) => {
    const { from, to, ticks } = scaleOf(values);
    expect(from).toBeLessThanOrEqual(Math.min(0, ...values));
    expect(to).toBeGreaterThanOrEqual(Math.max(0, ...values));
    expect(ticks).toContain(0);
    expect(ticks.length).toBeLessThanOrEqual(7);
    expect([ticks[0], ticks.at(-1)]).toEqual([from, to]);
  });
});
