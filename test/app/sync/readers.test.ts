import { expect, test } from 'vitest';
import { createReaders, readMonth } from '#app/sync/readers.ts';
import { type ReaderDeps, listDueUnits } from '#app/sync/units.ts';
import type { Service } from '#service/index.ts';
import type { ReadRows, Stretch } from '#storage/cache/index.ts';
import { createTestClock, noSignal, aService, memoryLearned, startServer } from '../../service/fixtures.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { byTarjeta } from '#app/sync/totals.ts';
import type { ServiceMethod } from '#domain/views/index.ts';

const FIRST = civilDay('2026-10-01');

const OCTOBER = { desde: FIRST, hasta: civilDay('2026-10-31') };

/** For each month or day written for October: whether it has rows that were set aside without a name (`hasNameless`). */
async function readOctober(method: 'calendario' | 'liquidaciones-totales', setAside: number) {
  const days = Array.from({ length: 31 - setAside }, (_, n) => ({
    fecha: `2026-10-${String(n + 1).padStart(2, '0')}`,
  }));
  const written: (boolean | undefined)[] = [];
  const service = {
    calendario: () => Promise.resolve({ filas: days, cuarentena: setAside }),
    liquidacionesTotales: () => Promise.resolve({ filas: [], cuarentena: setAside }),
    learned: { maxDays: () => undefined },
  };
  // The parts that these readers use.
  const deps = {
    service: service as unknown as Service,
    clock: createTestClock(),
    resumed: undefined,
    write: (_unit: unknown, { estado, hasNameless }: ReadRows) => {
      expect(estado).toBe('completa');
      written.push(hasNameless);
      return Promise.resolve();
    },
  } as unknown as ReaderDeps;
  await createReaders(deps)({ metodo: method, ...OCTOBER }, noSignal);
  return written;
}

test.each(['calendario', 'liquidaciones-totales'] as const)(
  'rows set aside without saying which ones they are: %s tells of them',
  async (method) => {
    expect(await readOctober(method, 1)).toEqual([true]);
    expect(await readOctober(method, 0)).toEqual([false]);
  },
);

const rowOf = (tarjeta: string, total: number | null) => ({ tarjeta, total_facturado: total, extra: null });

test('a card that two processors have is one row with the amounts of both', () => {
  const rows = [rowOf('VISA', 100), rowOf('AMEX', 7), rowOf('VISA', 250)];
  expect(byTarjeta(rows)).toEqual([rowOf('VISA', 350), rowOf('AMEX', 7)]);
});

test('the same row twice is once', () => {
  expect(byTarjeta([rowOf('VISA', 100), rowOf('VISA', 100)])).toEqual([rowOf('VISA', 100)]);
});

test('a sum with an amount that is not said is not known', () => {
  expect(byTarjeta([rowOf('VISA', 100), rowOf('VISA', null)])).toEqual([rowOf('VISA', null)]);
  expect(byTarjeta([rowOf('VISA', null), rowOf('VISA', 100)])).toEqual([rowOf('VISA', null)]);
});

const DAYS = Array.from({ length: 31 }, (_, n) => ({
  dia: String(n + 1),
  fecha: `2026-10-${String(n + 1).padStart(2, '0')}`,
  vendido: '1,234.50',
  acreditado: '0.00',
}));

/** A calendar whose n-th answer (from 1) has the days that pass. */
async function readMonths(passes: (n: number, turn: number) => boolean) {
  let times = 0;
  await using server = await startServer(({ path }) => {
    if (path.startsWith('/oauth/')) return {};
    times += 1;
    return { body: DAYS.filter((_, n) => passes(n, times)) };
  });
  const learned = memoryLearned({ parametros: 'cuerpo' });
  const service = aService(server.url, { clock: createTestClock(), learned });
  const { filas, estado } = await readMonth(service, OCTOBER, noSignal);
  return { filas: filas.length, estado, veces: times };
}

test('a month with every day is read once', async () => {
  expect(await readMonths(() => true)).toEqual({ filas: 31, estado: 'completa', veces: 1 });
});

test('a month that lacks days is asked for once more, and is not whole while it lacks any', async () => {
  expect(await readMonths((n, turn) => turn === 2 || n % 3 !== 0)).toEqual({ filas: 31, estado: 'completa', veces: 2 });
  expect(await readMonths((n) => n % 3 !== 0)).toEqual({ filas: 20, estado: 'inestable', veces: 2 });
});

const NOW = Date.UTC(2026, 10, 21, 15);
const DAY = 86_400_000;

const span = (desde: string, hasta: string, ago: number, estado: Stretch['estado'] = 'completa'): Stretch => ({
  desde: civilDay(desde),
  hasta: civilDay(hasta),
  leido: NOW - ago * DAY,
  estado,
  contratado: true,
});

interface Cached {
  readonly metodo?: ServiceMethod;
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
