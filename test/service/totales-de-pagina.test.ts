import { expect, test } from 'vitest';
import { aService, createTestClock, memoryLearned, noSignal, startServer, type Reply } from './fixtures.ts';
import { listing, rows, today, ventana } from './listado.ts';

test('a total that counts the page is not taken for the whole list', async () => {
  const all = rows(30).map((row) => ({ ...row, fecha_venta: today }));
  const serve = listing(all, { cap: 1000 });
  await using server = await startServer((request) => {
    const reply = serve(request);
    const { body } = reply;
    if (typeof body !== 'object' || body === null || !('operaciones' in body) || !Array.isArray(body.operaciones))
      return reply;
    return { body: { ...body, total: body.operaciones.length } };
  });
  const learned = memoryLearned({ 'pagina_maxima:operaciones': '20', pagina_base: '1' });
  const service = aService(server.url, { clock: createTestClock(), learned });
  const page = await service.operaciones.pagina({ ventana }, 0, noSignal);
  expect(page.filas).toHaveLength(20);
  expect(page.total).toBe(30);
});

test('where totals count the page, no larger page is tried: one that falls short could not be told from all there is', async () => {
  await using server = await startServer((request) => {
    if (request.path.startsWith('/oauth/')) return {};
    const size = Math.min(50, Number(request.form.get('reg_pagina')));
    const index = Math.max(0, Number(request.form.get('pagina')) - 1);
    const page = Array.from({ length: 120 }, (_, n) => ({ id: String(n + 1), fecha: today, importe: '1.00' })).slice(
      index * size,
      (index + 1) * size,
    );
    return { body: { operaciones: page, total: page.length } };
  });
  const service = aService(server.url, { clock: createTestClock(), learned: memoryLearned({ pagina_base: '1' }) });
  const page = await service.rechazos.pagina({ ventana }, 0, noSignal);
  expect(page.total).toBeGreaterThan(25);
  expect(server.received.filter(({ form }) => Number(form.get('reg_pagina')) > 25)).toEqual([]);
});

const ids30 = Array.from({ length: 30 }, (_, n) => String(n + 1));

/** Thirty sales of one day, in pages of 20 whatever is asked; `total` as told. */
function cut(total: (page: number) => object, base: 0 | 1 = 1) {
  return startServer((request) => {
    if (request.path.startsWith('/oauth/')) return {};
    if (!request.form.has('pagina')) return { status: 400 };
    const index = Number(request.form.get('pagina')) - base;
    const page = index < 0 ? [] : ids30.slice(index * 20, (index + 1) * 20);
    const operaciones = page.map((id) => ({ id, fecha_venta: today, importe: '1.00' }));
    return { body: { operaciones, ...total(page.length) } };
  });
}

test.for([
  ['counts the page', (page: number) => ({ total: page }), 1],
  ['counts the page, of which the first is 0', (page: number) => ({ total: page }), 0],
  ['does not come', () => ({}), 1],
  ['is null', () => ({ total: null }), 1],
] as const)(
  'a page cut shorter than what was asked is not taken for the whole where the total %s',
  async ([, total, base]) => {
    await using server = await cut(total, base);
    const service = aService(server.url, { clock: createTestClock() });
    const page = await service.operaciones.pagina({ ventana }, 0, noSignal);
    expect(page.total).toBe(30);
  },
);

/** Three rows more than a page of 20, counted from 0; `onPage` sees which one is asked for. */
function left(total: (page: number) => object, onPage: (page: number) => void = () => undefined) {
  return startServer((request) => {
    if (request.path.startsWith('/oauth/')) return {};
    if (!request.form.has('pagina')) return { status: 400 };
    const number = Number(request.form.get('pagina'));
    onPage(number);
    const page = ids30.slice(0, 23).slice(number * 20, (number + 1) * 20);
    const operaciones = page.map((id) => ({ id, fecha_venta: today, importe: '1.00' }));
    return { body: { operaciones, ...total(page.length) } };
  });
}

test.for([
  ['does not come', () => ({})],
  ['counts the page', (page: number) => ({ total: page })],
] as const)(
  'of a service that counts pages from 0, what a full page left over is not the whole where the total %s',
  async ([, total]) => {
    await using server = await left(total);
    const service = aService(server.url, { clock: createTestClock() });
    const page = await service.operaciones.pagina({ ventana }, 0, noSignal);
    expect(page.total).toBeGreaterThan(page.filas.length);
  },
);

test('a page under way when another list shows that pages count from 0 is not taken for the first', async () => {
  const learned = memoryLearned({});
  // Between the page that is asked as the first and what comes after it.
  await using server = await left(
    () => ({}),
    (number) => {
      if (number === 1) learned.set('pagina_base', '0');
    },
  );
  const service = aService(server.url, { clock: createTestClock(), learned });
  const page = await service.operaciones.pagina({ ventana }, 0, noSignal);
  expect(page.filas[0]).toMatchObject({ id: '1' });
});

test('a page is not taken for the whole because the next one, of a shuffled list, repeats some of its rows', async () => {
  await using server = await startServer((request) => {
    if (request.path.startsWith('/oauth/')) return {};
    // Of 26 rows the one that is on the second page is another each time.
    const ids = Array.from({ length: 26 }, (_, n) => String(n + 1));
    const page = new Map([
      ['1', ids.slice(1)],
      ['2', ['7']],
    ]).get(request.form.get('pagina') ?? '');
    const operaciones = (page ?? []).map((id) => ({ id, fecha: today, importe: '1.00' }));
    return { body: { operaciones, total: operaciones.length } };
  });
  const service = aService(server.url, { clock: createTestClock(), learned: memoryLearned({ pagina_base: '1' }) });
  const page = await service.rechazos.pagina({ ventana }, 0, noSignal);
  expect(page.total).toBeGreaterThan(25);
});

