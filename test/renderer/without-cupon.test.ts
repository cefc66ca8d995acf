import { expect, test } from 'vitest';
import type { MissingDocument } from '#contract/explanations.ts';
import {
  WithoutCuponState,
  describeCupon,
  describeSale,
  describeTill,
} from '../../src-renderer/features/without-cupon/without-cupon.svelte.ts';
import { failWith, makeApi } from './double.ts';

const line = (terminal: string, tillNotUploaded: boolean): MissingDocument['resumen'][number] => ({
  comercio: 'La Espiga',
  establecimiento: null,
  terminal,
  dia: tillNotUploaded ? null : '2026-10-06',
  operaciones: 2,
  importe: '20.00',
  de: 3,
  cajaSinCargar: tillNotUploaded,
  texto: terminal,
});
const OPERACION = {
  operacion: { fecha_venta: '2026-10-06 19:22:00', tarjeta: 'Visa', tarjeta_nro: '4417', comprobante: '00166657' },
  cupones: [],
} as MissingDocument['operaciones'][number];
/** The lines of the tills, with an operation where some are asked for. */
const answerOf = (limit: number | undefined, lines: MissingDocument['resumen']): MissingDocument => ({
  operaciones: limit === 0 ? [] : [OPERACION],
  resumen: lines,
  noConciliadas: { operaciones: 0, importe: '0.00', texto: '', detalle: [] },
  cobertura: {} as never,
});
const signal = new AbortController().signal;
type Answer = NonNullable<Parameters<typeof makeApi>[0]['explicaciones.faltantes']>;
/** Reads October, with this answer. */
async function readOctober(answer: Answer) {
  const api = makeApi({ 'explicaciones.faltantes': answer });
  const state = new WithoutCuponState(api, 'mía');
  await state.read({ desde: '2026-10-01', hasta: '2026-10-31' }, signal);
  return { api, state };
}

test('tills of which nothing was uploaded are apart, and a line is asked for by its place among all', async () => {
  const { api, state } = await readOctober(({ limite }) =>
    answerOf(limite, [line('1', true), line('2', false), line('3', false)]),
  );
  expect(api.pedidos[0]?.[1]).toMatchObject({ desde: '2026-10-01', hasta: '2026-10-31', limite: 0 });
  expect(state.untouched.map(({ terminal }) => terminal)).toEqual(['1']);
  const { filas, total } = await state.createSource().read(1, 10, undefined);
  expect([filas.map(({ terminal }) => terminal), total]).toEqual([['3'], 2]);
  state.choose(filas[0]);
  await expect.poll(() => state.operaciones).toEqual([OPERACION]);
  expect(api.pedidos.at(-1)?.[1]).toMatchObject({ grupos: [2] });
});

test('the operations of a till are those of the period that is shown, also when another one could not be read', async () => {
  const { api, state } = await readOctober(({ desde, limite }) =>
    desde === '2026-11-01' ? failWith('DISCO_LLENO') : answerOf(limite, [line('2', false)]),
  );
  await state.read({ desde: '2026-11-01', hasta: '2026-11-30' }, signal);
  expect(state.failure?.code).toBe('DISCO_LLENO');
  state.choose(state.rows[0]);
  await expect.poll(() => state.operaciones).toEqual([OPERACION]);
  expect(api.pedidos.at(-1)?.[1]).toMatchObject({ desde: '2026-10-01', hasta: '2026-10-31' });
});

test('operations that could not be read are told in the place of the till, and are asked for again', async () => {
  let failures = 1;
  const { state } = await readOctober(({ limite }) =>
    limite !== 0 && failures-- > 0 ? failWith('DISCO_LLENO') : answerOf(limite, [line('2', false)]),
  );
  state.choose(state.rows[0]);
  await expect.poll(() => state.listing.failure?.code).toBe('DISCO_LLENO');
  expect([state.failure, state.operaciones]).toEqual([undefined, undefined]);
  state.choose(state.chosen);
  await expect.poll(() => state.operaciones).toEqual([OPERACION]);
  expect(state.listing.failure).toBeUndefined();
});

test('the workbook of a search has its tills alone and says the search; without one it has all of them', async () => {
  const api = makeApi({
    'explicaciones.faltantes': ({ limite }) => answerOf(limite, [line('1', true), line('21', false), line('3', false)]),
    'explicaciones.exportar_faltantes': ({ exportar }) => ({ exportado: exportar, filas: 1 }),
  });
  const state = new WithoutCuponState(api, 'mía');
  const days = { desde: '2026-10-01', hasta: '2026-10-31' };
  await state.read(days, signal);
  const asked = { cuenta: 'mía', exportar: 'sin-cupon-mía-2026-10.xlsx', ...days };
  await state.writeWorkbook({});
  expect(api.pedidos.at(-1)?.[1]).toEqual(asked);
  state.text = 'terminal 21 ';
  await state.writeWorkbook({});
  expect(api.pedidos.at(-1)?.[1]).toEqual({ ...asked, grupos: [1], cuales: 'terminal 21' });
});

test('a till without a terminal is named by its merchant number', () => {
  expect(describeTill({ terminal: '38010022', establecimiento: '30012345' })).toBe('Terminal 38010022');
  expect(describeTill({ terminal: null, establecimiento: '30012345' })).toBe('Establecimiento 30012345');
});

test('a sale is told from another of its till, and a coupon by its row', () => {
  expect(describeSale(OPERACION.operacion)).toBe('19:22 · Visa ·· 4417 · 00166657');
  const place = { conciliacion: '7', n: 1, seq: null, archivo: 'cajas/caja.csv', fila: 12 };
  expect(describeCupon({ ...place, puntaje: 0.8, certeza: 'probable' })).toBe('Probable: fila 12 de caja.csv');
  expect(describeCupon({ ...place, puntaje: 0.999, certeza: 'muy_probable' })).toBe(
    'Muy probable: fila 12 de caja.csv',
  );
});
