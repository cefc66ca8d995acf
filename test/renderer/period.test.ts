import { describe, expect, test } from 'vitest';
import { Period, PERIOD_PRESETS, getRange } from '../../src-renderer/shared/period.svelte.ts';
import { memoryStorage } from './double.ts';

describe('the period', () => {
  const today = (): string => '2026-03-21';

  test('begins with the calendar month, up to today, and in its first week with the last 30 days', () => {
    const begin = (day: string) => {
      const { from, to, preset } = new Period(memoryStorage(), () => day);
      return [from, to, preset];
    };
    expect(begin('2026-03-21')).toEqual(['2026-03-01', '2026-03-21', 'mes']);
    expect(begin('2026-03-08')).toEqual(['2026-03-01', '2026-03-08', 'mes']);
    expect(begin('2026-03-07')).toEqual(['2026-02-06', '2026-03-07', '30']);
    expect(PERIOD_PRESETS.slice(0, 3)).toEqual(['mes', 'mes_pasado', 'mes_antepasado']);
  });

  test('a month of before ends on its last day', () => {
    expect(getRange('mes_antepasado', '2024-04-30')).toEqual({ desde: '2024-02-01', hasta: '2024-02-29' });
    expect(getRange('mes_pasado', '2024-03-01')).toEqual({ desde: '2024-02-01', hasta: '2024-02-29' });
    expect(getRange('mes_pasado', '2026-01-15')).toEqual({ desde: '2025-12-01', hasta: '2025-12-31' });
  });

  test('stays while the tab lives', () => {
    const storage = memoryStorage();
    new Period(storage, today).choose({ desde: '2026-01-01', hasta: '2026-01-31' });
    expect(new Period(storage, today).from).toBe('2026-01-01');
  });

  test('a preset goes on with the days of a window that stays open, and two dates do not', () => {
    let now = '2026-03-31';
    const storage = memoryStorage();
    const period = new Period(storage, () => now);
    period.choosePreset('mes');
    now = '2026-04-01';
    period.lookAtClock();
    expect([period.from, period.to, period.today]).toEqual(['2026-04-01', '2026-04-01', '2026-04-01']);
    period.choosePreset('30');
    now = '2026-04-02';
    period.lookAtClock();
    expect([period.from, period.to]).toEqual(['2026-03-04', '2026-04-02']);
    expect(new Period(storage, () => now).preset).toBe('30');
    period.choose({ desde: '2026-04-01', hasta: '2026-04-02' });
    now = '2026-04-03';
    period.lookAtClock();
    expect(period.to).toBe('2026-04-02');
  });

  test('two dates the wrong way round change nothing', () => {
    const period = new Period(memoryStorage(), today);
    expect(period.choose({ desde: '2026-03-02', hasta: '2026-03-01' })).toBe(false);
    expect(period.to).toBe('2026-03-21');
  });
});
