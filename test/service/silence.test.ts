import { expect, test } from 'vitest';
import { aService, createTestClock, noSignal, startServer } from './fixtures.ts';

const EMPTY = { body: { comercios: [], total: 0 } };

test('a service that does not answer is told while it is waited for, once for each silence', async () => {
  const clock = createTestClock();
  const silences: number[] = [];
  let answers = false;
  await using server = await startServer(({ path }, n) => {
    if (path.startsWith('/oauth/') || answers) return path.startsWith('/oauth/') ? {} : EMPTY;
    // Ten seconds go by while it is asked for the first time; the other tries are cut at once.
    return { raw: (response) => setImmediate(() => (n === 1 ? clock.advance(10_000) : response.destroy())) };
  });
  const service = aService(server.url, { clock, retries: 0, onSilence: (ms) => silences.push(ms) });
  const reading = service.comercios(noSignal);
  await expect.poll(() => silences).toEqual([10_000]);
  clock.advance(20_000);
  await expect(reading).rejects.toMatchObject({ code: 'TIEMPO_AGOTADO' });
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'SIN_CONEXION' });
  expect(silences).toEqual([10_000]);
  answers = true;
  await service.comercios(noSignal);
  clock.advance(60_000);
  expect(silences).toEqual([10_000]);
});
