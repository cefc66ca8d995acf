import { expect, test } from 'vitest';
import { civilDateAt } from '#domain/civil-date.ts';
import { aService, createTestClock, memoryLearned, noSignal, startServer, type Reply } from './fixtures.ts';

const today = civilDateAt(Date.UTC(2026, 9, 15, 12));
const ventana = { desde: today, hasta: today };

const asking = ({ url }: { readonly url: string }, options: { readonly retries?: number } = {}) =>
  aService(url, { clock: createTestClock(), learned: memoryLearned({ parametros: 'cuerpo' }), ...options });

/** A server that gives the same to every question but the one for a token. */
const answering = (body: Reply['body']) =>
  startServer((request) => (request.path.startsWith('/oauth/') ? {} : { body }));

test('totals that do not parse are quarantined and refused, not half given', async () => {
  await using server = await answering({ imp_iva: '1' });
  const service = asking(server);
  await expect(service.impuestosTotales({ ventana }, noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
  expect(service.quarantined).toMatchObject([{ metodo: 'impuestos-totales', raw: '{"imp_iva":"1"}' }]);
});

test.for<Reply['body']>(['null', {}, []])(
  'totals by card of a period without settlements are none: %j',
  async (body) => {
    await using server = await answering(body);
    const service = asking(server, { retries: 0 });
    await expect(service.liquidacionesTotales({ ventana }, noSignal)).resolves.toMatchObject({ filas: [] });
  },
);

const VACIOS: readonly Reply['body'][] = ['null', [], {}, { imp_iva: null, tot_impuestos: null, ret_iva: '' }];
test.for(VACIOS)('tax totals of a period without taxes are none: %j', async (body) => {
  await using server = await answering(body);
  const service = asking(server, { retries: 0 });
  await expect(service.impuestosTotales({ ventana }, noSignal)).resolves.toBeUndefined();
});
