import { describe, expect, test } from 'vitest';
import { listDueUnits } from '#app/sync/units.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { Stretch } from '#storage/cache/index.ts';
import { civilDay } from '../../domain/civil-day.ts';

const NOW = Date.UTC(2026, 10, 21, 15);
const DAY = 86_400_000;

interface ReadSpan {
  readonly desde: string;
  readonly hasta: string;
  /** Days ago. */
  readonly ago: number;
  readonly estado?: Stretch['estado'];
}

function pendingUnits(
  spans: readonly ReadSpan[],
  { metodo = 'operaciones' as ServiceMethod, unsettled = 0, doubtful = [] as readonly string[] } = {},
): readonly string[] {
  const stretches = spans.map(({ desde, hasta, ago, estado = 'completa' }): Stretch => ({
    desde: civilDay(desde),
    hasta: civilDay(hasta),
    leido: NOW - ago * DAY,
    estado,
    contratado: true,
  }));
  const cache = {
    readStretches: (which: ServiceMethod, field: string) =>
      which === metodo && field !== 'fecha_pago' ? stretches : [],
    count: () => unsettled,
    group: () => doubtful.map((day) => ({ keys: [day], n: 1, sumas: [], faltan: [] })),
    saber: () => undefined,
  };
  return listDueUnits(cache, NOW).map(({ desde, hasta }) => `${desde}..${hasta}`);
}

describe('what is due', () => {
  test('is nothing when all was read today', () => {
    expect(pendingUnits([{ desde: '2026-09-01', hasta: '2026-11-21', ago: 0 }])).toEqual([]);
  });

  test('is what was read on a day that has not come, by a clock that was wrong', () => {
    expect(pendingUnits([{ desde: '2026-11-01', hasta: '2026-11-21', ago: -500 }])).toContain('2026-11-01..2026-11-21');
  });

  test('is nothing of what nobody ever asked for', () => {
    expect(pendingUnits([])).toEqual([]);
  });

  test('are the current month and the two before it, daily, newest first', () => {
    expect(pendingUnits([{ desde: '2026-08-01', hasta: '2026-11-20', ago: 1 }])).toEqual([
      '2026-11-01..2026-11-21',
      '2026-10-01..2026-10-31',
      '2026-09-01..2026-09-30',
    ]);
  });

  test('are older months after a month', () => {
    const spans = [
      { desde: '2026-01-10', hasta: '2026-01-31', ago: 40 },
      { desde: '2026-02-01', hasta: '2026-11-21', ago: 0 },
    ];
    expect(pendingUnits(spans)).toEqual(['2026-01-10..2026-01-31']);
  });

  test('are months of the last 180 days with rows that are not settled', () => {
    const spans = [
      { desde: '2026-01-01', hasta: '2026-08-31', ago: 2 },
      { desde: '2026-09-01', hasta: '2026-11-21', ago: 0 },
    ];
    expect(pendingUnits(spans)).toEqual([]);
    expect(pendingUnits(spans, { unsettled: 1 })).toEqual([
      '2026-08-01..2026-08-31',
      '2026-07-01..2026-07-31',
      '2026-06-01..2026-06-30',
      '2026-05-01..2026-05-31',
    ]);
  });

  test('are totals of months whose settlements are not credited, with them', () => {
    const spans = [
      { desde: '2026-08-01', hasta: '2026-08-31', ago: 2 },
      { desde: '2026-09-01', hasta: '2026-11-30', ago: 0 },
    ];
    const options = { metodo: 'liquidaciones-totales', unsettled: 1 } as const;
    expect(pendingUnits(spans, options)).toEqual(['2026-08-01..2026-08-31']);
    expect(pendingUnits(spans, { ...options, unsettled: 0 })).toEqual([]);
  });

  test('is what was unstable, whenever it was read', () => {
    const spans = [{ desde: '2026-03-01', hasta: '2026-03-31', ago: 0, estado: 'inestable' }] as const;
    expect(pendingUnits(spans)).toEqual(['2026-03-01..2026-03-31']);
  });

  test('are the days of sales in doubt, also where nobody asked for them', () => {
    const read = [{ desde: '2026-09-01', hasta: '2026-11-21', ago: 0 }];
    const doubtful = ['2026-02-03', '2026-02-20', '2026-04-01'];
    expect(pendingUnits(read, { doubtful })).toEqual(['2026-04-01..2026-04-01', '2026-02-03..2026-02-20']);
  });

  test('are no days of sales in doubt that were read today or are due anyway', () => {
    const doubtful = ['2026-11-03'];
    expect(pendingUnits([{ desde: '2026-09-01', hasta: '2026-11-21', ago: 0 }], { doubtful })).toEqual([]);
    expect(pendingUnits([{ desde: '2026-11-01', hasta: '2026-11-21', ago: 1 }], { doubtful })).toEqual([
      '2026-11-01..2026-11-21',
    ]);
  });

  test('are the days that came since', () => {
    expect(pendingUnits([{ desde: '2026-11-01', hasta: '2026-11-15', ago: 0 }])).toEqual(['2026-11-01..2026-11-21']);
  });
});
