import { expect, test } from 'vitest';
import { addDays } from '#domain/civil-date.ts';
import { aService, createTestClock, memoryLearned, noSignal, startServer, type Received } from './fixtures.ts';
import { ids, idsOf, listing, rows, today, ventana } from './listado.ts';

const PATH = '/v1/operaciones';

for (const base of [0, 1])
  for (const past of ['vacia', 'ultima', 'error'] as const)
    for (const count of [0, 1, 100, 101, 250])
      test(`${String(count)} rows come whole from pages that begin at ${String(base)} (past the end: ${past})`, async () => {
        const all = rows(count);
        await using server = await startServer(listing(all, { base, past, cap: 100 }));
        const service = aService(server.url, { clock: createTestClock() });
        for (let n = 0; n < 2; n += 1) {
          const { filas } = await service.operaciones.leer({ ventana }, noSignal);
          expect(idsOf(filas)).toEqual(ids(all));
        }
        if (count > 100) expect(service.learnedStore.get('pagina_base')).toBe(String(base));
      });

test('pages are counted from 0 whatever the service counts from', async () => {
  const all = rows(250);
  await using server = await startServer(listing(all, { base: 0, cap: 100 }));
  const service = aService(server.url, { clock: createTestClock() });
  const page = await service.operaciones.pagina({ ventana }, 2, noSignal);
  expect(ids(all).slice(200)).toEqual(page.filas.map(({ id }) => id));
  expect(page).toMatchObject({ total: 250, cuarentena: 0, fueraDeVentana: 0 });
});

for (const past of ['vacia', 'ultima', 'error'] as const)
  test(`a list of exactly one full page is whole (past the end: ${past})`, async () => {
    await using server = await startServer(listing(rows(20), { past }));
    const learned = memoryLearned({ 'pagina_maxima:operaciones': '20', pagina_base: '1' });
    const service = aService(server.url, { clock: createTestClock(), learned });
    const { filas } = await service.operaciones.leer({ ventana }, noSignal);
    expect(idsOf(filas)).toEqual(ids(rows(20)));
  });

test('the page size that really came is asked for from then on', async () => {
  await using server = await startServer(listing(rows(250), { cap: 60 }));
  const service = aService(server.url, { clock: createTestClock() });
  await service.operaciones.leer({ ventana }, noSignal);
  expect(service.learnedStore.get('pagina_maxima:operaciones')).toBe('60');
  expect(server.received.at(-1)?.form.get('reg_pagina')).toBe('60');
});

test.for([
  ['cuerpo', (request: Received) => request.form],
  ['consulta', (request: Received) => request.query],
] as const)('a server that reads parameters from the %s is found out once', async ([modo, read]) => {
  await using server = await startServer(listing(rows(20), { read }));
  const service = aService(server.url, { clock: createTestClock() });
  await service.operaciones.leer({ ventana }, noSignal);
  expect(service.learnedStore.get('parametros')).toBe(modo);
  const before = server.count(PATH);
  await service.operaciones.leer({ ventana }, noSignal);
  expect(server.count(PATH)).toBe(before + 1);
});

test.for(['consulta', 'ambos'] as const)(
  'a server that breaks without the parameters it reads from the %s is found out too',
  async (modo) => {
    const served = listing(rows(20), { read: ({ query }) => query });
    await using server = await startServer((request) => {
      const readable = request.query.has('fecha_desde') && (modo === 'consulta' || request.form.has('fecha_desde'));
      return request.path.startsWith('/oauth/') || readable ? served(request) : { status: 500, body: 'KeyError' };
    });
    const service = aService(server.url, { clock: createTestClock() });
    const { filas } = await service.operaciones.leer({ ventana }, noSignal);
    expect(filas).toHaveLength(20);
    expect(service.learnedStore.get('parametros')).toBe(modo);
  },
);

test('an empty answer beside a failure is no evidence of absence', async () => {
  await using server = await startServer((request) => {
    if (request.path.startsWith('/oauth/')) return {};
    return request.form.has('fecha_desde') ? { status: 500, body: 'down' } : { body: { operaciones: [], total: 0 } };
  });
  const service = aService(server.url, { clock: createTestClock() });
  await expect(service.operaciones.leer({ ventana }, noSignal)).rejects.toMatchObject({ code: 'SERVICIO_FALLA' });
  expect(service.learnedStore.get('parametros')).toBeUndefined();
});

const brokenWithoutQuery =
  (served: ReturnType<typeof listing>) =>
  (request: Received): ReturnType<typeof served> =>
    request.path.startsWith('/oauth/') || request.query.has('fecha_desde')
      ? served(request)
      : { status: 500, body: 'KeyError' };

