import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/civil-date.ts';
import { memoryLearned, noSignal, clientOf, type Received } from './fixtures.ts';
import { ids, idsOf, listing, rows, today, window } from './listing.ts';

const PATH = '/v1/operaciones';

for (const base of [0, 1])
  for (const past of ['vacia', 'ultima'] as const)
    for (const count of [0, 1, 100, 101, 250])
      test(`${String(count)} rows come whole from pages that begin at ${String(base)} (past the end: ${past})`, async () => {
        const all = rows(count);
        const { service } = await clientOf(listing(all, { base, past, cap: 100 }));
        for (let n = 0; n < 2; n += 1) {
          const { rows } = await service.operaciones.readAll({ ventana: window }, noSignal);
          expect(idsOf(rows)).toEqual(ids(all));
        }
        if (count > 100) expect(service.learnedStore.get('pagina_base')).toBe(String(base));
      });

test('a page is read as it is described, whatever the service counts from', async () => {
  const { service } = await clientOf(listing(rows(250), { base: 0, cap: 100 }));
  const page = await service.operaciones.page({ ventana: window }, noSignal);
  expect(page.rows.map(({ id }) => id)).toEqual(ids(rows(100)));
  expect(page).toMatchObject({ total: 250, received: 100, bad: [], number: 0 });
});

test('the page size that really came is asked for from then on', async () => {
  const { server, service } = await clientOf(listing(rows(250), { cap: 60 }));
  await service.operaciones.readAll({ ventana: window }, noSignal);
  expect(service.learnedStore.get('pagina_maxima:operaciones')).toBe('60');
  expect(server.received.at(-1)?.form.get('reg_pagina')).toBe('60');
});

test.for([
  ['cuerpo', (request: Received) => request.form],
  ['consulta', (request: Received) => request.query],
] as const)('a server that reads parameters from the %s is found out once', async ([mode, read]) => {
  const { server, service } = await clientOf(listing(rows(20), { read }));
  await service.operaciones.readAll({ ventana: window }, noSignal);
  expect(service.learnedStore.get('parametros')).toBe(mode);
  const before = server.count(PATH);
  await service.operaciones.readAll({ ventana: window }, noSignal);
  expect(server.count(PATH)).toBe(before + 1);
});

test('a server that fails is not one that reads its parameters elsewhere', async () => {
  const served = listing(rows(20), { read: ({ query }) => query });
  const { service } = await clientOf((asked) => (asked.query.has('fecha_desde') ? served(asked) : { status: 500 }));
  await expect(service.operaciones.readAll({ ventana: window }, noSignal)).rejects.toMatchObject({
    code: 'SERVICIO_FALLA',
  });
  expect(service.learnedStore.get('parametros')).toBeUndefined();
});

test('an empty answer where the other way is refused proves nothing of how parameters are read', async () => {
  const { service } = await clientOf((request) => {
    return request.form.has('fecha_desde') ? { status: 400 } : { body: { operaciones: [], total: 0 } };
  });
  await service.operaciones.readAll({ ventana: window }, noSignal);
  expect(service.learnedStore.get('parametros')).toBeUndefined();
});

test('a page 1 that fails is not nothing because page 0 is', async () => {
  const { service } = await clientOf(
    (request) => {
      return request.form.get('pagina') === '1' ? { status: 500 } : { body: { operaciones: [], total: 0 } };
    },
    { learned: memoryLearned({ parametros: 'cuerpo' }) },
  );
  await expect(service.operaciones.readAll({ ventana: window }, noSignal)).rejects.toMatchObject({
    code: 'SERVICIO_FALLA',
  });
});

test('a server that answers for a window of its own is not believed', async () => {
  const all = rows(20);
  const inner = { fecha_desde: today, fecha_hasta: today, reg_pagina: '25', pagina: '1' };
  const read = (request: Received) => (request.query.size > 0 ? request.query : new URLSearchParams(inner));
  const { service } = await clientOf(listing(all, { read }));
  const { rows: items } = await service.operaciones.readAll({ ventana: window }, noSignal);
  expect(items).toHaveLength(20);
  expect(service.learnedStore.get('parametros')).toBe('consulta');
});

test('what was learnt on a window that held everything is learnt again on a narrower one', async () => {
  const learned = memoryLearned({ parametros: 'cuerpo' });
  const everything = { fecha_desde: addDays(today, -99), fecha_hasta: today, reg_pagina: '1000', pagina: '1' };
  const read = (request: Received) => (request.query.size > 0 ? request.query : new URLSearchParams(everything));
  const { service } = await clientOf(listing(rows(20), { read }), { learned });
  const { rows: items } = await service.operaciones.readAll({ ventana: { desde: today, hasta: today } }, noSignal);
  expect(items).toHaveLength(2);
  expect(learned.get('parametros')).toBe('consulta');
});

