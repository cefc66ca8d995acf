import { getFileName } from '#domain/texts/language.ts';
import { fc, forAll } from '../for-all.ts';
import { describe, expect, test } from 'vitest';
import {
  formatNumber,
  formatCuit,
  formatDelay,
  formatDay,
  formatDuration,
  formatShortDay,
  formatDate,
  timeOf,
  formatAmount,
  splitAmount,
  formatPercentage,
  getProportion,
  describeRange,
  formatRange,
  addUp,
} from '../../src-renderer/ui/format.ts';
import { parseWrittenDate } from '../../src-renderer/ui/typing.ts';

const plain = (text: string | undefined): string => (text ?? '').replaceAll('\u00a0', ' ');
/** An amount as the core writes it, from whole centavos. */
const decimal = (cents: bigint): string => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const amounts = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });

describe('amounts', () => {
  test('are written with dot thousands, a comma and always two decimals', () => {
    expect(plain(formatAmount('1234567.5'))).toBe('$ 1.234.567,50');
    expect(plain(formatAmount('0'))).toBe('$ 0,00');
    expect(plain(formatAmount('-98650.00'))).toBe('−$ 98.650,00');
  });

  test('that are no amount are shown as they came', () => {
    for (const raw of ['', '1,2.45', '12.450.00', '1.234', 'abc']) expect(formatAmount(raw)).toBe(raw);
  });

  test('minus zero has no sign', () => {
    expect(splitAmount('-0.00')).toEqual({ isNegative: false, digit: '0,00' });
  });

  test('what is printed says every centavo', () => {
    forAll(amounts, (cents) => {
      const parts = splitAmount(decimal(cents));
      const digits = (parts?.digit ?? '').replaceAll('.', '').replace(',', '');
      expect(BigInt(`${parts?.isNegative === true ? '-' : ''}${digits}`)).toBe(cents);
    });
  });

  test('add up exactly, in any order', () => {
    forAll(fc.array(amounts), (list) => {
      const total = decimal(list.reduce((sum, cents) => sum + cents, 0n));
      expect(addUp(list.map(decimal))).toEqual({ total, sinLeer: 0 });
      expect(addUp(list.map(decimal).reverse()).total).toBe(total);
    });
  });

  test('that do not parse are left out of a sum and counted', () => {
    expect(addUp(['1.00', 'x', '2.5'])).toEqual({ total: '3.50', sinLeer: 1 });
  });
});

describe('counts and shares', () => {
  test('counts have dot thousands', () => {
    expect(formatNumber(1252)).toBe('1.252');
    expect(formatNumber(-1_000_000)).toBe('−1.000.000');
    expect(formatNumber(0)).toBe('0');
  });

  test('a share is 100 % only when it is all of it', () => {
    expect(plain(formatPercentage(99_999, 100_000))).toBe('99,9 %');
    expect(plain(formatPercentage(1, 1))).toBe('100,0 %');
    expect(plain(formatPercentage(971, 1000))).toBe('97,1 %');
    expect(formatPercentage(0, 0)).toBeUndefined();
  });

  test('a bar never leaves its frame', () => {
    expect(getProportion('5.00', '10.00')).toBe(0.5);
    expect(getProportion('15.00', '10.00')).toBe(1);
    expect(getProportion('-5.00', '10.00')).toBe(0);
    expect(getProportion('5.00', '0.00')).toBe(0);
  });
});

describe('dates, times and names', () => {
  test('a date is day, month and year, with or without a time after it', () => {
    expect(formatDate('2026-11-21')).toBe('21/11/2026');
    expect(formatDate('2026-11-21 10:32:00')).toBe('21/11/2026');
    expect(formatDate('hace poco')).toBe('hace poco');
  });

  test('a range of one day is that day', () => {
    expect(plain(formatRange('2026-11-01', '2026-11-21'))).toBe('01/11/2026 – 21/11/2026');
    expect(formatRange('2026-11-01', '2026-11-01')).toBe('01/11/2026');
    expect(describeRange('2026-11-01', '2026-11-21')).toBe('01/11/2026 al 21/11/2026');
  });

  test('a duration is as fine as a person can use', () => {
    expect(plain(formatDuration(132_000))).toBe('2 min 12 s');
    expect(plain(formatDuration(45_400))).toBe('45 s');
    expect(plain(formatDuration(3_900_000))).toBe('1 h 05 min');
    expect(plain(formatDelay(412))).toBe('0,4 s');
    expect(plain(formatDelay(3))).toBe('0,1 s');
  });

  test('a file is called by its last part, whatever system wrote the path', () => {
    expect(getFileName('C:\\Caja\\cupones.xlsx')).toBe('cupones.xlsx');
    expect(getFileName('archivo:1f/cupones ñ.csv')).toBe('cupones ñ.csv');
  });
});

test('a tax number has its dashes when it has eleven digits, and is as it came otherwise', () => {
  expect(['30715542189', '30-71554218-9', '123', ''].map(formatCuit)).toEqual([
    '30-71554218-9',
    '30-71554218-9',
    '123',
    '',
  ]);
});

test('a moment is the day and the hour of Buenos Aires, as the platform knows them', () => {
  const zone = { timeZone: 'America/Argentina/Buenos_Aires' } as const;
  const DAY = new Intl.DateTimeFormat('es-AR', { ...zone, day: '2-digit', month: '2-digit', year: 'numeric' });
  const TIME = new Intl.DateTimeFormat('es-AR', { ...zone, timeStyle: 'medium', hourCycle: 'h23' });
  forAll(fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2037, 0, 1) }), (at) => {
    expect([formatDay(at), timeOf(at)]).toEqual([DAY.format(at), TIME.format(at)]);
  });
});

describe('a date that a person writes', () => {
  test.each([
    ['03/11/2026', '2026-11-03'],
    ['3/1/2026', '2026-01-03'],
    [' 3-11-2026 ', '2026-11-03'],
    ['03112026', '2026-11-03'],
    ['2026-11-03', '2026-11-03'],
    ['29/02/2028', '2028-02-29'],
  ])('%s is %s', (text, iso) => {
    expect(parseWrittenDate(text)).toBe(iso);
  });

  test.each(['', '3/11', '3/11/26', '31/11/2026', '29/02/2026', '11/13/2026', '00/10/2026', 'hoy'])(
    '%j is not one',
    (text) => {
      expect(parseWrittenDate(text)).toBeUndefined();
    },
  );
});

test.each([
  ['3/11', '2026-11-03'],
  ['3-11-26', '2026-11-03'],
  ['15/1', '2027-01-15'],
  ['3/11/2025', '2025-11-03'],
  ['31/11', undefined],
])('beside 30/11/2026, %s is %s', (text, iso) => {
  expect(parseWrittenDate(text, '2026-11-30')).toBe(iso);
});

test('a day has its year where it, or the day beside it, is of another year than today', () => {
  expect(formatShortDay('2026-10-28', '2026-11-24')).toBe('28/10');
  expect(formatShortDay('2026-10-28', '2026-11-24', '2026-10-29')).toBe('28/10');
  expect(formatShortDay('2025-10-28', '2026-11-24', '2026-10-28')).toBe('28/10/2025');
  expect(formatShortDay('2026-10-28', '2026-11-24', '2025-10-28')).toBe('28/10/2026');
});
