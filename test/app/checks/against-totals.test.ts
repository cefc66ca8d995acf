import { expect, test } from 'vitest';
import { compareWithTotals } from '#app/checks/against-totals.ts';
import { LIQUIDACION_TOTALS } from '#domain/checks.ts';
import { figuresOf } from '../figures/data.ts';
import {
  aLiquidacion,
  createTestCache,
  HOUR,
  NOW,
  octoberRows,
  anOperacion,
  type TestCache,
} from '../../storage/cache/support.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { compareSoldWithCalendario } from '#app/checks/against-calendario.ts';

const DAY = 24 * HOUR;

interface October {
  readonly rows: number;
  readonly credited: number;
  /** How many days after the totals the rows were read. */
  readonly later: number;
  /** When the totals were read: after the month was over, if nothing is said. */
  readonly at?: number;
}

/** The totals and the rows of October: the comparison of what was credited. */
async function compareOctober({ rows, credited, later, at = NOW }: October) {
  using test = createTestCache();
  const settlement = aLiquidacion('1', { total_acreditado: rows });
  test.cache.write(octoberRows([settlement], { metodo: 'liquidaciones', campo: 'fecha', leido: at + later * DAY }));
  const zeros = Object.fromEntries(Object.keys(LIQUIDACION_TOTALS).map((field) => [field, 0]));
  const days = { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31') };
  const totals = { ...zeros, ...days, tarjeta: 'T', total_acreditado: credited };
  test.cache.write(
    octoberRows([{ id: '2026-10-01/T', fila: totals }], { metodo: 'liquidaciones-totales', campo: 'desde', leido: at }),
  );
  const all = await compareWithTotals(figuresOf(test.cache), 'liquidaciones', ['2026-10']);
  return all.find(({ campo }) => campo === 'total_acreditado');
}

test('a difference of rows that were read later than the totals accuses nobody', async () => {
  const check = await compareOctober({ rows: 300, credited: 100, later: 2 });
  expect(check).toMatchObject({ estado: 'sin_datos', motivo: 'otro_dia', diferencia: null });
});

test('rows that were read later and agree do agree', async () => {
  expect(await compareOctober({ rows: 100, credited: 100, later: 2 })).toMatchObject({ estado: 'coincide' });
});

test.each([0, -2])('rows that were not read later differ (%i days)', async (later) => {
  const check = await compareOctober({ rows: 300, credited: 100, later });
  expect(check).toMatchObject({ estado: 'difiere', diferencia: '2.00' });
});

test('while the month is not over, less credited than the rows add up to may be a settlement to come that only deducts', async () => {
  const check = await compareOctober({ rows: 300, credited: 100, later: 0, at: Date.UTC(2026, 9, 20, 13) });
  expect(check).toMatchObject({ estado: 'sin_datos', motivo: 'parcial', diferencia: null });
});

test.each([100, -100])('while the month is not over, what agrees does agree (%i centavos)', async (amount) => {
  const check = await compareOctober({ rows: amount, credited: amount, later: 0, at: Date.UTC(2026, 9, 20, 13) });
  expect(check).toMatchObject({ estado: 'coincide' });
});

const instantOf = (day: string): number => Date.parse(`${day}T15:00:00Z`);
const OCTOBER = { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31') };

/** 15 October was read at noon and never again: a sale of its evening is in the calendar, which was read on the 20th. */
async function compareSold({ cache }: TestCache, changes: { readonly from?: string; readonly sold?: number } = {}) {
  const { from = '2026-10-14', sold = 100 } = changes;
  const sale = (id: string, day: string) => anOperacion(id, { fecha_venta: { fecha: day, hora: null }, importe: 100 });
  const first = { desde: civilDay('2026-10-14'), hasta: civilDay('2026-10-15'), leido: instantOf('2026-10-15') };
  cache.write(octoberRows([sale('1', '2026-10-14'), sale('2', '2026-10-15')], first));
  const second = { desde: civilDay('2026-10-16'), hasta: civilDay('2026-10-20'), leido: instantOf('2026-10-20') };
  cache.write(octoberRows([sale('3', '2026-10-16')], second));
  const days = [['2026-10-14', sold], ['2026-10-15', 300], ['2026-10-16', 100]] as const; // prettier-ignore
  const rows = days.map(([id, amount]) => ({
    id,
    fila: { dia: id.slice(8), fecha: id, vendido: amount, acreditado: 0 },
  }));
  cache.write(octoberRows(rows, { metodo: 'calendario', campo: 'fecha', leido: instantOf('2026-10-20') }));
  const asked = { desde: civilDay(from), hasta: from === '2026-10-15' ? civilDay(from) : OCTOBER.hasta };
  const [check] = await compareSoldWithCalendario(figuresOf(cache), {
    months: ['2026-10'],
    ...asked,
    signal: new AbortController().signal,
  });
  return check;
}

test('a day of which only the morning was read is not compared', async () => {
  using test = createTestCache();
  expect(await compareSold(test)).toMatchObject({ estado: 'coincide', esperado: '2.00', calculado: '2.00' });
});

test('the other days are compared all the same', async () => {
  using test = createTestCache();
  const check = await compareSold(test, { sold: 500 });
  expect(check).toMatchObject({ estado: 'difiere', filas: [{ nombre: '2026-10-14', diferencia: '-4.00' }] });
});

test('days of which none was read to its end say so', async () => {
  using test = createTestCache();
  expect(await compareSold(test, { from: '2026-10-15' })).toMatchObject({ estado: 'sin_datos', motivo: 'parcial' });
});
