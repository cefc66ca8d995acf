import { describe, expect, test } from 'vitest';
import { readerOf } from '#app/sync/readers.ts';
import type { ReaderDeps } from '#app/sync/units.ts';
import type { Service } from '#service/index.ts';
import { DAY_S, startOf } from '#service/list/instants.ts';
import type { Piece } from '#service/list/period.ts';
import type { ReadRows, ServiceRow } from '#storage/cache/index.ts';
import { createTestClock, noSignal } from '../../service/fixtures.ts';
import { civilDay } from '../../domain/civil-day.ts';

const FIRST = civilDay('2026-10-01');
const UNIT = { metodo: 'liquidaciones', desde: FIRST, hasta: civilDay('2026-10-02') } as const;

/** The moments of the stretches that are handed over, of a list whose first day came as before and whose second day did not. */
async function readTwoDays() {
  const clock = createTestClock();
  const came: number[] = [];
  const page = {
    rows: [],
    bad: [],
    received: 0,
    total: 0,
    header: null,
    isAbsent: false,
    number: 1,
    asked: 100,
    digest: () => 'b',
  };
  const list = {
    takesTimes: () => false,
    filtersByOtherDate: () => false,
    async *read(): AsyncGenerator<Piece<ServiceRow, null>> {
      const start = startOf(FIRST);
      clock.advance(1000);
      came.push(clock.now());
      await Promise.resolve();
      yield { kind: 'same', between: { desde: start, hasta: start + DAY_S }, rows: 3, open: () => page };
      clock.advance(1000);
      came.push(clock.now());
      clock.advance(1);
      yield { kind: 'page', between: { desde: start + DAY_S, hasta: start + 2 * DAY_S }, page };
      clock.advance(1000);
    },
  };
  const written: { readonly desde: string; readonly leido: number }[] = [];
  const take = (_unit: unknown, reading: { readonly desde: string; readonly leido: number }): Promise<void> => {
    written.push({ desde: reading.desde, leido: reading.leido });
    return Promise.resolve();
  };
  // Only what the reader of a list uses is here.
  const deps = {
    service: { liquidaciones: list } as unknown as Service,
    clock,
    resumed: undefined,
    writeFlat: take,
    touch: take,
    comercios: () => [],
  } as unknown as ReaderDeps;
  await readerOf(deps, UNIT)(UNIT, noSignal);
  return { came, written };
}

test('no stretch is dated later than its first page: a row that the page sets aside counts in it', async () => {
  const { came, written } = await readTwoDays();
  expect(written.map(({ desde }) => desde)).toEqual(['2026-10-01', '2026-10-02']);
  for (const [i, { leido }] of written.entries()) expect(leido).toBeLessThanOrEqual(came[i] ?? 0);
});

describe('rows that were set aside without saying which ones they are', () => {
  const OCTOBER = { desde: FIRST, hasta: civilDay('2026-10-31') };

  /** Whether such rows are told of what is written for October. */
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
    // Only what these readers use is here.
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
    await readerOf(deps, { metodo: method, ...OCTOBER })({ metodo: method, ...OCTOBER }, noSignal);
    return written;
  }

  test.each(['calendario', 'liquidaciones-totales'] as const)('are told of %s', async (method) => {
    expect(await readOctober(method, 1)).toEqual([true]);
    expect(await readOctober(method, 0)).toEqual([false]);
  });
});