test('an empty answer of a server that breaks without the parameters it carried is believed', async () => {
  await using server = await startServer(brokenWithoutQuery(listing([], { read: ({ query }) => query })));
  const service = aService(server.url, { clock: createTestClock() });
  expect((await service.operaciones.leer({ ventana }, noSignal)).filas).toEqual([]);
});

test('a page past the end, of a server that counts from 0 and breaks without its parameters, leads to the first', async () => {
  const served = listing(rows(3), { base: 0, read: ({ query }) => query });
  await using server = await startServer(brokenWithoutQuery(served));
  const service = aService(server.url, { clock: createTestClock() });
  expect((await service.operaciones.leer({ ventana }, noSignal)).filas).toHaveLength(3);
});

/** Pages from 0, and 500 past the end. */
function breaksPastTheEnd(all: ReturnType<typeof rows>) {
  const serve = listing(all, { base: 0, past: 'error' });
  return startServer((request) => {
    const reply = serve(request);
    return reply.status === 400 ? { status: 500 } : reply;
  });
}

test('a server that counts from 0 and breaks past the end is read from page 0', async () => {
  await using server = await breaksPastTheEnd(rows(3));
  const learned = memoryLearned({ parametros: 'cuerpo' });
  const service = aService(server.url, { clock: createTestClock(), learned });
  const first = await service.operaciones.primera({ ventana }, undefined, noSignal);
  if (first.igual) throw new Error('nothing was known');
  expect(first.pagina).toMatchObject({ total: 3, filas: { length: 3 } });
  // Nothing before: page 0 is asked first by then.
  const antes = { ventana: { desde: addDays(today, -60), hasta: addDays(today, -50) } };
  expect((await service.operaciones.leer(antes, noSignal)).filas).toEqual([]);
  const { huella = '' } = first.pagina;
  const again = aService(server.url, { clock: createTestClock(), learned });
  const second = await again.operaciones.primera({ ventana }, { huella, filas: 3 }, noSignal);
  expect(second.igual ? second.leer().filas : second.pagina.filas).toHaveLength(3);
});

test('a page 1 that fails is not nothing because page 0 is', async () => {
  await using server = await startServer((request) => {
    if (request.path.startsWith('/oauth/')) return {};
    return request.form.get('pagina') === '1' ? { status: 500 } : { body: { operaciones: [], total: 0 } };
  });
  const service = aService(server.url, { clock: createTestClock(), learned: memoryLearned({ parametros: 'cuerpo' }) });
  await expect(service.operaciones.leer({ ventana }, noSignal)).rejects.toMatchObject({ code: 'SERVICIO_FALLA' });
});

test('a server that answers for a window of its own is not believed', async () => {
  const all = rows(20);
  const inner = { fecha_desde: today, fecha_hasta: today, reg_pagina: '25', pagina: '1' };
  const read = (request: Received) => (request.query.size > 0 ? request.query : new URLSearchParams(inner));
  await using server = await startServer(listing(all, { read }));
  const service = aService(server.url, { clock: createTestClock() });
  const { filas } = await service.operaciones.leer({ ventana }, noSignal);
  expect(filas).toHaveLength(20);
  expect(service.learnedStore.get('parametros')).toBe('consulta');
});

test('what was learnt on a window that held everything is learnt again on a narrower one', async () => {
  const learned = memoryLearned({ parametros: 'cuerpo' });
  const everything = { fecha_desde: addDays(today, -99), fecha_hasta: today, reg_pagina: '1000', pagina: '1' };
  const read = (request: Received) => (request.query.size > 0 ? request.query : new URLSearchParams(everything));
  await using server = await startServer(listing(rows(20), { read }));
  const service = aService(server.url, { clock: createTestClock(), learned });
  const { filas } = await service.operaciones.leer({ ventana: { desde: today, hasta: today } }, noSignal);
  expect(filas).toHaveLength(2);
  expect(learned.get('parametros')).toBe('consulta');
});

test('rows from outside the window mean that the filter is ignored', async () => {
  const body = { operaciones: rows(20), total: 20 };
  await using server = await startServer((request) => (request.path.startsWith('/oauth/') ? {} : { body }));
  const service = aService(server.url, { clock: createTestClock() });
  await expect(service.operaciones.leer({ ventana: { desde: today, hasta: today } }, noSignal)).rejects.toMatchObject({
    code: 'FILTRO_IGNORADO',
  });
});

