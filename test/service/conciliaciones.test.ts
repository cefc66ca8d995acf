import { expect, test } from 'vitest';
import { firstPageOf } from '#app/upload/read-result.ts';
import { noSignal, clientOf, type Reply } from './fixtures.ts';
import { today } from './listing.ts';

const HEADER = {
  id: '77',
  fecha: '2026-10-15 10:00:00',
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
  const { conciliaciones } = await clientOf(() => ({ body: HEADER }));
  expect(await conciliaciones.show('77', noSignal)).toEqual({
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

test.for([
  ['conciliados', null],
  ['nuevos', ''],
  ['total', '1,203'],
  ['total', -1],
  ['id', 77],
  ['estado', ''],
  ['fecha', '21-11-2026'],
  ['fecha', 20_261_121],
  ['existen', undefined],
] as const)('a header whose %s is %o is refused, open or not', async ([field, value]) => {
  let state = 'IMPORTADO';
  const { conciliaciones } = await clientOf(() => ({ body: { ...HEADER, estado: state, [field]: value } }), {
    retries: 0,
  });
  const refusal = { code: 'RESPUESTA_INVALIDA', detail: { metodo: 'conciliar-operaciones-ver' } };
  await expect(conciliaciones.show('77', noSignal)).rejects.toMatchObject(refusal);
  state = 'PENDIENTE';
  await expect(conciliaciones.show('77', noSignal)).rejects.toMatchObject(refusal);
});

test.for([{ status: 404, body: '' }, { body: { estado: false, msg: 'no se encontró' } }] as Reply[])(
  'a reconciliation that the service does not have is undefined: %o',
  async (reply) => {
    const { conciliaciones } = await clientOf(() => reply);
    expect(await conciliaciones.show('1', noSignal)).toBeUndefined();
    expect(await firstPageOf(conciliaciones, '1', noSignal)).toBeUndefined();
  },
);

test.for([{ status: 500 }, { body: '' }, { status: 400 }] as Reply[])(
  'a read that failed is no evidence of absence: %o',
  async (reply) => {
    const { conciliaciones } = await clientOf(() => reply);
    await expect(conciliaciones.show('1', noSignal)).rejects.toMatchObject({ name: 'AppError' });
    await expect(firstPageOf(conciliaciones, '1', noSignal)).rejects.toMatchObject({ name: 'AppError' });
  },
);

test('a list whose rows and total disagree is not complete', async () => {
  const body = { conciliaciones: [{ ...HEADER, existe: '0' }], total: '2' };
  const { conciliaciones } = await clientOf(() => ({ body }));
  expect((await conciliaciones.list(today, today, noSignal)).completa).toBe(false);
});

test('the date of the service comes from its newest answer', async () => {
  const { conciliaciones } = await clientOf(() => ({
    body: HEADER,
    headers: { date: 'Fri, 16 Oct 2026 02:59:59 GMT' },
  }));
  expect(conciliaciones.getServiceDate()).toBeNull();
  await conciliaciones.show('77', noSignal);
  expect(conciliaciones.getServiceDate()).toBe('2026-10-15');
});

const reading = { ...HEADER, fecha: '2026-10-15', existe: '0' };
const { id: _id, ...withoutId } = reading;
test.for([
  ['a list under another name', { data: [reading], total: 1 }],
  ['all of it inside data', { data: { conciliaciones: [reading], total: 1 } }],
  ['a bare list', [reading]],
  ['an object keyed by identifier', { conciliaciones: { 77: withoutId }, total: '1' }],
  ['a list that is null', { conciliaciones: null, total: 0 }],
  ['no total', { conciliaciones: [reading] }],
  ['fewer in its total than came', { conciliaciones: [reading], total: 0 }],
  ['null', 'null'],
] as const)('a list of reconciliations in another form is refused: %s', async ([, body]) => {
  const { conciliaciones } = await clientOf(() => ({ body }), { retries: 0 });
  await expect(conciliaciones.list(today, today, noSignal)).rejects.toMatchObject({
    code: 'RESPUESTA_INVALIDA',
    detail: { metodo: 'conciliar-operaciones-listar' },
  });
});

const ID_MISSING = { campo: 'id', forma: 'identificador' } as const;
test.for([
  ['in another object', { conciliacion: reading }, ID_MISSING],
  ['without an identifier', withoutId, ID_MISSING],
  ['not an object', 'x', { campo: '', forma: 'objeto' }],
  ['without a count', { ...reading, id: '78', total: 'muchos' }, { campo: 'total', forma: 'cuenta' }],
] as const)('a reconciliation that is %s is set aside, and the list is not complete', async ([, row, unreadable]) => {
  const { service } = await clientOf(() => ({ body: { conciliaciones: [reading, row], total: 2 } }), { retries: 0 });
  expect(await service.conciliaciones.list(today, today, noSignal)).toMatchObject({
    conciliaciones: [{ id: '77' }],
    completa: false,
    ilegible: expect.arrayContaining([unreadable]),
  });
  expect(service.quarantined).toHaveLength(1);
});

test.for<Reply>([{ status: 404, body: { msg: 'no hay' } }, { body: { estado: false, msg: 'no hay' } }])(
  'a list that is said not to be there is no list: %j',
  async (reply) => {
    const { conciliaciones } = await clientOf(() => reply, { retries: 0 });
    await expect(conciliaciones.list(today, today, noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
  },
);
