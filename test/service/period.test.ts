/** A month of sales, read in windows from services that page it in the ways that the description leaves open. */
import { expect, test } from 'vitest';
import type { KnownWindow } from '#service/list/period.ts';
import { clientOf, memoryLearned, noSignal } from './fixtures.ts';
import { listing, type Options, type Row as Sale } from './listing.ts';
import { civilDay } from '../domain/civil-day.ts';

const OCTOBER = { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31') };

const sale = (id: number, at: string): Sale => ({ id: String(id), fecha_venta: at, importe: '1.00' });
const two = (n: number): string => String(n).padStart(2, '0');
/** Sales on every day but the 9th, and two of the 20th in the same second. */
const SALES: readonly Sale[] = [
  ...Array.from({ length: 300 }, (_, n) => sale(n, `2026-10-${two((n % 31) + 1)} ${two(8 + (n % 12))}:00:00`)),
  sale(900, '2026-10-20 10:00:00'),
  sale(901, '2026-10-20 10:00:00'),
].filter(({ fecha_venta: at }) => !at.startsWith('2026-10-09'));
const TOGETHER: readonly Sale[] = Array.from({ length: 90 }, (_, n) => sale(n, '2026-10-20 10:00:00'));

interface Service extends Options {
  readonly sales?: readonly Sale[];
}

async function read({ sales = SALES, ...service }: Service, learnt: Readonly<Record<string, string>> = {}) {
  const learned = memoryLearned(learnt);
  const { server, service: client } = await clientOf(listing(sales, service), { retries: 0, learned });
  const { rows, isWhole } = await client.operaciones.readAll({ ventana: OCTOBER }, noSignal);
  const ids = new Set(rows.map(({ id }) => id));
  return { ids: ids.size, rows: rows.length, isWhole, requests: server.count('/v1/operaciones'), learned };
}

const PAGINGS: readonly (readonly [string, Service])[] = [
  ['one page', {}],
  ['pages of 40', { cap: 40 }],
  ['pages of 40, counted from 0, the last one again past the end', { cap: 40, base: 0, past: 'ultima' }],
];
test.for(PAGINGS)('every sale of a month is read, once, in %s', async ([, service]) => {
  const { ids, rows, isWhole, requests } = await read(service);
  expect([ids, rows, isWhole]).toEqual([SALES.length, SALES.length, true]);
  expect(requests).toBeLessThan(60);
});

test.for(PAGINGS.slice(1))(
  'a full page is followed by the next where totals count its rows, in %s',
  async ([, service]) => {
    const total = (_count: number, received: number): number => received;
    const { ids, isWhole } = await read({ ...service, total }, { 'pagina_maxima:operaciones': '40' });
    expect([ids, isWhole]).toEqual([SALES.length, true]);
  },
);

test.for([
  ['one more than there are', (count: number) => count + 1],
  ['twice as many as there are', (count: number) => count * 2],
  ['many more than all, whatever the dates', () => 5000],
] as const)('where totals count %s what is missed is told, and not looked for second by second', async ([, total]) => {
  const { ids, isWhole, requests } = await read({ total });
  expect([ids, isWhole]).toEqual([SALES.length, false]);
  expect(requests).toBeLessThan(100);
});

test.for<Service>([{ cap: 40 }, { cap: 40, base: 0, past: 'ultima' }, { cap: 45 }])(
  'ninety sales of one second all come: %j',
  async (service) => {
    const { ids, rows, isWhole } = await read({ ...service, sales: TOGETHER });
    expect([ids, rows, isWhole]).toEqual([90, 90, true]);
  },
);

test('a sale that a service breaks on fails the reading', async () => {
  await expect(read({ cap: 40, sales: TOGETHER, poison: '85' })).rejects.toMatchObject({ code: 'SERVICIO_FALLA' });
});

/** A sale a day at first, and more than a page on the 28th. */
const UNEVEN: readonly Sale[] = [
  ...Array.from({ length: 20 }, (_, n) => sale(n, `2026-10-${two(n + 1)} 10:00:00`)),
  ...Array.from({ length: 44 }, (_, n) => sale(100 + n, `2026-10-28 ${two(n % 24)}:${two(n)}:00`)),
];
test('a first page that is not what it was is not taken for all there is', async () => {
  const service: Service = { cap: 40, base: 0, past: 'ultima', sales: UNEVEN };
  const { ids, isWhole } = await read(service, { pagina_base: '1', parametros: 'cuerpo' });
  expect([ids < UNEVEN.length, isWhole]).toEqual([true, false]);
});

test('a known page that was full is followed by the next one, although its bytes are the same', async () => {
  const sales = Array.from({ length: 10 }, (_, n) => sale(n, `2026-10-${two(n + 1)} 10:00:00`));
  // The total is only the page's, so the page does not show that a sale was added after it.
  const grown = [...sales, sale(99, '2026-10-30 10:00:00')];
  let current: readonly Sale[] = sales;
  const learned = memoryLearned({ pagina_base: '1', parametros: 'cuerpo', 'pagina_maxima:operaciones': '10' });
  const { service } = await clientOf(
    (request) => listing(current, { cap: 10, total: (_, received) => received })(request),
    { retries: 0, learned },
  );
  const { operaciones } = service;
  const query = { ventana: OCTOBER };
  const known: KnownWindow[] = [];
  for await (const piece of operaciones.read(query, {}, noSignal)) {
    if (piece.kind === 'page')
      known.push({ ...piece.between, filas: piece.page.received, huella: piece.page.digest() });
  }
  current = grown;
  const { rows } = await operaciones.readAll(query, noSignal, { known: () => known });
  expect(rows.map(({ id }) => id)).toContain('99');
});
