import { expect, test } from 'vitest';
import { readMonth } from '#app/sync/readers.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { aService, createTestClock, memoryLearned, noSignal, startServer } from '../../service/fixtures.ts';

const OCTOBER = { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31') };
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
