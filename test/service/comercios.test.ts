import { expect, test } from 'vitest';
import { noSignal, clientOf, type Received, memoryLearned, type Reply } from './fixtures.ts';
import { window } from './listing.ts';
import { VIEWS } from '#domain/views/index.ts';
import { wireOf } from '../../src-main/service/lists.ts';

const COMERCIOS = Array.from({ length: 30 }, (_, n) => ({ id: String(n + 1), nombre: `Sucursal ${String(n + 1)}` }));

async function readComercios(answer: (request: Received) => object) {
  const { server, service } = await clientOf((request) => answer(request), { retries: 0 });
  const { filas, total, cuarentena } = await service.comercios(noSignal);
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

/** The answer of `comercios()` from a service that answers everything with `body`. */
async function answered(body: Reply['body']) {
  const { service } = await clientOf(() => ({ body }), {
    retries: 0,
    learned: memoryLearned({ parametros: 'cuerpo' }),
  });
  return service;
}

test('totals that do not parse are quarantined and refused, not half given', async () => {
  const service = await answered({ imp_iva: '1' });
  await expect(service.impuestosTotales({ ventana: window }, noSignal)).rejects.toMatchObject({
    code: 'RESPUESTA_INVALIDA',
  });
  expect(service.quarantined).toMatchObject([{ metodo: 'impuestos-totales', raw: '{"imp_iva":"1"}' }]);
});

test('totals by card of a period without settlements are none', async () => {
  const service = await answered([]);
  await expect(service.liquidacionesTotales({ ventana: window }, noSignal)).resolves.toMatchObject({ filas: [] });
});

test.for<Reply['body']>(['null', {}, '{"data":[]}'])(
  'totals by card that are no list are refused: %j',
  async (body) => {
    const reading = (await answered(body)).liquidacionesTotales({ ventana: window }, noSignal);
    await expect(reading).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA', detail: { esperado: 'lista' } });
  },
);

test('tax totals that a database adds up of nothing are none', async () => {
  const fields = Object.keys(wireOf(VIEWS['impuestos-totales']).shape);
  const service = await answered(Object.fromEntries(fields.map((field) => [field, null])));
  await expect(service.impuestosTotales({ ventana: window }, noSignal)).resolves.toBeUndefined();
});

test.for<Reply['body']>(['null', [], {}, { imp_iva: null, tot_impuestos: null, ret_iva: '' }])(
  'tax totals that do not say their amounts are refused: %j',
  async (body) => {
    const reading = (await answered(body)).impuestosTotales({ ventana: window }, noSignal);
    await expect(reading).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
  },
);
