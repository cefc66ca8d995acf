import { expect, test } from 'vitest';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { fuenteDe } from '#app/sync/fuentes.ts';
import { crearRitmo } from '#app/sync/ritmo.ts';
import { crearLectura } from '#app/sync/ventanas.ts';
import {
  aService,
  createTestClock,
  memoryLearned,
  noSignal,
  startServer,
  type Received,
  type Reply,
} from '../../service/fixtures.ts';

const dia = (texto: string): CivilDate => {
  const fecha = parseIsoDate(texto);
  if (fecha === undefined) throw new Error(`not a date: ${texto}`);
  return fecha;
};

interface Venta {
  readonly id: string;
  readonly fecha_venta: string;
  readonly importe: string;
}
const venta = (id: number, cuando: string): Venta => ({ id: String(id), fecha_venta: cuando, importe: '1.00' });
const dos = (n: number): string => String(n).padStart(2, '0');
/** Some in every day but the 9th, and two of the 20th in the same second. */
const VENTAS: readonly Venta[] = [
  ...Array.from({ length: 300 }, (_, n) => venta(n, `2026-10-${dos((n % 31) + 1)} ${dos(8 + (n % 12))}:00:00`)),
  venta(900, '2026-10-20 10:00:00'),
  venta(901, '2026-10-20 10:00:00'),
].filter(({ fecha_venta: cuando }) => !cuando.startsWith('2026-10-09'));

interface Lista {
  /** Absent where it gives undefined. */
  readonly total: (cuantas: number, pagina: number) => number | undefined;
  /** Most rows of a page, whatever is asked. */
  readonly tope?: number;
  readonly base?: 0 | 1;
  readonly pasada?: 'vacia' | 'ultima' | 'error' | 'falla';
  readonly ventas?: readonly Venta[];
  /** The sale whose page fails. */
  readonly veneno?: string;
  /** The rows of a request in another order each time. */
  readonly ordenar?: (filas: readonly Venta[]) => readonly Venta[];
}

function contestar({
  total,
  tope = 1000,
  base = 1,
  pasada = 'vacia',
  ventas = VENTAS,
  veneno,
  ordenar = (filas) => filas,
}: Lista) {
  return ({ path, form }: Received): Reply => {
    if (path.startsWith('/oauth/')) return {};
    const [desde, hasta] = [form.get('fecha_desde') ?? '', form.get('fecha_hasta') ?? ''];
    if (desde === '' || hasta === '') return { status: 400 };
    const dentro = ventas.filter(({ fecha_venta: cuando }) =>
      hasta.length > 10 ? cuando >= desde && cuando < hasta : cuando >= desde && cuando.slice(0, 10) <= hasta,
    );
    const cada = Math.min(tope, Number(form.get('reg_pagina')));
    let numero = Number(form.get('pagina')) - base;
    if (numero < 0) numero = 0;
    const ultima = Math.max(0, Math.ceil(dentro.length / cada) - 1);
    if (numero > ultima) {
      if (pasada === 'error') return { status: 404 };
      if (pasada === 'falla') return { status: 500 };
      if (pasada === 'ultima') numero = ultima;
    }
    const operaciones = ordenar(dentro).slice(numero * cada, (numero + 1) * cada);
    if (operaciones.some(({ id }) => id === veneno)) return { status: 500 };
    return { body: { operaciones, total: total(dentro.length, operaciones.length) } };
  };
}

async function leerTodo(lista: Lista, sabido: Readonly<Record<string, string>> = {}) {
  await using server = await startServer(contestar(lista));
  const learned = memoryLearned(sabido);
  const service = aService(server.url, { clock: createTestClock(), retries: 0, learned });
  const fuente = fuenteDe(service, 'operaciones');
  const leer = crearLectura({
    fuente,
    ritmo: crearRitmo(fuente),
    codificar: (_fila, id, planas) => void planas.ids.push(id),
    revisar: () => Promise.resolve(),
    comercios: () => [],
    maxDias: { get: () => Number.POSITIVE_INFINITY, set: () => undefined },
    conocidas: () => [],
  });
  const ids = new Set<string>();
  const estados = new Set<string>();
  for await (const tramo of leer(dia('2026-10-01'), dia('2026-10-31'), noSignal)) {
    for (const { ids: suyos } of tramo.planas) for (const id of suyos) ids.add(id);
    estados.add(tramo.estado);
  }
  return { ids: ids.size, estados: [...estados], pedidos: server.count('/v1/operaciones'), learned };
}

