import { expect, test } from 'vitest';
import {
  aService,
  createTestClock,
  memoryLearned,
  noSignal,
  startServer,
  type Received,
  type Reply,
} from './fixtures.ts';

const PAST = ['vacia', 'ultima', 'primera', 'error', 'ausente', 'falso', 'nulo', 'sin_cuerpo'] as const;
type Past = (typeof PAST)[number];

interface Options {
  /** Most rows that a page gives, whatever was asked. */
  readonly cap: number;
  readonly base?: number;
  readonly past?: Past;
  /** What the header says there is; the rows, when left out. */
  readonly total?: number;
  /** Another order on each request. */
  readonly shuffled?: boolean;
}

const coupon = (n: number) => ({
  fecha_venta: '2026-10-15',
  importe: '10.00',
  comprobante: String(n),
  tarjeta_nro: '1234',
  conciliado: 'false',
  modo: '',
  nro_liquidacion: null,
  liquidaciones_id: null,
  fecha_liq: null,
});

const HEADER = {
  id: '77',
  fecha: '2026-10-15',
  origen_desde: '2026-10-15',
  origen_hasta: '2026-10-15',
  total: '1',
  nuevos: '1',
  existen: '0',
  error: '0',
  conciliados: '0',
  sin_conciliar: '1',
  estado: 'IMPORTADO',
};

/** A result of `count` coupons as a server would page it. */
function result(count: number, { cap, base = 1, past = 'vacia', total = count, shuffled = false }: Options) {
  let turn = 0;
  const inOrder = Array.from({ length: count }, (_, n) => coupon(n));
  const counts = { total: String(total), nuevos: String(total), sin_conciliar: String(total) };
  return ({ path, form }: Received): Reply => {
    if (path.startsWith('/oauth/')) return {};
    if (shuffled) turn = (turn + 61) % count;
    const rows = [...inOrder.slice(turn), ...inOrder.slice(0, turn)];
    const size = Math.min(cap, Number(form.get('reg_pagina')));
    const pages = Math.max(1, Math.ceil(count / size));
    let index = Math.max(0, Number(form.get('pagina')) - base);
    if (index >= pages && past === 'error') return { status: 400 };
    if (index >= pages && past === 'ausente') return { status: 404, body: { error: 'no existe' } };
    if (index >= pages && past === 'falso') return { body: { estado: false, msg: 'no encontrada' } };
    if (index >= pages && past === 'ultima') index = pages - 1;
    if (index >= pages && past === 'primera') index = 0;
    if (index >= pages && past === 'nulo') return { body: { ...HEADER, ...counts, operaciones: null } };
    if (index >= pages && past === 'sin_cuerpo') return { status: 204 };
    return { body: { ...HEADER, ...counts, operaciones: rows.slice(index * size, (index + 1) * size) } };
  };
}

/** Every coupon's number, page after page until an empty one; and how many requests that took. */
async function readAll(count: number, options: Options) {
  await using server = await startServer(result(count, options));
  const learned = memoryLearned({ parametros: 'cuerpo' });
  const { conciliaciones } = aService(server.url, { clock: createTestClock(), learned });
  const numbers: number[] = [];
  for (let pagina = 0; ; pagina += 1) {
    const page = await conciliaciones.resultado('77', pagina, noSignal);
    if (page === undefined) throw new Error('the result was there, and is said to be gone');
    if (page.cupones.length === 0) break;
    numbers.push(...page.cupones.map(({ cupon }) => Number(cupon.comprobante)));
  }
  return { numbers, requests: server.count('/v2/conciliar-operaciones/77/resultado') };
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

for (const base of [0, 1])
  for (const past of PAST)
    for (const cap of [7, 25, 100])
      test(`comes whole in pages of ${String(cap)} that begin at ${String(base)} (past the end: ${past})`, async () => {
        for (const count of [1, 73, 200]) {
          expect((await readAll(count, { cap, base, past })).numbers).toEqual(upTo(count));
        }
      });

for (const base of [0, 1])
  test.for([130, 200, 250, 1500, 20_010])(
    `in another order on each request, pages that begin at ${String(base)} give as many rows as there are: %i`,
    async (count) => {
      expect((await readAll(count, { cap: 100, base, shuffled: true })).numbers).toHaveLength(count);
    },
  );

test.for(PAST)('ends where the rows do, if the counts speak of more (past the end: %s)', async (past) => {
  expect((await readAll(73, { cap: 100, past, total: 80 })).numbers).toEqual(upTo(73));
});

test.for([
  ['true', true],
  ['false', false],
  [true, true],
  [false, false],
  ['True', true],
  [1, true],
  ['0', false],
  ['sí', undefined],
  [null, undefined],
  [2, undefined],
])('a coupon whose conciliado is %o was matched: %o', async ([conciliado, matched]) => {
  const body = { ...HEADER, operaciones: [{ ...coupon(1), conciliado }] };
  await using server = await startServer(({ path }) => (path.startsWith('/oauth/') ? {} : { body }));
  const service = aService(server.url, { clock: createTestClock() });
  const page = await service.conciliaciones.resultado('77', 0, noSignal);
  expect(page?.cupones.map((cupon) => cupon.conciliado)).toEqual(matched === undefined ? [] : [matched]);
  expect(service.quarantined).toHaveLength(matched === undefined ? 1 : 0);
});

test('of one page that the counts say is all is read once', async () => {
  expect((await readAll(73, { cap: 100 })).requests).toBe(1);
});

test.for([
  ['an object keyed by index', { ...HEADER, operaciones: { 0: coupon(0) } }],
  ['data', { ...HEADER, data: [coupon(0)] }],
  ['all of it inside data', { data: { ...HEADER, operaciones: [coupon(0)] } }],
  ['an object keyed by names', { ...HEADER, operaciones: { op_1: coupon(0) } }],
  ['rows in objects', { ...HEADER, operaciones: [{ operacion: coupon(0) }] }],
  ['its header under another name', { encabezado: HEADER, operaciones: [coupon(0)] }],
  ['its header inside another', { conciliacion: HEADER, operaciones: [coupon(0)] }],
])('coupons are read also from %s', async ([, body]) => {
  await using server = await startServer(({ path }) => (path.startsWith('/oauth/') ? {} : { body }));
  const { conciliaciones } = aService(server.url, { clock: createTestClock() });
  const page = await conciliaciones.resultado('77', 0, noSignal);
  expect(page?.encabezado.id).toBe('77');
  expect(page?.cupones.map(({ cupon }) => cupon.comprobante)).toEqual(['0']);
});
