import { expect, test } from 'vitest';
import type { MatrixCell, MatrixDay, MatrixDocument } from '#contract/checks.ts';
import type { MethodInput } from '#contract/inputs.ts';
import {
  describeMatched,
  describeParts,
  MatrixState,
  nameOfCard,
  nameOfStore,
} from '../../src-renderer/features/till-bridge/matrix.svelte.ts';
import { makeApi } from './double.ts';
import { CONCILIACION } from './imported-conciliacion.ts';

const sides = {
  cupones: 3,
  importe: '30.00',
  partes: [],
  operaciones: 2,
  importeOperaciones: '20.00',
  diferencia: { cantidad: 1, importe: '10.00' },
  abrir: null,
};
const aDay = (dia: string | null, estado: MatrixDay['estado'], changes: Partial<MatrixDay> = {}): MatrixDay => ({
  ...sides,
  dia,
  estado,
  motivo: null,
  celdas: [],
  ...changes,
});
const documentOf = (...filas: readonly MatrixDay[]): MatrixDocument => ({
  dias: { desde: '2026-10-01', hasta: '2026-10-31' },
  hayConciliaciones: true,
  filas,
  cobertura: { estado: 'al_dia', contratado: true, desde: null, hasta: null, sincronizado: null, enDuda: 0 },
});
const { signal } = new AbortController();
const OCTOBER = { cuenta: 'mía', desde: '2026-10-01', hasta: '2026-10-31' };
/** The matrix after a first reading of `answer`. */
async function readDays(answer: () => MatrixDocument): Promise<MatrixState> {
  const state = new MatrixState(makeApi({ 'controles.caja': answer }));
  await state.read(OCTOBER, signal);
  return state;
}

test('the days are counted by their state, and the chosen state alone is shown', async () => {
  const doc = documentOf(aDay('2026-10-02', 'difiere'), aDay('2026-10-03', 'difiere'), aDay('2026-10-01', 'coincide'));
  const state = await readDays(() => doc);
  expect(state.counts).toEqual([
    { estado: 'difiere', dias: 2 },
    { estado: 'coincide', dias: 1 },
  ]);
  expect(state.shown).toHaveLength(3);
  state.filter = 'coincide';
  expect(state.shown.map(({ dia }) => dia)).toEqual(['2026-10-01']);
});

test('the total has the days of the filter, and of all days those that can be compared', async () => {
  const doc = documentOf(
    aDay('2026-10-02', 'difiere'),
    aDay('2026-10-03', 'sin_subir'),
    aDay('2026-10-04', 'en_curso'),
    aDay('2026-10-05', 'sin_datos'),
    aDay('2026-10-01', 'coincide'),
  );
  const state = await readDays(() => doc);
  expect([state.isCompared, state.total.cupones, state.total.diferencia]).toEqual([
    true,
    6,
    { cantidad: 2, importe: '20.00' },
  ]);
  expect(state.note).toBe('Sin contar: todavía no subido (1 día), día en curso (1 día), sin datos (1 día)');
  state.filter = 'sin_datos';
  expect([state.isCompared, state.total.cupones, state.note]).toEqual([false, 3, '']);
});

test('a state that no day has any more hides nothing', async () => {
  let doc = documentOf(aDay('2026-10-02', 'difiere'));
  const state = await readDays(() => doc);
  state.filter = 'difiere';
  doc = documentOf(aDay('2026-10-02', 'coincide'));
  await state.read(OCTOBER, signal);
  expect([state.filter, state.shown.length]).toEqual(['todos', 1]);
});

test('of many days the first ones are shown, and the others when they are asked for', async () => {
  const days = ['2026-10-01', '2026-10-02', '2026-10-03'].map((dia) => aDay(dia, 'difiere'));
  const state = new MatrixState(makeApi({ 'controles.caja': () => documentOf(...days) }), 2);
  await state.read(OCTOBER, signal);
  expect([state.shown.length, state.others]).toEqual([2, 1]);
  state.isWhole = true;
  expect([state.shown.length, state.others]).toEqual([3, 0]);
});

test('a day that was opened is open again when the person comes back', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const createState = () => new MatrixState(makeApi({}), undefined, storage);
  const days = [aDay('2026-10-02', 'difiere'), aDay(null, 'sin_datos'), aDay('2026-10-03', 'difiere')];
  const first = createState();
  const two = days.slice(0, 2);
  for (const day of two) first.toggle(day);
  expect(days.map((day) => createState().isOpen(day))).toEqual([true, true, false]);
  for (const day of two) first.toggle(day);
  expect(days.map((day) => createState().isOpen(day))).toEqual([false, false, false]);
});

test('a day is opened and closed, whatever is read meanwhile', async () => {
  const day = aDay(null, 'sin_datos');
  const state = await readDays(() => documentOf(aDay('2026-10-02', 'difiere'), day));
  state.toggle(day);
  await state.read(OCTOBER, signal);
  expect(state.document?.filas.map((one) => state.isOpen(one))).toEqual([false, true]);
  state.toggle(day);
  expect(state.isOpen(day)).toBe(false);
});

test('the coupons of a cell lead to the tab of the result that has them, with its filters', () => {
  const partes = [
    { conciliacion: '7', grupo: 'conciliados', cupones: 2, filtro: { tarjeta: 'VISA', comercio: '' } },
    { conciliacion: '7', grupo: 'sin_conciliar', cupones: 3, decididos: 2, filtro: {} },
  ] as const;
  expect(describeMatched({ estado: 'difiere', partes })).toBe('3 sin conciliar');
  expect(
    describeParts({ partes }, { dia: '2026-10-05', nameOf: String }).map(({ words, cupones, href }) => [
      words,
      cupones,
      href,
    ]),
  ).toEqual([
    [
      'Conciliados',
      2,
      '#/conciliaciones/7?grupo=conciliados&ventaDesde=2026-10-05&ventaHasta=2026-10-05&tarjeta=VISA&comercio=',
    ],
    [
      'Sin conciliar · 2 decididos',
      3,
      '#/conciliaciones/7?grupo=sin_conciliar&ventaDesde=2026-10-05&ventaHasta=2026-10-05',
    ],
  ]);
});

