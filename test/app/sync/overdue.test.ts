import { expect, test } from 'vitest';
import { listDueUnits } from '#app/sync/units.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { Stretch } from '#storage/cache/index.ts';
import { civilDay } from '../../domain/civil-day.ts';

const NOW = Date.UTC(2026, 10, 21, 15);
const DAY = 86_400_000;

/** Days that were read so many days ago. */
const span = (desde: string, hasta: string, ago: number, estado: Stretch['estado'] = 'completa'): Stretch => ({
  desde: civilDay(desde),
  hasta: civilDay(hasta),
  leido: NOW - ago * DAY,
  estado,
  contratado: true,
});

interface Cached {
  readonly metodo?: ServiceMethod;
  /** How many rows of a month are not settled. */
  readonly unsettled?: number;
  /** Days of sales in doubt. */
  readonly doubtful?: readonly string[];
}

const SINCE_SEPTEMBER = span('2026-09-01', '2026-11-21', 0);
const BEFORE = span('2026-01-01', '2026-08-31', 2);
const TOTALS_OF_AUGUST = [span('2026-08-01', '2026-08-31', 2), span('2026-09-01', '2026-11-30', 0)];

test.each<[string, readonly Stretch[], Cached, readonly string[]]>([
  ['nothing when all was read today', [SINCE_SEPTEMBER], {}, []],
  ['nothing of what nobody ever asked for', [], {}, []],
  [
    'the current month and the two before it, daily, newest first',
    [span('2026-08-01', '2026-11-20', 1)],
    {},
    ['2026-11-01..2026-11-21', '2026-10-01..2026-10-31', '2026-09-01..2026-09-30'],
  ],
  [
    'older months after a month',
    [span('2026-01-10', '2026-01-31', 40), span('2026-02-01', '2026-11-21', 0)],
    {},
    ['2026-01-10..2026-01-31'],
  ],
  ['no month that is older and settled', [BEFORE, SINCE_SEPTEMBER], {}, []],
  [
    'months of the last 180 days with rows that are not settled',
    [BEFORE, SINCE_SEPTEMBER],
    { unsettled: 1 },
    ['2026-08-01..2026-08-31', '2026-07-01..2026-07-31', '2026-06-01..2026-06-30', '2026-05-01..2026-05-31'],
  ],
  [
    'totals of months whose settlements are not credited',
    TOTALS_OF_AUGUST,
    { metodo: 'liquidaciones-totales', unsettled: 1 },
    ['2026-08-01..2026-08-31'],
  ],
  ['no totals of months that are credited', TOTALS_OF_AUGUST, { metodo: 'liquidaciones-totales' }, []],
  [
    'what was unstable, whenever it was read',
    [span('2026-03-01', '2026-03-31', 0, 'inestable')],
    {},
    ['2026-03-01..2026-03-31'],
  ],
  [
    'the days of sales in doubt, also where nobody asked for them',
    [SINCE_SEPTEMBER],
    { doubtful: ['2026-02-03', '2026-02-20', '2026-04-01'] },
    ['2026-04-01..2026-04-01', '2026-02-03..2026-02-20'],
  ],
  ['no days of sales in doubt that were read today', [SINCE_SEPTEMBER], { doubtful: ['2026-11-03'] }, []],
  [
    'days of sales in doubt that are due anyway, once',
    [span('2026-11-01', '2026-11-21', 1)],
    { doubtful: ['2026-11-03'] },
    ['2026-11-01..2026-11-21'],
  ],
  ['the days that came since', [span('2026-11-01', '2026-11-15', 0)], {}, ['2026-11-01..2026-11-21']],
  [
    'what was read on a day that has not come, by a clock that was wrong',
    [span('2026-11-01', '2026-11-21', -500)],
    {},
    ['2026-11-01..2026-11-21'],
  ],
])('due is %s', (_what, stretches, { metodo = 'operaciones', unsettled = 0, doubtful = [] }, due) => {
  const cache = {
    readStretches: (which: ServiceMethod, field: string) =>
      which === metodo && field !== 'fecha_pago' ? stretches : [],
    count: () => unsettled,
    group: () => doubtful.map((day) => ({ keys: [day], n: 1, sumas: [], faltan: [] })),
  };
  expect(listDueUnits(cache, NOW).map(({ desde, hasta }) => `${desde}..${hasta}`)).toEqual(due);
});
