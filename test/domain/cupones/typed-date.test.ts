import { expect, test } from 'vitest';
import { completeTypedDate } from '#domain/cupones/doubts/partial-dates.ts';
import { civilDay } from '../civil-day.ts';

test.for([
  ['30/10', '30/10/2026'],
  ['30/11', '30/11/2026'], // today
  ['01/12', '01/12/2025'],
  ['3-10', '3-10/2026'],
  ['10/12 21:30', '10/12/2025 21:30'],
  ['29/02', '29/02/2024'], // the last leap year
  ['30/02', '30/02'],
  ['30/10/2024', '30/10/2024'],
  ['2026-10-30', '2026-10-30'],
  ['30', '30'],
  ['mañana', 'mañana'],
  ['', ''],
])('typed on 30/11/2026, %o is %o', ([typed = '', whole]) => {
  expect(completeTypedDate(typed, civilDay('2026-11-30'))).toBe(whole);
});