test('coupons of several reconciliations name theirs, and those of an upload without a number lead nowhere', () => {
  const partes = [
    { conciliacion: '7', grupo: 'conciliados', cupones: 2, filtro: {} },
    { conciliacion: null, grupo: 'sin_conciliar', cupones: 1, filtro: {} },
  ] as const;
  const parts = describeParts({ partes }, { dia: null, nameOf: (id) => `caja ${id}` });
  expect(parts.map(({ words, href }) => [words, href])).toEqual([
    ['Conciliados · caja 7', '#/conciliaciones/7?grupo=conciliados'],
    ['Sin conciliar', undefined],
  ]);
});

test('a reconciliation has the name of the person, else its file, with the number where another has the same, else its number', async () => {
  const partes = ['7', '8', '9', '10'].map((conciliacion) => ({
    conciliacion,
    grupo: 'conciliados' as const,
    cupones: 1,
    filtro: {},
  }));
  const conciliaciones = [
    { ...CONCILIACION, id: '7', nombre: 'Turno tarde', archivos: ['caja.csv'] },
    { ...CONCILIACION, id: '8', archivos: ['caja.csv'] },
    { ...CONCILIACION, id: '9', archivos: ['caja.csv'] },
  ];
  const state = new MatrixState(
    makeApi({
      'controles.caja': () => documentOf(aDay('2026-10-02', 'difiere', { partes })),
      'conciliaciones.conocidas': () => ({ conciliaciones, cargas: [] }),
    }),
  );
  await state.read(OCTOBER, signal);
  expect(['7', '8', '9', '10'].map((id) => state.nameOf(id))).toEqual([
    'Turno tarde',
    'caja.csv (8)',
    'caja.csv (9)',
    'Conciliación 10',
  ]);
});

test('a cell of all stores is called so', () => {
  const cell: MatrixCell = { ...sides, tarjeta: 'VISA', comercio: null, establecimiento: null };
  expect(nameOfStore(cell)).toBe('Todos los comercios');
  expect(nameOfStore({ ...cell, comercio: 'Centro', establecimiento: '12' })).toBe('Centro · 12');
});

test('coupons of a wallet without an operation are called so, with their store where they say it', () => {
  const cell: MatrixCell = { ...sides, billetera: true, tarjeta: null, comercio: null, establecimiento: null };
  expect([nameOfCard(cell), nameOfStore(cell)]).toEqual(['Billetera', 'Sin comercio']);
  expect(nameOfStore({ ...cell, establecimiento: '12' })).toBe('12');
  const { billetera: _wallet, ...plain } = cell;
  expect([nameOfCard(plain), nameOfCard({ ...plain, tarjeta: 'VISA' })]).toEqual(['Sin tarjeta', 'VISA']);
});

test('the workbook has the cells of the chosen days with their own state, or of the days in the total, and nothing where the screen has a dash', async () => {
  const cell: MatrixCell = { ...sides, tarjeta: 'VISA', comercio: 'Centro', establecimiento: '12' };
  const bare: MatrixCell = { ...cell, tarjeta: null, operaciones: 0, importeOperaciones: '0.00' };
  const api = makeApi({
    'controles.caja': () =>
      documentOf(
        aDay('2026-10-02', 'difiere', {
          celdas: [
            cell,
            { ...bare, diferencia: { cantidad: -1, importe: '-5.00' } },
            { ...cell, diferencia: { cantidad: 0, importe: '0.00' } },
          ],
        }),
        aDay('2026-10-01', 'sin_datos', { celdas: [bare] }),
        aDay('2026-10-03', 'sin_subir', { celdas: [bare] }),
      ),
    'controles.caja_exportar': ({ exportar }) => ({ exportado: exportar }),
  });
  const state = new MatrixState(api, 1);
  await state.read(OCTOBER, signal);
  expect(await state.writeWorkbook('La Espiga', {})).toBe('caja-La Espiga-2026-10.xlsx');
  const written = api.pedidos.at(-1)?.[1] as MethodInput<'controles.caja_exportar'>;
  expect(written.pantalla.nota).toBe('Sin contar: sin datos (1 día), todavía no subido (1 día)');
  expect(written.pantalla.filas).toEqual([
    ['Difiere', '2026-10-02', 'VISA', 'Centro · 12', '3', '30.00', '2', '20.00', '1', '10.00'],
    ['Faltan cupones', '2026-10-02', 'Sin tarjeta', 'Centro · 12', '3', '30.00', '0', '0.00', '-1', '-5.00'],
    ['Coincide', '2026-10-02', 'VISA', 'Centro · 12', '3', '30.00', '2', '20.00', '0', '0.00'],
  ]);
  const STATE_AND_DAY = {
    sin_datos: ['Sin datos', '2026-10-01'],
    sin_subir: ['Todavía no subido', '2026-10-03'],
  } as const;
  for (const filter of ['sin_datos', 'sin_subir'] as const) {
    state.filter = filter;
    await state.writeWorkbook('La Espiga', {});
    expect((api.pedidos.at(-1)?.[1] as typeof written).pantalla.filas).toEqual([
      [...STATE_AND_DAY[filter], 'Sin tarjeta', 'Centro · 12', '3', '30.00', null, null, null, null],
    ]);
  }
});