const MENTIRAS: readonly (readonly [string, Lista['total']])[] = [
  ['one more than there are', (cuantas) => cuantas + 1],
  ['nothing', () => 0],
  ['all rows whatever the dates', () => VENTAS.length],
  ['many more than all rows, whatever the dates', () => 5000],
  ['one less than there are', (cuantas) => Math.max(0, cuantas - 1)],
  ['the rows of the page', (_cuantas, pagina) => pagina],
  ['the rows of the page and one more', (_cuantas, pagina) => pagina + 1],
  ['pages', (cuantas) => Math.ceil(cuantas / 25)],
  ['nothing, being absent,', () => undefined],
];
const PAGINAS: readonly (readonly [string, Omit<Lista, 'total'>])[] = [
  ['one page', {}],
  ['pages of 40', { tope: 40 }],
  ['pages of 40, counted from 0, the last one again past the end', { tope: 40, base: 0, pasada: 'ultima' }],
  ['pages of 40, refused past the end', { tope: 40, pasada: 'error' }],
  ['pages of 40 in any order', { tope: 40, ordenar: (filas) => filas.toSorted(() => Math.random() - 0.5) }],
  ['pages of 40, failing past the end', { tope: 40, pasada: 'falla' }],
  ['pages of 40, counted from 0, failing past the end', { tope: 40, base: 0, pasada: 'falla' }],
];

test.for(
  MENTIRAS.flatMap(([cuenta, total]) =>
    PAGINAS.map(([como, paginas]) => [cuenta, como, { total, ...paginas }] as const),
  ),
)('where totals count %s, in %s, every row is read, and not second by second', async ([, , lista]) => {
  const { ids, estados, pedidos } = await leerTodo(lista);
  expect(ids).toBe(VENTAS.length);
  expect(estados).toEqual(['completa']);
  expect(pedidos).toBeLessThan(lista.pasada === 'falla' ? 250 : 100);
});

test('where there is no total, a service that counts from 0 and breaks after its only page is read', async () => {
  const { ids, estados } = await leerTodo({ total: () => undefined, base: 0, pasada: 'falla' });
  expect(ids).toBe(VENTAS.length);
  expect(estados).toEqual(['completa']);
});

test('rows that only a total knows of are missed, told, and not looked for second by second', async () => {
  // Of each day one is not shown: what adds up may be right.
  const total = (cuantas: number): number => cuantas * 2;
  const { ids, estados, pedidos } = await leerTodo({ total });
  expect(ids).toBe(VENTAS.length);
  expect(estados).toEqual(['inestable']);
  expect(pedidos).toBeLessThan(100);
});

/** A few sales a week, and more than a page of them at the end. */
const DESPAREJAS: readonly Venta[] = [
  ...Array.from({ length: 20 }, (_, n) => venta(n, `2026-10-${dos(n + 1)} 10:00:00`)),
  ...Array.from({ length: 44 }, (_, n) => venta(100 + n, `2026-10-28 ${dos(n % 24)}:${dos(n)}:00`)),
];
// A total of the page's own rows teaches nobody which page is the first.
test.for(MENTIRAS.slice(0, 5))(
  'a first page that was taken for another loses no rows where totals count %s',
  async ([, total]) => {
    const lista: Lista = { total, tope: 40, base: 0, pasada: 'ultima', ventas: DESPAREJAS };
    const { ids, learned } = await leerTodo(lista, { pagina_base: '1', parametros: 'cuerpo' });
    expect(ids).toBe(DESPAREJAS.length);
    expect(learned.get('pagina_base')).toBe('1');
    const pocas = await leerTodo({ ...lista, ventas: DESPAREJAS.slice(0, 20) });
    expect(pocas.learned.get('pagina_base')).not.toBe('1');
  },
);

const JUNTAS: readonly Venta[] = Array.from({ length: 90 }, (_, n) => venta(n, '2026-10-20 10:00:00'));
test.for(MENTIRAS)('ninety sales of one second, in pages of 40, all come where totals count %s', async ([, total]) => {
  const { ids, estados } = await leerTodo({ total, tope: 40, ventas: JUNTAS });
  expect(ids).toBe(JUNTAS.length);
  expect(estados).toContain('completa');
});

test('sales of one second that a service breaks after are all there are, as shorter pages show', async () => {
  const { ids, estados } = await leerTodo({ total: () => 0, ventas: JUNTAS, pasada: 'falla' });
  expect(ids).toBe(JUNTAS.length);
  expect(estados).toEqual(['completa']);
});

test.for([90, 80])('%d sales of one second in pages of 40 that a service breaks after all come', async (cuantas) => {
  const lista: Lista = { total: () => undefined, tope: 40, ventas: JUNTAS.slice(0, cuantas), pasada: 'falla' };
  const { ids, estados } = await leerTodo(lista);
  expect(ids).toBe(cuantas);
  expect(estados).toEqual(['completa']);
});

test('a sale that a service breaks on, where there is no total, leaves its second unstable', async () => {
  const { ids, estados } = await leerTodo({ total: () => undefined, tope: 40, ventas: JUNTAS, veneno: '85' });
  expect(ids).toBeLessThan(JUNTAS.length);
  expect(estados).toContain('inestable');
});

test('a list that is never the same is not taken for one whose totals say nothing', async () => {
  let n = 1000;
  const ventas = [...VENTAS];
  const total = (cuantas: number): number => {
    n += 1;
    ventas.push(venta(n, '2026-10-20 10:00:00'));
    return cuantas + 1;
  };
  const { ids, estados } = await leerTodo({ total, ventas });
  expect(ids).toBeGreaterThanOrEqual(VENTAS.length);
  expect(estados).toContain('inestable');
});