test('rows from outside the window mean that the filter is ignored', async () => {
  const body = { operaciones: rows(20), total: 20 };
  const { service } = await clientOf(() => ({ body }));
  await expect(
    service.operaciones.readAll({ ventana: { desde: today, hasta: today } }, noSignal),
  ).rejects.toMatchObject({ code: 'FILTRO_IGNORADO' });
});

test('a window too long for the service is halved, and its length remembered', async () => {
  const all = rows(40);
  const learned = memoryLearned({ parametros: 'cuerpo', pagina_base: '1' });
  const { server, service } = await clientOf(listing(all, { maxDays: 4 }), { learned });
  const { rows: items } = await service.operaciones.readAll({ ventana: window }, noSignal);
  expect(idsOf(items)).toEqual(ids(all));
  expect(Number(learned.get('max_dias:operaciones'))).toBeGreaterThan(1);
  const refused = () =>
    server.received.filter(
      ({ form }) => form.get('fecha_desde') === window.desde && form.get('fecha_hasta') === window.hasta,
    ).length;
  const before = refused();
  await service.operaciones.readAll({ ventana: window }, noSignal);
  expect(refused()).toBe(before);
});

/** All sales in the same second, so no window divides them. */
const TOGETHER = rows(150).map((row) => ({ ...row, fecha_venta: `${today} 10:00:00` }));
const oneSecond = { desde: today, hasta: today, times: { desde: '10:00:00', hasta: '10:00:01' } };
const known = (maximum: number) =>
  memoryLearned({ parametros: 'cuerpo', pagina_base: '1', 'pagina_maxima:operaciones': String(maximum) });

test('what no window divides is paged twice, and begun again when its total changes meanwhile', async () => {
  let reads = 0;
  const after = [...TOGETHER, { id: '900', fecha_venta: `${today} 10:00:00`, importe: '1.00' }];
  const { server, service } = await clientOf(
    (request) => {
      if (request.path === PATH) reads += 1;
      return listing(reads > 2 ? after : TOGETHER, { cap: 100 })(request);
    },
    { learned: known(100) },
  );
  const { rows, isWhole } = await service.operaciones.readAll({ ventana: oneSecond }, noSignal);
  expect(idsOf(rows)).toEqual(ids(after));
  expect(isWhole).toBe(true);
  // The page that showed that there are more; one pass given up; two passes that agree, of two pages each.
  expect(server.count(PATH)).toBe(1 + 2 + 2 * 2);
});

test('after three restarts a list is not known to be whole', async () => {
  const all = [...TOGETHER];
  const { server, service } = await clientOf(
    (request) => {
      if (request.path === PATH)
        all.push({ id: String(1000 + all.length), fecha_venta: `${today} 10:00:00`, importe: '1.00' });
      return listing(all, { cap: 100 })(request);
    },
    { learned: known(100) },
  );
  const { rows, isWhole } = await service.operaciones.readAll({ ventana: oneSecond }, noSignal);
  // More rows than the first page: the rows that came are kept.
  expect([rows.length > 100, isWhole]).toEqual([true, false]);
  expect(server.count(PATH)).toBe(1 + 4 * 2);
});

test('what comes otherwise the second time is not known to be whole', async () => {
  let turn = 0;
  const { service } = await clientOf(
    (request) => {
      if (request.path === PATH) turn += 1;
      // From the second pass on the total is the same, but the last record is a different one.
      const other = { id: '777', fecha_venta: `${today} 10:00:00`, importe: '1.00' };
      return listing(turn > 3 ? [...TOGETHER.slice(0, -1), other] : TOGETHER, { cap: 100 })(request);
    },
    { learned: known(100) },
  );
  const { rows, isWhole } = await service.operaciones.readAll({ ventana: oneSecond }, noSignal);
  expect(isWhole).toBe(false);
  expect(rows).toHaveLength(151);
});

test('an identifier that comes twice is not taken for two rows', async () => {
  const [first, ...rest] = TOGETHER.slice(0, 3);
  const body = { operaciones: [first, first, ...rest], total: 4 };
  const { service } = await clientOf(() => ({ body }), { learned: known(100) });
  const { isWhole } = await service.operaciones.readAll({ ventana: oneSecond }, noSignal);
  expect(isWhole).toBe(false);
});

