import { describe, expect, test } from 'vitest';
import {
  areRowsReadLater,
  readSide,
  findMotivoAgainstTotals,
  findLastClosedDay,
  listUnreadDays,
} from '#domain/checks.ts';
import { civilDay } from './civil-day.ts';

/** Noon in Buenos Aires. */
const instantOf = (text: string): number => Date.parse(`${text}T15:00:00Z`);
const stretchOf = (from: string, to: string, reading = to, changes: object = {}) => ({
  desde: civilDay(from),
  hasta: civilDay(to),
  leido: instantOf(reading),
  estado: 'completa' as const,
  contratado: true,
  ...changes,
});
/** The whole of October, read on 1 November. */
const october = (changes: object) => stretchOf('2026-10-01', '2026-10-31', '2026-11-01', changes);
const month = { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31') };

describe('what is known of one side', () => {
  test('is whole when the stretches leave no day out', () => {
    const stretches = [stretchOf('2026-09-20', '2026-10-10'), stretchOf('2026-10-11', '2026-11-05')];
    expect(readSide(stretches, month)).toEqual({ motivo: null, ultima: '2026-11-05' });
  });

  test.each([
    ['nothing was read', [], 'sin_leer'],
    ['the first days are missing', [stretchOf('2026-10-02', '2026-10-31')], 'parcial'],
    [
      'a day between is missing',
      [stretchOf('2026-10-01', '2026-10-10'), stretchOf('2026-10-12', '2026-10-31')],
      'parcial',
    ],
    ['the last days are missing', [stretchOf('2026-10-01', '2026-10-30')], 'parcial'],
    ['days were asked before they came', [stretchOf('2026-10-01', '2026-10-31', '2026-10-20')], 'parcial'],
    ['it changed while it was read', [october({ estado: 'inestable' })], 'inestable'],
    ['there is no such service', [october({ contratado: false })], 'no_contratado'],
  ] as const)('%s', (_case, stretches, motivo) => {
    expect(readSide(stretches, month).motivo).toBe(motivo);
  });
});

test('the days that a list lacks are named or, without any, those read before they ended', () => {
  const whole = { stretches: [october({})], days: month };
  const lacking = [stretchOf('2026-10-01', '2026-10-02'), stretchOf('2026-10-06', '2026-10-08', '2026-10-20')];
  expect(listUnreadDays([whole, { stretches: lacking, days: month }])).toEqual([
    { desde: '2026-10-03', hasta: '2026-10-05' },
    { desde: '2026-10-09', hasta: '2026-10-31' },
  ]);
  const today = { desde: civilDay('2026-10-20'), hasta: civilDay('2026-10-20') };
  expect(listUnreadDays([{ stretches: [stretchOf('2026-10-01', '2026-10-31', '2026-10-20')], days: today }])).toEqual([
    today,
  ]);
});

describe('rows against the totals of a month', () => {
  const totalsRead = (reading: string) => [stretchOf('2026-10-01', '2026-10-31', reading)];

  test('a month that is over needs all its days', () => {
    expect(
      findMotivoAgainstTotals(totalsRead('2026-11-02'), [stretchOf('2026-10-01', '2026-10-31', '2026-11-03')], month),
    ).toBeNull();
    expect(findMotivoAgainstTotals(totalsRead('2026-11-02'), [stretchOf('2026-10-01', '2026-10-30')], month)).toBe(
      'parcial',
    );
  });

  test('a month that was not over needs the days up to the reading, read on the same day', () => {
    const rowsReadAt = (reading: string) => [stretchOf('2026-10-01', reading, reading)];
    expect(findMotivoAgainstTotals(totalsRead('2026-10-15'), rowsReadAt('2026-10-15'), month)).toBeNull();
    expect(findMotivoAgainstTotals(totalsRead('2026-10-15'), rowsReadAt('2026-10-14'), month)).toBe('parcial');
    expect(findMotivoAgainstTotals(totalsRead('2026-10-15'), rowsReadAt('2026-10-16'), month)).toBe('otro_dia');
  });

  test('rows of a month that is over may be read on a later day than its totals', () => {
    const rowsReadAt = (reading: string) => [
      stretchOf('2026-10-01', '2026-10-20', '2026-11-02'),
      stretchOf('2026-10-21', '2026-10-31', reading),
    ];
    expect(areRowsReadLater(totalsRead('2026-11-02'), rowsReadAt('2026-11-02'), month)).toBe(false);
    expect(areRowsReadLater(totalsRead('2026-11-02'), rowsReadAt('2026-11-03'), month)).toBe(true);
    expect(areRowsReadLater([], rowsReadAt('2026-11-03'), month)).toBe(false);
  });

  test('a month that had not come says nothing, and neither does one that was not asked', () => {
    expect(findMotivoAgainstTotals(totalsRead('2026-09-15'), [stretchOf('2026-09-01', '2026-09-15')], month)).toBe(
      'sin_leer',
    );
    expect(findMotivoAgainstTotals([], [stretchOf('2026-10-01', '2026-10-31')], month)).toBe('sin_leer');
  });
});

test('the day of a reading is not over: the last closed day is the one before the earlier of both', () => {
  const one = readSide([stretchOf('2026-10-01', '2026-10-20')], month);
  const other = readSide([stretchOf('2026-10-01', '2026-10-31', '2026-11-04')], month);
  expect(findLastClosedDay(one, other)).toBe('2026-10-19');
  expect(findLastClosedDay(one, readSide([], month))).toBeUndefined();
});
