import { fc, forAll } from '../for-all.ts';
import { expect, test } from 'vitest';
import { listBankHolidays } from '#domain/bank-holidays.ts';
import { toDayNumber, weekdayOf } from '#domain/civil-date.ts';

const namesOf = (year: number): Record<string, string> => Object.fromEntries(listBankHolidays(year));

test('2026: Carnival, Easter and the holidays that move fall where the calendar of that year has them', () => {
  expect(namesOf(2026)).toMatchObject({
    '2026-02-16': 'Carnaval',
    '2026-02-17': 'Carnaval',
    '2026-04-02': 'Malvinas',
    '2026-04-03': 'Viernes Santo',
    '2026-06-15': 'Paso a la Inmortalidad de Güemes',
    '2026-08-17': 'Paso a la Inmortalidad de San Martín',
    '2026-10-12': 'Diversidad Cultural',
    '2026-11-06': 'Día del Bancario',
    '2026-11-23': 'Soberanía Nacional',
  });
  expect(namesOf(2025)['2025-04-18']).toBe('Viernes Santo');
  expect(namesOf(2024)['2024-03-29']).toBe('Viernes Santo');
});

test('in every year Good Friday is a Friday, Carnival a Monday and a Tuesday, and those that move fall between Saturday and Monday', () => {
  forAll(fc.integer({ min: 1990, max: 2100 }), (year) => {
    const week: [string, number][] = [...listBankHolidays(year)].map(([date, name]) => [
      name,
      weekdayOf(toDayNumber(date)),
    ]);
    const daysOf = (name: string): number[] => week.filter(([which]) => which === name).map(([, day]) => day);
    // Where a fixed and a movable holiday share the date, it has the name of the movable one (2 April 2021).
    expect([...daysOf('Viernes Santo'), ...daysOf('Malvinas'), ...daysOf('Día de la Memoria')]).toContain(5);
    expect(daysOf('Viernes Santo').every((day) => day === 5)).toBe(true);
    expect(daysOf('Soberanía Nacional').every((day) => [6, 0, 1].includes(day))).toBe(true);
    expect(daysOf('Carnaval')).toEqual([1, 2]);
  });
});
