import { expect, test } from 'vitest';
import { aService, createTestClock, memoryLearned, noSignal, startServer, type Received } from './fixtures.ts';

const COMERCIOS = Array.from({ length: 30 }, (_, n) => ({ id: String(n + 1), nombre: `Sucursal ${String(n + 1)}` }));

async function leer(answer: (request: Received) => object, sabido: Readonly<Record<string, string>> = {}) {
  await using server = await startServer((request) => (request.path.startsWith('/oauth/') ? {} : answer(request)));
  const learned = memoryLearned(sabido);
  const { filas, total, cuarentena } = await aService(server.url, {
    clock: createTestClock(),
    learned,
    retries: 0,
  }).comercios(noSignal);
  return { filas: filas.length, total, cuarentena, pedidos: server.count('/v1/comercios'), learned };
}

test('a total above the shops that come, twice the same, is not waited for for ever', async () => {
  const leido = await leer(() => ({ body: { comercios: COMERCIOS, total: 42 } }));
  expect(leido).toMatchObject({ filas: 30, total: 30, cuarentena: 0 });
  expect(leido.learned.get('parametros')).toBeUndefined();
});

test('shops that come in pages nobody described all come', async () => {
  const leido = await leer(({ form }) => {
    const desde = (Number(form.get('pagina') ?? 1) - 1) * 10;
    return { body: { comercios: COMERCIOS.slice(desde, desde + 10), total: 30 } };
  });
  expect(leido).toMatchObject({ filas: 30, total: 30 });
});

test('pages that stop before the total leave the list open', async () => {
  const leido = await leer(({ form }) => {
    const desde = (Number(form.get('pagina') ?? 1) - 1) * 10;
    return desde >= 20 ? { status: 500 } : { body: { comercios: COMERCIOS.slice(desde, desde + 10), total: 30 } };
  });
  expect(leido).toMatchObject({ filas: 20, total: 30 });
});

test('a service that refuses what it does not know is believed, and teaches nothing about others', async () => {
  const leido = await leer(({ form, query }) =>
    form.has('pagina') || query.has('pagina') ? { status: 400 } : { body: { comercios: COMERCIOS, total: '31' } },
  );
  expect(leido).toMatchObject({ filas: 30, total: 30 });
  expect(leido.learned.get('parametros')).toBeUndefined();
});

test('a list that changes between two readings is not whole', async () => {
  let cuantos = 20;
  const leido = await leer(() => ({
    body: { comercios: COMERCIOS.slice(0, Math.min(25, (cuantos += 1))), total: 30 },
  }));
  expect(leido.total).toBeGreaterThan(leido.filas);
});
