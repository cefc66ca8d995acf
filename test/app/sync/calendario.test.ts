import { expect, test } from 'vitest';
import { leerMes } from '#app/sync/calendario.ts';
import { dia } from '../../storage/cache/apoyo.ts';
import { aService, createTestClock, memoryLearned, noSignal, startServer } from '../../service/fixtures.ts';

const OCTUBRE = { desde: dia('2026-10-01'), hasta: dia('2026-10-31') };
const DIAS = Array.from({ length: 31 }, (_, n) => ({
  dia: String(n + 1),
  fecha: `2026-10-${String(n + 1).padStart(2, '0')}`,
  vendido: '1,234.50',
  acreditado: '0.00',
}));
const sinTercero = (n: number): boolean => n % 3 !== 0;

/** A calendar whose n-th answer (from 1) has the days that pass. */
async function leer(pasa: (n: number, vez: number) => boolean, hoy = '2026-11-21') {
  let veces = 0;
  await using server = await startServer(({ path }) => {
    if (path.startsWith('/oauth/')) return {};
    veces += 1;
    return { body: DIAS.filter((_, n) => pasa(n, veces)) };
  });
  const learned = memoryLearned({ parametros: 'cuerpo' });
  const servicio = aService(server.url, { clock: createTestClock(), learned });
  const { filas, estado } = await leerMes({ servicio, hoy: dia(hoy) }, OCTUBRE, noSignal);
  return { filas: filas.length, estado, veces };
}

test('a month with every day is read once', async () => {
  expect(await leer(() => true)).toEqual({ filas: 31, estado: 'completa', veces: 1 });
});

test('days that have not come yet may be left out', async () => {
  expect(await leer((n) => n < 15, '2026-10-15')).toEqual({ filas: 15, estado: 'completa', veces: 1 });
});

test('days that twice do not come are days of which nothing is said', async () => {
  expect(await leer(sinTercero)).toEqual({ filas: 20, estado: 'completa', veces: 2 });
});

test('days that come one time and not the other leave the month in doubt', async () => {
  expect(await leer((n, vez) => vez === 1 || sinTercero(n))).toMatchObject({ estado: 'completa', veces: 1 });
  expect(await leer((n, vez) => vez === 2 || sinTercero(n))).toEqual({ filas: 31, estado: 'completa', veces: 2 });
  expect(await leer((n, vez) => (vez === 1 ? n < 20 : n < 18))).toEqual({ filas: 18, estado: 'inestable', veces: 2 });
});