describe('a total is the count of the list', () => {
  const saying =
    (total: unknown, count = 3) =>
    ({ form }: Received) => ({ body: { operaciones: form.get('pagina') === '1' ? rows(count) : [], total } });

  test.for([2, '2', 0, -1, 2.5, '3,0', '3.00', 'tres', null, undefined])(
    'three rows of which the total says %o are refused, and the field is said',
    async (total) => {
      const { service } = await clientOf(saying(total), { learned: known(100), retries: 0 });
      await expect(service.operaciones.readAll({ ventana: window }, noSignal)).rejects.toMatchObject({
        code: 'RESPUESTA_INVALIDA',
        detail: { metodo: 'operaciones', campo: 'total' },
      });
    },
  );

  test.for([3, '3'])('three of %o are all', async (total) => {
    const { service } = await clientOf(saying(total), { learned: known(100) });
    const { rows, isWhole } = await service.operaciones.readAll({ ventana: window }, noSignal);
    expect([rows.length, isWhole]).toEqual([3, true]);
  });
});

test.for([
  ['a bare list', []],
  ['a list that is null', { operaciones: null, total: 0 }],
  ['a list that is an object', { operaciones: {}, total: 0 }],
  ['no list', { total: 0 }],
  ['a list under another name', { data: [], total: 0 }],
  ['all of it inside data', { data: { operaciones: [], total: 0 } }],
  ['null', null],
])('%s is refused', async ([, body]) => {
  const { service } = await clientOf(() => ({ body: JSON.stringify(body) }), { retries: 0 });
  await expect(service.operaciones.readAll({ ventana: window }, noSignal)).rejects.toMatchObject({
    code: 'RESPUESTA_INVALIDA',
    detail: { metodo: 'operaciones', motivo: 'json' },
  });
});

test.for([404, 204])('a list answered %i is not an empty one', async (status) => {
  const { service } = await clientOf(() => ({ status }), { retries: 0 });
  await expect(service.operaciones.readAll({ ventana: window }, noSignal)).rejects.toMatchObject({
    code: status === 404 ? 'PEDIDO_RECHAZADO' : 'RESPUESTA_INVALIDA',
  });
});

test('what came is said by its shape alone', async () => {
  const body = { operaciones: rows(1), total: 'Gómez 4509-9535' };
  const { service } = await clientOf(() => ({ body }), { retries: 0 });
  const failure = service.operaciones.readAll({ ventana: window }, noSignal);
  await expect(failure).rejects.toMatchObject({
    detail: { metodo: 'operaciones', campo: 'total', esperado: 'una cantidad', vino: '«aaaaa 9999-9999»' },
  });
  await expect(failure).rejects.not.toHaveProperty('detail.respuesta');
});

test('a time with another date than the sale is refused before anything is sent', async () => {
  const { server, service } = await clientOf(listing([]));
  const filter = {
    ventana: { desde: today, hasta: today, times: { desde: '08:00:00', hasta: '20:00:00' } },
    campoFecha: 'fecha_pago',
  } as const;
  await expect(service.operaciones.page(filter, noSignal)).rejects.toMatchObject({ code: 'HORA_SIN_SENTIDO' });
  expect(server.received).toEqual([]);
});

test('filters travel under the names of the description', async () => {
  const learned = memoryLearned({ parametros: 'cuerpo', pagina_base: '1' });
  const { server, service } = await clientOf(() => ({ body: { operaciones: [], total: 0 } }), { learned });
  const hours = { desde: '08:00:00', hasta: '20:00:00' };
  await service.operaciones.page(
    { ventana: { desde: today, hasta: today, times: hours }, comercios: ['1', '2'] },
    noSignal,
  );
  expect(Object.fromEntries(server.received.at(-1)?.form ?? [])).toEqual({
    fecha_desde: `${today} 08:00:00`,
    fecha_hasta: `${today} 20:00:00`,
    campo_fecha: 'fecha_venta',
    comercios: '1,2',
    reg_pagina: '1000',
    pagina: '1',
  });
});

test('a server that shuffles on every request teaches nothing about its first page', async () => {
  const all = rows(500);
  let turn = 0;
  const learned = memoryLearned({ parametros: 'cuerpo', 'pagina_maxima:operaciones': '10' });
  const { service } = await clientOf(
    () => {
      turn += 1;
      const from = (turn * 10) % 500;
      return { body: { operaciones: all.slice(from, from + 10), total: 500 } };
    },
    { learned },
  );
  await service.operaciones.page({ ventana: window }, noSignal);
  expect(learned.get('pagina_base')).toBeUndefined();
});