test('a list that says no total is whole when nothing comes after it', async () => {
  await using server = await startServer((request) =>
    request.path.startsWith('/oauth/')
      ? {}
      : {
          body: {
            operaciones: request.form.get('pagina') === '1' ? [{ id: '1', fecha_venta: today, importe: '1.00' }] : [],
          },
        },
  );
  const service = aService(server.url, { clock: createTestClock() });
  await expect(service.operaciones.leer({ ventana }, noSignal)).resolves.toMatchObject({ filas: [{ id: '1' }] });
});

const nothing: readonly (readonly [string, Reply])[] = [
  ['204', { status: 204 }],
  ['[]', { body: [] }],
];
test.for(nothing)('a list answered %s is an empty one', async ([, reply]) => {
  await using server = await startServer((request) => (request.path.startsWith('/oauth/') ? {} : reply));
  const service = aService(server.url, { clock: createTestClock(), retries: 0 });
  await expect(service.operaciones.leer({ ventana }, noSignal)).resolves.toMatchObject({ filas: [] });
  await expect(service.liquidacionesTotales({ ventana }, noSignal)).resolves.toMatchObject({ filas: [] });
  // There is no saying whether the account has the service, nor that an account has no shop at all.
  await expect(service.movimientos.leer({ ventana }, noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
  await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
});

test.for(['{}', 'null', '', '{"error":"x"}', '[{"error":"x"}]'])(
  'a list answered 200 with «%s» is not an empty one',
  async (body) => {
    await using server = await startServer((request) => (request.path.startsWith('/oauth/') ? {} : { body }));
    const service = aService(server.url, { clock: createTestClock(), retries: 0 });
    await expect(service.operaciones.leer({ ventana }, noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
  },
);

test('a total that says one more than there is does not make all pages short for good', async () => {
  const all = [1, 2, 3].map((n) => ({ id: String(n), fecha_venta: today, importe: '1.00' }));
  await using server = await startServer((request) =>
    request.path.startsWith('/oauth/')
      ? {}
      : { body: { operaciones: request.form.get('pagina') === '1' ? all : [], total: 4 } },
  );
  const service = aService(server.url, { clock: createTestClock(), learned: memoryLearned({ pagina_base: '1' }) });
  await service.operaciones.pagina({ ventana }, 0, noSignal);
  expect(service.learnedStore.get('pagina_maxima:operaciones')).toBeUndefined();
});

test('a look past a page that may be all there is costs nobody the page when it fails', async () => {
  const all = Array.from({ length: 12 }, (_, n) => ({ id: String(n), fecha_venta: today, importe: '1.00' }));
  await using server = await startServer((request) => {
    if (request.path.startsWith('/oauth/')) return {};
    return request.form.get('pagina') === '1' ? { body: { operaciones: all, total: 12 } } : { status: 500 };
  });
  const learned = memoryLearned({ pagina_base: '1', parametros: 'cuerpo' });
  const service = aService(server.url, { clock: createTestClock(), learned, retries: 0 });
  await expect(service.operaciones.pagina({ ventana }, 0, noSignal)).resolves.toMatchObject({ total: 12 });
});

test('a full page whose next one breaks is the whole where totals were seen to count the list, and else may not be', async () => {
  const all = Array.from({ length: 20 }, (_, n) => ({ id: String(n), fecha_venta: today, importe: '1.00' }));
  await using server = await startServer((request) => {
    if (request.path.startsWith('/oauth/')) return {};
    if (request.form.get('pagina') !== '1') return { status: 500 };
    const isLong = request.form.get('fecha_desde') !== today;
    return { body: { operaciones: all, total: isLong ? 21 : 20 } };
  });
  const learned = memoryLearned({ pagina_base: '1', parametros: 'cuerpo', 'pagina_maxima:operaciones': '20' });
  const service = aService(server.url, { clock: createTestClock(), learned, retries: 0 });
  const soloHoy = { ventana: { desde: today, hasta: today } };
  expect((await service.operaciones.pagina(soloHoy, 0, noSignal)).total).toBe(21);
  await service.operaciones.pagina({ ventana }, 0, noSignal);
  expect((await service.operaciones.pagina(soloHoy, 0, noSignal)).total).toBe(20);
});

test('of a list whose total adds up and promises one more, what comes is kept, as not all', async () => {
  const fila = { fecha: '2026-10-15', origen_desde: '2026-10-01', origen_hasta: '2026-10-14', estado: 'IMPORTADO' };
  const cuentas = { total: '3', nuevos: '3', existe: '0', error: '0', conciliados: '3', sin_conciliar: '0' };
  await using server = await startServer(({ path, form }) => {
    if (path.startsWith('/oauth/')) return {};
    const hay = fila.fecha >= (form.get('fecha_desde') ?? '') && fila.fecha <= (form.get('fecha_hasta') ?? '');
    const conciliaciones = hay && form.get('pagina') === '1' ? [{ id: '7', ...fila, ...cuentas }] : [];
    return { body: { conciliaciones, total: hay ? '2' : '0' } };
  });
  const service = aService(server.url, { clock: createTestClock() });
  const lista = await service.conciliaciones.listar(ventana.desde, ventana.hasta, noSignal);
  expect(lista).toMatchObject({ conciliaciones: [{ id: '7' }], completa: false, agotada: true });
});
