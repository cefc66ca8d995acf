import { expect, test } from 'vitest';
import { aService, createTestClock, noSignal, startServer, type Received } from './fixtures.ts';

const COMERCIOS = Array.from({ length: 30 }, (_, n) => ({ id: String(n + 1), nombre: `Sucursal ${String(n + 1)}` }));

async function readComercios(answer: (request: Received) => object) {
  await using server = await startServer((request) => (request.path.startsWith('/oauth/') ? {} : answer(request)));
  const { filas, total, cuarentena } = await aService(server.url, {
    clock: createTestClock(),
    retries: 0,
  }).comercios(noSignal);
  return { filas: filas.length, total, cuarentena, pedidos: server.count('/v1/comercios') };
}

test('a total above the shops that come is asked about again, and then they are not all', async () => {
  const reading = await readComercios(() => ({ body: { comercios: COMERCIOS, total: 42 } }));
  expect(reading).toMatchObject({ filas: 30, total: 42, cuarentena: 0, pedidos: 2 });
});

test('shops that are all there when they are asked for again are all', async () => {
  let asked = 0;
  const reading = await readComercios(() => ({
    body: { comercios: COMERCIOS.slice(0, (asked += 1) * 15), total: 30 },
  }));
  expect(reading).toMatchObject({ filas: 30, total: 30, pedidos: 2 });
});

test.for([
  ['fewer than came', { comercios: COMERCIOS, total: 29 }],
  ['nothing', { comercios: COMERCIOS }],
])('shops whose total says %s are refused', async ([, body]) => {
  await expect(readComercios(() => ({ body }))).rejects.toMatchObject({
    code: 'RESPUESTA_INVALIDA',
    detail: { metodo: 'comercios', campo: 'total' },
  });
});
