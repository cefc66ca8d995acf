import { expect, test } from 'vitest';
import { addDays } from '#domain/civil-date.ts';
import { aService, createTestClock, noSignal, startServer, type Reply } from './fixtures.ts';
import { listing, rows, today, ventana } from './listado.ts';

const sinNada = { ventana: { desde: addDays(today, -60), hasta: addDays(today, -30) } };
const isEmpty = ({ body }: Reply): boolean =>
  typeof body === 'object' && body !== null && 'total' in body && body.total === 0;

/** Lists without rows are answered 404. */
function notFound(from: number = 0) {
  const serve = listing(rows(12));
  let asked = 0;
  return startServer((request) => {
    if (request.path.startsWith('/oauth/')) return {};
    asked += 1;
    const reply = serve(request);
    return isEmpty(reply) || (from > 0 && asked >= from) ? { status: 404, body: { msg: 'no hay' } } : reply;
  });
}

test('a 404 is an empty list where another window of the same list has rows', async () => {
  await using server = await notFound();
  const service = aService(server.url, { clock: createTestClock() });
  expect((await service.operaciones.leer({ ventana }, noSignal)).filas).toHaveLength(12);
  expect((await service.operaciones.leer(sinNada, noSignal)).filas).toEqual([]);
});

test('a page that is as it was known shows that there are rows', async () => {
  await using server = await notFound();
  const service = aService(server.url, { clock: createTestClock() });
  const before = await service.operaciones.primera({ ventana }, undefined, noSignal);
  if (before.igual || before.pagina.huella === undefined) throw new Error('nothing to hold against');
  const again = aService(server.url, { clock: createTestClock(), learned: service.learnedStore });
  const conocida = { huella: before.pagina.huella, filas: 12 };
  expect((await again.operaciones.primera({ ventana }, conocida, noSignal)).igual).toBe(true);
  // Before all the rows: none is further back.
  const antes = { ventana: { desde: addDays(today, -900), hasta: addDays(today, -800) } };
  expect((await again.operaciones.leer(antes, noSignal)).filas).toEqual([]);
});

test('before any rows were seen they are looked for further back', async () => {
  const later = { ventana: { desde: addDays(today, 1), hasta: addDays(today, 3) } };
  await using server = await notFound();
  const service = aService(server.url, { clock: createTestClock() });
  expect((await service.operaciones.leer(later, noSignal)).filas).toEqual([]);
});

test('a 404 of a service that has no rows anywhere, or not any more, is no empty list', async () => {
  await using nowhere = await startServer(({ path }) => (path.startsWith('/oauth/') ? {} : { status: 404 }));
  const clock = createTestClock();
  await expect(aService(nowhere.url, { clock }).operaciones.leer({ ventana }, noSignal)).rejects.toMatchObject({
    code: 'PEDIDO_RECHAZADO',
  });
  await using gone = await notFound(6);
  const service = aService(gone.url, { clock });
  await service.operaciones.leer({ ventana }, noSignal);
  await service.operaciones.leer(sinNada, noSignal).catch(() => undefined);
  await expect(service.operaciones.leer(sinNada, noSignal)).rejects.toMatchObject({ code: 'PEDIDO_RECHAZADO' });
});

test.for(['{"total":0}', '{"operaciones":{},"total":"0"}', '{"operaciones":null,"total":0}'])(
  'a list of no rows written «%s» is an empty one',
  async (body) => {
    await using server = await startServer(({ path }) => (path.startsWith('/oauth/') ? {} : { body }));
    const service = aService(server.url, { clock: createTestClock(), retries: 0 });
    await expect(service.operaciones.leer({ ventana }, noSignal)).resolves.toMatchObject({ filas: [] });
  },
);

test.for(['{"total":0,"datos":[1]}', '{"total":0,"error":"x"}', '{"operaciones":{"0":{}},"total":0}', '{"total":3}'])(
  'a list that is called something else, or has something, is not empty: «%s»',
  async (body) => {
    await using server = await startServer(({ path }) => (path.startsWith('/oauth/') ? {} : { body }));
    const service = aService(server.url, { clock: createTestClock(), retries: 0 });
    await expect(service.operaciones.leer({ ventana }, noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
  },
);

const nada: readonly (readonly [string, Reply])[] = [
  ['{}', { body: {} }],
  ['[]', { body: [] }],
  ['204', { status: 204 }],
  ['an empty body', { body: '' }],
];
/** Movements of the last days, under whatever first number; a window or a page without any is answered `nothing`. */
function bank(nothing: Reply, base: 0 | 1 = 1) {
  return startServer(({ path, form }) => {
    if (path.startsWith('/oauth/')) return {};
    if (!form.has('pagina')) return { status: 400 };
    const hay = Number(form.get('pagina')) === base && (form.get('fecha_hasta') ?? '') >= addDays(today, -9);
    const fila = { id: '7', fecha: `${today} 10:00:00`, debito_credito: 'C', importe: '10.00', conciliado: false };
    return hay ? { body: { interbanking: true, movimientos: [fila], total: 1, importe_total: 10.5 } } : nothing;
  });
}

test.for(nada)('movements answered %s are none where other days have some', async ([, nothing]) => {
  await using server = await bank(nothing);
  const service = aService(server.url, { clock: createTestClock() });
  const { filas, cabeceras } = await service.movimientos.leer({ ventana }, noSignal);
  expect(filas).toMatchObject([{ id: '7' }]);
  expect(cabeceras).toEqual([{ contratado: true, importeTotal: '10.5' }]);
  expect((await service.movimientos.leer(sinNada, noSignal)).filas).toEqual([]);
});

test.for(nada)(
  'movements answered %s past the end are read from page 0 where that is the first',
  async ([, nothing]) => {
    await using server = await bank(nothing, 0);
    const service = aService(server.url, { clock: createTestClock() });
    expect((await service.movimientos.leer({ ventana }, noSignal)).filas).toMatchObject([{ id: '7' }]);
  },
);

test.for(nada)('movements answered %s whatever is asked are not known to be none', async ([, nothing]) => {
  await using server = await startServer(({ path }) => (path.startsWith('/oauth/') ? {} : nothing));
  const service = aService(server.url, { clock: createTestClock() });
  await expect(service.movimientos.leer({ ventana }, noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
});

test.for<object>([
  { interbanking: false, total: 0, importe_total: '0.00' },
  { interbanking: false },
  { interbanking: false, movimientos: null },
])('an account without the bank feed whose answer has no list is known to have no feed: %j', async (body) => {
  await using server = await startServer(({ path }) => (path.startsWith('/oauth/') ? {} : { body }));
  const service = aService(server.url, { clock: createTestClock(), retries: 0 });
  const page = await service.movimientos.pagina({ ventana }, 0, noSignal);
  expect(page).toMatchObject({ filas: [], cabecera: { contratado: false } });
});
