import { expect, test } from 'vitest';
import { civilDateAt } from '#domain/civil-date.ts';
import { aService, createTestClock, noSignal, startServer, type Received, type Reply } from './fixtures.ts';

const data = (answer: (request: Received, n: number) => Reply) => (request: Received, n: number) =>
  request.path.startsWith('/oauth/') ? {} : answer(request, n);

const HEADER = {
  id: '77',
  fecha: '15/10/2026 10:00:00',
  origen_desde: '2026-10-01',
  origen_hasta: null,
  total: 3,
  nuevos: '3',
  existen: '0',
  error: '0',
  conciliados: '2',
  sin_conciliar: '1',
  estado: 'IMPORTADO',
};

test('a header reads the same from its single name for the existing ones', async () => {
  await using server = await startServer(data(() => ({ body: HEADER })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.ver('77', noSignal)).toEqual({
    id: '77',
    fecha: '2026-10-15',
    origenDesde: '2026-10-01',
    origenHasta: null,
    total: 3,
    nuevos: 3,
    existentes: 0,
    error: 0,
    conciliados: 2,
    sinConciliar: 1,
    estado: 'IMPORTADO',
  });
});

test.for([null, '', undefined])(
  'an open reconciliation whose matched and unmatched are %o has none so far',
  async (nada) => {
    const body = { ...HEADER, conciliados: nada, sin_conciliar: nada, estado: 'PENDIENTE' };
    await using server = await startServer(data(() => ({ body })));
    const { conciliaciones } = aService(server.url, { clock: createTestClock() });
    expect(await conciliaciones.ver('77', noSignal)).toMatchObject({ total: 3, conciliados: 0, sinConciliar: 0 });
  },
);

test('an open reconciliation has none of what nobody counted, and a closed one has been counted', async () => {
  const sinContar = { ...HEADER, nuevos: null, existen: '', error: undefined };
  const abierta = { ...sinContar, estado: 'PENDIENTE' };
  await using server = await startServer(data(({ path }) => ({ body: path.endsWith('1') ? abierta : sinContar })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.ver('1', noSignal)).toMatchObject({ total: 3, nuevos: 0, existentes: 0, error: 0 });
  await expect(conciliaciones.ver('2', noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
});

test('an open reconciliation that counts nothing yet may say so by no count at all, its total too; a closed one may not', async () => {
  const body = { id: '77', estado: 'PENDIENTE', total: null };
  await using server = await startServer(
    data(({ path }) => ({ body: path.endsWith('1') ? body : { ...HEADER, total: null } })),
  );
  const { conciliaciones } = aService(server.url, { clock: createTestClock(), retries: 0 });
  expect(await conciliaciones.ver('1', noSignal)).toMatchObject({ total: 0, nuevos: 0, estado: 'PENDIENTE' });
  await expect(conciliaciones.ver('2', noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
});

test('a count that a closed reconciliation leaves out is none where the others make up its total', async () => {
  const body = { ...HEADER, total: '3', nuevos: '3', existen: undefined, error: undefined };
  await using server = await startServer(data(() => ({ body })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.ver('77', noSignal)).toMatchObject({ total: 3, nuevos: 3, existentes: 0, error: 0 });
});

test.for(['0000-00-00', '0000-00-00 00:00:00', '21-11-2026', '21/11/2026 21:05', 20_261_121])(
  'a reconciliation whose dates are written as %o is read without them',
  async (fecha) => {
    const body = { ...HEADER, fecha, origen_desde: fecha, origen_hasta: fecha };
    await using server = await startServer(data(() => ({ body })));
    const { conciliaciones } = aService(server.url, { clock: createTestClock() });
    const read = await conciliaciones.ver('77', noSignal);
    expect(read).toMatchObject({ total: 3, fecha: null, origenDesde: null, origenHasta: null });
  },
);

test('counts with thousands commas are read', async () => {
  const body = { ...HEADER, total: '1,203', nuevos: '1,203', conciliados: '1,000', sin_conciliar: ' 203' };
  await using server = await startServer(data(() => ({ body })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.ver('77', noSignal)).toMatchObject({ total: 1203, conciliados: 1000, sinConciliar: 203 });
});

test.for([{ status: 404, body: '' }, { body: { estado: false, msg: 'no se encontró' } }] as Reply[])(
  'a reconciliation that the service does not have is undefined: %o',
  async (reply) => {
    await using server = await startServer(data(() => reply));
    const { conciliaciones } = aService(server.url, { clock: createTestClock() });
    expect(await conciliaciones.ver('1', noSignal)).toBeUndefined();
    expect(await conciliaciones.resultado('1', 0, noSignal)).toBeUndefined();
  },
);

test.for([{ status: 500 }, { body: '' }, { status: 400 }] as Reply[])(
  'a read that failed is no evidence of absence: %o',
  async (reply) => {
    await using server = await startServer(data(() => reply));
    const { conciliaciones } = aService(server.url, { clock: createTestClock() });
    await expect(conciliaciones.ver('1', noSignal)).rejects.toMatchObject({ name: 'AppError' });
    await expect(conciliaciones.resultado('1', 0, noSignal)).rejects.toMatchObject({ name: 'AppError' });
  },
);

const today = civilDateAt(Date.UTC(2026, 9, 15, 12));

test('a list whose rows and total disagree is not complete', async () => {
  const body = { conciliaciones: [{ ...HEADER, existe: '0' }], total: '2' };
  await using server = await startServer(data(() => ({ body })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect((await conciliaciones.listar(today, today, noSignal)).completa).toBe(false);
});

test('a list with a row that does not parse is not complete, and keeps the row', async () => {
  const body = { conciliaciones: [HEADER, { ...HEADER, id: '78', total: 'muchos' }], total: '2' };
  await using server = await startServer(data(() => ({ body })));
  const service = aService(server.url, { clock: createTestClock() });
  const list = await service.conciliaciones.listar(today, today, noSignal);
  expect(list).toMatchObject({ completa: false, conciliaciones: [{ id: '77' }] });
  expect(service.quarantined).toMatchObject([{ motivo: 'total: cuenta, o nada' }]);
});

test('the date of the service comes from its newest answer', async () => {
  await using server = await startServer(
    data(() => ({ body: HEADER, headers: { date: 'Fri, 16 Oct 2026 02:59:59 GMT' } })),
  );
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(conciliaciones.fechaServicio()).toBeNull();
  await conciliaciones.ver('77', noSignal);
  expect(conciliaciones.fechaServicio()).toBe('2026-10-15');
});

test.for([0, 1])(
  'a list whose pages without rows are null is read where the first page is %i, also while it has none',
  async (base) => {
    let rows: readonly unknown[] = [];
    const list = ({ form }: Received): Reply => ({
      body: {
        conciliaciones: Number(form.get('pagina')) === base && rows.length > 0 ? rows : null,
        total: rows.length,
      },
    });
    await using server = await startServer(data(list));
    const { conciliaciones } = aService(server.url, { clock: createTestClock(), retries: 0 });
    expect(await conciliaciones.listar(today, today, noSignal)).toMatchObject({ conciliaciones: [], completa: true });
    rows = [{ ...HEADER, fecha: today, existe: '0' }];
    const read = await conciliaciones.listar(today, today, noSignal);
    expect(read.conciliaciones.map(({ id }) => id)).toEqual(['77']);
    expect(read.completa).toBe(true);
  },
);

test('a null list beside a total of some is no evidence that there are none', async () => {
  const list = ({ form }: Received): Reply => ({
    body: { conciliaciones: null, total: (form.get('fecha_hasta') ?? '') >= today ? 2 : 0 },
  });
  await using server = await startServer(data(list));
  const { conciliaciones } = aService(server.url, { clock: createTestClock(), retries: 0 });
  expect(await conciliaciones.listar(today, today, noSignal)).toMatchObject({ conciliaciones: [], completa: false });
});

test.for([
  ['as whole amounts', { ...HEADER, total: '1,250.00', nuevos: '1250.0' }],
  ['inside data', { data: { ...HEADER, total: 1250, nuevos: 1250 } }],
  ['inside its name', { conciliacion: { ...HEADER, total: 1250, nuevos: 1250 } }],
  ['in a list of one', [{ ...HEADER, total: 1250, nuevos: 1250 }]],
  ['in a list of one, as an object', { data: { 0: { ...HEADER, total: 1250, nuevos: 1250 } } }],
] as const)('a header is read also when it is written %s', async ([, body]) => {
  await using server = await startServer(data(() => ({ body })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.ver('77', noSignal)).toMatchObject({ id: '77', total: 1250, nuevos: 1250 });
});

test('a count with a part of a coupon is none', async () => {
  await using server = await startServer(data(() => ({ body: { ...HEADER, total: '3.50' } })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock(), retries: 0 });
  await expect(conciliaciones.ver('77', noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
});

const dia = civilDateAt(Date.UTC(2026, 9, 15, 12));
const leida = { ...HEADER, fecha: '2026-10-15', existe: '0' };
const { id: _id, ...sinId } = leida;
test.for([
  ['an object keyed by index', { conciliaciones: { 0: leida, 1: { ...leida, id: '78' } }, total: '2' }],
  ['data', { data: [leida, { ...leida, id: '78' }], total: 2 }],
  ['items of two', { items: [leida, { ...leida, id: '78' }] }],
  ['data with the list inside', { data: { conciliaciones: [leida, { ...leida, id: '78' }], total: 2 } }],
  ['a bare list', [leida, { ...leida, id: '78' }]],
  ['a bare object keyed by index', { 0: leida, 1: { ...leida, id: '78' } }],
  ['an object keyed by identifier', { conciliaciones: { 77: leida, 78: { ...leida, id: '78' } }, total: '2' }],
  ['an object keyed by identifier alone', { conciliaciones: { 77: sinId, 78: sinId }, total: '2' }],
  ['an object keyed by names', { conciliaciones: { c77: leida, c78: { ...leida, id: '78' } }, total: '2' }],
  [
    'rows in objects',
    { conciliaciones: [{ conciliacion: leida }, { conciliacion: { ...leida, id: '78' } }], total: 2 },
  ],
  ['rows beside their identifiers', { data: ['77', '78'].map((id) => ({ id, attributes: sinId })), total: 2 }],
])('the list of reconciliations is read also from %s', async ([, body]) => {
  await using server = await startServer(data(({ form }) => ({ body: form.get('pagina') === '1' ? body : [] })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  const lista = await conciliaciones.listar(dia, dia, noSignal);
  expect(lista.completa).toBe(true);
  expect(lista.conciliaciones.map(({ id }) => id)).toEqual(['77', '78']);
});

test.for([
  ['its row', { conciliaciones: leida, total: '1' }],
  ['its row in another object', { conciliaciones: { conciliacion: leida }, total: '1' }],
])('a list of one is read also from %s', async ([, body]) => {
  await using server = await startServer(data(({ form }) => ({ body: form.get('pagina') === '1' ? body : [] })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  expect(await conciliaciones.listar(dia, dia, noSignal)).toMatchObject({
    conciliaciones: [{ id: '77' }],
    completa: true,
  });
});

test.for([{ 77: HEADER }, { 77: sinId }, { conciliacion: { 77: HEADER } }, { attributes: sinId, id: '77' }])(
  'a header is read also from %j',
  async (body) => {
    await using server = await startServer(data(() => ({ body })));
    const { conciliaciones } = aService(server.url, { clock: createTestClock(), retries: 0 });
    expect(await conciliaciones.ver('77', noSignal)).toMatchObject({ id: '77', total: 3 });
  },
);

test('places in a list are no identifiers', async () => {
  const body = { conciliaciones: { 0: sinId, 1: sinId }, total: 2 };
  await using server = await startServer(data(() => ({ body })));
  const { conciliaciones } = aService(server.url, { clock: createTestClock(), retries: 0 });
  expect(await conciliaciones.listar(dia, dia, noSignal)).toMatchObject({
    conciliaciones: [],
    completa: false,
    ilegible: 'id: identificador',
  });
});

test.for([{ error: 'caída', data: [] }, { data: ['x'] }, { data: { mensaje: 'no' } }, { conciliaciones: { 0: 'x' } }])(
  'what may be an error is no list: %j',
  async (body) => {
    await using server = await startServer(data(() => ({ body })));
    const { conciliaciones } = aService(server.url, { clock: createTestClock(), retries: 0 });
    await expect(conciliaciones.listar(dia, dia, noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
  },
);

test.for<Reply>([
  { status: 404, body: { msg: 'no hay' } },
  { body: {} },
  { body: 'null' },
  { body: { estado: false, msg: 'no hay' } },
])('a list that is said not to be there is passed on as such, never as a whole one: %j', async (reply) => {
  await using server = await startServer(data(() => reply));
  const { conciliaciones } = aService(server.url, { clock: createTestClock(), retries: 0 });
  expect(await conciliaciones.listar(dia, dia, noSignal)).toEqual({
    conciliaciones: [],
    completa: false,
    negada: true,
    respuesta: reply.status ?? 200,
  });
});

test.for([
  ['consulta', 422],
  ['consulta', 400],
  ['cuerpo', 400],
] as const)(
  'a list that is not found, of a service that reads the %s alone, is one that is not there: the others were refused with %i',
  async ([donde, status]) => {
    await using server = await startServer(
      data(({ query, form }) => {
        const leidos = (donde === 'consulta' ? query : form).has('fecha_desde');
        return leidos ? { status: 404, body: { msg: 'No se encontraron conciliaciones' } } : { status, body: {} };
      }),
    );
    const { conciliaciones } = aService(server.url, { clock: createTestClock() });
    const dia = civilDateAt(Date.UTC(2026, 10, 21, 12));
    expect(await conciliaciones.listar(dia, dia, noSignal)).toEqual({
      conciliaciones: [],
      completa: false,
      negada: true,
      respuesta: 404,
    });
  },
);