test('a window too long for the service is halved, and its length remembered', async () => {
  const all = rows(40);
  await using server = await startServer(listing(all, { maxDays: 4 }));
  const learned = memoryLearned({ parametros: 'cuerpo', pagina_base: '1' });
  const service = aService(server.url, { clock: createTestClock(), learned });
  const { filas } = await service.operaciones.leer({ ventana }, noSignal);
  expect(idsOf(filas)).toEqual(ids(all));
  expect(Number(learned.get('max_dias:operaciones'))).toBeGreaterThan(1);
  const refused = () =>
    server.received.filter(
      ({ form }) => form.get('fecha_desde') === ventana.desde && form.get('fecha_hasta') === ventana.hasta,
    ).length;
  const before = refused();
  await service.operaciones.leer({ ventana }, noSignal);
  expect(refused()).toBe(before);
});

test('a total that changes starts the window again', async () => {
  let reads = 0;
  const before = rows(150);
  const after = [...before, ...rows(1, 900)];
  await using server = await startServer((request) => {
    if (request.path === PATH) reads += 1;
    return listing(reads > 1 ? after : before, { cap: 100 })(request);
  });
  const learned = memoryLearned({ parametros: 'cuerpo', pagina_base: '1', 'pagina_maxima:operaciones': '100' });
  const service = aService(server.url, { clock: createTestClock(), learned });
  const kinds: string[] = [];
  for await (const tramo of service.operaciones.todas({ ventana }, noSignal)) kinds.push(tramo.kind);
  expect(kinds).toEqual(['pagina', 'reinicio', 'pagina', 'pagina', 'completo']);
});

test('after three restarts a window is unstable', async () => {
  let count = 150;
  await using server = await startServer((request) => {
    if (request.path === PATH) count += 1;
    return listing(rows(count), { cap: 100 })(request);
  });
  const learned = memoryLearned({ parametros: 'cuerpo', pagina_base: '1', 'pagina_maxima:operaciones': '100' });
  const service = aService(server.url, { clock: createTestClock(), learned });
  await expect(service.operaciones.leer({ ventana }, noSignal)).rejects.toMatchObject({ code: 'LECTURA_INESTABLE' });
  expect(server.count(PATH)).toBe(8);
});

test('an identifier that comes twice is not taken for two rows', async () => {
  const [first, ...rest] = rows(3);
  const body = { operaciones: [first, first, ...rest], total: 4 };
  await using server = await startServer((request) => (request.path.startsWith('/oauth/') ? {} : { body }));
  const learned = memoryLearned({ parametros: 'cuerpo', pagina_base: '1' });
  const service = aService(server.url, { clock: createTestClock(), learned });
  await expect(service.operaciones.leer({ ventana }, noSignal)).rejects.toMatchObject({
    code: 'LECTURA_INESTABLE',
    detail: { motivo: 'un identificador vino dos veces' },
  });
});

test('a time with another date than the sale is refused before anything is sent', async () => {
  await using server = await startServer(listing([]));
  const service = aService(server.url, { clock: createTestClock() });
  const filtro = {
    ventana: { desde: today, hasta: today, horas: { desde: '08:00:00', hasta: '20:00:00' } },
    campoFecha: 'fecha_pago',
  } as const;
  await expect(service.operaciones.pagina(filtro, 0, noSignal)).rejects.toMatchObject({ code: 'HORA_SIN_SENTIDO' });
  expect(server.received).toEqual([]);
});

test('filters travel under the names of the description', async () => {
  await using server = await startServer((request) =>
    request.path.startsWith('/oauth/') ? {} : { body: { operaciones: [], total: 0 } },
  );
  const learned = memoryLearned({ parametros: 'cuerpo', pagina_base: '1' });
  const service = aService(server.url, { clock: createTestClock(), learned });
  const horas = { desde: '08:00:00', hasta: '20:00:00' };
  await service.operaciones.pagina(
    { ventana: { desde: today, hasta: today, horas }, comercios: ['1', '2'], tarjetaNro: '0042', lote: '07' },
    0,
    noSignal,
  );
  expect(Object.fromEntries(server.received.at(-1)?.form ?? [])).toEqual({
    fecha_desde: `${today} 08:00:00`,
    fecha_hasta: `${today} 20:00:00`,
    campo_fecha: 'fecha_venta',
    comercios: '1,2',
    lote: '07',
    tarjeta_nro: '0042',
    reg_pagina: '1000',
    pagina: '1',
  });
});

test('a server that shuffles on every request teaches nothing about its first page', async () => {
  const all = rows(500);
  let turn = 0;
  await using server = await startServer((request) => {
    if (request.path.startsWith('/oauth/')) return {};
    turn += 1;
    const from = (turn * 10) % 500;
    return { body: { operaciones: all.slice(from, from + 10), total: 500 } };
  });
  const learned = memoryLearned({ parametros: 'cuerpo', 'pagina_maxima:operaciones': '10' });
  const service = aService(server.url, { clock: createTestClock(), learned });
  await service.operaciones.pagina({ ventana }, 0, noSignal);
  expect(learned.get('pagina_base')).toBeUndefined();
});
